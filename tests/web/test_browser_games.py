"""Whole games in a real browser: by clicking, by keys alone, without script, after a reload."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from tests.web.conftest import Visit
from tests.web.hands import (
    click_option,
    click_target,
    number_of,
    open_game,
    play_on,
    questions_text,
    tab_to,
    table_of,
    type_option,
    wait_for,
    walk_to,
)
from tests.web.plans import SHORT_GAMES, short_game
from undercroft import GAMES
from undercroft.core.record import parse
from undercroft.core.session import Session

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEED = "amber-gate-41"


def check_end(page: Page, door: httpx.Client, played: Session) -> None:
    """The page shows the end that the game has, and the server's record is that game."""
    ending = played.scene().ending
    assert ending is not None
    assert questions_text(page) == ending.text
    assert str(ending.score) in page.locator(".ending").inner_text()
    record, _ = parse(door.get(f"/api/tables/{table_of(page)}/record").text, "the record")
    assert record == played.record


@pytest.mark.parametrize("game", SHORT_GAMES)
def test_a_whole_game_by_clicking(visit: Visit, door: httpx.Client, game: str) -> None:
    page = visit(reduced_motion="no-preference")  # with dice that tumble and cards that turn
    steps, played = short_game(game, SEED)
    open_game(page, GAMES[game].title, SEED)
    for step in steps:
        click_target(page, step)
    check_end(page, door, played)
    page.get_by_role("link", name="See how it went").click()
    page.wait_for_url("**/end")
    assert SEED in page.locator("main").inner_text()


@pytest.mark.parametrize("game", SHORT_GAMES)
def test_a_whole_game_by_keys_alone(page: Page, door: httpx.Client, game: str) -> None:
    steps, played = short_game(game, SEED)
    page.goto("/")
    title = GAMES[game].title
    tab_to(page, f"Play {title}")
    tab_to(page, "Choose more")
    page.keyboard.press("Enter")
    tab_to(page, "Seed")
    page.keyboard.type(SEED)
    tab_to(page, "Play with these")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    walked = 0
    for step in steps:
        on_map = step.alone and page.locator(f'.cell[data-targets="{step.target}"]').count() > 0
        if on_map and walked < 3 and walk_to(page, step):
            walked += 1
        else:
            type_option(page, step)
    check_end(page, door, played)
    assert walked > 0 or not page.locator(".map-picture").count()
    tab_to(page, "See how it went")
    page.keyboard.press("Enter")
    page.wait_for_url("**/end")


def test_a_game_without_script(visit: Visit, door: httpx.Client) -> None:
    page = visit(java_script_enabled=False)
    steps, played = short_game("tin-helm", SEED)
    open_game(page, "Tin Helm", SEED)
    for step in steps:
        number = number_of(page)
        page.locator(f"#choose-{step.option} button").first.click()
        wait_for(page, number + 1)
    check_end(page, door, played)


@pytest.mark.parametrize("game", SHORT_GAMES)
def test_a_reload_in_mid_game_changes_nothing(page: Page, door: httpx.Client, game: str) -> None:
    steps, played = short_game(game, SEED)
    open_game(page, GAMES[game].title, SEED)
    play_on(page, steps[:-4])
    click_option(page, steps[-4])
    asked, number, log = questions_text(page), number_of(page), page.locator(".log-text").all_inner_texts()
    page.reload()
    assert (questions_text(page), number_of(page)) == (asked, number)
    assert page.locator(".log-text").all_inner_texts() == log
    page.goto("/")
    page.locator(".line-link").first.click()
    page.wait_for_url("**/t/*")
    assert questions_text(page) == asked
    for step in steps[-3:]:
        click_option(page, step)
    check_end(page, door, played)


def test_odds_hints_rules_and_the_log_open_beside_the_game(page: Page) -> None:
    steps, _ = short_game("tin-helm", SEED)
    open_game(page, "Tin Helm", SEED)
    for step in steps[:4]:
        click_option(page, step)
    page.locator("#question .odds-words span").first.wait_for()
    dialog = page.locator("#dialog")
    for opener in (
        page.locator("#question .more button").first,
        page.locator("#question .why").first,
        page.locator("#hint"),
        page.locator("#open-log"),
        page.locator(".log .why").last,
    ):
        opener.click()
        dialog.get_by_role("heading").first.wait_for()
        page.keyboard.press("Escape")
        dialog.wait_for(state="hidden")
    page.keyboard.press("?")
    page.locator("#help").wait_for()
    page.keyboard.press("Escape")
    for key in ("l", "h"):
        page.keyboard.press(key)
        dialog.wait_for()
        page.keyboard.press("Escape")
        dialog.wait_for(state="hidden")
    assert number_of(page) == 4


def test_a_key_held_down_chooses_once(page: Page) -> None:
    open_game(page, "Tin Helm", SEED)
    page.keyboard.down("1")
    wait_for(page, 1)
    for _ in range(5):
        page.keyboard.down("1")
    page.keyboard.up("1")
    page.keyboard.press("1")
    wait_for(page, 2)
    page.reload()
    assert number_of(page) == 2


HASTE = """() => {
    let left = 3;
    new MutationObserver((_, watch) => {
        document.querySelector("#question button[data-option]").click();
        left -= 1;
        if (!left) watch.disconnect();
    }).observe(document.getElementById("table"), { attributeFilter: ["data-number"] });
    window.hasStayed = true;
}"""


def test_a_click_right_after_the_answer_does_not_reload_the_page(page: Page) -> None:
    steps, _ = short_game("tin-helm", SEED)
    open_game(page, "Tin Helm", SEED)
    page.evaluate(HASTE)
    page.locator(f"#choose-{steps[0].option} button").first.click()
    wait_for(page, 4)
    assert page.evaluate("window.hasStayed === true")


def test_who_chooses_with_tab_and_enter_stays_at_the_question(page: Page) -> None:
    steps, _ = short_game("tin-helm", SEED)
    open_game(page, "Tin Helm", SEED)
    for number, step in enumerate(steps[:5], 1):
        page.locator(f"#choose-{step.option} button").first.focus()
        page.keyboard.press("Enter")
        wait_for(page, number)
        page.wait_for_function("document.activeElement.closest('#question') !== null")
        page.keyboard.press("Enter")  # chooses nothing by accident
    assert number_of(page) == 5
