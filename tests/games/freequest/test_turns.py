"""Playing the game and the hero's turn: who decides, who acts when, what a turn holds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from tests.games.freequest.board import (
    casts,
    given,
    hero,
    item,
    kill,
    learn,
    offered,
    seat_asked,
    session,
    when,
    where,
)
from tests.games.told import Told
from undercroft.core.errors import ContentError
from undercroft.core.game import ABSENT
from undercroft.core.rules import read_ledger
from undercroft.core.session import Session
from undercroft.core.vocabulary import Option
from undercroft.games.freequest import FREEQUEST, content
from undercroft.games.freequest.setup import vote
from undercroft.games.freequest.state import REFEREE, FreeQuest, new_game
from undercroft.games.freequest.vocabulary import CHOOSE_QUEST, QUESTS

PARTY = ("warrior", "wizard", "medic", "sworn-defender")
FAMILIES = {
    "step": "move", "leap": "move", "sure-leap": "move", "attack": "attack", "attack-unarmed": "attack",
    "attack-other-hand": "attack", "cast": "cast", "search": "search", "disarm": "activate", "work": "activate",
    "unlock": "activate", "free": "activate", "aid": "first aid", "open": "free act", "guard": "free act",
    "drink": "free act", "wear": "free act", "put-away": "free act", "lay-down": "free act", "take-all": "free act",
    "take-item": "free act", "take-body": "free act", "end-turn": "end", "end-move": "end",
}  # fmt: skip
CLOISTER = ["aaaa", "aaaa", "aaaa", "RRRR"]
CLOISTER_DOOR = [((1, 2), (1, 3))]
HOME = ["SSaaa", "SSaaa"]


def kinds(options: list[str]) -> list[str]:
    """The kinds of actions among what is offered, each once."""
    families = [max((one for one in FAMILIES if name.startswith(one)), key=len) for name in options]
    return list(dict.fromkeys(FAMILIES[family] for family in families))


def turns_of(told: Told) -> list[str]:
    """Whose turns began, in order."""
    names = {"turn.begins": "hero", "referee.begins": "referee"}
    return [
        f"{names[event.kind.name]} {event.figures['hero']}" if "hero" in event.figures else names[event.kind.name]
        for event in told.events
        if event.kind.name in names
    ]


def load(**changes: object) -> FreeQuest:
    """A game of a quest of the book, before anything is chosen."""
    settings = {f"play.{key}": value for key, value in changes.items()}
    return new_game(content.load("book", {"play.quest": "cold-kiln", **settings}))


def take_places(game: FreeQuest) -> Told:
    """Put all heroes on the first free squares; returns what came of it."""
    events = []
    told = when(game)
    while told.asked == "setup.place-hero":
        told = when(game, told.offered[0])
        events += told.events
    return Told(events, told.asked, told.offered, told.ended)


def beside_everything() -> FreeQuest:
    """A wizard at (1,2) with a troll, a known trap and another troll behind it, a closed door and a spell at hand."""
    game = given(
        CLOISTER,
        doors=CLOISTER_DOOR,
        hidden="R",
        heroes={"wizard": (1, 2), "warrior": (3, 0)},
        monsters=[("troll", (0, 2)), ("troll", (3, 2))],
        known_traps={(2, 2): "dart-slit"},
    )
    learn(game, "wizard", "immolate")
    return game


# ---- seats and the referee ------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "play.referee-seat")
@pytest.mark.parametrize(
    ("heroes", "players"), [(count, some) for count in range(1, 5) for some in range(1, count + 1)]
)
def test_every_hero_has_one_player_and_the_referee_has_none(heroes: int, players: int) -> None:
    game = given(heroes={who: (place, 0) for place, who in enumerate(PARTY[:heroes])}, players=players)
    seats = [one.seat for one in game.board.heroes]
    assert REFEREE not in seats
    assert sorted(set(seats)) == list(range(1, players + 1))


@pytest.mark.rule("freequest", "play.referee-seat")
def test_a_player_may_control_two_of_three_heroes_and_is_asked_for_both() -> None:
    game = given(heroes={"warrior": (0, 0), "medic": (2, 0), "wizard": (4, 0)}, players=2)
    asked = []
    for _ in range(3):
        offered(game)
        asked.append(seat_asked(game))
        when(game, "end-turn")
    assert asked == [1, 2, 1]


@pytest.mark.rule("freequest", "play.referee-seat")
@pytest.mark.parametrize("players", [-1, 3, 5])
def test_players_without_heroes_are_refused(players: int) -> None:
    with pytest.raises(ContentError):
        load(party=["warrior", "medic"], players=players)


@pytest.mark.rule("freequest", "play.referee-seat")
@pytest.mark.parametrize(
    ("players", "company"),
    [
        (1, ("steady", "", ABSENT, ABSENT, ABSENT)),
        (2, ("steady", "", "", ABSENT, ABSENT)),
    ],
)
def test_the_computer_referees_unless_a_person_does(players: int, company: tuple[str, ...]) -> None:
    changes = {"play.party": ["warrior", "medic"], "play.players": players}
    assert FREEQUEST.company(FREEQUEST.new("book", changes)) == company
    assert FREEQUEST.company(FREEQUEST.new("book", changes | {"play.referee": "person"})) == ("", *company[1:])


def test_a_bot_leads_heroes_without_players_for_a_person_who_referees() -> None:
    changes = {"play.players": 0, "play.referee": "person"}
    assert FREEQUEST.company(FREEQUEST.new("book", changes)) == ("", "steady", ABSENT, ABSENT, ABSENT)
    with pytest.raises(ContentError, match="with 0 a bot leads the heroes, so a person must referee"):
        FREEQUEST.new("book", {"play.players": 0})


@pytest.mark.rule("freequest", "play.referee-job")
def test_what_is_behind_a_door_is_placed_without_asking_and_then_the_referees_to_move() -> None:
    lairs = [{"kind": "goblin", "at": [0, 3]}, {"kind": "goblin", "at": [3, 3]}]
    game = given(CLOISTER, doors=CLOISTER_DOOR, hidden="R", heroes={"warrior": (1, 2)}, lairs=lairs)
    told = when(game, "open-south")
    assert told.names.count("monster.placed") == 2
    assert (told.asked, seat_asked(game)) == ("turn.choose-action", 1)
    told = when(game, "end-turn")
    assert (told.asked, seat_asked(game)) == ("referee.next-monster", REFEREE)
    assert told.offered == ["monster-0", "monster-1", "end-round"]
    for number in (0, 1):
        told = when(game, f"monster-{number}")
        assert (told.asked, seat_asked(game)) == ("monster.action", REFEREE)
        when(game, "done")


# ---- the order of turns ---------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "play.take-turns")
def test_heroes_in_their_order_then_the_referee_then_a_new_round() -> None:
    heroes = {"warrior": (0, 0), "wizard": (2, 0), "medic": (4, 0)}
    game = given(heroes=heroes, monsters=[("goblin", (7, 3))])
    told = when(game, "end-turn", "end-turn", "end-turn", "end-round")
    assert turns_of(told) == ["hero 1", "hero 2", "referee", "hero 0"]
    assert told.figures("round.begins") == [{"round": 2, "last": 60}]


@pytest.mark.rule("freequest", "play.take-turns")
def test_a_dead_hero_has_no_turn() -> None:
    heroes = {"warrior": (0, 0), "wizard": (2, 0), "medic": (4, 0)}
    game = given(heroes=heroes, monsters=[("goblin", (7, 3))])
    kill(game, "wizard")
    told = when(game, "end-turn", "end-turn", "end-round", "end-turn")
    assert turns_of(told) == ["hero 2", "referee", "hero 0", "hero 2"]


@pytest.mark.rule("freequest", "play.take-turns")
def test_a_player_completes_a_turn_before_the_next_player_acts() -> None:
    game = given(heroes={"warrior": (0, 0), "medic": (4, 0)}, players=2)
    for answer in ("step-south", "step-south", "end-move"):
        when(game, answer)
        assert seat_asked(game) == 1
    told = when(game, "search-traps")
    assert (told.asked, seat_asked(game)) == ("turn.choose-action", 2)


@pytest.mark.rule("freequest", "play.hero-order")
def test_without_another_order_heroes_act_as_they_joined() -> None:
    game = load(party=["warrior", "sworn-defender", "barbarian"])
    when(game, "as-joined")
    assert game.board.order == [0, 1, 2]
    assert turns_of(take_places(game)) == ["hero 0"]  # the warrior


@pytest.mark.rule("freequest", "play.hero-order")
def test_the_order_that_was_agreed_on_holds_in_every_round() -> None:
    game = load(party=["warrior", "sworn-defender", "barbarian"])
    when(game, "first-2", "first-0")
    third, first, second = [f"hero {game.board.heroes[place].kind.index}" for place in (2, 0, 1)]
    assert turns_of(take_places(game)) == [third]
    told = when(game, "end-turn", "end-turn", "end-turn", "end-turn", "no", "end-turn", "no")
    assert turns_of(told) == [first, second, third, first, second]


@pytest.mark.rule("freequest", "play.hero-order")
@pytest.mark.parametrize(
    ("answers", "order"), [(("yes", "no"), [2, 0, 1]), (("no", "no"), [0, 1, 2]), (("yes", "yes"), [2, 0, 1])]
)
def test_players_who_do_not_agree_act_as_they_joined(answers: tuple[str, str], order: list[int]) -> None:
    game = load(party=["warrior", "sworn-defender", "barbarian"], players=3)
    told = when(game, "first-2", "first-0", *answers)
    assert told.asked == "setup.place-hero"
    assert game.board.order == order


@pytest.mark.rule("freequest", "play.hero-order", "play.group-choices")
@pytest.mark.parametrize(
    ("players", "answers", "order"),
    [(2, ("no",), [3, 1, 0, 2]), (3, ("no", "no"), [3, 1, 0, 2]), (4, ("no", "no", "no"), [0, 1, 2, 3]),
     (4, ("no", "yes", "no"), [3, 1, 0, 2])],
)  # fmt: skip
def test_half_the_heroes_are_enough_for_the_first_ones_proposal(
    players: int, answers: tuple[str, ...], order: list[int]
) -> None:
    game = load(party=["warrior", "sworn-defender", "barbarian", "ranger"], players=players)
    when(game, "first-3", "first-1", "first-0", *answers)
    assert game.board.order == order


# ---- choices of the party -------------------------------------------------------------------------------------------


def voted(party: int, players: int, *answers: str) -> str:
    """Which of three quests these votes choose."""
    game = given(heroes={who: (place, 0) for place, who in enumerate(PARTY[:party])}, players=players)
    chosen: list[Option] = []
    when(
        game,
        *answers,
        rule=lambda game: chosen.append(vote(game, CHOOSE_QUEST, QUESTS[:3], game.board.heroes)),
    )
    return chosen[0].name


@pytest.mark.rule("freequest", "play.group-choices")
def test_a_tie_goes_to_the_first_hero() -> None:
    assert voted(2, 2, "quest-0", "quest-1") == "quest-0"
    assert voted(2, 2, "quest-1", "quest-0") == "quest-1"
    assert voted(4, 4, "quest-2", "quest-1", "quest-1", "quest-2") == "quest-2"


@pytest.mark.rule("freequest", "play.group-choices")
def test_most_votes_win() -> None:
    assert voted(3, 3, "quest-0", "quest-1", "quest-1") == "quest-1"
    assert voted(4, 4, "quest-0", "quest-2", "quest-1", "quest-2") == "quest-2"


@pytest.mark.rule("freequest", "play.group-choices")
def test_a_player_has_a_vote_for_each_hero() -> None:
    assert voted(3, 2, "quest-0", "quest-1") == "quest-0"  # heroes one and three are the first player's
    assert voted(4, 3, "quest-0", "quest-1", "quest-1") == "quest-0"  # two against two


@pytest.mark.rule("freequest", "play.group-choices")
def test_after_a_wipe_every_hero_has_a_vote_on_whom_to_buy_free() -> None:
    heroes = {"warrior": (0, 0), "wizard": (2, 0), "medic": (4, 0)}
    game = given(heroes=heroes, players=3, monsters=[("goblin", (1, 0))])
    kill(game, "wizard")
    kill(game, "medic")
    hero(game, "warrior").savings = 100
    hero(game, "warrior").health = 1
    when(game, "end-turn", "monster-0", "strike-0", "ransom", "pay-for-0", "pay-for-2", "pay-for-2", dice=[6, 5, 1])
    assert [one.lost for one in game.board.heroes] == [True, True, False]


# ---- what it is about -----------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "play.aim")
def test_a_completed_quest_is_won_by_the_heroes_players() -> None:
    game = given(HOME, heroes={"warrior": (1, 0), "wizard": (2, 1)}, players=2)
    told = when(game, "end-turn", "step-east", "step-west", "step-west", "end-move")
    outcome = game.outcome()
    assert told.ended
    assert outcome is not None
    assert (outcome.end, outcome.won, outcome.winners) == ("complete", True, (1, 2))


@pytest.mark.rule("freequest", "play.aim")
def test_a_failed_quest_is_lost_and_nobody_wins_it() -> None:
    game = given(monsters=[("goblin", (1, 0))])
    hero(game, "warrior").health = 1
    when(game, "end-turn", "monster-0", "strike-0", "recovery", dice=[6, 5, 1])
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.end, outcome.won, outcome.winners) == ("all-dead", False, ())


@pytest.mark.rule("freequest", "play.hero-count")
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_one_to_four_heroes_are_a_party(count: int) -> None:
    game = load(heroes=count)
    for _ in range(count):
        told = when(game)
        assert told.asked == "hero.choose"
        when(game, told.offered[0])
    assert when(game).asked != "hero.choose"
    assert len(game.board.heroes) == count


@pytest.mark.rule("freequest", "play.hero-count")
@pytest.mark.parametrize("count", [0, 5])
def test_no_hero_and_five_heroes_are_refused(count: int) -> None:
    with pytest.raises(ContentError, match="heroes"):
        load(heroes=count)


@pytest.mark.rule("freequest", "play.hero-count")
def test_a_party_of_five_and_one_with_a_hero_twice_are_refused() -> None:
    with pytest.raises(ContentError, match="party"):
        load(party=[*PARTY, "barbarian"])
    with pytest.raises(ContentError, match="party"):
        load(party=["warrior", "warrior"])


@pytest.mark.rule("freequest", "play.enemies-only")
def test_a_hero_is_offered_no_attack_on_an_ally() -> None:
    game = given(heroes={"warrior": (0, 0), "wizard": (1, 0)})
    learn(game, "wizard", "flame-burst")
    assert "attack" not in kinds(offered(game))
    when(game, "end-turn")
    assert not {"attack", "cast"} & set(kinds(offered(game)))


@pytest.mark.rule("freequest", "play.enemies-only")
def test_a_monster_strikes_heroes_only() -> None:
    game = given(heroes={"warrior": (0, 0)}, monsters=[("goblin", (3, 0)), ("orc", (4, 0))])
    told = when(game, "end-turn", "monster-0")
    assert told.offered == ["walk", "done"]


@pytest.mark.rule("freequest", "play.text-over-rule")
def test_smoke_walk_leads_through_a_monster_and_still_not_to_rest_there() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("goblin", (1, 0))])
    assert "step-east" not in offered(game)
    learn(game, "wizard", "smoke-walk")
    when(game, casts(game, "smoke-walk"))
    told = when(game, "step-east")
    assert where(game, "wizard") == (1, 0)
    assert (told.asked, told.offered) == ("move.step", ["step-east", "step-south", "step-west"])


# ---- two actions ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "turn.two-actions")
def test_an_action_is_not_offered_twice_and_after_two_there_are_only_free_acts() -> None:
    game = beside_everything()
    assert kinds(offered(game)) == ["attack", "move", "cast", "search", "activate", "free act", "end"]
    told = attacks(game)
    assert kinds(told.offered) == ["move", "cast", "search", "activate", "free act", "end"]
    told = when(game, "search-traps")
    assert told.offered == ["open-south", "end-turn"]


@pytest.mark.rule("freequest", "turn.two-actions")
def test_both_actions_are_optional() -> None:
    game = beside_everything()
    told = when(game, "end-turn")
    assert turns_of(told) == ["hero 0"]


def attacks(game: FreeQuest) -> Told:
    target = next(name for name in offered(game) if name.startswith("attack-"))
    return when(game, target, dice=[1, 1, 6, 6, 6, 6])


def moves(game: FreeQuest) -> Told:
    return when(game, "step-north", "end-move")


def goes_and_comes_back(game: FreeQuest) -> Told:
    return when(game, "step-north", "step-south", "end-move")


def casts_immolate(game: FreeQuest) -> Told:
    return when(game, casts(game, "immolate"), "on-monster-0", dice=[6, 6, 5, 4, 3, 2, 1])


def searches(game: FreeQuest) -> Told:
    return when(game, "search-doors")


def disarms(game: FreeQuest) -> Told:
    return when(game, "disarm-east", dice=[3, 3])


ACTIONS: dict[str, Callable[[FreeQuest], Told]] = {
    "attack": attacks,
    "move": moves,
    "cast": casts_immolate,
    "search": searches,
    "activate": disarms,
}


@pytest.mark.rule("freequest", "turn.action-list")
def test_there_are_five_kinds_of_action_and_first_aid_for_the_medic() -> None:
    listed = {row["id"] for row in read_ledger(content.DATA / "rules.toml").tables["action"]}
    assert set(ACTIONS) == listed
    assert set(kinds(offered(beside_everything()))) == {*listed, "free act", "end"}
    for who in ("warrior", "wizard", "medic", "sworn-defender", "barbarian", "ranger", "delver"):
        patient = "warrior" if who != "warrior" else "wizard"
        game = given(heroes={who: (0, 0), patient: (1, 0)})
        hero(game, patient).health = 2
        assert ("first aid" in kinds(offered(game))) == (who == "medic")


@pytest.mark.rule("freequest", "turn.action-list")
def test_first_aid_is_one_of_the_two_actions_of_a_turn() -> None:
    game = given(heroes={"medic": (0, 0), "warrior": (1, 0), "wizard": (0, 1)})
    hero(game, "warrior").health = hero(game, "wizard").health = 2
    told = when(game, "aid-1", dice=[1, 1, 1])
    assert "first aid" not in kinds(told.offered)
    told = when(game, "search-traps")
    assert turns_of(told) == ["hero 0"]


@pytest.mark.rule("freequest", "turn.two-actions", "turn.any-order")
@pytest.mark.parametrize(("first", "second"), [*permutations(ACTIONS, 2)])
def test_any_two_different_actions_in_either_order(first: str, second: str) -> None:
    game = beside_everything()
    told = goes_and_comes_back(game) if first == "move" else ACTIONS[first](game)
    assert first not in kinds(told.offered)
    assert second in kinds(told.offered)
    told = ACTIONS[second](game)
    assert turns_of(told) == ["hero 0"] or told.offered == ["open-south", "end-turn"]


@pytest.mark.rule("freequest", "turn.no-splitting")
def test_movement_that_is_left_is_lost_with_the_next_action() -> None:
    game = given(heroes={"sworn-defender": (0, 0)}, monsters=[("skeleton", (3, 0))])
    told = when(game, "step-east", "step-east")
    assert game.board.steps_left == 4
    assert "attack" not in kinds(told.offered)
    told = when(game, "end-move", "attack-0", dice=[1, 1, 1, 6, 6, 6])
    assert turns_of(told) == ["referee"]


# ---- free acts and the end of a turn --------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "turn.free-acts")
def test_a_door_is_opened_besides_a_move_and_an_attack() -> None:
    lairs = [{"kind": "skeleton", "at": [3, 3]}]
    game = given(CLOISTER, doors=CLOISTER_DOOR, hidden="R", heroes={"warrior": (1, 2)}, lairs=lairs)
    told = when(game, "open-south", "step-south", "step-east", "end-move", "attack-0", dice=[1, 1, 1, 1, 6, 6, 6])
    assert "attack.rolled" in told.names
    assert turns_of(told) == ["referee"]


@pytest.mark.rule("freequest", "turn.free-acts")
def test_a_door_can_be_opened_after_both_actions() -> None:
    game = given(CLOISTER, doors=CLOISTER_DOOR, hidden="R", heroes={"warrior": (0, 2)})
    told = when(game, "step-east", "end-move", "search-traps")
    assert told.offered == ["open-south", "end-turn"]


@pytest.mark.rule("freequest", "turn.free-acts")
def test_equipment_is_rearranged_only_before_the_first_action() -> None:
    game = given()
    assert f"put-away-{item(game, 'broadsword')}" in offered(game)
    for answer in ("search-traps", "step-south"):
        other = given()
        assert "free act" not in kinds(when(other, answer).offered)


@pytest.mark.rule("freequest", "turn.free-acts")
def test_free_acts_come_between_two_steps_but_never_in_an_allys_square() -> None:
    game = given(CLOISTER, doors=CLOISTER_DOOR, hidden="R", heroes={"warrior": (0, 2), "wizard": (1, 2)})
    hero(game, "warrior").gear.append(item(game, "blue-flask"))
    flask = f"drink-{item(game, 'blue-flask')}"
    told = when(game, "step-north")
    assert flask in told.offered
    told = when(game, "step-south", "step-east")
    assert (where(game, "warrior"), kinds(told.offered)) == ((1, 2), ["move"])
    told = when(game, "step-east", flask)
    assert told.figures("hero.healed") == [{"hero": 0, "restored": 0, "health": 8}]
    assert "step-east" in told.offered


@pytest.mark.rule("freequest", "turn.free-acts")
def test_only_the_hero_whose_turn_it_is_has_free_acts() -> None:
    game = given(CLOISTER, doors=CLOISTER_DOOR, hidden="R", heroes={"warrior": (3, 0), "wizard": (1, 2)})
    assert "open-south" not in offered(game)
    assert "open-south" in when(game, "end-turn").offered


@pytest.mark.rule("freequest", "turn.end")
def test_a_hero_whom_a_trap_kills_takes_no_second_action() -> None:
    game = given(heroes={"warrior": (0, 0), "wizard": (0, 3)}, traps={(1, 0): "pitfall"})
    hero(game, "warrior").health = 1
    told = when(game, "step-east")
    assert "hero.dies" in told.names
    assert turns_of(told) == ["hero 1"]
    assert (told.asked, seat_asked(game)) == ("turn.choose-action", 1)


@pytest.mark.rule("freequest", "turn.end")
def test_a_turn_does_not_end_by_itself() -> None:
    game = given(CLOISTER, doors=CLOISTER_DOOR, hidden="R", heroes={"warrior": (1, 2), "wizard": (3, 0)})
    told = when(game, "search-traps", "step-north", "step-south", "end-move")
    assert turns_of(told) == []
    assert told.offered == ["open-south", "end-turn"]
    assert turns_of(when(game, "end-turn")) == ["hero 1"]


# ---- taking back ----------------------------------------------------------------------------------------------------


def beside_an_open_door() -> FreeQuest:
    """A warrior who sees into a room after the first step east."""
    return given(["aaaaaa", "###RR#"], doors=[((3, 0), (3, 1), "open")], hidden="R", heroes={"warrior": (0, 0)})


def can_take_back(live: Session) -> bool:
    """Whether the hero's player may take the last choice back as if it had never been made."""
    free = live.can_undo(1)
    assert live.undo(1).practice != free
    return free


@pytest.mark.rule("freequest", "turn.no-take-back")
def test_a_step_that_reveals_an_area_is_final() -> None:
    live = session(beside_an_open_door)
    live.choose("search-traps")
    events = live.choose("step-east")
    assert "area.shown" in [event.kind.name for event in events]
    assert not can_take_back(live)


@pytest.mark.rule("freequest", "turn.no-take-back")
def test_a_step_onto_a_fresh_square_is_final_though_nothing_happens() -> None:
    live = session(given)
    assert live.choose("step-east") == []
    assert not can_take_back(live)


@pytest.mark.rule("freequest", "turn.no-take-back")
def test_a_step_in_a_searched_area_or_back_over_walked_squares_may_be_taken_back() -> None:
    live = session(given)
    live.choose("search-traps")
    for answer in ("step-east", "step-east", "step-south"):
        live.choose(answer)
        assert can_take_back(live)
    live = session(given)
    for answer in ("step-east", "step-east"):
        live.choose(answer)
        assert not can_take_back(live)
    for answer in ("step-west", "step-west", "step-east"):
        live.choose(answer)
        assert can_take_back(live)


@pytest.mark.rule("freequest", "turn.no-take-back")
def test_what_was_walked_by_another_hero_shows_nothing_new() -> None:
    live = session(lambda: given(heroes={"warrior": (0, 0), "wizard": (1, 1)}))
    for answer in ("step-east", "step-east", "end-move", "end-turn", "step-north"):
        live.choose(answer)
    assert can_take_back(live)


@pytest.mark.rule("freequest", "turn.no-take-back")
@pytest.mark.parametrize("answer", ["search-traps", "search-doors", "search-treasure", "attack-0", "disarm-south"])
def test_rolls_draws_and_searches_are_final(answer: str) -> None:
    live = session(lambda: given(monsters=[("troll", (1, 0))], known_traps={(0, 1): "snare"}))
    live.choose(answer)
    assert not can_take_back(live)


@pytest.mark.rule("freequest", "turn.no-take-back")
def test_what_shows_nothing_may_be_taken_back() -> None:
    live = session(lambda: given(heroes={"warrior": (0, 0), "wizard": (3, 3)}))
    live.choose("put-away-3")
    assert can_take_back(live)
    live.choose("end-turn")
    assert can_take_back(live)


@pytest.mark.rule("freequest", "turn.no-take-back")
def test_what_another_seat_has_answered_is_final() -> None:
    live = session(lambda: given(monsters=[("goblin", (5, 0))]))
    live.choose("end-turn")
    assert can_take_back(live)
    live.choose("monster-0")
    assert not can_take_back(live)


# ---- what is looked at first ----------------------------------------------------------------------------------------


def last_stand(health: int, *answers: str) -> Told:
    """An enraged hero on the starting tile, the objective done, kills the last monster in sight, and so on."""
    game = given(HOME, heroes={"warrior": (1, 0)}, monsters=[("goblin", (2, 0))])
    one = hero(game, "warrior")
    one.health = health
    one.raging = True
    one.rage_attack, one.rage_defense = 2, -2
    game.board.reached |= 1 << game.quest().ground.area[2]
    return when(game, "attack-0", *answers, dice=[6, 6, 6, 6, 6, 6, 1, 1])


@pytest.mark.rule("freequest", "turn.check-order")
def test_a_hero_who_dies_as_the_rage_ends_is_not_home() -> None:
    told = last_stand(0)
    assert told.names[-5:] == ["monster.dies", "spell.rage-ends", "hero.dies", "quest.objective", "end.all-dead"]
    assert told.asked == "fail.result"


@pytest.mark.rule("freequest", "turn.check-order")
def test_a_hero_who_outlives_the_rage_is_home() -> None:
    told = last_stand(1, "end-turn")
    assert told.names[-4:] == ["monster.dies", "spell.rage-ends", "quest.objective", "end.complete"]
    assert told.ended
