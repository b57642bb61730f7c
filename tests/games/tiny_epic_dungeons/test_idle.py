"""Options that nothing speaks for: whatever they lead to, another leads to as well, or to better."""

from __future__ import annotations

import pytest

from tests.games.tiny_epic_dungeons.plain import plain
from tests.games.tiny_epic_dungeons.test_scene import moments
from undercroft.games.tiny_epic_dungeons import content
from undercroft.games.tiny_epic_dungeons.checks import count_options
from undercroft.games.tiny_epic_dungeons.pieces import ON_MELEE
from undercroft.games.tiny_epic_dungeons.scene_idle import ANY_HARM, Roll, idle_with, is_idle
from undercroft.games.tiny_epic_dungeons.scene_words import about
from undercroft.games.tiny_epic_dungeons.state import LAIR
from undercroft.games.tiny_epic_dungeons.vocabulary import USE

BOX = content.load("book", {})


def roll(*dice: int, needed: int, most: int = 1, focus: int = 6, health: int = 8) -> Roll:
    """Dice of a hero with at most 6 Focus and 8 Health, to whom a change costs 2 Focus."""
    return Roll(dice, needed, most, True, 2, focus, 6, health, 8)


def worth_a_thought(lie: Roll) -> set[str]:
    """The options that are not idle, by name; dice that show the same are offered once."""
    idle = idle_with(lie, BOX)
    counts = {option.name for option in count_options(BOX, list(lie.dice)) if ("count", int(option.number)) not in idle}
    changes = {
        f"{family}-{place}"
        for place, face in enumerate(lie.dice, 1)
        for family, limit in (("raise", 6), ("lower", 1))
        if lie.focus >= lie.price
        and face != limit
        and face not in lie.dice[: place - 1]
        and (family, place) not in idle
    }
    return counts | changes


@pytest.mark.parametrize(
    ("lie", "useful"),
    [
        (roll(4, 3, 2, needed=6), {"count-1-3"}),  # it kills, and nothing is to be gained
        (roll(5, 1, 1, needed=5), {"count-1-2-3"}),  # Focus is full, so that unused dice pay nothing
        (roll(5, 1, 1, needed=5, focus=3), {"count-1"}),  # they pay 2
        (roll(5, 1, 1, needed=5, most=ANY_HARM, focus=1), {"count-1-2-3", "count-1-2", "count-1"}),
        (roll(3, 3, needed=5, focus=4), {"count-1", "lower-1"}),  # 3 + 2 for 2 Focus, where raising costs 4
        (roll(4, 3, needed=6, focus=4), {"count-1", "lower-2"}),  # 4 + 2 at once, where raising takes two changes
        (roll(6, 5, needed=5), {"count-1"}),
        (roll(6, 5, needed=5, health=7), {"count-2"}),  # an unused 6 heals
        (roll(6, 5, needed=6, health=7), {"count-1", "raise-2", "count-2"}),  # heal for 2 Focus, or for the check
    ],
)
def test_what_speaks_for_dice_is_what_they_do_and_what_is_left_after_them(lie: Roll, useful: set[str]) -> None:
    assert worth_a_thought(lie) == useful


def test_something_is_always_worth_a_thought_and_a_rest_only_where_it_helps() -> None:
    rests = set()
    for session, game in moments(2, "idle"):
        question = session.scene(session.asked_seat).question
        assert question is not None
        assert any(not choice.idle for choice in question.choices)
        for choice in question.choices:
            assert not choice.idle or choice.name.partition("-")[0] in ("count", "raise", "lower", "rest", "use")
            if choice.name == "rest":
                hero = game.hero()
                regains = hero.health < hero.max_health or hero.focus < hero.max_focus
                rests.add((regains, choice.idle))
    assert rests <= {(True, False), (False, True), (False, False)}
    assert {(True, False), (False, True)} <= rests


@pytest.mark.parametrize(("dice", "idle"), [([4, 3, 2], True), ([4, 3, 3], False)])
def test_a_bonus_is_idle_where_the_dice_do_all_they_can(dice: list[int], idle: bool) -> None:
    game = plain(["corrin-hask", "wend-oakley"])
    game.dice, game.against, game.bonus, game.purpose, game.aim = dice, 6, 0, ON_MELEE, 0
    assert is_idle(game, USE[0]) == idle


def test_a_step_to_any_room_is_idle_on_the_boss_mat() -> None:
    game = plain(["wend-oakley", "corrin-hask"])
    assert not is_idle(game, USE[0])
    game.heroes[0].at, game.heroes[0].space = LAIR, 1
    assert is_idle(game, USE[0])
    assert about(game, USE[0])["does"] == "nothing, as nobody leaves the Boss Mat so"
