"""What holds in every dungeon, however it is explored: seen at each choice of many games that wander at random."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.plain import FOUR, PLAIN
from undercroft.core.chance import Chance, Seeded
from undercroft.core.pools import Pool
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt, Stream
from undercroft.games.tiny_epic_dungeons import content
from undercroft.games.tiny_epic_dungeons.geometry import spread
from undercroft.games.tiny_epic_dungeons.pieces import ENCOUNTER_CARD, LAIR_DOOR_CARD, ROOM_CARD
from undercroft.games.tiny_epic_dungeons.state import Dungeon, new_game
from undercroft.games.tiny_epic_dungeons.turns import play
from undercroft.games.tiny_epic_dungeons.vocabulary import ENEMY_DIE, HERO_DICE, NEXT

pytestmark = pytest.mark.xdist_group("dungeons")  # which share many walks

SEEDS = range(25)
EAGER = ("open", "melee", "missile", "explore", "space", "go")  # what a wanderer would rather do, most of the time
LIGHT = {"2": 60, "3": 60, "4": 60}
STURDY: dict[str, Any] = {
    **{f"hero.{key}.max-health": 20 for key in FOUR},
    **{f"goblin.{card.key}.defense": 1 for card in content.load("book", {}).goblins},
    **{f"minion.{card.key}.health": 1 for card in content.load("book", {}).minions},
    "torch.act-1.top": 60,
    "torch.act-1.start": LIGHT,
    "torch.act-2.start": LIGHT,
}
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
Cell = tuple[int, int]


class Wanderer(Player):
    """Explores and fights more often than not, and looks at the dungeon before every choice."""

    def __init__(self, seed: str) -> None:
        self.dice = random.Random(seed)
        self.moments: list[Dungeon] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, Dungeon)
        if prompt is NEXT:
            self.moments.append(state.copy())
            if self.dice.random() < 0.8:
                for word in EAGER:
                    eager = [option for option in options if option.name.split("-")[0] == word]
                    if eager:
                        return self.dice.choice(eager)
        return self.dice.choice(options)


class Watched(Chance):
    """Seeded chance that notes how many dice are rolled at a time."""

    def __init__(self, seed: str) -> None:
        self.seeded = Seeded(seed)
        self.rolls: Counter[tuple[str, int]] = Counter()

    def pick(self, stream: Stream, count: int) -> int:
        if stream in (HERO_DICE, ENEMY_DIE):
            self.rolls[stream.name, 1] += 1
        return self.seeded.pick(stream, count)

    def pick_pool(self, stream: Stream, pool: Pool) -> int:
        self.rolls[stream.name, int(pool.dice)] += 1
        return self.seeded.pick_pool(stream, pool)


class Walk:
    """A game that wandered: all its moments, and what was rolled."""

    def __init__(self, heroes: int, seed: int) -> None:
        party = list(FOUR[:heroes])
        changes = {**PLAIN, **STURDY, "play.players": heroes, "play.party": party, "play.starts": 1}
        game = new_game(content.load("book", changes))
        wanderer = Wanderer(f"{heroes}-{seed}")
        self.chance = Watched(f"{heroes}-{seed}")
        table = Table([wanderer] * heroes, self.chance)
        table.log = []
        play(game, table)
        self.moments = [*wanderer.moments, game]
        self.events = table.log


@cache
def walks(heroes: int) -> list[Walk]:
    """Games for so many heroes."""
    return [Walk(heroes, seed) for seed in SEEDS]


def faceup(game: Dungeon) -> dict[Cell, int]:
    """The exits of every room by its cell."""
    return {divmod(each, 7): game.exits[each] for each in range(49) if game.room[each] >= 0}


def neighbours(rooms: dict[Cell, int], at: Cell) -> list[Cell]:
    """The cells at the exits of a room that are joined with it, worked out from the exits alone."""
    found = []
    for side, (down, right) in enumerate(SIDES):
        other = (at[0] + down, at[1] + right)
        if rooms[at] >> side & 1 and other in rooms and rooms[other] >> (side + 2) % 4 & 1:
            found.append(other)
    return found


def reached(rooms: dict[Cell, int], start: Cell) -> set[Cell]:
    """All rooms that passages lead to."""
    seen, edge = {start}, [start]
    while edge:
        for other in neighbours(rooms, edge.pop()):
            if other not in seen:
                seen.add(other)
                edge.append(other)
    return seen


def faces_an_exit(rooms: dict[Cell, int], at: Cell) -> bool:
    """Whether a room beside this cell has an exit towards it."""
    return any(
        rooms.get((at[0] + down, at[1] + right), 0) >> (side + 2) % 4 & 1 for side, (down, right) in enumerate(SIDES)
    )


HEROES = pytest.mark.parametrize("heroes", [2, 3, 4])


@pytest.mark.slow
@HEROES
def test_these_walks_go_far_enough_to_tell(heroes: int) -> None:
    last = [walk.moments[-1] for walk in walks(heroes)]
    assert sum(game.door >= 0 for game in last) >= 5
    assert sum(sum(game.left) == 0 for game in last) >= 3


@pytest.mark.slow
@HEROES
@pytest.mark.rule("tiny-epic-dungeons", "grid.always-connected")
def test_every_room_can_be_reached_and_every_facedown_card_lies_at_an_exit(heroes: int) -> None:
    for walk in walks(heroes):
        for game in walk.moments:
            rooms = faceup(game)
            assert reached(rooms, (3, 3)) == set(rooms)
            for each in range(49):
                if game.facedown[each] >= 0:
                    assert faces_an_exit(rooms, divmod(each, 7))


@pytest.mark.slow
@HEROES
@pytest.mark.rule("tiny-epic-dungeons", "grid.passage", "grid.exits")
def test_passages_are_what_the_exits_of_the_rooms_say(heroes: int) -> None:
    for walk in walks(heroes):
        game = walk.moments[-1]
        rooms = faceup(game)
        for at in rooms:
            expected = sum(1 << other[0] * 7 + other[1] for other in neighbours(rooms, at))
            assert spread(game, 1 << at[0] * 7 + at[1]) & (1 << 49) - 1 == expected


@pytest.mark.slow
@HEROES
@pytest.mark.rule("tiny-epic-dungeons", "grid.cells", "grid.rotate-final")
def test_a_cell_is_empty_facedown_or_a_room_and_a_room_stays_as_it_lies(heroes: int) -> None:
    for walk in walks(heroes):
        before: dict[Cell, int] = {}
        for game in walk.moments:
            rooms = faceup(game)
            assert before.items() <= rooms.items()
            assert not game.rooms & game.hidden
            before = rooms


@pytest.mark.slow
@HEROES
@pytest.mark.rule("tiny-epic-dungeons", "setup.unused-cards", "setup.deck-stack")
def test_deck_grid_and_box_are_always_the_28_cards(heroes: int) -> None:
    for walk in walks(heroes):
        for game in walk.moments:
            door = next(card.index for card in game.content.dungeon if card.type == LAIR_DOOR_CARD)
            seen = [card for card in game.room if card >= 0]
            unseen = [*game.unseen_rooms, *game.unseen_encounters, *([door] if game.door < 0 else [])]
            assert sorted([*seen, *unseen]) == list(range(28))
            facedown = Counter(source for source in game.facedown if source >= 0)
            assert len(game.unseen_in_b) == game.left[1] + facedown[1]
            assert len(game.unseen_in_c) == game.left[2] + facedown[2]
            rooms = game.left[0] + facedown[0] + [*game.unseen_in_b, *game.unseen_in_c].count(ROOM_CARD)
            assert len(game.unseen_rooms) - rooms == {2: 4, 3: 3, 4: 2}[heroes]
            encounters = game.unseen_in_b.count(ENCOUNTER_CARD)
            assert len(game.unseen_encounters) - encounters == 4 - heroes


@pytest.mark.slow
@HEROES
@pytest.mark.rule("tiny-epic-dungeons", "end.encounters-always-found", "grid.deck-empty")
def test_with_the_lair_door_every_encounter_is_on_the_grid(heroes: int) -> None:
    for walk in walks(heroes):
        for game in walk.moments:
            if game.door < 0:
                assert game.left[2] or 2 in game.facedown
                continue
            faceup_encounters = sum(1 for card in game.room if card >= 0 and is_encounter(game, card))
            assert game.left[:2] == [0, 0]
            assert faceup_encounters + game.unseen_in_b.count(ENCOUNTER_CARD) == heroes
            assert len(game.unseen_in_b) == game.facedown.count(1)


def is_encounter(game: Dungeon, card: int) -> bool:
    """Whether a Dungeon Card is an Encounter."""
    return bool(game.content.dungeon[card].type == ENCOUNTER_CARD)


@pytest.mark.slow
@HEROES
@pytest.mark.rule("tiny-epic-dungeons", "components.dice")
def test_no_more_than_three_hero_dice_and_one_enemy_die_are_rolled(heroes: int) -> None:
    rolls: Counter[tuple[str, int]] = sum((walk.chance.rolls for walk in walks(heroes)), Counter())
    assert {count for stream, count in rolls if stream == "hero-dice"} <= {1, 2, 3}
    assert {count for stream, count in rolls if stream == "enemy-die"} == {1}
    for walk in walks(heroes):
        attacks = sum(event.kind.name.startswith("attack.") for event in walk.events)
        assert walk.chance.rolls["enemy-die", 1] <= attacks


@pytest.mark.slow
@HEROES
@pytest.mark.rule("tiny-epic-dungeons", "components.torch-mat", "goal.two-acts", "components.minion-tokens")
def test_acts_and_light_stay_on_their_tracks_and_minions_are_all_different(heroes: int) -> None:
    for walk in walks(heroes):
        act = 1
        for game in walk.moments:
            assert game.act >= act
            act = int(game.act)
            assert 0 <= game.torch <= 60
            assert len(set(game.minions)) == len(game.minions) <= heroes
            assert (game.boss_at >= 0) == (game.act == 2)
