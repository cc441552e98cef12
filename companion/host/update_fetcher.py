"""Downloads an update to the data partition and hands it to the updater.

RAUC could stream a bundle over HTTPS while it installs. This way the connection may be bad or slow,
plain HTTP suffices, and nothing is written beside the running system before the whole bundle has
arrived.
"""

import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.host import notices, updater
from companion.host.address import host_of
from companion.host.download import Download, DownloadError, Open, send
from companion.host.update import (
    COMPATIBLE,
    NAME,
    Bundle,
    UpdateStep,
    refusal,
)
from companion.host.updater import (
    Run,
    Tell,
    UpdatePaths,
    Updater,
)

BUNDLE: Final = "update.raucb"
"""The file, once complete."""
_STEP: Final = 1 << 20
"""Bytes after which that file is written anew."""


@dataclass(slots=True)
class UpdateFetcher:
    """One download in its paths; ``pause`` is as for ``Updater``, ``rest`` waits for a server."""

    places: UpdatePaths
    run: Run
    tell: Tell
    pause: Callable[[], float]
    rest: Callable[[float], None] = time.sleep
    open: Open = send
    _host: str = ""
    _noted_bytes: int = -_STEP

    def take(self) -> bool:
        """Fetch the requested update and install it; return whether the box has to restart."""
        folder = self.places.fetch
        address = self.places.address.read_text(encoding="utf-8").strip()
        self._host = host_of(address)
        self._note(UpdateStep.NOTHING)
        download = Download(
            address, folder, self.check_name, self._progress, self.rest, open=self.open
        )
        try:
            download.take().replace(folder / BUNDLE)
            download.clear()
            return self._install()
        except DownloadError as error:
            self.tell(error.message)
            return False
        finally:
            # What has arrived of it stays: asked for again, it goes on from there.
            for file in (folder / BUNDLE, self.places.address, self.places.run / notices.PROGRESS):
                file.unlink(missing_ok=True)

    def _install(self) -> bool:
        taker = Updater(
            self.places,
            self.run,
            self.tell,
            self.pause,
            fetched=True,
            note=lambda version, step: self._note(step, version=version),
        )
        on_trial = self.places.trial.exists()
        return taker.take(self.places.fetch / BUNDLE, on_trial=on_trial)

    def check_name(self, name: str) -> None:
        """Abort a download early if its name shows that it would be refused."""
        named = NAME.fullmatch(name)
        if named is not None:
            bundle = Bundle(named[1], COMPATIBLE)
            trouble = refusal(bundle, updater.at_rest(bundle, self.places, fetched=True))
            if trouble is not None:
                raise DownloadError(trouble)

    def _progress(self, got: int, whole: int) -> None:
        if got - self._noted_bytes >= _STEP or got in (0, whole):
            self._noted_bytes = got
            self._note(UpdateStep.NOTHING, got=got, whole=whole)

    def _note(self, step: UpdateStep, **details: str | int) -> None:
        """Record the progress for the host's page, the only reader."""
        fields = {"host": self._host, "step": str(step), **details}
        notices.show_progress(self.places.run, fields)


def main() -> int:
    """Fetch and install the requested update."""
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    places, run = UpdatePaths(), updater.run
    if UpdateFetcher(places, run, updater.panel_notifier(places, run), updater.pauses()).take():
        updater.boot_trial(run)
    return 0


if __name__ == "__main__":
    sys.exit(main())
