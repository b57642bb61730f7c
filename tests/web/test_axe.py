"""axe-core finds nothing serious on any page, by day and by night."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import httpx
import pytest

import undercroft.web
from tests.web.conftest import A_LONG_WHILE, Visit
from tests.web.hands import click_option, open_game, play_on, wait_for
from tests.web.plans import SHORT_GAMES, short_game
from tests.web.tables import Opened
from undercroft import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AXE = Path(__file__).parent / "axe" / "axe.min.js"
SEED = "amber-gate-41"
RUN = "(options) => axe.run({ resultTypes: ['violations'], ...options }).then((results) => results.violations)"
SERIOUS = ("serious", "critical")
# By day only colours are others than by night, as the test of the style sheets shows.
SCHEMES: tuple[tuple[Literal["dark", "light"], dict[str, list[str]]], ...] = (
    ("dark", {}),
    ("light", {"runOnly": ["color-contrast", "link-in-text-block"]}),
)
PHONE = (390, 844)
WEB = Path(undercroft.web.__file__).parent
IS_COLOUR = re.compile(r"\s*--[a-z-]+: #[0-9a-f]{3,8}\s*")


def violations(page: Page) -> list[str]:
    """What axe finds serious on the page as it is, by day and by night, each with the places where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))  # not as a script of the page, which its policy would refuse
    serious: list[str] = []
    for scheme, options in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found: list[dict[str, Any]] = page.evaluate(RUN, options)
        serious += [
            f"{scheme}: {each['id']}: {each['help']}: {[node['html'][:160] for node in each['nodes'][:3]]}"
            for each in found
            if each["impact"] in SERIOUS
        ]
    return serious


def finished(door: httpx.Client, game: str) -> str:
    """The id of a finished table, which is played once for all who look at it."""
    known = (str(door.base_url), game)
    if known not in FINISHED:
        steps, _ = short_game(game, SEED)
        opened = Opened(door, game, seed=SEED)
        for step in steps:
            opened.seats[0].choose(step.option)
        FINISHED[known] = opened.table
    return FINISHED[known]


FINISHED: dict[tuple[str, str], str] = {}


@pytest.fixture
def window(visit: Visit) -> Page:
    """A window in which nothing moves."""
    return visit(allowed=["403", "404"])


def test_by_day_only_colours_are_others_than_by_night() -> None:
    """Where both are told apart by light-dark() there is nothing but colours in it; here it is seen of the rest."""
    sheets = [each for each in WEB.rglob("*") if each.suffix in (".css", ".html")]
    parts = [part for sheet in sheets for part in sheet.read_text(encoding="utf-8").split("(prefers-color-scheme")[1:]]
    assert parts
    for part in parts:
        changes = re.match(r": light\) \{\s*:root \{([^{}]*)\}\s*\}", re.sub(r"\{\{ light\.\w+ \}\}", "#000", part))
        assert changes, part[:200]
        assert [each for each in changes[1].split(";") if each.strip() and not IS_COLOUR.fullmatch(each)] == []


@pytest.mark.parametrize("game", SHORT_GAMES)
def test_the_table_and_what_opens_there(window: Page, game: str) -> None:
    steps, _ = short_game(game, SEED)
    open_game(window, GAMES[game].title, SEED)
    assert violations(window) == []
    play_on(window, steps[:-1])
    window.locator("#question .odds-words, #question [data-none]").first.wait_for()
    assert violations(window) == []
    for opener in ("#open-log", "#question .why", "#question .more button", "#hint"):
        window.locator(opener).first.click()
        window.locator("#dialog").get_by_role("heading").first.wait_for()
        assert violations(window) == []
        window.keyboard.press("Escape")
        window.locator("#dialog").wait_for(state="hidden")
    window.keyboard.press("?")
    assert violations(window) == []
    window.keyboard.press("Escape")
    click_option(window, steps[-1])
    assert violations(window) == []


def test_the_table_on_a_phone(visit: Visit) -> None:
    page = visit(size=PHONE, is_mobile=True, has_touch=True)
    for game in SHORT_GAMES:
        steps, _ = short_game(game, SEED)
        open_game(page, GAMES[game].title, SEED)
        play_on(page, steps[:5])
        assert violations(page) == []


def test_practice_and_the_seats_of_a_table_for_two(window: Page) -> None:
    open_game(window, "Pairs", SEED)
    window.locator("#choose-high button").first.click()
    wait_for(window, 1)
    assert violations(window) == []
    window.get_by_role("button", name="Seats").click()
    window.locator("#seats").wait_for()
    assert violations(window) == []
    window.keyboard.press("Escape")
    window.get_by_role("button", name="Practice").click()
    window.locator("#table.is-practice").wait_for()
    assert violations(window) == []


PAGES: dict[str, Callable[[httpx.Client], str]] = {
    "lobby": lambda door: "/",
    "record": lambda door: "/replay",
    "rules": lambda door: "/rules/elbereth",
    "found rules": lambda door: "/rules/tin-helm?q=favor",
    "error": lambda door: "/nothing",
    "without a seat": lambda door: f"/t/{Opened(door, 'pairs').table}",
    "replay of cards": lambda door: f"/t/{finished(door, 'tin-helm')}/replay?at=6",
    "replay of a map": lambda door: f"/t/{finished(door, 'elbereth')}/replay?at=6",
    "end of a replay": lambda door: f"/t/{finished(door, 'elbereth')}/replay?at=999",
}


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_around_the_table(window: Page, door: httpx.Client, name: str) -> None:
    window.goto(PAGES[name](door))
    assert violations(window) == []


def test_the_lobby_of_somebody_who_has_played(window: Page) -> None:
    steps, _ = short_game("tin-helm", SEED)
    open_game(window, "Elbereth", SEED)
    open_game(window, "Tin Helm", SEED)
    play_on(window, steps)
    window.goto("/")
    assert window.locator(".line-link").count() == 2
    assert violations(window) == []


def test_a_finished_game_with_its_review(window: Page, door: httpx.Client) -> None:
    window.goto(f"/t/{finished(door, 'tin-helm')}/end")
    window.locator(".chance-line:visible").first.wait_for(timeout=A_LONG_WHILE)
    assert violations(window) == []
