"""A configuration file becomes settings, or a list of everything that is wrong with it."""

import re
from importlib.resources import files
from pathlib import Path
from typing import cast

import pytest
import yaml

from companion.devices import readers
from companion.engine import registry
from companion.engine.game import Problem, Struct
from companion.engine.rules import AnyGame
from companion.i18n.languages import LANGUAGES
from companion.settings import (
    EMULATED,
    MOCK,
    FleetSettings,
    MqttButtonSettings,
    PanelSettings,
    ReaderSettings,
    SettingsError,
    SoundSettings,
    TimingSettings,
    WebSettings,
    WirelessSettings,
    default,
    load,
    profiles,
)
from companion.settings.quiet_hours import QuietHours

JOYSTICK = {"up": 17, "down": 22, "left": 27, "right": 23, "press": 4, "a": 5, "b": 6}
PROFILES = files("companion.settings") / "profiles"
LAMPS = {"seat1": 16, "seat2": 20, "seat3": 21, "seat4": 26}


class Chess:
    """The part of a game that settings need."""

    id = "chess"
    title = "Chess"
    players = range(2, 4)
    levels = all_levels = ("track", "full")

    def check(self, data: Struct, options: Struct) -> tuple[Problem, ...]:
        """Demand eight ranks and a known clock; warn about too few pawns."""
        mistakes = []
        board = cast("dict[str, object]", data.get("board", {}))
        if board.get("ranks", 8) != 8:
            mistakes.append(Problem(("data", "board", "ranks"), "expected 8 ranks"))
        if board.get("files") == []:
            mistakes.append(Problem(("data", "board", "files", 0), "expected a file"))
        if "clock" in options:
            mistakes.append(
                Problem(("options", "clock"), "unknown option, expected one of: variant")
            )
        if "pawns" in data:
            mistakes.append(Problem(("data", "pawns"), "the game has 8", warning=True))
        return tuple(mistakes)

    def misfits(self, _count: int, _options: Struct) -> tuple[Problem, ...]:
        """Have the same options for any number of players."""
        return ()


def find_game(name: str) -> AnyGame:
    if name in {"chess", "inner-compass"}:
        return cast("AnyGame", Chess())
    raise ValueError(f"there is no game {name!r}; installed are: chess")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "companion.yaml"


def problems(file: Path, yaml: str) -> list[str]:
    """Return the problems in ``yaml``, without the folder in their paths."""
    file.write_text(yaml, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load(file, find_game)
    return [str(problem).replace(f"{file.parent}/", "") for problem in caught.value.problems]


def mistakes(name: str) -> list[tuple[str, str]]:
    """Return configurations with one mistake each, and its message, from a file in this folder."""
    cases = Path(__file__).with_name(name).read_text(encoding="utf-8")
    pairs = [case.split("\n> ") for case in cases.strip().split("\n\n")]
    return [(yaml, problem) for yaml, problem in pairs]


def test_without_a_file_everything_is_emulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/var/state")
    settings = default(find_game)
    assert settings.game == "inner-compass"
    assert settings.players == ("Player 1", "Player 2")
    assert settings.level == "track"
    assert settings.language == "en"
    assert settings.state == Path("/var/state/compass-companion")
    assert settings.gpio == MOCK
    assert settings.buttons == JOYSTICK
    assert settings.lamps == LAMPS
    assert settings.buzzer == 12
    assert settings.sound == SoundSettings(volume=50, quiet=None)
    assert settings.panel == PanelSettings("ssd1306", EMULATED, 0x3C, 128, 64, rotate=0)
    assert settings.readers == (ReaderSettings("board", "rdm6300", EMULATED, {"presence": True}),)
    assert settings.tags == {}
    assert settings.timing == TimingSettings(debounce_ms=20, long_press_ms=800)
    assert settings.warnings == ()


def test_a_box_starts_with_another_game_if_its_own_has_been_removed(file: Path) -> None:
    file.write_text("game: ludo\nlevel: all\noptions: {dice: 2}\nhand: left\n", encoding="utf-8")
    settings = load(file, find_game, instead="chess")
    assert (settings.game, settings.level, settings.options) == ("chess", "track", {})
    (warning,) = settings.warnings
    assert warning.line == 1
    assert "there is no game 'ludo'" in str(warning)
    assert str(warning).endswith("until then it is Chess")


def test_whatever_else_is_wrong_is_still_said(file: Path) -> None:
    file.write_text("game: ludo\nhand: both\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="hand"):
        load(file, find_game, instead="chess")


def test_an_empty_file_is_like_no_file(file: Path) -> None:
    file.write_text("# nothing yet\n", encoding="utf-8")
    assert load(file, find_game) == default(find_game)


def test_state_is_kept_in_the_users_home_by_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/ada")
    assert default(find_game).state == Path("/home/ada/.local/state/compass-companion")


def test_every_key_is_read(file: Path) -> None:
    file.write_text(
        """\
game: chess
players: [Ada, No, 007]
level: full
language: de
options: {variant: 960, rated: yes}
data: {board: {ranks: 8, files: [a, b]}}
state: state
profile: waveshare-oled-hat
gpio: default
buttons: {a: 23, seat1: 12}
lamps: {seat1: 17, seat2: 27}
buzzer: 18
sound: {volume: 80, quiet: "22:00-07:30"}
panel: {bus: /dev/i2c-3, address: 0x3d, rotate: 180}
readers:
  - {name: board, port: /dev/serial0, presence: no}
  - {name: tray, driver: rdm6300, port: emulated}
tags: {"0a:00:4b:11:22": king, 1234567890: queen}
timing: {debounce_ms: 10, long_press_ms: 1000}
""",
        encoding="utf-8",
    )
    settings = load(file, find_game)
    assert settings.game == "chess"
    assert settings.players == ("Ada", "No", "007")
    assert settings.level == "full"
    assert settings.language == "de"
    assert settings.options == {"variant": 960, "rated": True}
    assert settings.data == {"board": {"ranks": 8, "files": ["a", "b"]}}
    assert settings.state == file.parent / "state"
    assert settings.gpio == "default"
    assert settings.buttons["a"] == 23
    assert settings.buttons["seat1"] == 12
    assert settings.buttons["b"] == 20
    assert settings.lamps == {"seat1": 17, "seat2": 27}
    assert settings.buzzer == 18
    assert settings.sound == SoundSettings(80, QuietHours(22 * 60, 7 * 60 + 30))
    assert settings.panel == PanelSettings("sh1106", "/dev/i2c-3", 0x3D, 128, 64, rotate=180)
    assert settings.readers == (
        ReaderSettings("board", "rdm6300", "/dev/serial0", {"presence": False}),
        ReaderSettings("tray", "rdm6300", EMULATED, {"presence": True}),
    )
    assert settings.tags == {"0A004B1122": "king", "1234567890": "queen"}
    assert settings.timing == TimingSettings(debounce_ms=10, long_press_ms=1000)


@pytest.mark.parametrize("name", profiles())
def test_a_named_profile_means_real_hardware(file: Path, name: str) -> None:
    file.write_text(f"profile: {name}\n", encoding="utf-8")
    settings = load(file, find_game)
    assert settings.gpio == "default"
    assert settings.buttons
    assert settings.panel is not None
    assert settings.panel.bus == 1
    assert settings.readers == ()
    wired = yaml.safe_load(PROFILES.joinpath(f"{name}.yaml").read_text(encoding="utf-8"))
    assert settings.lamps == wired.get("lamps", {})
    assert settings.buzzer == wired.get("buzzer")


def test_emulated_lamps_and_buzzer_give_way_to_configured_pins(file: Path) -> None:
    file.write_text("buttons: {seat1: 16, seat2: 12}\n", encoding="utf-8")
    settings = load(file, find_game)
    assert settings.lamps == {name: pin for name, pin in LAMPS.items() if name != "seat1"}
    assert settings.buzzer is None


def test_a_knob_is_three_pins_and_the_button_below_it_a_button(file: Path) -> None:
    file.write_text(
        "profile: adafruit-oled-bonnet\n"
        "buttons: {seat2: 16}\n"
        "knobs:\n"
        "  box: {a: 9, b: 10, press: 11}\n"
        "  seat1: {a: 7, b: 8, press: 25}\n"
        "  seat2: {a: 20, b: 21}\n",
        encoding="utf-8",
    )
    settings = load(file, find_game)
    assert settings.knobs == {"knob": (9, 10), "seat1": (7, 8), "seat2": (20, 21)}
    assert {name: settings.buttons[name] for name in settings.knobs} == {
        "knob": 11,
        "seat1": 25,
        "seat2": 16,
    }


def test_a_box_may_have_neither_lamps_nor_buzzer(file: Path) -> None:
    file.write_text("lamps: {}\nbuzzer: none\n", encoding="utf-8")
    settings = load(file, find_game)
    assert settings.lamps == {}
    assert settings.buzzer is None


def test_a_named_profile_can_be_emulated(file: Path) -> None:
    file.write_text("profile: breadboard\ngpio: mock\npanel: {bus: emulated}\n", encoding="utf-8")
    settings = load(file, find_game)
    assert settings.gpio == MOCK
    assert settings.panel is not None
    assert settings.panel.bus == EMULATED


def test_a_box_may_have_no_panel(file: Path) -> None:
    file.write_text("panel: {driver: none}\n", encoding="utf-8")
    assert load(file, find_game).panel is None


def test_a_home_folder_is_found(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    file.write_text("state: ~/box\n", encoding="utf-8")
    assert load(file, find_game).state == Path("/home/ada/box")


def test_tags_may_have_a_file_of_their_own_beside_the_configuration(file: Path) -> None:
    file.with_name("tags.yaml").write_text("0A004B1122: king\n", encoding="utf-8")
    file.write_text("tags: tags.yaml\n", encoding="utf-8")
    assert load(file, find_game).tags == {"0A004B1122": "king"}


def test_a_game_may_warn_about_its_settings(file: Path) -> None:
    file.write_text("\ndata: {pawns: 7}\n", encoding="utf-8")
    (warning,) = load(file, find_game).warnings
    assert str(warning) == f"{file}:2: data.pawns: the game has 8"


@pytest.mark.parametrize(("yaml", "problem"), mistakes("mistakes.txt"))
def test_a_mistake_is_reported_with_line_key_and_remedy(
    file: Path, yaml: str, problem: str
) -> None:
    known = problem.replace("{languages}", ", ".join(LANGUAGES))
    assert problems(file, yaml) == [f"companion.yaml:{known}"]


def test_all_mistakes_are_reported_at_once_in_the_order_of_the_file(file: Path) -> None:
    messages = problems(file, "levels: 3\ngpio: x\nplayers: [A]\ntiming: {debounce_ms: x}\n")
    assert [line.split(": ")[:2] for line in messages] == [
        ["companion.yaml:1", "levels"],
        ["companion.yaml:2", "gpio"],
        ["companion.yaml:3", "players"],
        ["companion.yaml:4", "timing.debounce_ms"],
    ]


@pytest.mark.parametrize("key", ["options", "data"])
def test_no_more_than_a_hundred_mistakes_are_reported(file: Path, key: str) -> None:
    file.write_text("\n".join([f"game: essence\n{key}:", *(f"  k{i}: 1" for i in range(150))]))
    with pytest.raises(SettingsError) as caught:
        load(file, registry.load)
    reported = [(problem.line, problem.key) for problem in caught.value.problems]
    assert reported == [(i + 3, f"{key}.k{i}") for i in range(100)]


def test_of_a_key_that_is_given_twice_the_first_is_named(file: Path) -> None:
    file.write_text("game: essence\noptions:\n  colour: 1\n  colour: 2\n")
    with pytest.raises(SettingsError) as caught:
        load(file, registry.load)
    assert [problem.line for problem in caught.value.problems] == [3, 4]


def test_a_text_that_nobody_can_read_out_is_refused(file: Path) -> None:
    fault, *_ = problems(file, f"players: [{'x' * 501}, b]")
    shown = "x" * 40
    assert fault.endswith(
        f":1: players[0]: found '{shown}…', expected a text of length at most 500"
    )


def test_of_too_few_players_with_an_option_for_all_only_the_number_is_wrong(file: Path) -> None:
    file.write_text("players: [Ann]\noptions: {mode: advanced}\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=f"^{file}:1: players: found 1 players, expected 2 to"):
        load(file, registry.load)


def test_an_option_for_fewer_players_is_refused_at_its_line(file: Path) -> None:
    """GC-VARIANT-2: the dummy of Gilded Compass is for two or three players."""
    written = "game: gilded-compass\nplayers: [Ann, Ben, Cem, Dua]\noptions:\n  variant: {}\n"
    file.write_text(written.format("dummy"), encoding="utf-8")
    sentence = f"^{file}:4: options.variant: dummy is for 2 to 3 players, not 4: leave it out$"
    with pytest.raises(SettingsError, match=sentence):
        load(file, registry.load)
    file.write_text(written.format("none"), encoding="utf-8")
    assert load(file, registry.load).options == {"variant": "none"}


def test_the_message_has_one_mistake_per_line(file: Path) -> None:
    file.write_text("level: x\ngpio: y\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=rf"^{file}:1: level: .*\n{file}:2: gpio: .*$"):
        load(file, find_game)


def test_a_pin_that_clashes_with_the_profile_is_reported_at_its_own_line(file: Path) -> None:
    (message,) = problems(file, "profile: breadboard\nbuttons: {up: 13}\n")
    assert message.startswith(
        "companion.yaml:2: buttons.up: pin 13 is taken by the button 'seat3' ("
    )
    assert message.endswith("breadboard.yaml:5)")


def test_a_lamp_on_the_pin_of_a_button_is_reported_at_the_lamp(file: Path) -> None:
    (message,) = problems(file, "profile: breadboard\nlamps: {seat1: 13}\n")
    assert message.startswith(
        "companion.yaml:2: lamps.seat1: pin 13 is taken by the button 'seat3'"
    )


def test_a_mistake_in_a_file_of_tags_is_reported_with_the_files_name(file: Path) -> None:
    file.with_name("tags.yaml").write_text("0A004B1122: king\nxyz: queen\n", encoding="utf-8")
    (message,) = problems(file, "tags: tags.yaml\n")
    assert message.startswith("tags.yaml:2: xyz: is not a tag number")


@pytest.mark.parametrize("driver", ["array", "hid", "pn532", "rdm6300"])
def test_a_reader_can_be_emulated_if_it_has_an_emulator(
    file: Path, driver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text(f"readers: [{{name: a, port: emulated, driver: {driver}}}]\n")
    assert load(file, find_game).readers[0].driver == driver
    monkeypatch.setattr(readers, "is_emulated", lambda _name: False)
    with pytest.raises(SettingsError, match=f"{driver} cannot be emulated; give the port"):
        load(file, find_game)


def test_a_missing_file_is_named(file: Path) -> None:
    with pytest.raises(SettingsError, match=rf"^{file}: cannot be read: No such file"):
        load(file, find_game)


def test_a_file_that_is_not_text_is_named(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match=rf"^{file}: is not UTF-8 text"):
        load(file, find_game)


def test_a_character_that_yaml_forbids_is_reported(file: Path) -> None:
    file.write_bytes(b"game: \x07")
    with pytest.raises(SettingsError, match="is not YAML"):
        load(file, find_game)


def test_pages_are_served_only_if_configured(tmp_path: Path) -> None:
    file = tmp_path / "companion.yaml"
    file.write_text("game: chess\n", encoding="utf-8")
    assert load(file, find_game).web is None
    web = "web: {port: 8080, bind: 127.0.0.1, name: table.local}"
    file.write_text(f"game: chess\n{web}\n", encoding="utf-8")
    assert load(file, find_game).web == WebSettings(8080, "127.0.0.1", "table.local")


def test_pages_in_public_and_over_tls_are_asked_for(file: Path) -> None:
    file.write_text("game: chess\nweb: {port: 8080}\n", encoding="utf-8")
    usual = load(file, find_game).web
    assert usual is not None
    assert (usual.public, usual.https) == (False, False)
    file.write_text("game: chess\nweb: {port: 1, public: true, https: yes}\n", encoding="utf-8")
    asked = load(file, find_game).web
    assert asked is not None
    assert (asked.public, asked.https) == (True, True)


def test_only_true_and_false_are_truth_values(file: Path) -> None:
    assert problems(file, "options: {exact_move: !!bool perhaps}\n") == [
        "companion.yaml:1: options.exact_move: found 'perhaps', expected a value of the type !!bool"
    ]


@pytest.mark.parametrize("name", [r'"\e[2J"', r'"A\nnn"', "A" * 101])
def test_a_name_fits_into_a_line_wherever_it_is_shown(file: Path, name: str) -> None:
    problem, *_ = problems(file, f"game: chess\nplayers: [{name}, Ben]\n")
    assert problem.endswith("expected a name of at most 100 letters in one line")


@pytest.mark.parametrize("yaml", [r'players: [Ann, "B\ud800n"]', r'game: "\uDFFF"', r'"\ud900": 1'])
def test_a_character_that_utf_8_cannot_encode_is_refused(file: Path, yaml: str) -> None:
    message = "is not YAML: found invalid Unicode character escape code"
    assert problems(file, f"# a box\n{yaml}\n") == [f"companion.yaml:2: {message}"]


def test_a_character_may_be_escaped(file: Path) -> None:
    file.write_text('players: ["J\\u00f6rg", "\\U0001f9ed"]\n', encoding="utf-8")
    assert load(file, find_game).players == ("Jörg", "\N{COMPASS}")


def test_no_button_without_wires_is_heard_by_default(file: Path) -> None:
    file.write_text("game: chess\n", encoding="utf-8")
    assert load(file, find_game).wireless is None


def test_a_broker_of_buttons(file: Path) -> None:
    file.write_text(
        """\
game: chess
wireless:
  mqtt:
    broker: hub.local
    topic: home/zigbee
    port: 8884
    user: companion
    password_file: password
    tls: true
    ca: club.pem
""",
        encoding="utf-8",
    )
    assert load(file, find_game).wireless == WirelessSettings(
        MqttButtonSettings(
            broker="hub.local",
            topic="home/zigbee",
            port=8884,
            user="companion",
            password=file.parent / "password",
            tls=True,
            ca=file.parent / "club.pem",
        )
    )


def test_an_adapter_for_buttons(file: Path) -> None:
    file.write_text("game: chess\nwireless: {bluetooth: hci0}\n", encoding="utf-8")
    assert load(file, find_game).wireless == WirelessSettings(bluetooth="hci0")
    file.write_text("game: chess\nwireless: {bluetooth: yes}\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="expected a Bluetooth adapter such as hci0"):
        load(file, find_game)


@pytest.mark.parametrize(
    ("mqtt", "mistake"),
    [
        ("{}", "wireless.mqtt: lacks the key 'broker'"),
        ("{broker: a, topic: a/#}", "expected the base topic of Zigbee2MQTT such as zigbee2mqtt"),
        ("{broker: a, topic: a/}", "expected the base topic of Zigbee2MQTT such as zigbee2mqtt"),
        ("{broker: a, ca: x}", "wireless.mqtt.ca: has no effect without tls: true"),
        ("{broker: a, password_file: x}", "has no effect without a user"),
        ("{broker: a, box: x}", "wireless.mqtt.box: is unknown"),
    ],
)
def test_a_mistake_about_a_broker_of_buttons_is_named(file: Path, mqtt: str, mistake: str) -> None:
    file.write_text(f"game: chess\nwireless: {{mqtt: {mqtt}}}\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=re.escape(mistake)):
        load(file, find_game)


def test_no_broker_is_told_by_default(file: Path) -> None:
    file.write_text("game: chess\n", encoding="utf-8")
    assert load(file, find_game).fleet is None


def test_a_broker_with_everything(file: Path) -> None:
    file.write_text(
        """\
game: chess
fleet:
  broker: hub.local
  port: 8884
  site: club
  box: table-7
  title: Table 7
  room: Back room
  user: seven
  password_file: password
  tls: true
  ca: club.pem
  certificate: /etc/box.pem
  key: box.key
  keepalive_s: 300
  names: seats
  secrets: live
  homeassistant: none
  updates: true
""",
        encoding="utf-8",
    )
    folder = file.parent
    assert load(file, find_game).fleet == FleetSettings(
        broker="hub.local",
        port=8884,
        site="club",
        box="table-7",
        title="Table 7",
        room="Back room",
        user="seven",
        password=folder / "password",
        tls=True,
        ca=folder / "club.pem",
        certificate=Path("/etc/box.pem"),
        key=folder / "box.key",
        keepalive_s=300,
        names="seats",
        secrets="live",
        homeassistant="",
        updates=True,
    )


def test_a_broker_with_the_least(file: Path) -> None:
    file.write_text("game: chess\nfleet: {broker: 10.0.0.2, box: t}\n", encoding="utf-8")
    assert load(file, find_game).fleet == FleetSettings("10.0.0.2", "t")
