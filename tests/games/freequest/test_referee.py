"""The referee's seat: who may hold it, what binds it, and the computer referee's policy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.freequest.board import (
    HALL,
    Place,
    equip,
    given,
    hero,
    kill,
    learn,
    option_at,
    place_of,
    put,
    spell,
    square,
    when,
)
from undercroft.bots.random import RandomPlayer
from undercroft.bots.referee.freequest import FreeQuestReferee, decide, why
from undercroft.core.chance import Scripted, Seeded
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Event, Option, Options, Prompt
from undercroft.games.freequest import content
from undercroft.games.freequest import vocabulary as v
from undercroft.games.freequest.pieces import CUNNING, FAIR, GENTLE
from undercroft.games.freequest.play import play, take_one_step
from undercroft.games.freequest.state import HEROES_ACT, REFEREE, FreeQuest, new_game

LONG = ["a" * 12]
LEVELS = pytest.mark.parametrize("level", [GENTLE, FAIR, CUNNING])
ASKED_OF_THE_REFEREE = {
    "referee.next-monster", "monster.action", "monster.move", "monster.cast", "wander.square", "trap.bell",
    "death.tile-square", "fail.result",
}  # fmt: skip


class Noted(Player):
    """Lets another player answer, and notes what was asked, offered and answered."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.asked: list[tuple[str, list[str]]] = []
        self.answers: list[str] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        answer = self.player.choose(state, prompt, options)
        self.asked.append((prompt.name, [option.name for option in options]))
        self.answers.append(answer.name)
        return answer


class Person(Player):
    """Somebody who answers by name, in order."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = list(answers)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        name = self.answers.pop(0)
        return next(option for option in options if option.name == name)


class Relay(Player):
    """The computer for a while, then somebody else."""

    def __init__(self, first: Player, turns: int, then: Player) -> None:
        self.first, self.turns, self.then = first, turns, then

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.turns -= 1
        return (self.first if self.turns >= 0 else self.then).choose(state, prompt, options)


class Stubborn(Player):
    """Does anything but go home."""

    def __init__(self, seed: str) -> None:
        self.random = RandomPlayer(seed)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        return v.NO if prompt is v.WITHDRAW else self.random.choose(state, prompt, options)


def play_kiln(referee: Player, seed: str) -> tuple[Noted, FreeQuest, list[Event]]:
    """A whole try at the Cold Kiln by four heroes who do anything."""
    game = new_game(content.load("book", {"play.quest": "cold-kiln"}))
    noted = Noted(referee)
    heroes: list[Player] = [Stubborn(f"{seed} {seat}") for seat in range(1, 5)]
    table = Table([noted, *heroes], Seeded(seed))
    log: list[Event] = []
    table.log = log
    play(game, table)
    return noted, game, log


# ---- the seat -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "referee.human-or-ai")
@pytest.mark.parametrize("seed", ["one", "two"])
def test_a_person_is_asked_just_what_the_computer_is_asked(seed: str) -> None:
    computer, game, _ = play_kiln(FreeQuestReferee(), seed)
    assert computer.answers
    person, again, _ = play_kiln(Person(computer.answers), seed)
    assert person.asked == computer.asked
    assert again.key() == game.key()


@pytest.mark.rule("freequest", "referee.human-or-ai")
def test_the_seat_may_change_hands() -> None:
    computer, game, _ = play_kiln(FreeQuestReferee(), "three")
    half = len(computer.answers) // 2
    shared, again, _ = play_kiln(Relay(FreeQuestReferee(), half, Person(computer.answers[half:])), "three")
    assert (shared.asked, again.key()) == (computer.asked, game.key())


@pytest.mark.rule("freequest", "referee.human-or-ai")
def test_both_have_the_same_view() -> None:
    game = given(traps={(3, 3): "pitfall"})
    assert game.view(REFEREE).notes.traps == {square(game, (3, 3)): 0}


@pytest.mark.rule("freequest", "referee.bound")
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_the_referee_decides_nothing_but_what_is_on_the_list_and_adds_no_monster(seed: str) -> None:
    noted, game, log = play_kiln(RandomPlayer(f"{seed} referee"), seed)
    assert {prompt for prompt, _ in noted.asked} <= ASKED_OF_THE_REFEREE
    placed = [event for event in log if event.kind is v.MONSTER_PLACED]
    wandered = [event for event in log if event.kind is v.WANDERED_IN]
    drawn = [event for event in log if event.kind is v.CARD_DRAWN and game.content.cards[event.b].sort == 6]
    assert len(game.board.monsters) == len(placed) + len(wandered)
    assert len(placed) <= len(game.quest().lairs)
    assert len(wandered) <= len(drawn)


@pytest.mark.rule("freequest", "referee.bound")
def test_no_decision_of_the_referee_alters_a_roll() -> None:
    rolls = []
    for first in ("monster-0", "monster-1"):
        game = given(heroes={"warrior": (1, 1)}, monsters=[("goblin", (1, 0)), ("goblin", (0, 1))])
        when(game, "end-turn")
        table = Table([Person([first, "strike-0", "done", "end-round"])] * 2, Seeded("the dice"))
        log: list[Event] = []
        table.log = log
        game.table = table
        table.seat(game)
        while game.board.phase != HEROES_ACT:
            take_one_step(game)
        rolls.append([(event.c, event.d) for event in log if event.kind is v.MONSTER_ATTACKED])
    assert rolls[0] == rolls[1] != []


@pytest.mark.rule("freequest", "referee.game-controller")
def test_the_seat_is_called_the_referee_everywhere() -> None:
    other = re.compile(r"game.?(controller|master)|dungeon.?master|\bGM\b|\bDM\b|overlord|warlock|zargon|morcar", re.I)
    pages = [path for path in content.DATA.rglob("*.toml") if path.name != "rules.toml"]
    assert len(pages) > 10
    for path in pages:
        assert not other.search(path.read_text()), path.name
    assert v.NEXT_MONSTER.name.startswith("referee.")


# ---- the policy -----------------------------------------------------------------------------------------------------


def referees_turn(game: FreeQuest, level: int = FAIR, dice: Sequence[int] = ()) -> list[str]:
    """Let all heroes end their turns and the computer play the referee's turn; what it answered."""
    board = game.board
    while board.phase == HEROES_ACT:
        when(game, "end-turn")
    chance = Scripted(list(dice), [])
    noted = Noted(FreeQuestReferee(level))
    game.table = Table([noted], chance)
    game.table.seat(game)
    while board.phase != HEROES_ACT:
        take_one_step(game)
    chance.finish()
    return noted.answers


def at(game: FreeQuest, number: int = 0) -> Place | None:
    """Where a monster stands."""
    return place_of(game, game.board.monsters[number].at)


def example() -> FreeQuest:
    """The gap's worked example: a goblin five steps from a wizard with one Health, one step from a warrior."""
    game = given(["a" * 9], heroes={"warrior": (0, 0), "wizard": (8, 0)}, monsters=[("goblin", (2, 0))])
    hero(game, "wizard").health = 1
    return game


@pytest.mark.rule("freequest", "referee.ai-policy")
def test_the_goblin_of_the_worked_example_goes_for_the_wizard() -> None:
    game = example()
    answers = referees_turn(game, dice=[1, 1, 6])
    assert answers == ["monster-0", "walk", option_at(game, (7, 0)), "strike-1"]


@pytest.mark.rule("freequest", "referee.ai-policy")
def test_the_reason_names_the_score() -> None:
    game = example()
    when(game, "end-turn", "end-turn", "monster-0")
    options = (v.WALK, v.DONE)
    assert "Wizard scores 84.0" in why(game.board, v.MONSTER_ACTION, options, FAIR)
    hero(game, "wizard").health = 5
    hero(game, "wizard").shield = 9
    assert "Warrior scores 9.9" in why(game.board, v.MONSTER_ACTION, options, FAIR)


@pytest.mark.rule("freequest", "referee.ai-policy")
def test_the_gentle_and_the_cunning_score_are_the_published_ones() -> None:
    game = example()
    when(game, "end-turn", "end-turn", "monster-0")
    options = (v.WALK, v.DONE)
    hurts, damage = 0.7454, 1.0  # two dice against one
    gentle, cunning = 100 * 8 - 1, 40 * hurts + 20 * damage - 0.5 + 40 * 1
    assert f"Warrior scores {gentle:.1f}" in why(game.board, v.MONSTER_ACTION, options, GENTLE)
    assert f"Wizard scores {cunning:.1f}" in why(game.board, v.MONSTER_ACTION, options, CUNNING)
    put(game, "goblin", (4, 0)).acted = False  # there is another to come for either of them
    hero(game, "wizard").health = 5
    hero(game, "warrior").health = 4
    ganged = 20 * damage - 0.1 + 40 * (damage + damage) / 4
    assert f"Warrior scores {ganged:.1f}" in why(game.board, v.MONSTER_ACTION, options, CUNNING)


@pytest.mark.rule("freequest", "referee.ai-policy")
@LEVELS
def test_the_same_position_gives_the_same_choices(level: int) -> None:
    first = play_kiln(FreeQuestReferee(level), "same")[0]
    second = play_kiln(FreeQuestReferee(level), "same")[0]
    assert first.answers == second.answers


def test_every_question_gets_an_answer_that_is_offered_and_a_reason() -> None:
    game = example()
    when(game, "end-turn", "end-turn")
    options = (v.WAKES[0], v.END_ROUND)
    assert decide(game.board, v.NEXT_MONSTER, options, FAIR) is v.WAKES[0]
    assert why(game.board, v.NEXT_MONSTER, options, FAIR)


def test_who_can_attack_with_the_fewest_steps_acts_first() -> None:
    game = given(LONG, monsters=[("zombie", (11, 0)), ("goblin", (6, 0)), ("goblin", (1, 0))])
    answers = referees_turn(game, dice=[1, 1, 6])
    assert [name for name in answers if name.startswith("monster-")] == ["monster-2", "monster-0", "monster-1"]


def test_a_bold_monster_attacks_and_stays() -> None:
    game = given(LONG, monsters=[("goblin", (1, 0))])
    assert referees_turn(game, dice=[1, 1, 6]) == ["monster-0", "strike-0", "done"]
    assert at(game) == (1, 0)


def test_a_wary_monster_that_stands_beside_a_hero_attacks_and_draws_back() -> None:
    game = given(LONG, monsters=[("hobgoblin", (1, 0))])
    assert referees_turn(game, dice=[1, 1, 1, 6]) == ["monster-0", "strike-0", "walk", option_at(game, (7, 0))]


def test_a_wary_monster_further_away_comes_and_attacks() -> None:
    game = given(LONG, monsters=[("hobgoblin", (4, 0))])
    assert referees_turn(game, dice=[1, 1, 1, 6])[1:] == ["walk", option_at(game, (1, 0)), "strike-0"]


def test_a_guard_stays_until_somebody_comes_or_hurts_it() -> None:
    game = given(["aaaBBB"], doors=[((2, 0), (3, 0), "open")], monsters=[("mummy", (5, 0))])
    assert referees_turn(game) == ["monster-0", "done"]
    game.board.monsters[0].provoked = True
    assert referees_turn(game, dice=[1, 1, 1, 6])[1] == "walk"
    beside = given(
        ["aaaBBB"], doors=[((2, 0), (3, 0), "open")], heroes={"warrior": (2, 0)}, monsters=[("mummy", (3, 0))]
    )
    assert referees_turn(beside, dice=[1, 1, 1, 6])[1] == "strike-0"
    inside = given(["aaaBBB"], heroes={"warrior": (3, 0)}, monsters=[("mummy", (5, 0))])
    assert referees_turn(inside, dice=[1, 1, 1, 6])[1] == "walk"


def test_it_attacks_from_the_nearest_square_with_the_fewest_heroes_beside() -> None:
    game = given(HALL, heroes={"wizard": (3, 1), "warrior": (4, 0)}, monsters=[("goblin", (5, 2))])
    hero(game, "wizard").health = 1
    referees_turn(game, dice=[1, 1, 6])
    assert at(game) == (3, 2)  # three steps like (4, 1), which is beside the warrior as well


@pytest.mark.rule("freequest", "referee.ai-policy")
@pytest.mark.parametrize(("level", "stands"), [(FAIR, (4, 1)), (CUNNING, (3, 2))])
def test_a_cunning_one_goes_further_to_have_fewer_heroes_beside_it(level: int, stands: Place) -> None:
    game = given(HALL, heroes={"wizard": (3, 1), "warrior": (4, 0)}, monsters=[("goblin", (5, 1))])
    hero(game, "wizard").health = 1
    assert referees_turn(game, level, dice=[1, 1, 6])[-1] == "strike-0"
    assert at(game) == stands  # beside both after one step, or beside the wizard alone after three; (2, 1) takes five


@pytest.mark.rule("freequest", "referee.ai-policy")
def test_a_cunning_one_that_can_strike_from_where_it_stands_keeps_its_steps_for_drawing_back() -> None:
    game = given(HALL, heroes={"wizard": (3, 1), "warrior": (4, 0)}, monsters=[("goblin", (4, 1))])
    hero(game, "wizard").health = 1
    assert referees_turn(game, CUNNING, dice=[1, 1, 6])[1:3] == ["strike-0", "walk"]


def test_a_hero_who_rages_at_zero_health_is_worth_nothing() -> None:
    game = given(HALL, heroes={"wizard": (0, 0), "warrior": (2, 0)}, monsters=[("goblin", (1, 0))])
    wizard = hero(game, "wizard")
    wizard.health, wizard.raging = 0, True
    assert referees_turn(game, dice=[1, 1, 6])[1] == "strike-1"


def test_a_hero_with_a_burden_is_worth_five_points_more() -> None:
    game = given(HALL, heroes={"warrior": (0, 0), "barbarian": (2, 0)}, monsters=[("goblin", (1, 0))])
    assert referees_turn(game, dice=[1, 1, 6])[1] == "strike-0"
    hero(game, "barbarian").quest_items = 1
    game.board.sought = 1
    assert referees_turn(game, dice=[1, 1, 6])[1] == "strike-1"


@pytest.mark.rule("freequest", "referee.ai-policy")
@pytest.mark.parametrize("burden", ["the objective", "a body"])
def test_a_burden_is_worth_five_points_to_a_cunning_one_too(burden: str) -> None:
    heroes = {"warrior": (0, 0), "barbarian": (2, 0), "wizard": (7, 3)}
    game = given(HALL, heroes=heroes, monsters=[("goblin", (1, 0))])
    kill(game, "wizard")
    options = (*v.STRIKES[:2], v.DONE)
    damage = 1.0  # two dice against one, and neither dies of it
    when(game, "end-turn", "end-turn", "monster-0")
    assert decide(game.board, v.MONSTER_ACTION, options, CUNNING) is v.STRIKES[0]
    assert f"Warrior scores {20 * damage + 40 * damage / 8:.1f}" in why(game.board, v.MONSTER_ACTION, options, CUNNING)
    barbarian = hero(game, "barbarian")
    if burden == "a body":
        barbarian.carries = hero(game, "wizard").index
    else:
        game.board.sought = barbarian.quest_items = 2
    assert decide(game.board, v.MONSTER_ACTION, options, CUNNING) is v.STRIKES[1]
    assert f"Barbarian scores {20 * damage + 5 + 40 * damage / 9:.1f}" in why(
        game.board, v.MONSTER_ACTION, options, CUNNING
    )


def test_a_caster_casts_before_anything_else() -> None:
    game = given(HALL, monsters=[("marsh-notary", (1, 0))])
    answers = referees_turn(game, dice=[6, 1, 1, 1, 1, 1, 1, 1])
    assert [answers[1].rpartition("-")[0], answers[2]] == ["monster-cast", "strike-0"]


def test_who_can_reach_nobody_closes_in_on_the_nearest_hero() -> None:
    game = given(LONG, monsters=[("zombie", (10, 0))])
    referees_turn(game)
    assert at(game) == (6, 0)


def test_a_slow_monster_takes_cover_from_those_who_shoot() -> None:
    rows = ["a" * 14, "#" * 12 + "b#"]
    game = given(rows, heroes={"ranger": (0, 0)}, monsters=[("zombie", (11, 0))])
    equip(game, "ranger", "short-bow")
    referees_turn(game)
    assert at(game) == (12, 1)
    game = given(rows, heroes={"ranger": (0, 0)}, monsters=[("zombie", (11, 0))])
    equip(game, "ranger", "dagger")
    learn(game, "ranger")
    referees_turn(game)
    assert at(game) == (7, 0)  # nobody shoots, so it comes


def test_the_gentle_referee_goes_for_whoever_has_most_health_left() -> None:
    game = example()
    assert referees_turn(game, GENTLE, dice=[1, 1, 6])[1:] == ["walk", option_at(game, (1, 0)), "strike-0"]
    hero(game, "wizard").health = 5
    hero(game, "warrior").health = 4
    assert referees_turn(game, GENTLE, dice=[1, 1, 6])[1:3] == ["walk", option_at(game, (7, 0))]


def test_the_gentle_referee_lets_no_more_than_two_go_for_the_same_hero() -> None:
    around = [("goblin", (0, 1)), ("goblin", (2, 1)), ("goblin", (1, 0))]
    game = given(HALL, heroes={"warrior": (1, 1)}, monsters=around)
    answers = referees_turn(game, GENTLE, dice=[1, 1, 6] * 2)
    assert answers.count("strike-0") == 2
    assert referees_turn(given(HALL, heroes={"warrior": (1, 1)}, monsters=around), dice=[1, 1, 6] * 3).count(
        "strike-0"
    ) == 3  # fmt: skip


@pytest.mark.rule("freequest", "referee.ai-policy")
def test_a_gentle_spell_goes_by_the_plain_score_and_a_gentle_blow_by_health() -> None:
    game = given(HALL, heroes={"warrior": (0, 0), "wizard": (2, 0)}, monsters=[("marsh-notary", (1, 0))])
    hero(game, "wizard").health = 1
    cast, whom, blow = referees_turn(game, GENTLE, dice=[1, 1, 6, 6, 6, 6, 1, 6])[1:4]
    assert (cast, whom, blow) == (f"monster-cast-{spell(game, 'fine-print')}", "on-hero-1", "strike-0")


# ---- ruses ----------------------------------------------------------------------------------------------------------

CELL = ["aBBBB", "#BBBB", "#BBBB", "#BBBB", "#BBBB"]
INTO_CELL: Sequence[Any] = [((0, 0), (1, 0), "open")]


def test_a_cunning_one_that_has_struck_draws_back_and_makes_room_for_those_behind() -> None:
    monsters = [("goblin", (1, 0)), ("orc", (3, 0))]
    plain = referees_turn(given(["a" * 6], monsters=monsters), dice=[1, 1, 6])
    assert plain[:3] == ["monster-0", "strike-0", "done"]
    game = given(["a" * 6, "#a####"], monsters=monsters)
    answers = referees_turn(game, CUNNING, dice=[1, 1, 6, 1, 1, 1, 6])
    assert answers[1:3] == ["strike-0", "walk"]
    assert answers.count("strike-0") == 2


def test_a_cunning_one_that_has_struck_draws_back_out_of_sight_if_it_can() -> None:
    rows = ["a" * 8, "##b#####", "##b#####"]
    game = given(rows, monsters=[("goblin", (1, 0))])
    answers = referees_turn(game, CUNNING, dice=[1, 1, 6])
    assert answers[1:4] == ["strike-0", "walk", option_at(game, (2, 2))]  # (7, 0) is further, and in sight


def test_cunning_guards_join_a_fight_within_their_reach() -> None:
    board: dict[str, Any] = {"doors": [((2, 0), (3, 0), "open")], "monsters": [("mummy", (5, 0))]}
    assert referees_turn(given(["aaaBBB"], **board)) == ["monster-0", "done"]
    assert "strike-0" in referees_turn(given(["aaaBBB"], **board), CUNNING, dice=[1, 1, 1, 6])


def test_cunning_ones_walk_out_of_sight_of_a_rage_that_keeps_a_hero_alive() -> None:
    apart = {"barbarian": (0, 0), "warrior": (0, 6)}
    game = given(CELL, heroes=apart, doors=INTO_CELL, monsters=[("goblin", (1, 0))])
    barbarian = hero(game, "barbarian")
    barbarian.health, barbarian.raging = 0, True
    answers = referees_turn(game, CUNNING)
    assert answers[1] == "walk"
    assert not game.board.sees(square(game, (0, 0)), game.board.monsters[0].at)
