"""Options that nothing speaks for: whatever they lead to, another leads to as well, or to better."""

from __future__ import annotations

import pytest

from tests.games.tiny_epic_dungeons.arena import arena
from tests.games.tiny_epic_dungeons.board import when
from tests.games.tiny_epic_dungeons.plain import plain
from tests.games.tiny_epic_dungeons.test_scene import moments
from undercroft.bots.steady import STEADY
from undercroft.core.vocabulary import Option
from undercroft.games.tiny_epic_dungeons import content
from undercroft.games.tiny_epic_dungeons.checks import count_options
from undercroft.games.tiny_epic_dungeons.pieces import ON_MELEE
from undercroft.games.tiny_epic_dungeons.scene_checks import task_words
from undercroft.games.tiny_epic_dungeons.scene_idle import Roll, idle_with, is_idle, most_use
from undercroft.games.tiny_epic_dungeons.scene_words import about
from undercroft.games.tiny_epic_dungeons.state import LAIR, Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import CHECK_DICE, COUNT, USE

BOX = content.load("book", {})
HERE = (3, 3)


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
        (roll(5, 1, 1, needed=5, most=99, focus=1), {"count-1-2-3", "count-1-2", "count-1"}),
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
    game.dice, game.against, game.bonus, game.purpose, game.targets = dice, 6, 0, ON_MELEE, [0]
    assert is_idle(game, USE[0]) == idle


def test_a_step_to_any_room_is_idle_on_the_boss_mat() -> None:
    game = plain(["wend-oakley", "corrin-hask"])
    assert not is_idle(game, USE[0])
    game.heroes[0].at, game.heroes[0].space = LAIR, 1
    assert is_idle(game, USE[0])
    assert about(game, USE[0])["does"] == "nothing, as this cannot take anyone off the Boss Mat"


def swept(minion: str = "glass-duelist") -> Dungeon:
    """Odile's Ring of Cinders has come to 6, 2 and 2 against a Goblin with Defense 4 and a Minion."""
    game = arena(
        ("odile-vant", "sefa-marrow"), spells=[["ring-of-cinders"]], goblins={1: ("goblin-pincher", HERE)},
        minions=[(minion, HERE)], focus=[5],
    )  # fmt: skip
    when(game, "sweep-1", dice=[6, 2, 2])
    return game


def counting(*dice: int) -> Option:
    """To count one of three dice, and what others add."""
    return next(option for row in COUNT for option in row if option.name == "-".join(["count", *map(str, dice)]))


def test_an_attack_on_several_helps_as_long_as_one_of_them_can_be_hurt_more() -> None:
    game = swept("bell-warden")
    assert task_words(game) == "casts at Goblin Pincher (Defense 4) and Bell Warden (Defense 5)"
    labels = [about(game, counting(*dice)) for dice in ((1, 2, 3), (1, 2), (1,), (2, 3))]
    assert [label["verdict"] for label in labels] == [
        "kills Goblin Pincher, 5 to Bell Warden",
        "kills Goblin Pincher, 3 to Bell Warden, +1 Focus",
        "kills Goblin Pincher, 1 to Bell Warden, +2 Focus",
        "no damage",
    ]
    assert [is_idle(game, counting(*dice)) for dice in ((1, 2, 3), (1, 2), (1,), (2, 3))] == [False, False, False, True]


def test_what_kills_all_of_several_is_enough() -> None:
    game = swept()  # with Defense 4 and Health 5
    assert about(game, counting(1, 2, 3))["verdict"] == "kills Goblin Pincher, 6 to Glass Duelist, kills it"
    game.minion_health[0] = 4
    assert most_use(game) == 4
    assert steady_counts(game).name == "count-1-2"  # which leaves 1 Focus


def test_the_simple_bot_counts_for_all_that_it_strikes() -> None:
    assert steady_counts(swept("bell-warden")).name == "count-1-2-3"


def steady_counts(game: Dungeon) -> Option:
    """What the simple bot counts of the dice, if it changes none."""
    options = tuple(count_options(game.content, game.dice))
    return STEADY["tiny-epic-dungeons"]("any").choose(game, CHECK_DICE, options)
