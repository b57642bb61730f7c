"""Two people in two browsers play a whole game of Tiny Epic Dungeons together."""

from __future__ import annotations

import pytest

import undercroft
from tests.web.conftest import Visit
from tests.web.hands import press, table_of, wait_for
from undercroft.bots import find_bot
from undercroft.games.tiny_epic_dungeons import TINY_EPIC_DUNGEONS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "tiny-epic-dungeons"
SEED = "together"
CHANGES = {"play.players": 2}
UNHURRIED = 40  # choices that steady makes; then both only end their turns, until the light is gone


def test_two_browsers_finish_a_game_together(visit: Visit) -> None:
    pages = [visit(), visit()]
    host, guest = pages
    host.goto(f"/games/{GAME}")
    host.locator("input[name='play.players'][value='2']").check()
    host.get_by_text("Seats, seed and edition").click()
    host.get_by_label("Seed").fill(SEED)
    host.get_by_label("Where you sit").select_option(label=f"Only as {TINY_EPIC_DUNGEONS.seats[0]}")
    host.get_by_role("button", name="Play").click()
    host.wait_for_url("**/t/*")
    table = table_of(host)
    host.get_by_role("button", name="Seats", exact=True).click()
    link = host.locator(".seat").filter(has_text=TINY_EPIC_DUNGEONS.seats[1]).locator(".invite input").input_value()
    host.keyboard.press("Escape")
    guest.goto(link)
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_url(f"**/t/{table}")

    beside = undercroft.start(GAME, seed=SEED, changes=CHANGES)  # the same game, which knows who is asked
    steady = find_bot("steady", GAME, "together")
    number = int(guest.locator("#table").get_attribute("data-number") or 0)
    asked: set[int] = set()
    while beside.decision is not None:
        decision = beside.decision
        offered = [option.name for option in decision.options]
        hurried = decision.number > UNHURRIED and "end-turn" in offered
        option = "end-turn" if hurried else beside.consult(steady).name
        page = pages[decision.seat]
        wait_for(page, number)
        press(page, option)
        beside.choose(option)
        asked.add(decision.seat)
        number += 1
        for each in pages:
            wait_for(each, number)
    assert asked == {0, 1}
    assert beside.outcome is not None
    words = TINY_EPIC_DUNGEONS.words().end(beside.outcome.end)
    for page in pages:
        assert words in page.locator("body").inner_text()
