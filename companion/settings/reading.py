"""Reads a configuration file into settings: keys, values, and how they fit together."""

import re
from collections.abc import Callable, Iterable
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.devices.panel_sizes import GREY, PANEL_SIZES
from companion.devices.tag_number import TAG_NUMBER
from companion.engine.data import load as load_data
from companion.engine.message import (
    Message,
    either,
    join,
    reason,
    say,
)
from companion.engine.rules import AnyGame
from companion.i18n.languages import DEFAULT, LANGUAGES
from companion.i18n.languages import player as player_name
from companion.schema.bounds import PersonName
from companion.schema.mistakes import dotted_path, suggestion
from companion.schema.reading import fits
from companion.settings.fleet import fleet_settings
from companion.settings.key_places import key_places, usual_key_places
from companion.settings.model import (
    EMULATED,
    MOCK,
    USUAL_PANEL_CARE,
    PanelSettings,
    ReaderSettings,
    Settings,
    SoundSettings,
    TimingSettings,
)
from companion.settings.nodes import (
    MOST_PROBLEMS,
    Section,
    SettingsProblem,
    UnexpectedValueError,
    Value,
    choice,
    compose,
    empty,
    flag,
    path,
    read_each,
    struct,
    text,
    whole,
)
from companion.settings.panel_care import PanelCare
from companion.settings.quiet_hours import QuietHours
from companion.settings.reader_list import USUAL_DRIVER, reader_list
from companion.settings.web import web_settings
from companion.settings.wireless import wireless_settings
from companion.settings.wiring import DIRECTIONS, KEYS, PIN, Wiring, as_held, wiring
from companion.storage.state_folder import default_state
from companion.table.clocks.kinds import ClockKind

FindGame: TypeAlias = Callable[[str], AnyGame]
"""Returns the game with a name, or raises ``ValueError`` that says which games there are."""

DEFAULT_GAME: Final[str] = load_data("companion.settings", "default.yaml")["game"]
DEFAULT_PROFILE: Final = "adafruit-oled-bonnet"
DEFAULT_READER: Final = ReaderSettings("board", USUAL_DRIVER, EMULATED, {"presence": True})

_PROFILES: Final = files("companion.settings") / "profiles"
_NO_PANEL: Final = "none"
_LONGEST: Final = 86_400
"""The most seconds of any setting: a day."""
_NO_SPEECH: Final = "none"
LEFT: Final = "left"
HANDS: Final = ("right", LEFT)
"""The hand for the keys: for the left one the whole box is turned round."""
_SPI: Final = "/dev/spidev0.0"
"""Where a panel on an SPI bus usually is: chip select 0."""
_HOURS: Final = re.compile(r"([01]?\d|2[0-3]):([0-5]\d) ?- ?([01]?\d|2[0-3]):([0-5]\d)", re.ASCII)


def default_players(language: str) -> tuple[str, ...]:
    """Return the names of players without names, by the language of the box."""
    return tuple(player_name(language, number) for number in (1, 2))


class SettingsError(Exception):
    """The configuration is wrong; ``problems`` has the mistakes, the message one per line."""

    def __init__(self, problems: Iterable[SettingsProblem]) -> None:
        """Sort ``problems`` by file and line; after a hundred the rest is left out."""
        every = sorted(problems, key=lambda problem: (problem.file, problem.line))
        self.problems = tuple(every[:MOST_PROBLEMS])
        super().__init__(join("\n", (problem.sentence for problem in self.problems)))


def default(find_game: FindGame) -> Settings:
    """Return the settings of a box without a configuration: all of it is emulated."""
    problems: list[SettingsProblem] = []
    return read(empty("default settings", problems), find_game)


def load(file: Path, find_game: FindGame, instead: str = "") -> Settings:
    """Return the settings in a YAML file, see ``read``."""
    return read(compose(file, []), find_game, instead)


def read(document: Value, find_game: FindGame, instead: str = "") -> Settings:
    """Return the settings in ``document``. A named profile means that the hardware is real.

    A missing game is a mistake, or, where a box has to start even without it, replaced by
    ``instead`` with a warning.

    Raises SettingsError with all mistakes in it.
    """
    root = Section.of(document)
    named = root.get("profile", text, "")
    profile = _profile(root, named or DEFAULT_PROFILE, document.problems)
    wired = wiring(profile, root, named=bool(named))
    gpio, bus = ("default", 1) if named else (MOCK, EMULATED)
    language = root.get("language", choice(*LANGUAGES), DEFAULT)
    hand = root.get("hand", choice(*HANDS), HANDS[0])
    panel = _panel(profile, root, bus, wired, turned=hand == LEFT)
    # For the left hand the keys change places with the box, so each lies where it did.
    turned = panel is not None and bool(panel.rotate) and hand != LEFT
    settings = Settings(
        game=root.get("game", text, DEFAULT_GAME),
        players=root.get("players", _players, default_players(language)),
        level=root.get("level", text, ""),
        language=language,
        options=root.get("options", struct, {}),
        data=root.get("data", struct, {}),
        state=root.get("state", path, default_state()),
        gpio=root.get("gpio", choice("default", MOCK), gpio),
        buttons=_held(wired, panel, hand),
        knobs=wired.knobs,
        key_places=root.get("key_places", key_places, usual_key_places(profile, turned=turned)),
        lamps=wired.lamps,
        buzzer=wired.buzzer,
        sound=root.get("sound", _sound, SoundSettings()),
        panel=panel,
        readers=root.get("readers", reader_list, () if named else (DEFAULT_READER,)),
        tags=root.get("tags", _tags, {}),
        timing=root.get("timing", _timing, TimingSettings()),
        clock=root.get("clock", _clock, {}),
        enter=root.get("enter", _names, ()),
        web=root.get("web", web_settings, None),
        fleet=root.get("fleet", fleet_settings, None),
        wireless=root.get("wireless", wireless_settings, None),
        announce=root.get("announce", _addresses, ()),
    )
    root.end()
    settings = _fitted(settings, document, root, find_game, instead)
    if document.problems:
        raise SettingsError(document.problems)
    return settings


def profiles() -> tuple[str, ...]:
    """Return the names of the boards known, for sale or for building."""
    names = (file.name for file in _PROFILES.iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml")))


def _profile(root: Section, name: str, problems: list[SettingsProblem]) -> Section:
    """Return the keys of the profile ``name``."""
    if name not in profiles():
        root.values["profile"].report(
            say("found {found}; {advice}", found=repr(name), advice=suggestion(name, profiles()))
        )
        return Section({})
    with as_file(_PROFILES / f"{name}.yaml") as file:
        return Section.of(compose(file, problems))


def _name(value: Value) -> str:
    """Read the name of a player, in the form stored in journals and records."""
    name = text(value)
    if not fits(PersonName, name):
        raise value.refusal(say("a name of at most {most} letters in one line", most=100))
    return name


def _players(value: Value) -> tuple[str, ...]:
    """Read the names of the players."""
    names: dict[str, Value] = {}
    for player, name in read_each(value.items(), _name):
        if name in names:
            message = say(
                "{name!r} plays already ({place}); give them different names",
                name=name,
                place=names[name].key,
            )
            player.report(message)
        names[name] = player
    return tuple(names)


def _held(wired: Wiring, panel: PanelSettings | None, hand: str) -> dict[str, int]:
    """Return the pins of the buttons: a joystick is rotated with the panel above it."""
    turned = DIRECTIONS if panel is not None and panel.rotate else frozenset[str]()
    swapped = turned | (KEYS if hand == LEFT else frozenset())
    return as_held(wired.buttons, wired.own, swapped)


def _panel(
    profile: Section, root: Section, bus: int | str, wired: Wiring, *, turned: bool
) -> PanelSettings | None:
    """Return the panel of the profile, overridden by the box's own keys."""
    usual = profile.children("panel")
    own = root.children("panel")
    if "driver" in own:  # another panel than the profile's has its own size and place
        usual = {}
    keys = Section({**usual, **own})
    driver = keys.get("driver", choice(*PANEL_SIZES, _NO_PANEL), "ssd1306")
    usual_width, usual_height = PANEL_SIZES.get(driver, ((128, 64),))[0]
    if driver in GREY and bus != EMULATED:
        bus = _SPI
    panel = PanelSettings(
        driver=driver,
        bus=keys.get("bus", _bus, bus),
        address=keys.get("address", whole(0x08, 0x77, say("an I2C address"), "#04x"), 0x3C),
        width=keys.get("width", whole(1, 1024), usual_width),
        height=keys.get("height", whole(1, 1024), usual_height),
        rotate=keys.get("rotate", _half_turns, 180 if turned else 0),
        dc=keys.get("dc", PIN, 24),
        reset=keys.get("reset", PIN, 25),
        care=PanelCare(
            dim=keys.get("dim_s", whole(0, _LONGEST), USUAL_PANEL_CARE.dim),
            blank=keys.get("blank_s", whole(0, _LONGEST), USUAL_PANEL_CARE.blank),
            shift=keys.get("shift_s", whole(0, _LONGEST), USUAL_PANEL_CARE.shift),
            glance=keys.get("glance_s", whole(0, _LONGEST), USUAL_PANEL_CARE.glance),
        ),
    )
    keys.end()
    if driver in GREY and panel.bus != EMULATED:
        for key, pin in (("dc", panel.dc), ("reset", panel.reset)):
            wired.take(keys.values.get(key) or keys.values["driver"], pin, say("the panel"))
    sizes = PANEL_SIZES.get(panel.driver, (panel.size,))
    if panel.size not in sizes:
        culprit = next(
            keys.values[key] for key in ("height", "width", "driver") if key in keys.values
        )
        message = say(
            "found a size of {found}, expected {sizes} for {driver}",
            found=f"{panel.width}x{panel.height}",
            sizes=either([f"{width}x{height}" for width, height in sizes]),
            driver=panel.driver,
        )
        culprit.report(message)
    return None if panel.driver == _NO_PANEL else panel


def _bus(value: Value) -> int | str:
    """Read an I2C bus: its number, its path, or ``EMULATED``."""
    bus = text(value)
    if bus.isdecimal():
        return int(bus)
    if bus == EMULATED or bus.startswith("/dev/"):
        return bus
    raise value.refusal(say("the number of an I2C bus, its path such as /dev/i2c-1, or emulated"))


def _half_turns(value: Value) -> int:
    """Read a rotation in degrees that keeps width and height."""
    degrees = {"0": 0, "180": 180}.get(text(value))
    if degrees is None:
        raise value.refusal(say("0 or 180 degrees"))
    return degrees


def _tags(value: Value) -> dict[str, str]:
    """Read the piece of each tag: a mapping, or the path of a file that contains one."""
    try:
        file = path(value)
    except UnexpectedValueError:
        return _tag_map(value)
    return _tag_map(compose(file, value.problems))


def _tag_map(value: Value) -> dict[str, str]:
    tags: dict[str, str] = {}
    origins: dict[str, Value] = {}
    for entry, piece in read_each(value.children().values(), text):
        tag = re.sub(r"[:\s-]", "", str(entry.path[-1])).upper()
        if not TAG_NUMBER.fullmatch(tag):
            entry.report(say("is not a tag number, expected 8 to 20 hexadecimal digits"))
        if tag in origins:
            message = say(
                "this tag is under {piece!r} already ({place})",
                piece=tags[tag],
                place=origins[tag].place,
            )
            entry.report(message)
        origins[tag] = entry
        tags[tag] = piece
    return tags


def _timing(value: Value) -> TimingSettings:
    """Read the timing of gestures and reminders."""
    keys = Section.of(value)
    usual = TimingSettings()
    timing = TimingSettings(
        debounce_ms=keys.get("debounce_ms", whole(1, 100), usual.debounce_ms),
        long_press_ms=keys.get("long_press_ms", whole(200, 5000), usual.long_press_ms),
        remind_s=keys.get("remind_s", whole(0, _LONGEST), usual.remind_s),
    )
    keys.end()
    return timing


def _sound(value: Value) -> SoundSettings:
    """Read the settings of the buzzer."""
    keys = Section.of(value)
    usual = SoundSettings()
    sound = SoundSettings(
        volume=keys.get("volume", whole(0, 100), usual.volume),
        quiet=keys.get("quiet", _quiet, usual.quiet),
        speech=keys.get("speech", _speech, usual.speech),
    )
    keys.end()
    return sound


def _speech(value: Value) -> str:
    """Read the speech program, or ``none``."""
    program = text(value)
    return "" if program == _NO_SPEECH else program


def _quiet(value: Value) -> QuietHours:
    """Read quiet hours such as 22:00-07:00."""
    match = _HOURS.fullmatch(text(value))
    if match is None:
        raise value.refusal(say("quiet hours such as 22:00-07:00"))
    hours = [int(part) for part in match.groups()]
    quiet = QuietHours(60 * hours[0] + hours[1], 60 * hours[2] + hours[3])
    if quiet.begin == quiet.end:
        raise UnexpectedValueError(
            value, say("begins and ends at the same time; for no sound at all set volume: 0")
        )
    return quiet


def _clock(value: Value) -> dict[str, object]:
    """Read a time control, with times in seconds, into the struct of a ``Control``."""
    keys = Section.of(value)
    seconds = whole(0, _LONGEST)
    control: dict[str, object] = {
        "kind": keys.get("control", choice(*ClockKind), ClockKind.NONE.value),
        "main": 1000 * keys.get("main", seconds, 0),
        "extra": 1000 * keys.get("extra", seconds, 0),
        "periods": keys.get("periods", whole(0, 99), 0),
        "simultaneous": keys.get("simultaneous", flag, default=True),
    }
    warnings = keys.get("warnings", _seconds, None)
    if warnings is not None:
        control["warnings"] = warnings
    keys.end()
    return control


def _seconds(value: Value) -> list[int]:
    """Read a list of times in seconds; return milliseconds."""
    return [1000 * seconds for _, seconds in read_each(value.items(), whole(1, _LONGEST))]


def _names(value: Value) -> tuple[str, ...]:
    """Read a list of names."""
    return tuple(name for _, name in read_each(value.items(), text))


def _addresses(value: Value) -> tuple[str, ...]:
    """Read a list of addresses, each with its scheme."""
    return tuple(address for _, address in read_each(value.items(), _with_scheme))


def _with_scheme(value: Value) -> str:
    address = text(value)
    if not address.partition("://")[0] or not address.partition("://")[2]:
        raise value.refusal(say("an address such as https://example.org/hook"))
    return address


def _without_game(settings: Settings, game: AnyGame, place: Value, why: Message) -> Settings:
    """Return settings with another game, without the options of the missing one."""
    fits = len(settings.players) in game.players
    warning = place.problem(say("{problem}; until then it is {game}", problem=why, game=game.title))
    return replace(
        settings,
        game=game.id,
        players=settings.players if fits else default_players(settings.language),
        level=game.levels[0],
        options={},
        data={},
        enter=(),
        warnings=(warning,),
    )


def _fitted(
    settings: Settings, document: Value, root: Section, find_game: FindGame, instead: str
) -> Settings:
    """Return ``settings`` completed for the game; report everything that it does not accept."""
    try:
        game = find_game(settings.game)
    except ValueError as error:
        place = root.values.get("game", document)
        if not instead or settings.game == instead:
            place.report(reason(error))
            return settings
        return _without_game(settings, find_game(instead), place, reason(error))
    if len(settings.players) not in game.players:
        message = say(
            "found {count} players, expected {least} to {most} for {game}",
            count=len(settings.players),
            least=game.players[0],
            most=game.players[-1],
            game=game.title,
        )
        root.values.get("players", document).report(message)
    if settings.level and settings.level not in game.all_levels:
        remedy = suggestion(settings.level, game.all_levels)
        message = say("found {found}; {advice}", found=repr(settings.level), advice=remedy)
        root.values["level"].report(message)
    warnings: list[SettingsProblem] = []
    misfits = game.misfits(len(settings.players), settings.options)
    for mistake in (*game.check(settings.data, settings.options), *misfits):
        found = warnings if mistake.warning else document.problems
        if len(found) < MOST_PROBLEMS:
            place = document.at(mistake.path)
            found.append(
                SettingsProblem(place.file, place.line, dotted_path(mistake.path), mistake.message)
            )
    return replace(
        settings,
        level=settings.level or game.levels[0],
        is_level_set=bool(settings.level),
        warnings=tuple(warnings),
    )
