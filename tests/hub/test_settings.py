"""The hub's settings: mistakes name the key and what is possible."""

from pathlib import Path

import pytest

from companion_hub.settings import HubSettingsError, load, settings_of


def test_everything_has_a_default() -> None:
    settings = settings_of({})
    assert (settings.broker.host, settings.broker.port) == ("127.0.0.1", 1883)
    assert settings.database.startswith("sqlite")
    assert settings.bind == "127.0.0.1"


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "hub.toml"
    file.write_text('[broker]\nsite = "club"\nuser = "hub"\npassword_file = "secret"\n')
    settings = load(file)
    assert settings.site == "club"
    assert settings.broker.password == tmp_path / "secret"


@pytest.mark.parametrize("name", ["hub.toml", "compose.toml"])
def test_the_examples(name: str) -> None:
    settings = load(Path(__file__).parents[2] / "hub" / "deploy" / name)
    assert (settings.site, settings.broker.user, settings.port) == ("club", "hub", 8090)


def test_a_cluster(tmp_path: Path) -> None:
    assert settings_of({}).nats is None
    settings = settings_of({"nats": {"servers": ["nats://a"], "password_file": "p"}}, tmp_path)
    assert settings.nats is not None
    assert (settings.nats.password, settings.nats.replicas) == (tmp_path / "p", 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[broker", "Expected"),
        ("[brokre]", r"\[brokre\] is unknown; there are: broker, nats, database, pages"),
        ("broker = 1", r"write \[broker\]"),
        ("[pages]\nprot = 1", "pages.prot is unknown; there are: bind, port"),
        ('[pages]\nport = "x"', "pages.port: found 'x', expected a whole number"),
        ("[pages]\nport = true", "pages.port"),
    ],
)
def test_mistakes(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "hub.toml"
    file.write_text(text)
    with pytest.raises(HubSettingsError, match=message):
        load(file)
