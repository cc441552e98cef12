"""Pictures of every view, in both languages and both colour schemes: `make screens` takes them."""

from collections.abc import Mapping
from itertools import product
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from companion.i18n.languages import LANGUAGES
from tests.web.browser.box import NARROW, PHONE, TELEVISION
from tests.web.browser.test_views import VIEWS, Scene, keep, visit
from tests.web.browser.test_views import scene as scene  # noqa: PLC0414 - a fixture

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
DEVICES: Final[Mapping[str, ViewportSize]] = {
    "phone": PHONE,
    "tablet": {"width": 820, "height": 1180},
    "laptop": {"width": 1366, "height": 768},
    "television": TELEVISION,
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_has_its_pictures(scene: Scene, browser: Browser, view: str, language: str) -> None:
    page, _ = visit(scene, browser, view, language)
    for scheme, (device, size) in product(SCHEMES, DEVICES.items()):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-scheme", scheme)
        page.set_viewport_size(size)
        keep(page, f"{view}-{device}-{language}-{scheme}")
    page.set_viewport_size(NARROW)
    keep(page, f"{view}-{language}-narrow")
