"""Tiny Epic Dungeons in a browser: how a card would lie, and what room there is for both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import undercroft
from tests.web.conftest import Visit
from tests.web.hands import number_of, press, wait_for
from undercroft.bots import find_bot
from undercroft.core.session import Session

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GAME = "tiny-epic-dungeons"
SEEDS = [f"deep-{number}" for number in range(40)]


def played_until(prompt: str, act: int, *, idle: int = 0) -> Session:
    """A game that a simple bot has played until it is asked something in an act, with so many idle ways to answer."""
    for seed in SEEDS:
        session = undercroft.start(GAME, seed=seed, changes={"play.players": 3})
        bot = find_bot("steady", GAME, seed)
        while session.decision is not None:
            if session.decision.prompt.name == prompt and is_met(session, act, idle):
                return session
            session.choose(session.consult(bot))
    raise AssertionError(f"no game of {len(SEEDS)} comes to {prompt} in Act {act} with {idle} idle options")


def is_met(session: Session, act: int, idle: int) -> bool:
    """Whether the question before the seat asked is of an act and has so many options that nothing speaks for."""
    scene = session.scene(session.asked_seat)
    assert scene.question is not None
    return scene.status.startswith(f"Act {act}") and sum(choice.idle for choice in scene.question.choices) >= idle


def open_at(page: Page, session: Session) -> None:
    """Play a game on from where it is, in a browser."""
    page.goto("/replay")
    page.locator("textarea").fill(session.record.to_text())
    page.get_by_role("button", name="Watch").click()
    page.wait_for_url("**/replay*")
    page.goto(f"{page.url}?at={len(session.record.choices)}&seat={session.asked_seat}")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: "/replay" not in url)
    page.locator("#question [data-option]").first.wait_for()


def test_an_option_in_hand_shows_on_the_plan_how_the_card_would_lie(page: Page) -> None:
    session = played_until("explore.rotation", 1)
    open_at(page, session)
    assert session.decision is not None
    names = [option.name for option in session.decision.options]
    shown = page.locator(".plan-lies .lies.is-shown")
    assert shown.count() == 0
    for name in names:
        page.locator(f"#choose-{name} button").focus()
        assert [each.get_attribute("id") for each in shown.all()] == [f"lies-{name}"]
        assert page.locator("#question .is-lit").count() == 1


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1920, 1080)])
@pytest.mark.parametrize("part", ["h3", "kbd"])
def test_an_option_is_chosen_by_its_words_and_by_its_number(visit: Visit, size: tuple[int, int], part: str) -> None:
    page = visit(size=size)
    open_at(page, played_until("turn.next", 1))
    number = number_of(page)
    row = page.locator(".group.is-one:has(.more button)").first
    row.wait_for()
    box = row.locator(part).first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.up()
    wait_for(page, number + 1)


def test_both_sides_and_all_options_are_seen_at_once_in_act_two(page: Page) -> None:
    open_at(page, played_until("turn.next", 2))
    boss = page.locator("#item-boss").bounding_box()
    party = page.locator('.sheet[data-zone="party"]').bounding_box()
    log = page.locator(".log").bounding_box()
    assert boss is not None
    assert party is not None
    assert log is not None
    assert boss["x"] > party["x"] + party["width"]
    assert party["y"] + party["height"] < 768
    assert boss["y"] + boss["height"] < log["y"]
    for chip in page.locator("#question .chip").all():
        box = chip.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 768


def test_on_a_phone_both_sides_are_behind_the_strip(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_at(page, played_until("turn.next", 2))
    assert not page.locator("#item-boss").is_visible()
    page.locator("#strip summary").click()
    assert page.locator('.sheet[data-zone="party"]').is_visible()
    page.locator("#item-boss").scroll_into_view_if_needed()
    assert page.locator("#item-boss").is_visible()


def test_dice_leave_their_title_free_and_an_idle_way_to_count_can_still_be_chosen(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")  # with dice that tumble
    session = played_until("check.dice", 1, idle=2)
    open_at(page, session)
    title, piles = page.locator(".dice-title").bounding_box(), page.locator(".piles .pile:visible")
    assert title is not None
    for pile in piles.all():
        box = pile.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= title["x"]
    question = session.scene(session.asked_seat).question
    assert question is not None
    idle = [choice.name for choice in question.choices if choice.idle]
    assert not page.locator(f"#choose-{idle[0]} button").is_visible()
    number = number_of(page)
    press(page, idle[0])
    wait_for(page, number + 1)
