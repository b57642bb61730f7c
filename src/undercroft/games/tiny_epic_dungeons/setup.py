"""Setting up: heroes, decks, the Entrance and the light."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.decks import Deck
from undercroft.games.tiny_epic_dungeons.exploring import deck_size, lay_facedown
from undercroft.games.tiny_epic_dungeons.geometry import beside
from undercroft.games.tiny_epic_dungeons.pieces import ENCOUNTER_CARD, ENTRANCE_CARD, LAIR_DOOR_CARD, ROOM_CARD
from undercroft.games.tiny_epic_dungeons.state import CENTRE, Dungeon, Hero
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    BEGIN_WITH,
    CHOOSE_HERO,
    HERO_TAKEN,
    SET_UP,
    STARTING_HERO,
    TAKE_HERO,
)

DECK_A = (9, 7, 5)  # Rooms for two, three and four heroes
DECK_B_ROOMS = 3  # for each hero, besides an Encounter
DECK_C_ROOMS = 3


def set_up(game: Dungeon) -> None:
    """All of the set-up, heroes first (setup.heroes-first)."""
    choose_heroes(game)
    build_decks(game)
    lay_entrance(game)
    game.act = 1
    game.torch = game.content.tracks[0].start[len(game.heroes) - 2]
    game.table.tell(SET_UP, len(game.heroes), deck_size(game), game.torch)
    choose_start(game)


def choose_heroes(game: Dungeon) -> None:
    """Each player takes one of the heroes that are left; alone, one takes two (setup.choose-hero)."""
    content = game.content
    taken: list[int] = []
    for number in range(content.hero_count):
        if content.party:
            mat: i64 = content.party[number]
        else:
            game.asked = number
            options = tuple([TAKE_HERO[hero.index] for hero in content.heroes if hero.index not in taken])
            mat = game.table.choose(game.seat_of(number), CHOOSE_HERO, options).number - 1
        taken.append(mat)
        hero = Hero(content.heroes[mat])
        hero.count_up(content)
        hero.health = hero.max_health
        hero.focus = hero.max_focus
        game.heroes.append(hero)
        game.table.tell(HERO_TAKEN, mat, number)


def build_decks(game: Dungeon) -> None:
    """The Dungeon Deck's three parts, and all other decks (setup.deck-a, setup.deck-b, setup.deck-c)."""
    content = game.content
    count = len(game.heroes)
    game.left = [DECK_A[count - 2], (1 + DECK_B_ROOMS) * count, DECK_C_ROOMS + 1]
    game.unseen_in_b = [ROOM_CARD] * (DECK_B_ROOMS * count) + [ENCOUNTER_CARD] * count
    game.unseen_in_c = [ROOM_CARD] * DECK_C_ROOMS + [LAIR_DOOR_CARD]
    game.loot_deck = Deck(list(range(len(content.loot))))
    game.spell_deck = Deck(list(range(len(content.spells))))
    game.goblin_deck = Deck(list(range(len(content.goblins))))
    game.minion_deck = Deck(list(range(len(content.minions))))


def lay_entrance(game: Dungeon) -> None:
    """The Entrance in the middle with its altar, and four facedown cards around it (setup.four-facedown)."""
    for card in game.content.dungeon:
        if card.type == ENTRANCE_CARD:
            game.room[CENTRE] = card.index
            game.exits[CENTRE] = card.exits
    game.rooms |= bit(CENTRE)
    game.altars = bit(CENTRE)
    for side in range(4):
        lay_facedown(game, beside(CENTRE, side))


def choose_start(game: Dungeon) -> None:
    """The group picks who begins, by its first player (setup.first-player)."""
    starts = game.content.starts
    if starts == 0:
        options = tuple([BEGIN_WITH[number] for number in range(len(game.heroes))])
        starts = game.table.choose(0, STARTING_HERO, options).number
    game.active = starts - 1
