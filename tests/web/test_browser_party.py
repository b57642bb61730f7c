"""A referee and two heroes in three browsers: each sees what is theirs, and what the others do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

import undercroft
from tests.web.conftest import Visit
from tests.web.hands import number_of, table_of, wait_for
from tests.web.servers import ANY_RATE, Server, serving
from tests.web.test_axe import violations
from undercroft.bots import find_bot
from undercroft.core.session import Session
from undercroft.core.vocabulary import Option
from undercroft.games.freequest import FREEQUEST

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEED = "plans"
CHANGES = {"play.quest": "cold-kiln", "play.heroes": 4, "play.referee": "person", "play.players": 2}
MOST_CHOICES = 200
LONG = 3  # squares that make a walk


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with FreeQuest."""
    folder = tmp_path_factory.mktemp("party")
    game = "undercroft.games.freequest:FREEQUEST"
    with serving(folder / "log", f"sqlite:///{folder}/tables.db", "--with", game, *ANY_RATE) as running:
        yield running


class Party:
    """A table with a person on each seat, and the same game beside it, which knows what a simple bot would do."""

    def __init__(self, visit: Visit) -> None:
        moving = visit(reduced_motion="no-preference")  # a map that glides, with figures that walk
        self.pages = [visit(), moving, visit(size=(390, 844))]
        self.beside = undercroft.start("freequest", seed=SEED, changes=CHANGES)
        referee = self.pages[0]
        referee.goto("/games/freequest")
        for words in ("A person", "Two people"):
            referee.get_by_label(words).check()
        referee.get_by_text("Seats, seed and edition").click()
        referee.get_by_label("Seed").fill(SEED)
        referee.get_by_label("Where you sit").select_option(label="Only as referee")
        referee.get_by_role("button", name="Play").click()
        referee.wait_for_url("**/t/*")
        self.table = table_of(referee)
        for seat, hero in enumerate(self.pages[1:], 1):
            hero.goto(self._invitation(seat))
            hero.get_by_role("button", name="Sit down").click()
            hero.wait_for_url("**/t/*")
        self.number = number_of(self.pages[2])

    def _invitation(self, seat: int) -> str:
        referee = self.pages[0]
        referee.get_by_role("button", name="Seats", exact=True).click()
        own = referee.locator(".seat").filter(has_text=FREEQUEST.seats[seat])
        link = own.locator(".invite input").input_value()
        referee.keyboard.press("Escape")
        return link

    @property
    def asked(self) -> int:
        """The seat that is asked."""
        assert self.beside.decision is not None
        return self.beside.decision.seat

    def advice(self) -> Option:
        """What a simple bot would choose."""
        return self.beside.consult(find_bot("steady", "freequest", f"seat {self.asked}"))

    def look_away(self) -> None:
        """Let nobody look for a while, so that the game goes on faster."""
        for page in self.pages:
            page.goto("about:blank")

    def look(self) -> None:
        """Let all three look at the table as it is."""
        for page in self.pages:
            if page.url == "about:blank":
                page.goto(f"/t/{self.table}")
            wait_for(page, self.number)

    def click(self, option: Option) -> None:
        """Choose in the browser of whoever is asked, and see it in all."""
        page = self.pages[self.asked]
        wait_for(page, self.number)
        page.locator(f"#choose-{option.name} button").first.click()
        self._went_on(option)
        self.look()

    def post(self, option: Option) -> None:
        """Choose by the form of whoever is asked, without waiting for any page."""
        form: dict[str, str | float | bool] = {"seat": self.asked, "number": self.number, "option": option.name}
        answer = self.pages[self.asked].request.post(f"/t/{self.table}/choose", form=form, max_redirects=0)
        assert answer.status == 303, answer.text()
        self._went_on(option)

    def walk(self, target: str, way: tuple[str, ...]) -> int:
        """Click a square far away, and see in all browsers how far the hero came."""
        page = self.pages[self.asked]
        self.look()
        page.locator(f'[data-way="{target}"]').click()
        page.locator(f'#table:not([data-number="{self.number}"])').wait_for()
        steps = number_of(page) - self.number
        for option in way[:steps]:
            self._went_on(self.beside.option(option))
        self.look()
        return steps

    def _went_on(self, option: Option) -> None:
        self.beside.choose(option)
        self.number += 1


def figures(page: Page) -> dict[str, str]:
    """Where figures stand that are in sight, by their names."""
    found: list[list[str]] = page.locator(".figure:not(.is-ghost)").evaluate_all(
        "all => all.map((one) => [one.id, `${one.getAttribute('x')} ${one.getAttribute('y')}`])"
    )
    return dict(found)


def ghosts(page: Page) -> int:
    """How much a page shows that heroes must not see."""
    return page.locator(".is-ghost").count()


def long_way(session: Session) -> tuple[str, tuple[str, ...]] | None:
    """A square that whoever is asked can walk to, several steps away, and the steps."""
    assert session.decision is not None
    ways = FREEQUEST.walks(session.state, session.decision.seat)
    return next(((to, way) for to, way in ways.items() if len(way) >= LONG), None)


def test_a_referee_and_two_heroes_play_together(visit: Visit) -> None:
    party = Party(visit)
    referee, first, second = party.pages
    assert "Which hero" in first.locator("#question-text").inner_text()
    assert "First player is to move" in second.locator("#question-text").inner_text()
    party.click(party.advice())
    party.look_away()
    walked = moved = 0
    for _ in range(MOST_CHOICES):
        way = long_way(party.beside)
        if party.asked and way is not None and not walked:
            before = figures(second)
            walked = party.walk(*way)
            assert figures(second) != before, "a hero sees the other walk"
            assert figures(second) == figures(first) == figures(referee)
            assert ghosts(referee) > 0
            assert ghosts(first) == ghosts(second) == 0
            party.look_away()
            continue
        option = party.advice()
        decision = party.beside.decision
        if decision is None or decision.prompt.name != "monster.move":
            party.post(option)
            continue
        party.look()
        before = figures(first)
        party.click(option)
        moved += 1
        assert figures(first) == figures(second) == figures(referee) != before
        break
    assert walked
    assert moved


def test_the_page_of_the_game_and_a_shared_table_are_sound(visit: Visit) -> None:
    page = visit(allowed=["400"])
    page.goto("/games/freequest")
    assert violations(page) == []
    page.get_by_label("Two Lanterns").check()
    page.get_by_role("button", name="Play").click()
    page.get_by_role("alert").filter(has_text="Two Lanterns is for 2").wait_for()
    assert violations(page) == []
    for words in ("The Cold Kiln", "A person", "Two people"):
        page.get_by_label(words).check()
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/t/*")
    page.locator(".seat-menu summary").click()
    page.get_by_role("link", name="referee").wait_for()
    assert violations(page) == []
    page.get_by_role("link", name="referee").click()
    page.locator('#table[data-seat="0"]').wait_for()
    page.get_by_role("link", name="Play as first player").click()
    page.locator('#table[data-seat="1"]').wait_for()


def test_a_table_is_set_up_without_script(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    page.goto("/")
    page.get_by_role("link", name="Choose more of FreeQuest").click()
    page.get_by_label("Three Sluices").check()
    page.get_by_label("One Hard").check()
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/t/*")
    page.locator("#question .choose button").first.click()
    wait_for(page, 1)
    assert '"play.quest":"three-sluices","play.heroes":1' in page.request.get(f"/t/{table_of(page)}/record").text()
