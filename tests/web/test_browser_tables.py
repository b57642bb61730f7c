"""What happens at a table besides choosing: others who sit there, undo, practice, replay, answers that come late."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from tests.web.conftest import A_LONG_WHILE, Visit
from tests.web.hands import (
    click_option,
    number_of,
    open_game,
    play_on,
    questions_text,
    table_of,
    type_option,
    wait_for,
)
from tests.web.pairs import BEASTS
from tests.web.plans import Step, short_game
from tests.web.servers import Server
from tests.web.tables import Opened

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEED = "amber-gate-41"
HIGH, LOW, PASS = (Step(name, place, 3, "", False) for place, name in enumerate(("high", "low", "pass"), 1))


def beasts_on(page: Page) -> list[str]:
    """The beasts that a page of the toy game names."""
    text = page.locator("body").inner_text()
    return [beast for beast in BEASTS if beast in text]


# ---- others ----------------------------------------------------------------------------------------------------------


def test_two_browsers_at_one_table_see_each_others_moves(visit: Visit, server: Server) -> None:
    west, east = visit(), visit()
    open_game(west, "Pairs", SEED)
    assert len(beasts_on(west)) == 1
    west.get_by_role("button", name="Seats").click()
    invitation = west.locator(".seat").filter(has_text="east").locator(".invite input").input_value()
    assert invitation.startswith(server.url), "a link that is sent to somebody is whole"
    west.keyboard.press("Escape")
    east.goto(invitation)
    east.get_by_role("button", name="Sit down").click()
    east.wait_for_url("**/t/*")
    west.locator("#question-text").filter(has_text="How do you bet").wait_for()
    number = number_of(west)
    assert beasts_on(east) != beasts_on(west)
    for turn, (player, watcher, step) in enumerate([(west, east, HIGH), (east, west, PASS), (west, east, LOW)]):
        player.locator(f"#choose-{step.option} button").first.click()
        wait_for(watcher, number + turn + 1)
        wait_for(player, number + turn + 1)
        assert watcher.locator(".log-text").all_inner_texts() == player.locator(".log-text").all_inner_texts()
    assert east.locator("#choose-pass").count() == 1
    assert west.locator("#choose-pass").count() == 0
    assert len(beasts_on(west)) == len(beasts_on(east)) == 1


def test_who_gave_the_own_seat_away_goes_on_with_the_other(visit: Visit) -> None:
    west, other = visit(allowed=["403"]), visit()
    open_game(west, "Pairs", SEED)
    west.get_by_role("button", name="Seats").click()
    own = west.locator(".seat").filter(has_text="west")
    assert not own.locator(".invite").is_visible(), "nobody sends this link by mistake"
    invitation = own.locator(".invite input").input_value()
    west.keyboard.press("Escape")
    other.goto(invitation)
    other.get_by_role("button", name="Sit down").click()
    other.locator("#choose-high button").first.click()
    west.locator('#table[data-seat="1"]').wait_for()  # the seat that is left


def test_one_person_plays_both_seats_in_turn(page: Page, door: httpx.Client) -> None:
    open_game(page, "Pairs", SEED)
    seen = []
    for step in (HIGH, LOW, PASS, HIGH, LOW, PASS):
        seen.append(page.locator("#table").get_attribute("data-seat"))
        type_option(page, step)
    assert seen == ["0", "1"] * 3
    assert page.locator(".ending").count() == 1
    assert door.get(f"/api/tables/{table_of(page)}").json()["finished"]


def test_a_bot_takes_a_seat_and_plays(page: Page) -> None:
    open_game(page, "Pairs", SEED)
    unseated = number_of(page)
    page.get_by_role("button", name="Seats").click()
    east = page.locator(".seat").filter(has_text="east")
    east.get_by_role("button", name="random").click()
    east.filter(has_text="a bot").wait_for()
    wait_for(page, unseated + 1)  # also behind the dialog: a choice at the table as it was is refused
    page.keyboard.press("Escape")
    for _ in range(3):
        page.locator("#choose-pass button").first.wait_for()
        number = number_of(page)
        page.locator("#choose-pass button").first.click()
        page.wait_for_function(
            "(number) => Number(document.getElementById('table').dataset.number) > number + 1", arg=number
        )
    page.locator(".ending").wait_for()


def test_an_invitation_that_is_not_valid_seats_nobody(visit: Visit, door: httpx.Client) -> None:
    guest = visit(allowed=["403"])
    opened = Opened(door, "pairs")
    guest.goto(f"/join/{opened.table}/1/{'A' * 22}")
    assert beasts_on(guest) == []
    guest.goto(f"/t/{opened.table}")
    assert beasts_on(guest) == []
    assert guest.locator("#choose-pass").count() == 0


# ---- taking back -----------------------------------------------------------------------------------------------------


def test_a_choice_that_taught_nothing_is_taken_back(page: Page) -> None:
    steps, _ = short_game("tin-helm", SEED)
    open_game(page, "Tin Helm", SEED)
    first = questions_text(page)
    click_option(page, steps[0])
    second = questions_text(page)
    page.get_by_role("button", name="Undo").click()
    wait_for(page, 2)
    assert questions_text(page) == first
    click_option(page, steps[0])
    assert questions_text(page) == second
    page.keyboard.press("u")
    wait_for(page, 4)
    assert questions_text(page) == first


def test_a_choice_that_taught_something_is_tried_again_in_practice(page: Page, door: httpx.Client) -> None:
    steps, _ = short_game("tin-helm", SEED)
    open_game(page, "Tin Helm", SEED)
    play_on(page, steps[:7])
    while not page.get_by_role("button", name="Practice").count():
        page.locator("#question [data-option='1']").first.click()
        wait_for(page, number_of(page))
    real, asked, number = page.url, questions_text(page), number_of(page)
    log = page.locator(".log-text").all_inner_texts()
    page.keyboard.press("u")
    page.wait_for_url(lambda address: address != real)
    page.locator("#table.is-practice").wait_for()
    assert "Practice" in page.locator(".practice-banner").inner_text()
    before = number_of(page)
    page.locator("#question [data-option='1']").first.click()
    wait_for(page, before + 1)
    page.get_by_role("button", name="Undo").click()
    wait_for(page, before + 2)
    page.get_by_role("link", name="Back to the real game").click()
    page.wait_for_url(real)
    assert (questions_text(page), number_of(page)) == (asked, number)
    assert page.locator(".log-text").all_inner_texts() == log
    assert page.locator(".is-practice.table").count() == 0
    assert door.get(f"/api/tables/{table_of(page)}").json()["kind"] == "game"


# ---- replay ----------------------------------------------------------------------------------------------------------


def played_table(door: httpx.Client, game: str) -> tuple[str, str, int]:
    """A finished table: its id, its record as text, and how many choices were made."""
    steps, _ = short_game(game, SEED)
    opened = Opened(door, game, seed=SEED)
    for step in steps:
        opened.seats[0].choose(step.option)
    return opened.table, opened.owner.record().to_text(), len(steps)


def wait_at(page: Page, moment: int) -> None:
    """Wait until the replay shows a moment."""
    page.locator(f'#table[data-at="{moment}"]').wait_for()


@pytest.mark.parametrize("game", ["tin-helm", "elbereth"])
def test_a_replay_goes_forward_and_back_and_is_played_on(page: Page, door: httpx.Client, game: str) -> None:
    table, _, choices = played_table(door, game)
    page.goto(f"/t/{table}/replay")
    wait_at(page, 0)
    first = questions_text(page)
    page.locator("#at").fill("4")
    wait_at(page, 4)
    fourth = questions_text(page)
    page.get_by_role("link", name="One step back").click()
    wait_at(page, 3)
    page.get_by_role("link", name="One step on").click()
    wait_at(page, 4)
    assert questions_text(page) == fourth
    page.locator("#question").focus()
    for key, moment in (("ArrowRight", 5), ("ArrowLeft", 4), ("End", choices), ("Home", 0)):
        page.keyboard.press(key)
        wait_at(page, moment)
    assert questions_text(page) == first
    page.locator("#at").focus()
    page.keyboard.press("ArrowRight")
    wait_at(page, 1)
    page.locator("#at").fill("4")
    wait_at(page, 4)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda address: table not in address)
    page.locator("#table.is-practice").wait_for()
    assert questions_text(page) == fourth
    number = number_of(page)
    page.locator("#question [data-option='1']").first.click()
    wait_for(page, number + 1)
    assert door.get(f"/api/tables/{table}").json()["number"] == choices


def test_a_record_that_somebody_brings_is_replayed(page: Page, door: httpx.Client) -> None:
    _, record, choices = played_table(door, "tin-helm")
    page.goto("/replay")
    page.locator("textarea[name=record]").fill(record)
    page.get_by_role("button", name="Watch").click()
    page.wait_for_url("**/replay")
    wait_at(page, 0)
    page.get_by_role("link", name="To the end").click()
    wait_at(page, choices)
    assert page.locator(".ending").count() == 1


def test_the_review_of_a_finished_game_comes_by_itself(page: Page, door: httpx.Client) -> None:
    table, _, _ = played_table(door, "tin-helm")
    page.goto(f"/t/{table}/end")
    page.locator("#review .chance-line:visible, .review .chance-line:visible").first.wait_for(timeout=A_LONG_WHILE)


# ---- answers that come late ------------------------------------------------------------------------------------------


def test_a_choice_at_a_table_that_has_moved_on_shows_how_it_stands(visit: Visit) -> None:
    page = visit(allowed=["409"])
    steps, _ = short_game("tin-helm", SEED)
    open_game(page, "Tin Helm", SEED)
    click_option(page, steps[0])
    asked = questions_text(page)
    page.locator("#question [data-option='1']").first.evaluate("(button) => { button.form.elements.number.value = 0; }")
    page.locator("#question [data-option='1']").first.click()
    page.locator("#notice .notice").wait_for()
    assert "moved on" in page.locator("#notice").inner_text()
    assert questions_text(page) == asked
    click_option(page, steps[1])
    assert page.locator("#notice .notice").count() == 0


def test_news_that_overtake_an_answer_leave_one_table_and_the_next_choice_counts(page: Page) -> None:
    steps, _ = short_game("tin-helm", SEED)
    open_game(page, "Tin Helm", SEED)
    page.wait_for_load_state("load")
    answered = []

    def answer_late(route: Route) -> None:
        answered.append(route.fetch())
        if len(answered) == 1:
            wait_for(page, 1)  # the news of the choice have come, and the table was fetched
            page.locator(f"#choose-{steps[1].option} button").first.click()
            wait_for(page, 2)
        route.fulfill(response=answered[-1])

    page.route("**/choose", answer_late)
    page.locator(f"#choose-{steps[0].option} button").first.click()
    wait_for(page, 2)
    page.unroute("**/choose")
    click_option(page, steps[2])
    assert (page.locator("main").count(), number_of(page)) == (1, 3)


def test_who_clicks_twice_chooses_once(page: Page) -> None:
    steps, _ = short_game("tin-helm", SEED)
    first = next(place for place, step in enumerate(steps) if step.option == steps[place + 1].option)
    open_game(page, "Tin Helm", SEED)
    play_on(page, steps[:first])
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.locator(f"#choose-{steps[first].option} button").evaluate("(one) => { one.click(); one.click(); }")
    wait_for(page, first + 1)
    assert len(sent) == 1
    click_option(page, steps[first + 1])
    assert len(sent) == 2


def test_quick_steps_of_a_replay_all_count_and_none_is_broken_off(page: Page, door: httpx.Client) -> None:
    table, _, choices = played_table(door, "tin-helm")
    page.goto(f"/t/{table}/replay?at={choices}")
    wait_at(page, choices)
    page.locator("#question").focus()
    for _ in range(12):
        page.keyboard.press("ArrowLeft")
    wait_at(page, choices - 12)
    assert page.locator("#at").input_value() == str(choices - 12)
    page.wait_for_url(f"**/replay?at={choices - 12}")
    page.keyboard.press("ArrowRight")
    wait_at(page, choices - 11)
