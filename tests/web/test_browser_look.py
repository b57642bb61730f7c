"""On a phone, on a desk, by day and by night: nothing is out of reach or out of sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from tests.web.conftest import Visit
from tests.web.hands import click_option, open_game, play_on, wait_for
from tests.web.plans import SHORT_GAMES, short_game
from tests.web.tables import Opened
from undercroft import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEED = "amber-gate-41"
PHONE = (390, 844)
WIDE = (1600, 900)


def is_as_wide_as_its_window(page: Page) -> bool:
    """Whether nothing reaches beyond the window's right edge."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def is_in_reach(page: Page, selector: str) -> bool:
    """Whether something can be pressed without scrolling."""
    size = page.viewport_size
    box = page.locator(selector).first.bounding_box()
    assert size is not None
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


@pytest.mark.parametrize("game", SHORT_GAMES)
def test_a_game_on_a_phone(visit: Visit, game: str) -> None:
    page = visit(size=PHONE, is_mobile=True, has_touch=True)
    steps, _ = short_game(game, SEED)
    open_game(page, GAMES[game].title, SEED)
    for number, step in enumerate(steps, 1):
        assert is_as_wide_as_its_window(page)
        assert is_in_reach(page, "#question-text")
        page.locator(f"#choose-{step.option} button").first.tap()
        wait_for(page, number)
    page.locator("#open-log").tap()
    page.locator("#dialog .log-text").first.wait_for()
    assert is_as_wide_as_its_window(page)


@pytest.mark.parametrize("game", SHORT_GAMES)
def test_the_table_needs_no_scrolling_on_a_desk(page: Page, game: str) -> None:
    steps, _ = short_game(game, SEED)
    open_game(page, GAMES[game].title, SEED)
    for number, step in enumerate(steps, 1):
        assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
        page.locator(f"#choose-{step.option} button").first.click()
        wait_for(page, number)


def test_a_quest_on_a_phone(visit: Visit) -> None:
    page = visit(size=PHONE, is_mobile=True, has_touch=True)
    page.goto("/")
    poster = page.locator(".poster-card").filter(has=page.get_by_role("heading", name="FreeQuest"))
    poster.get_by_role("button", name="Play").tap()
    page.wait_for_url("**/t/*")
    for number in range(1, 22):
        assert is_as_wide_as_its_window(page)
        assert is_in_reach(page, "#question-text")
        page.locator("#question .choose button").first.tap()
        wait_for(page, number)


CUT = "(lines) => lines.filter((line) => line.scrollWidth > line.clientWidth + 1).map((line) => line.textContent)"


def test_what_is_cut_from_a_card_shows_itself_to_whoever_points_or_tabs_there(visit: Visit) -> None:
    page = visit(size=(1280, 800))
    page.goto("/")
    poster = page.locator(".poster-card").filter(has=page.get_by_role("heading", name="FreeQuest"))
    poster.get_by_role("button", name="Play").click()
    page.wait_for_url("**/t/*")
    for number in range(1, 12):  # four heroes, their order, and spells enough to fill a line
        page.locator("#question .choose button").first.click()
        wait_for(page, number)
    heroes = page.locator('.sheet[data-zone="party"] .held')
    assert heroes.count() == 4
    assert page.locator(".has-plan").count() == 1
    page.mouse.move(0, 0)
    assert heroes.locator("p").evaluate_all(CUT) != []
    assert heroes.locator("p:first-of-type").evaluate_all(CUT) == []  # what everybody fights with is always seen
    for hero in heroes.all():
        hero.hover()
        assert hero.locator("p").evaluate_all(CUT) == []
    page.mouse.move(0, 0)
    for hero in heroes.all():
        hero.focus()
        assert hero.locator("p").evaluate_all(CUT) == []


STRAY = """[...document.querySelectorAll("svg *")]
    .filter((element) => element.namespaceURI !== "http://www.w3.org/2000/svg").length"""


def test_a_map_stays_a_picture_from_choice_to_choice(page: Page) -> None:
    steps, _ = short_game("elbereth", SEED)
    open_game(page, "Elbereth", SEED)
    for step in steps:
        click_option(page, step)
        assert page.evaluate(STRAY) == 0


WITHOUT_ODDS = """for (const odds of document.querySelectorAll("#question .odds")) {
    odds.replaceChildren();
    odds.dataset.waits = "";
}"""


def test_nothing_moves_when_the_odds_come(page: Page) -> None:
    steps, _ = short_game("tin-helm", SEED)
    open_game(page, "Tin Helm", SEED)
    play_on(page, steps[:6])
    page.locator("#question .odds-words").first.wait_for()
    options = page.locator("#question .option-button")
    known = [option.bounding_box() for option in options.all()]
    page.evaluate(WITHOUT_ODDS)
    assert [option.bounding_box() for option in options.all()] == known


@pytest.mark.parametrize("size", [PHONE, WIDE])
def test_no_page_is_wider_than_its_window(visit: Visit, door: httpx.Client, size: tuple[int, int]) -> None:
    page = visit(size=size, allowed=["404"])
    steps, _ = short_game("tin-helm", SEED)
    opened = Opened(door, "tin-helm", seed=SEED)
    for step in steps:
        opened.seats[0].choose(step.option)
    pages = ["/", "/replay", "/rules/tin-helm", "/rules/elbereth?q=wall", "/nothing"]
    for path in [*pages, f"/t/{opened.table}/end", f"/t/{opened.table}/replay?at=5"]:
        page.goto(path)
        assert is_as_wide_as_its_window(page), path


def brightness(page: Page) -> float:
    """How bright the room is, from 0 to 1."""
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    red, green, blue = (float(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(",")[:3])
    return (red + green + blue) / 3 / 255


def test_the_room_is_dark_or_light_as_the_system_is_and_can_be_changed(visit: Visit) -> None:
    dark, light = visit(color_scheme="dark"), visit(color_scheme="light")
    for page in (dark, light):
        open_game(page, "Tin Helm", SEED)
    assert brightness(dark) < 0.2
    assert brightness(light) > 0.8
    light.get_by_role("button", name="theme").or_(light.locator("[data-theme-switch]")).first.click()
    assert brightness(light) < 0.2
    light.reload()
    assert brightness(light) < 0.2
