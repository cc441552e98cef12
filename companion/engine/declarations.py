"""Reads the declarations in a game's class: typed attributes, state and facets.

Mistakes are found when the game is imported; see ``mistakes`` for the consistency checks.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from sys import modules
from types import FunctionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from companion.engine.facets import (
    FACETS,
    PLAY,
    FacetDefaults,
    Robots,
    RulesQuestions,
    Secrets,
)
from companion.engine.forms import Form, alike, form, shown, takes
from companion.engine.game import Action, Event
from companion.engine.records import is_record
from companion.engine.visibility import has_secrets

_KERNEL: Final = __name__.rpartition(".")[0]
_ELSEWHERE: Final = ("teams",)
"""Attributes that a game may declare because a protocol of the kernel names them."""


def game_of(cls: Any) -> str:  # noqa: ANN401 - the class of a game
    """Return a game's name in error messages: its id, else its package."""
    name = getattr(cls, "id", None)
    return name if isinstance(name, str) and name else modules[cls.__module__].__package__ or ""


def is_kernel(cls: type) -> bool:
    """Return whether a class belongs to the kernel, not to a game."""
    return cls.__module__.startswith(_KERNEL)


def state_of(cls: type) -> type | None:
    """Return the type of a game's states, an argument of its base class; ``None`` without one.

    A subclass with other records has other states.
    """
    for base in cls.__mro__:
        for generic in vars(base).get("__orig_bases__", ()):
            arguments = get_args(generic)
            origin = get_origin(generic)
            if arguments and isinstance(origin, type) and issubclass(origin, FacetDefaults):
                (state,) = arguments
                return state if isinstance(state, type) and state is not Any else None
        if "records" in vars(base):
            return None
    return None


def states_of(cls: type, types: Collection[type]) -> tuple[type, ...]:
    """Return the type of a game's states, or without one all candidate records.

    These are those among its ``types`` that are neither actions nor events, and the first state.
    """
    state = state_of(cls)
    if state is not None:
        return (state,)
    others = [each for each in types if not issubclass(each, (Action, Event))]
    return (*others, *_begun(cls))


def _begun(cls: Any) -> Iterator[type]:  # noqa: ANN401 - the class of a game
    """Yield the type of a game's initial state, if it is declared."""
    for method in (cls.begin, cls.new_initial_state):
        try:
            state: object = get_type_hints(method).get("return")
        except (NameError, TypeError):  # a class that only mypy knows
            continue
        if is_record(state):
            yield state


def misfits(game: Any) -> Iterator[str]:  # noqa: ANN401 - any game
    """Yield the attributes of a game that do not have their declared type."""
    cls: Any = type(game)
    for name, check in _attributes(cls).items():
        found = check(getattr(game, name)) if hasattr(game, name) else None
        if found is not None:
            path, part, expected = found
            yield f"{name}{path} is {shown(part)}; declare {expected}"
    yield from _misspelt(cls)


@lru_cache(maxsize=64)
def _attributes(cls: type) -> Mapping[str, Form]:
    """Return the check of each attribute declared in the kernel's bases of a class."""
    found: dict[str, Form] = {}
    for base in filter(is_kernel, reversed(cls.__mro__)):
        found |= _of_base(base)
    return found


@lru_cache(maxsize=64)
def _of_base(base: type) -> Mapping[str, Form]:
    own: Mapping[str, Any] = vars(base).get("__annotations__", {})
    properties = {
        name: value.fget.__annotations__["return"]
        for name, value in vars(base).items()
        if isinstance(value, property) and getattr(value, "__isabstractmethod__", False)
    }
    types = {**own, **properties}
    return {name: form(kind) for name, kind in types.items() if not isinstance(kind, str)}


def _own(cls: type) -> Iterator[str]:
    """Yield the public names defined by the classes of a game itself."""
    for base in cls.__mro__:
        if issubclass(base, FacetDefaults) and not is_kernel(base):
            yield from (name for name in vars(base) if not name.startswith("_"))


def _misspelt(cls: type) -> Iterator[str]:
    """Yield the attributes of a game that are unknown, but similar to known names."""
    kernel_names = _kernel_names(tuple(filter(is_kernel, cls.__mro__)))
    for name in _own(cls):
        if name not in kernel_names and not callable(getattr(cls, name)):
            for meant in sorted(each for each in kernel_names if alike(name, each)):
                yield f"{name} is nothing that a game declares; write {meant}"


@lru_cache(maxsize=64)
def _kernel_names(bases: tuple[type, ...]) -> frozenset[str]:
    every = (*bases, *FACETS, RulesQuestions)
    declared = (name for base in every for name in vars(base).get("__annotations__", ()))
    return frozenset({*_ELSEWHERE, *declared, *(name for base in every for name in vars(base))})


def of_facets(
    game: Any,  # noqa: ANN401 - any game
    types: Collection[type],
    inside: Collection[type],
) -> Iterator[str]:
    """Yield attributes of a facet that a game does not derive from, and unused facets.

    Its ``types`` are those listed; those ``inside`` its state need not be among them.
    """
    own = {*_own(type(game))}
    facets: dict[str, list[type]] = {}
    for facet in FACETS:
        for name in _facet_names(facet) & own:
            facets.setdefault(name, []).append(facet)
    for name, several in facets.items():
        if not isinstance(game, tuple(several)):
            names = " or ".join(f"facets.{facet.__name__}" for facet in several)
            yield f"{name} is declared without its facet; derive the game from {names}"
    secret = [cls for cls in dict.fromkeys((*types, *inside)) if has_secrets(cls)]
    if not isinstance(game, Secrets):
        for cls in secret:
            yield (
                f"{cls.__name__} has secrets, but the game is not derived from facets.Secrets; "
                "derive it from that"
            )
    elif not secret and not own & {"audience", "observation"}:
        yield "the game has the facet Secrets, but no secret; mark a field as Secret or Hidden"


def is_guessed(game: Any) -> bool:  # noqa: ANN401 - any game
    """Return whether robots guess each secret of a game separately."""
    return isinstance(game, Robots) and type(game).guess is Robots.guess


@lru_cache(maxsize=16)
def _facet_names(facet: type) -> frozenset[str]:
    """Return the attributes that have no effect without a facet."""
    return frozenset(_of_base(facet))


def of_methods(cls: Any) -> Iterator[str]:  # noqa: ANN401 - the class of a game
    """Yield the methods of a game whose signatures do not match the kernel's calls."""
    bases = [base for base in cls.__mro__ if is_kernel(base)]
    for name in dict.fromkeys(_own(cls)):
        of_kernel = next((vars(base)[name] for base in bases if name in vars(base)), None)
        if not isinstance(of_kernel, FunctionType):
            continue
        count = of_kernel.__code__.co_argcount - len(("self",))
        plain = any(isinstance(vars(base).get(name), staticmethod) for base in cls.__mro__)
        given: object = getattr(cls, name)
        if not callable(given) or not takes(given, count if plain else count + 1):
            plural = "" if count == 1 else "s"
            yield f"{name} is {shown(given)}; define it with {count} argument{plural} after self"


def of_questions(game: object) -> Iterator[str]:
    """Yield mistakes in the optional ``ask`` of a game."""
    ask: Any = getattr(game, "ask", None)
    if ask is None:
        return
    router = 'QuestionRouter({"<kind>": <function>})'
    if not callable(ask):
        yield f"ask is {shown(ask)}; write `ask = {router}`"
    elif not takes(ask, 2):
        yield f"ask is {shown(ask)}; declare a function that takes 2 arguments, such as `{router}`"
    elif PLAY in getattr(ask, "kinds", ()):
        yield f"the question {PLAY!r} is answered for every game; give yours another name"
