"""``companion play``, as the process that people start."""

import os
import subprocess
import sys
from http import HTTPStatus
from urllib.request import urlopen


def test_it_prints_the_address_of_its_page_and_serves_it_until_it_is_stopped() -> None:
    command = (sys.executable, "-m", "companion", "play", "--port", "0")
    english = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=english) as play:
        assert play.stdout is not None
        address = play.stdout.readline().strip()
        with urlopen(address) as page:  # noqa: S310 - it is the box's own
            assert page.status == HTTPStatus.OK
        play.terminate()
        assert play.wait() == 0
