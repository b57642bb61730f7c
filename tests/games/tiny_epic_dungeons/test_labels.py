"""What questions and labels promise is what the choices do: prices, dice, aims, ranges."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

import pytest

import undercroft
from tests.games.tiny_epic_dungeons.arena import CROSS, EAST, arena, power, searching
from tests.games.tiny_epic_dungeons.test_odds import Dice, best, session
from undercroft import Session
from undercroft.bots import find_bot
from undercroft.core.scene import Choice
from undercroft.core.vocabulary import Event
from undercroft.games.tiny_epic_dungeons import TINY_EPIC_DUNGEONS, content
from undercroft.games.tiny_epic_dungeons.pieces import (
    ANY_PATH,
    AT_HERE,
    FOCUS,
    GOBLIN,
    HEALTH,
    PUSH,
    TO_SELF,
    TORCH,
    Effect,
)
from undercroft.games.tiny_epic_dungeons.scene_effects import doing, power_words, range_words, room_of, spell_words
from undercroft.games.tiny_epic_dungeons.state import Dungeon
from undercroft.games.tiny_epic_dungeons.torch import torch_top

BOX = content.load("book", {})
CHANGE = re.compile(
    r"(?:Raise|Lower) the (\d) to (\d) for (\d) Focus: (\d+), ([^()]+?)(?: \((\d+), (.+), for (\d+) more Focus\))?"
)


def asked(game: Session) -> str:
    """The question that waits."""
    question = game.scene().question
    assert question is not None
    return question.text


def labels(game: Session) -> dict[str, Choice]:
    """The choices by name."""
    question = game.scene().question
    assert question is not None
    return {choice.name: choice for choice in question.choices}


# ---- prices ---------------------------------------------------------------------------------------------------------


def test_what_a_search_costs_is_asked_for_whatever_was_used_before() -> None:
    costly = {"hero.brannoch-tull.ability": power("free", [{"do": "enemies-act"}], cost_focus=3)}
    game = session(lambda: searching("strength", 1, cost=2, changes=costly, focus=[8]))
    game.choose("use-1")
    game.choose("search")
    game.choose(next(option for option in labels(game) if option.startswith("count")))
    assert asked(game).startswith("It is there for the taking. Pay 2 Focus: ")
    events = game.choose("pay")
    assert [event.figures["by"] for event in events if event.kind.name == "hero.focus-spent"] == [2]


def test_the_price_that_is_asked_for_is_paid_in_games_that_are_played() -> None:
    paid = 0
    for game in games(30):
        decision = game.decision
        assert decision is not None
        if decision.prompt.name in ("search.pay", "cast.pay"):
            (price,) = re.findall(r"Pay (\d+) Focus", asked(game))
            events = copied(game).choose("pay")
            spent = (event.figures["by"] for event in events if event.kind.name == "hero.focus-spent")
            assert next(spent) == int(price)
            paid += 1
            if paid == 8:
                return
    raise AssertionError(f"paid {paid} times")


def test_no_power_is_in_question_once_it_has_been_used() -> None:
    for game in games(6):
        state = game.state
        assert isinstance(state, Dungeon)
        if game.decision is not None and game.decision.prompt.name == "turn.next":
            assert state.source == -1


def games(count: int) -> Iterator[Session]:
    """Every moment of so many games of a bot."""
    for number in range(count):
        game = undercroft.start("tiny-epic-dungeons", seed=f"labels {number}", changes={"play.players": 1 + number % 4})
        bot = find_bot("random" if number % 3 else "steady", "tiny-epic-dungeons", f"{number}")
        while game.decision is not None:
            yield game
            game.choose(game.consult(bot))


def copied(game: Session) -> Session:
    """The same moment, to try something in."""
    return undercroft.load(game.record)


# ---- what is gained -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "hero.caps")
@pytest.mark.parametrize(
    ("health", "focus", "paid", "said"),
    [
        (2, 2, 0, "gain 1 Health and 2 Focus"),
        (1, 1, 0, "gain 1 Health and 1 of 2 Focus"),
        (0, 1, 1, "gain no Health (full) and 2 Focus"),
        (0, 0, 0, "gain no Health (full) and no Focus (full)"),
    ],
)
def test_no_more_is_promised_than_there_is_room_for(health: int, focus: int, paid: int, said: str) -> None:
    game = searching("strength", 1)
    who = game.heroes[0]
    who.health, who.focus = who.max_health - health, who.max_focus - focus
    boons = (Effect(HEALTH, 1, TO_SELF, 0, 0, 0, 0), Effect(FOCUS, 2, TO_SELF, 0, 0, 0, 0))
    assert doing(boons, room=room_of(game, who, paid)) == said
    assert doing(boons) == "gain 1 Health and 2 Focus"


@pytest.mark.rule("tiny-epic-dungeons", "torch.up")
@pytest.mark.parametrize(
    ("below", "said"),
    [(3, "the Torch moves up 2"), (1, "the Torch moves up 1 of 2"), (0, "the Torch moves no farther up")],
)
def test_the_torch_is_promised_no_more_spaces_than_there_are(below: int, said: str) -> None:
    game = searching("strength", 1)
    game.torch = torch_top(game) - below
    up = (Effect(TORCH, 2, TO_SELF, 0, 0, 0, 0),)
    assert doing(up, room=room_of(game, game.hero())) == said
    assert doing(up) == "the Torch moves up 2"


@pytest.mark.rule("tiny-epic-dungeons", "end.lose-goblin")
@pytest.mark.parametrize(
    ("goblins", "comes"), [(4, "a fifth Goblin comes, and the game is lost"), (3, "a Goblin comes")]
)
def test_a_fifth_goblin_is_announced_as_the_end_that_it_is(goblins: int, comes: str) -> None:
    game = session(lambda: before_a_goblin(goblins))
    shown = labels(game)
    assert shown["end-turn"].label == f"End the turn: the Torch moves to 9, {comes}"
    (into,) = [choice for name, choice in shown.items() if name.startswith("go-") and "Goblin" in choice.label]
    assert into.label.endswith(comes if goblins == 4 else "a Goblin strikes for 1")
    here = (Effect(GOBLIN, 0, TO_SELF, 0, 0, AT_HERE, 0),)
    state = game.state
    assert isinstance(state, Dungeon)
    assert doing(here, room=room_of(state, state.hero())).startswith(comes)
    for choice in ("end-turn", into.name):
        assert ("end.goblins" in names_after(game, choice)) == (goblins == 4)


def before_a_goblin(goblins: int) -> Dungeon:
    """So many Goblins in play, one more on the next space of the Torch, and one in a room to the east."""
    game = arena(
        changes={"torch.act-1.goblin": [9], "card.spring-chapel.danger": "goblin"},
        goblins={number + 1: (card.key, (1, 1)) for number, card in enumerate(BOX.goblins[:goblins])},
        rooms={EAST: ("spring-chapel", CROSS), (1, 1): ("old-guardroom", CROSS)},
    )
    game.torch = 10
    return game


# ---- changed dice ---------------------------------------------------------------------------------------------------


def changed(dice: Dice, changes: int) -> set[Dice]:
    """All that so many changes by one can make of dice."""
    found = {dice}
    for _ in range(changes):
        found = {
            (*each[:place], each[place] + by, *each[place + 1 :])
            for each in found
            for place, by in product(range(len(each)), (-1, 1))
            if 1 <= each[place] + by <= 6
        }
    return found


def promised(label: str) -> tuple[int, str, int, str, int]:
    """What a label says of the result now, and of a better one for more Focus."""
    found = CHANGE.fullmatch(label)
    assert found is not None, label
    _, _, _, now, verdict, later, better, more = found.groups()
    return int(now), verdict, int(later or 0), better or "", int(more or 0)


@pytest.mark.rule("tiny-epic-dungeons", "check.modify-die")
@pytest.mark.parametrize("focus", [2, 4, 6, 8])
@pytest.mark.parametrize(("dice", "target"), [(1, 5), (2, 6), (2, 7), (3, 8), (3, 9)])
def test_a_changed_die_promises_what_the_best_that_follows_gives(dice: int, target: int, focus: int) -> None:
    skill = {3: "strength", 1: "agility", 2: "intellect"}[dice]
    for seed in range(6):
        game = session(lambda: searching(skill, target, focus=[focus]), f"dice {seed}")
        game.choose("search")
        if game.decision is None or game.decision.prompt.name != "check.dice":
            continue
        state = game.state
        assert isinstance(state, Dungeon)
        lie = tuple(int(face) for face in state.dice)
        for name, choice in labels(game).items():
            if choice.name.startswith(("raise", "lower")):
                place, by = int(name[-1]) - 1, 1 if name.startswith("raise") else -1
                turned = (*lie[:place], lie[place] + by, *lie[place + 1 :])
                check_promise(choice.label, turned, target, (focus - 2) // 2)


def check_promise(label: str, dice: Dice, target: int, more_changes: int) -> None:
    """A check that succeeds at once or fails; then what the fewest changes more make of it."""
    now, verdict, later, better, more = promised(label)
    assert (now, verdict) == (best(dice), "success" if best(dice) >= target else "failure")
    reached = [max(map(best, changed(dice, changes))) for changes in range(more_changes + 1)]
    enough = [changes for changes, result in enumerate(reached) if result >= target]
    if now >= target or not enough:
        assert (later, better, more) == (0, "", 0)
    else:
        assert (later, better, more) == (reached[enough[0]], "success", 2 * enough[0])


@pytest.mark.rule("tiny-epic-dungeons", "check.modify-die")
def test_what_a_changed_die_promises_comes_true_in_games_that_are_played() -> None:
    kept = 0
    for game in games(40):
        decision = game.decision
        assert decision is not None
        if decision.prompt.name != "check.dice":
            continue
        for choice in [each for name, each in labels(game).items() if name.startswith(("raise", "lower"))]:
            now, _, later, _, more = promised(choice.label)
            assert max(counted(game, choice.name, 0)) == now
            if later:
                assert max(counted(game, choice.name, more)) == later
                kept += 1
        if kept >= 12:
            return
    raise AssertionError(f"{kept} promises")


def worth(verdict: str) -> int:
    """How much a verdict on dice is worth."""
    if verdict.startswith("success"):
        return 1
    if verdict.startswith("kills"):
        return 99
    found = re.match(r"(\d+) damage(, kills it)?", verdict)
    return 0 if found is None else 99 if found[2] else int(found[1])


def most_with(game: Session, choice: str, changes: int) -> int:
    """The most that any way to count is worth after a choice and so many changes of dice more."""
    after = Session(game.game, game.record)
    events = after.choose(choice)
    if after.decision is None or after.decision.prompt.name != "check.dice":  # one way to count was left
        return worth_of(events) if changes == 0 else 0
    shown = labels(after)
    if changes == 0:
        return max(worth(each.label.split(": ", 1)[1]) for name, each in shown.items() if name.startswith("count"))
    found = [most_with(after, name, changes - 1) for name in shown if name.startswith(("raise", "lower"))]
    return max(found, default=0)


def worth_of(events: list[Event]) -> int:
    """How much happened is worth."""
    names = [event.kind.name for event in events]
    if "minion.killed" in names:
        return 99
    hurt = [event.figures["damage"] for event in events if event.kind.name == "enemy.hurt"]
    succeeds = "check.succeeds" in names and "spell.cannot-pay" not in names
    return hurt[0] if hurt else int(succeeds)


ODILE = ("odile-vant", "brannoch-tull")
DEAR_SPELL = {"spell.slate-shard.cost-focus": 3, "minion.glass-duelist.health": 3}


@pytest.mark.rule("tiny-epic-dungeons", "check.modify-die", "spell.cannot-pay", "attack.spell-cost")
@pytest.mark.parametrize("focus", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(5))
def test_a_changed_die_promises_only_what_can_be_paid_for_and_all_of_it(focus: int, seed: int) -> None:
    minions = [("glass-duelist", (3, 3))]
    makes: dict[str, Callable[[], Dungeon]] = {
        "strike-first-5": lambda: arena(
            ODILE, changes=DEAR_SPELL, spells=[["slate-shard"]], minions=minions, focus=[focus]
        ),
        "search": lambda: searching("strength", 6, cost=3, focus=[focus]),
    }
    for first, make in makes.items():
        game = session(make, f"dice {seed}")
        game.choose(first)
        if game.decision is None or game.decision.prompt.name != "check.dice":
            continue
        for name, choice in labels(game).items():
            if name.startswith(("raise", "lower")):
                _, verdict, _, better, _ = promised(choice.label)
                now, *more = (most_with(game, name, changes) for changes in range(focus // 2))
                assert worth(verdict) == now, choice.label
                assert max(worth(verdict), worth(better)) == max([worth(verdict), *more]), choice.label


@pytest.mark.rule("tiny-epic-dungeons", "spell.cannot-pay", "search.cost")
def test_what_cannot_be_paid_is_said_before_the_roll_and_of_the_dice() -> None:
    game = session(lambda: searching("strength", 2, cost=3, focus=[0]), "poor")
    assert ", 3 Focus, you have 0" in labels(game)["search"].label
    game.choose("search")
    unpaid = [choice for choice in labels(game).values() if "cannot be paid" in choice.label]
    assert unpaid
    for choice in unpaid:
        assert ": nothing, as 3 Focus cannot be paid" in choice.label
        assert "spell.cannot-pay" in names_after(game, choice.name)


def names_after(game: Session, choice: str) -> list[str]:
    """What follows a choice of a game that was set up, tried in a session of its own."""
    return [event.kind.name for event in Session(game.game, game.record).choose(choice)]


def counted(game: Session, change: str, more: int) -> set[int]:
    """What dice can be counted as after a change and others for exactly so much Focus."""
    after = copied(game)
    events = after.choose(change)
    if after.decision is None or after.decision.prompt.name != "check.dice":  # one way to count was left
        return {event.figures["result"] for event in events if event.kind.name == "check.result"} if not more else set()
    found: set[int] = set()
    for name, choice in labels(after).items():
        if more and name.startswith(("raise", "lower")):
            price = int(re.findall(r"for (\d) Focus:", choice.label)[0])
            found |= counted(after, name, more - price)
        elif not more and name.startswith("count"):
            total = choice.label.removeprefix("Count ").partition(": ")[0]
            found.add(int(total.split(" = ")[-1]))
    return found


@pytest.mark.rule("tiny-epic-dungeons", "check.plus-dice", "check.one-die-counts")
def test_a_sum_of_dice_is_explained_by_the_clause_of_sums() -> None:
    for option in TINY_EPIC_DUNGEONS.vocabulary.options:
        if option.family == "count":
            assert option.rule == ("check.plus-dice" if option.number & 7 else "check.one-die-counts")
    game = session(lambda: searching("strength", 6, focus=[0]), "sum 2")
    game.choose("search")
    for choice in labels(game).values():
        assert choice.rule == ("check.plus-dice" if " + " in choice.label else "check.one-die-counts")


# ---- aims and ranges ------------------------------------------------------------------------------------------------


def test_whoever_can_be_driven_is_named_and_the_boss_is_not() -> None:
    powers = [power for mat in BOX.heroes for power in (mat.ability, mat.passive)] + [card.power for card in BOX.loot]
    driving = [power_words(power) for power in powers if any(effect.do == PUSH for effect in power.effects)]
    driving += [spell_words(spell) for spell in BOX.spells if any(effect.do == PUSH for effect in spell.effects)]
    assert len(driving) >= 2
    assert all("a Goblin or Minion" in words and "an enemy" not in words for words in driving)


@pytest.mark.rule("tiny-epic-dungeons", "range.lair-sealed")
def test_what_reaches_anywhere_says_that_it_ends_at_the_edge_of_the_boss_mat() -> None:
    assert range_words(int(ANY_PATH), 0) == "anywhere on your side of the Boss Mat's edge"
