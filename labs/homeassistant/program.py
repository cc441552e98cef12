"""The real Home Assistant in a folder of its own, with a watcher that writes down its states."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from labs.fleet.servers import free_port

HASS = os.environ.get("HASS", "hass")
"""The program; `make homeassistant` installs it."""
NOW = "2026-01-01T00:00:00+00:00"
WATCHER = '''\
"""Writes down all states, and presses the button that somebody names."""

import json
from datetime import timedelta
from pathlib import Path

from homeassistant.helpers import entity_registry
from homeassistant.helpers.event import async_track_time_interval

DOMAIN = "companion_watcher"


async def async_setup(hass, config):
    folder = Path(hass.config.config_dir)

    async def look(_now):
        known = entity_registry.async_get(hass).entities.values()
        states = {
            entry.unique_id: {
                "entity": entry.entity_id,
                "state": state.state,
                "attributes": dict(state.attributes),
            }
            for entry in known
            if (state := hass.states.get(entry.entity_id)) is not None
        }
        fresh = folder / "states.new"
        fresh.write_text(json.dumps(states, default=str))
        fresh.replace(folder / "states.json")
        press = folder / "press"
        if press.exists():
            target = press.read_text()
            press.unlink()
            await hass.services.async_call("button", "press", {"entity_id": target})

    async_track_time_interval(hass, look, timedelta(seconds=0.3))
    return True
'''


@dataclass
class Home:
    """A running Home Assistant."""

    folder: Path
    process: subprocess.Popen[bytes]

    @property
    def states(self) -> dict[str, Any]:
        """What it knows of each entity, by unique id."""
        file = self.folder / "states.json"
        known: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
        return known

    def press(self, unique: str) -> None:
        """Press a button."""
        fresh = self.folder / "press.new"
        fresh.write_text(self.states[unique]["entity"])
        fresh.rename(self.folder / "press")

    @property
    def complaints(self) -> list[str]:
        """The lines of its log that are about messages of a broker."""
        log = (self.folder / "log").read_text(errors="replace").splitlines()
        return [
            line
            for line in log
            if ("ERROR" in line or "WARNING" in line) and ("mqtt" in line or "template" in line)
        ]


def prepare(folder: Path, broker: int) -> None:
    """Write a configuration with one broker, as its own dialogue would."""
    watcher = folder / "custom_components" / "companion_watcher"
    watcher.mkdir(parents=True)
    (watcher / "__init__.py").write_text(WATCHER)
    manifest = {"domain": "companion_watcher", "name": "Watcher", "version": "1", "codeowners": []}
    (watcher / "manifest.json").write_text(json.dumps(manifest))
    # Its own pages come as a package that nobody here needs.
    (folder / "modules").mkdir()
    (folder / "modules" / "hass_frontend.py").write_text(
        "from pathlib import Path\n\n\ndef where():\n    return Path(__file__).parent\n"
    )
    (folder / "configuration.yaml").write_text(
        f"http:\n  server_host: 127.0.0.1\n  server_port: {free_port()}\ncompanion_watcher:\n"
    )
    entry: dict[str, object] = {
        "created_at": NOW,
        "modified_at": NOW,
        "data": {"broker": "127.0.0.1", "port": broker, "discovery": True},
        "disabled_by": None,
        "discovery_keys": {},
        "domain": "mqtt",
        "entry_id": "01COMPANION",
        "minor_version": 2,
        "options": {},
        "pref_disable_new_entities": False,
        "pref_disable_polling": False,
        "source": "user",
        "subentries": [],
        "title": "broker",
        "unique_id": None,
        "version": 1,
    }
    stored = {
        "version": 1,
        "minor_version": 5,
        "key": "core.config_entries",
        "data": {"entries": [entry]},
    }
    (folder / ".storage").mkdir()
    (folder / ".storage" / "core.config_entries").write_text(json.dumps(stored))


@contextmanager
def home_assistant(folder: Path, broker: int) -> Iterator[Home]:
    """Run Home Assistant with a broker on this port."""
    folder.mkdir()
    prepare(folder, broker)
    environment = {**os.environ, "PYTHONPATH": str(folder / "modules")}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [HASS, "-c", str(folder), "--skip-pip", "--verbose"],
            env=environment,
            stdout=log,
            stderr=log,
        )
    try:
        yield Home(folder, process)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def version() -> str:
    """Return the version of the program."""
    run = subprocess.run([HASS, "--version"], capture_output=True, text=True, check=True)
    return run.stdout.strip()
