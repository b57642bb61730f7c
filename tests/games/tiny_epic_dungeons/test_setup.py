"""Setting up: heroes first, three decks in one, the Entrance, the mats and the light."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.board import Cell, cell, drawn_track, find, offered, when, whole_turn
from tests.games.tiny_epic_dungeons.plain import FOUR, PLAIN, plain
from tests.games.told import Told
from undercroft.core.chance import Enumerated
from undercroft.core.table import Table
from undercroft.games.tiny_epic_dungeons import content
from undercroft.games.tiny_epic_dungeons.exploring import draw_from, lay_facedown
from undercroft.games.tiny_epic_dungeons.pieces import (
    CARD_TYPES,
    ENCOUNTER_CARD,
    ENTRANCE_CARD,
    LAIR_DOOR_CARD,
    ROOM_CARD,
)
from undercroft.games.tiny_epic_dungeons.setup import set_up
from undercroft.games.tiny_epic_dungeons.state import CENTRE, LAIR, Dungeon, new_game
from undercroft.games.tiny_epic_dungeons.torch import land

PLAYERS = [2, 3, 4]
AROUND = [(2, 3), (3, 4), (4, 3), (3, 2)]
ENCOUNTERS = {(2, 3): "ossuary-crossing", (4, 3): "gibbet-court", (3, 2): "antler-hall", (3, 5): "long-cistern"}


def new(players: int = 2, **changes: Any) -> Dungeon:
    """A game before its set-up."""
    return new_game(content.load("book", {**PLAIN, "play.players": players, **changes}))


def begun(players: int = 2, **changes: Any) -> tuple[Dungeon, Told]:
    """A game after its set-up, each player with the first hero left."""
    game = new(players, **changes)
    heroes = 2 if players == 1 else players
    told = when(game, *[f"take-{number + 1}" for number in range(heroes)], "begin-with-1", rule=set_up)
    return game, told


def orders(cards: list[int]) -> Counter[tuple[int, ...]]:
    """Every order in which cards can come up, with how many walks of chance lead there."""
    found: Counter[tuple[int, ...]] = Counter()
    chance = Enumerated(unveil=True)
    while True:
        chance.begin()
        game = plain()
        game.table = Table([], chance)
        left = cards[:]
        found[tuple(int(draw_from(game, left)) for _ in cards)] += 1
        while chance.path and not chance.advance():
            pass
        if not chance.path:
            return found


# ---- heroes ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "setup.heroes-first")
def test_heroes_are_chosen_before_anything_is_laid_or_drawn() -> None:
    game = new()
    told = when(game, rule=set_up)
    assert (told.asked, told.events) == ("setup.hero", [])
    assert (game.hidden, game.left, game.act) == (0, [0, 0, 0], 0)
    _, told = begun()
    assert told.names == ["setup.hero-taken"] * 2 + ["explore.laid"] * 4 + ["setup.done"]


@pytest.mark.rule("tiny-epic-dungeons", "setup.choose-hero", "players.count")
def test_no_hero_is_taken_twice() -> None:
    game = new(4)
    told = when(game, "take-3", rule=set_up)
    assert told.offered == [f"take-{number}" for number in (1, 2, 4, 5, 6, 7, 8)]
    told = when(new(4), "take-3", "take-8", rule=set_up)
    assert told.offered == [f"take-{number}" for number in (1, 2, 4, 5, 6, 7)]


@pytest.mark.rule("tiny-epic-dungeons", "setup.choose-hero")
def test_heroes_sit_in_the_order_in_which_they_were_chosen() -> None:
    game = new(3)
    when(game, "take-5", "take-2", "take-7", "begin-with-1", rule=set_up)
    assert [hero.mat.index for hero in game.heroes] == [4, 1, 6]


@pytest.mark.rule(
    "tiny-epic-dungeons", "setup.heroes-at-entrance", "setup.hero-markers", "setup.no-starting-cards",
)  # fmt: skip
@pytest.mark.parametrize("players", PLAYERS)
def test_heroes_start_at_the_entrance_with_full_tracks_and_no_cards(players: int) -> None:
    game, _ = begun(players)
    assert len(game.heroes) == players
    for hero in game.heroes:
        assert (hero.at, hero.space) == (CENTRE, 0)
        assert (hero.health, hero.focus) == (hero.max_health, hero.max_focus)
        assert (hero.loot, hero.spells) == ([-1, -1, -1, -1], [])


@pytest.mark.rule("tiny-epic-dungeons", "components.health-focus-markers", "setup.enemy-health-markers")
def test_twelve_markers_serve_four_heroes_and_their_minions() -> None:
    game, _ = begun(4)
    tracks = [figure for hero in game.heroes for figure in (hero.health, hero.focus)]
    assert len(tracks) + game.unseen_in_b.count(ENCOUNTER_CARD) == 8 + 4 == 12


@pytest.mark.rule("tiny-epic-dungeons", "setup.first-player")
def test_the_group_picks_who_begins_and_the_first_seat_is_the_first_answer() -> None:
    told = when(new(3), "take-1", "take-2", "take-3", rule=set_up)
    assert (told.asked, told.offered) == ("setup.starting-hero", ["begin-with-1", "begin-with-2", "begin-with-3"])
    game, _ = begun(3)
    assert game.active == 0
    game = new(3)
    when(game, "take-1", "take-2", "take-3", "begin-with-3", rule=set_up)
    assert game.active == 2


@pytest.mark.rule("tiny-epic-dungeons", "setup.first-player")
def test_who_begins_may_be_given_beforehand() -> None:
    game = new(**{"play.starts": 2})
    told = when(game, "take-1", "take-2", rule=set_up)
    assert (told.asked, game.active) == ("", 1)


# ---- the Dungeon Deck -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "setup.deck-a", "setup.four-facedown")
@pytest.mark.parametrize(("players", "size"), [(2, 9), (3, 7), (4, 5)])
def test_deck_a_is_of_rooms_and_its_first_four_lie_around_the_entrance(players: int, size: int) -> None:
    game, told = begun(players)
    assert [divmod(figures["place"], 7) for figures in told.figures("explore.laid")] == AROUND
    assert [game.facedown[cell(at)] for at in AROUND] == [0, 0, 0, 0]
    assert game.left[0] == size - 4
    assert sum(game.left) == {2: 17, 3: 19, 4: 21}[players]
    assert bin(game.hidden).count("1") == 4


@pytest.mark.rule("tiny-epic-dungeons", "setup.deck-a")
def test_a_card_of_deck_a_is_any_room() -> None:
    game, _ = begun()
    rooms = [card.index for card in game.content.dungeon if card.type == ROOM_CARD]
    assert sorted(game.unseen_rooms) == rooms
    assert len(rooms) == 22


@pytest.mark.rule("tiny-epic-dungeons", "setup.deck-b", "setup.enemy-health-markers")
@pytest.mark.parametrize(("players", "size"), [(2, 8), (3, 12), (4, 16)])
def test_deck_b_holds_an_encounter_and_three_rooms_for_each_hero(players: int, size: int) -> None:
    game, _ = begun(players)
    assert game.left[1] == size
    assert Counter(game.unseen_in_b) == {ENCOUNTER_CARD: players, ROOM_CARD: 3 * players}


@pytest.mark.rule("tiny-epic-dungeons", "setup.deck-b")
def test_every_order_of_deck_b_is_as_likely_as_any_other() -> None:
    ways = orders([ROOM_CARD] * 3 + [ENCOUNTER_CARD])
    assert set(ways.values()) == {6}
    assert len(ways) == 4


@pytest.mark.rule("tiny-epic-dungeons", "setup.deck-c")
def test_the_lair_door_is_each_of_the_last_four_cards_with_the_same_chance() -> None:
    game, _ = begun()
    assert game.left[2] == 4
    assert Counter(game.unseen_in_c) == {ROOM_CARD: 3, LAIR_DOOR_CARD: 1}
    ways = orders(game.unseen_in_c)
    assert Counter({order.index(LAIR_DOOR_CARD): count for order, count in ways.items()}) == {0: 6, 1: 6, 2: 6, 3: 6}


@pytest.mark.rule("tiny-epic-dungeons", "setup.deck-stack")
@pytest.mark.parametrize(("players", "size"), [(2, 21), (3, 23), (4, 25)])
def test_a_lies_on_b_and_b_on_c(players: int, size: int) -> None:
    game, told = begun(players)
    assert told.figures("setup.done")[0]["deck"] + 4 == size
    free = [each for each in range(49) if each != CENTRE and not game.hidden >> each & 1]
    laid = [0, 0, 0, 0]
    while sum(game.left):
        at = free.pop()
        when(game, rule=lay_facedown, arguments=[at])
        laid.append(game.facedown[at])
    assert laid == sorted(laid)
    assert Counter(laid) == {0: {2: 9, 3: 7, 4: 5}[players], 1: 4 * players, 2: 4}


@pytest.mark.rule("tiny-epic-dungeons", "setup.unused-cards", "components.dungeon-cards")
@pytest.mark.parametrize("players", PLAYERS)
def test_deck_grid_and_box_are_the_28_cards(players: int) -> None:
    game, _ = begun(players)
    faceup = [card for card in game.room if card >= 0]
    door = [card.index for card in game.content.dungeon if card.type == LAIR_DOOR_CARD]
    assert sorted([*faceup, *game.unseen_rooms, *game.unseen_encounters, *door]) == list(range(28))
    types = Counter(CARD_TYPES[card.type] for card in game.content.dungeon)
    assert types == {"entrance": 1, "lair-door": 1, "encounter": 4, "room": 22}
    deck = sum(game.left) + 4
    rooms = deck - players - 1
    assert 22 - rooms == {2: 4, 3: 3, 4: 2}[players]
    assert 4 - game.unseen_in_b.count(ENCOUNTER_CARD) == {2: 2, 3: 1, 4: 0}[players]


# ---- the Entrance and its altar -------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "setup.entrance", "setup.four-facedown", "goal.one-dungeon-one-boss")
def test_the_entrance_lies_in_the_middle_open_on_all_sides() -> None:
    game, _ = begun()
    assert cell((3, 3)) == CENTRE
    assert (game.card_at(CENTRE).type, game.exits[CENTRE]) == (ENTRANCE_CARD, 15)
    assert game.rooms == 1 << CENTRE
    told = whole_turn(game)
    assert [name for name in told.offered if name.startswith("explore")] == [f"explore-{cell(at) + 1}" for at in AROUND]


@pytest.mark.rule("tiny-epic-dungeons", "setup.entrance-altar")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_entrance_has_the_only_altar_of_act_one(players: int) -> None:
    game, _ = begun(players)
    assert game.altars == 1 << CENTRE


@pytest.mark.rule("tiny-epic-dungeons", "setup.altars-aside", "components.altar-markers")
@pytest.mark.parametrize("players", PLAYERS)
def test_as_many_altars_as_heroes_are_set_aside_for_act_two(players: int) -> None:
    rooms: dict[Cell, Any] = {(3, 4): ("iron-mouth", "ew")}
    rooms.update((at, (key, "nesw")) for at, key in list(ENCOUNTERS.items())[:players])
    game = plain(FOUR[:players], rooms=rooms, at=[(3, 4)], seals=players)
    aside = bin(game.altars).count("1")
    when(game, "open-lair", cards=["old-mother-tallow"])
    assert bin(game.altars).count("1") - aside == players
    assert 1 + players <= 5


# ---- the mats -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "setup.torch-mat", "setup.torch-start", "components.torch-mat")
@pytest.mark.parametrize(("players", "space"), [(2, 15), (3, 17), (4, 20)])
def test_the_torch_starts_on_its_act_one_space_which_is_not_resolved(players: int, space: int) -> None:
    # no space that is drawn shows both symbols, so each start has them once as they are drawn and once all of them
    for symbols in (drawn_track(1), {"torch.act-1.goblin": [space], "torch.act-1.enemies": [space]}):
        game, told = begun(players, **symbols)
        assert (game.act, game.torch) == (1, space)
        assert told.names[-1] == "setup.done"
        assert (game.goblin_count(), game.hidden >> LAIR) == (0, 0)


@pytest.mark.rule("tiny-epic-dungeons", "setup.goblin-minion-decks", "setup.loot-spell-decks")
@pytest.mark.parametrize(
    ("deck", "size"),
    [
        (lambda game: game.goblin_deck, 6),
        (lambda game: game.minion_deck, 8),
        (lambda game: game.loot_deck, 26),
        (lambda game: game.spell_deck, 14),
    ],
)
def test_every_deck_begins_whole_and_any_card_of_it_may_come_first(deck: Callable[[Dungeon], Any], size: int) -> None:
    game, _ = begun()
    assert sorted(deck(game).unseen) == list(range(size))
    assert (game.goblin_discards, game.loot_discards, game.spell_discards) == ([], [], [])


@pytest.mark.rule("tiny-epic-dungeons", "setup.goblin-tokens", "components.goblin-tokens")
def test_no_goblin_is_in_play_and_all_four_are_free() -> None:
    game, _ = begun()
    assert (game.goblins, game.goblin_at) == ([-1] * 4, [-1] * 4)


@pytest.mark.rule("tiny-epic-dungeons", "setup.boss-mat", "components.boss-mats")
@pytest.mark.parametrize("boss", ["tithe-eater", "grandfather-knot"])
def test_which_boss_it_is_comes_out_when_the_lair_opens(boss: str) -> None:
    game, _ = begun()
    assert (game.boss, game.seals) == (-1, 0)
    game = plain(rooms={(3, 4): ("iron-mouth", "ew")}, at=[(3, 4)], seals=2)
    assert game.boss == -1
    when(game, "open-lair", cards=[boss])
    assert game.boss == find(game.content.bosses, boss).index
    assert len(game.content.bosses) == 6


@pytest.mark.rule("tiny-epic-dungeons", "setup.boss-token", "components.boss-token")
def test_in_act_one_the_boss_is_nowhere() -> None:
    rooms = {(3, 4): ("iron-mouth", "ew")}
    game = plain(rooms=rooms, at=[(3, 4)], minions=[("bell-warden", (3, 3))], changes=drawn_track(1))
    assert game.boss_at == -1
    assert not [name for name in offered(game) if name.endswith("-9") or name == "taunt"]
    told = when(game, rule=land)
    assert "enemy.attacks" in told.names
    assert not [name for name in told.names if name.startswith("boss")]


@pytest.mark.rule("tiny-epic-dungeons", "components.boss-token")
def test_in_act_two_the_boss_is_in_one_place() -> None:
    game = plain(rooms={(3, 4): ("iron-mouth", "ew")}, at=[(3, 4)], seals=2)
    when(game, "open-lair", cards=["old-mother-tallow"])
    assert game.boss_at == LAIR
    when(game, "taunt")
    assert game.boss_at == cell((3, 4))


@pytest.mark.rule("tiny-epic-dungeons", "setup.disarm-markers", "components.disarm-markers")
def test_seven_disarm_markers_are_enough() -> None:
    assert sum(1 for card in plain().content.dungeon if card.trap is not None) <= 7 == content.MOST_TRAPS
