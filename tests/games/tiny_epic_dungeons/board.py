"""A small table for rule tests of Tiny Epic Dungeons: given rooms with figures in them, when something is done, look.

Cells are (row, column) as in the ledger, the Entrance at (3, 3). A room is a card's id, perhaps with its exits as it
lies: {(3, 4): "needle-gallery", (2, 3): ("broken-hall", "nes")}; without exits it lies as printed. Dice are scripted in
the order in which they are rolled, Hero Dice one by one; the Enemy Die by its place: 1 to 4 are its numbers 2 to 5,
then SHIELD and TORCH. Cards that are drawn are named by their ids; a facedown card from Deck B or C needs its type
first ("room", "encounter", "lair-door"), unless only one is left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from tests.games.told import Told
from undercroft.core.bits import bit
from undercroft.core.chance import Scripted
from undercroft.core.content import read_toml
from undercroft.core.decks import Deck
from undercroft.core.players import Paused
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games.tiny_epic_dungeons import content
from undercroft.games.tiny_epic_dungeons.belongings import put_on
from undercroft.games.tiny_epic_dungeons.exploring import place
from undercroft.games.tiny_epic_dungeons.pieces import (
    CARD_TYPES,
    ENCOUNTER_CARD,
    LAIR_DOOR_CARD,
    ROOM_CARD,
    Content,
)
from undercroft.games.tiny_epic_dungeons.state import CENTRE, LAIR, Dungeon, Hero, new_game
from undercroft.games.tiny_epic_dungeons.turns import begin_turn, take_step, turn

Cell = tuple[int, int]
Where = Cell | int  # a cell, or a Hero Space of the Boss Mat
SHIELD, TORCH = 5, 6
PAIR = ("brannoch-tull", "sefa-marrow")


class Spoken(Player):
    """Answers with options by name, in order, whoever is asked; stops at the question after the last."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.made = 0
        self.asked = ""
        self.offered: list[str] = []
        self.questions: list[str] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        if self.made == len(self.answers):
            self.asked = prompt.name
            self.offered = [option.name for option in options]
            raise Paused
        name = self.answers[self.made]
        self.made += 1
        self.questions.append(prompt.name)
        for option in options:
            if option.name == name:
                return option
        raise AssertionError(f"{prompt.name} does not offer {name}, but {[option.name for option in options]}")


def cell(at: Cell) -> int:
    """A cell as the rules count it."""
    return at[0] * 7 + at[1]


def find(known: Sequence[Any], key: str) -> Any:
    """The card or mat of that id."""
    return next(card for card in known if card.key == key)


def drawn_track(act: int) -> dict[str, Any]:
    """The symbols of a side of the Torch Mat as they are drawn, for tables that leave them out."""
    side = read_toml(content.DATA / "torch.toml")["torch"][f"act-{act}"]
    return {f"torch.act-{act}.{symbol}": side[symbol] for symbol in ("goblin", "enemies")}


def given(
    heroes: Sequence[str] = PAIR,
    *,
    edition: str = "book",
    changes: Mapping[str, Any] | None = None,
    rooms: Mapping[Cell, str | tuple[str, str]] | None = None,
    facedown: Mapping[Cell, str] | None = None,
    at: Sequence[Where] = (),
    goblins: Mapping[int, tuple[str, Where]] | None = None,
    minions: Sequence[tuple[str, Where] | tuple[str, Where, int]] = (),
    boss: str = "",
    boss_at: Where = 1,
    deck: tuple[int, int, int] = (0, 0, 0),
    solo: bool = False,
    **figures: Any,
) -> Dungeon:
    """A game in the middle of the first hero's turn: these rooms besides the Entrance, everybody where it says.

    Goblins by number: {1: ("goblin-pincher", (3, 3))}; Minions in order, with their Health if it is not full. A Boss
    makes it Act 2 (its place: any Hero Space stands for the mat). Facedown cards name their deck: a, b or c; `deck`
    says how many cards of A, B and C are left to be laid. Figures are attributes of the game: torch, met, seals,
    markers, covered, speed_left, moving, heroic_left, active, ...; health, focus, loot and spells are lists by hero.
    """
    players = 1 if solo else len(heroes)
    game = new_game(content.load(edition, {"play.players": players, "play.party": list(heroes), **(changes or {})}))
    box = game.content
    game.act = 2 if boss else 1
    _seat_heroes(game, heroes)
    _lay_rooms(game, rooms or {}, facedown or {})
    _fill_decks(game, deck)
    game.torch = 20
    for number, where in enumerate(at):
        _put(game.heroes[number], where)
    for number, (key, where) in (goblins or {}).items():
        card = find(box.goblins, key).index
        game.goblin_deck.unseen.remove(card)
        game.goblins[number - 1] = card
        game.goblin_at[number - 1] = _spot(where)
    for minion in minions:
        _add_minion(game, minion)
    if boss:
        game.boss = find(box.bosses, boss).index
        game.boss_at = _spot(boss_at)
        game.markers = [8] * len(heroes)
        game.seals = len(heroes)
    _set(game, figures)
    active = game.hero()
    game.speed_left = figures.get("speed_left", active.speed)
    game.moving = figures.get("moving", True)
    game.heroic_left = figures.get("heroic_left", 1)
    return game


def _seat_heroes(game: Dungeon, heroes: Sequence[str]) -> None:
    for key in heroes:
        hero = Hero(find(game.content.heroes, key))
        hero.count_up(game.content)
        hero.health, hero.focus = hero.max_health, hero.max_focus
        game.heroes.append(hero)


def _lay_rooms(game: Dungeon, rooms: Mapping[Cell, str | tuple[str, str]], facedown: Mapping[Cell, str]) -> None:
    entrance = next(card for card in game.content.dungeon if card.type == 0)
    place(game, CENTRE, entrance.index, entrance.exits)
    game.altars = int(bit(CENTRE))
    for where, what in rooms.items():
        key, exits = (what, "") if isinstance(what, str) else what
        card = find(game.content.dungeon, key)
        place(game, cell(where), card.index, bits(exits) if exits else card.exits)
        for unseen in (game.unseen_rooms, game.unseen_encounters):
            if card.index in unseen:
                unseen.remove(card.index)
        if card.type == ENCOUNTER_CARD and game.act == 2:
            game.altars |= int(bit(cell(where)))
    for where, source in facedown.items():
        game.facedown[cell(where)] = "abc".index(source)
        game.hidden |= int(bit(cell(where)))


def _fill_decks(game: Dungeon, deck: tuple[int, int, int]) -> None:
    game.left = list(deck)
    lying = [list(game.facedown).count(source) for source in range(3)]
    encounters = min(len(game.heroes), deck[1] + lying[1])
    game.unseen_in_b = [ROOM_CARD] * (deck[1] + lying[1] - encounters) + [ENCOUNTER_CARD] * encounters
    last = deck[2] + lying[2]
    game.unseen_in_c = [ROOM_CARD] * (last - 1) + [LAIR_DOOR_CARD] * (last > 0)
    box = game.content
    game.loot_deck = Deck(list(range(len(box.loot))))
    game.spell_deck = Deck(list(range(len(box.spells))))
    game.goblin_deck = Deck(list(range(len(box.goblins))))
    game.minion_deck = Deck(list(range(len(box.minions))))


def _spot(where: Where) -> int:
    return LAIR if isinstance(where, int) else cell(where)


def _put(hero: Hero, where: Where) -> None:
    hero.at = _spot(where)
    hero.space = where if isinstance(where, int) else 0


def _add_minion(game: Dungeon, minion: Sequence[Any]) -> None:
    card = find(game.content.minions, minion[0])
    game.minion_deck.unseen.remove(card.index)
    game.minions.append(card.index)
    game.minion_at.append(_spot(minion[1]))
    game.minion_health.append(minion[2] if len(minion) > 2 else card.health)


def _set(game: Dungeon, figures: Mapping[str, Any]) -> None:
    for name, value in figures.items():
        if name in ("health", "focus"):
            for hero, figure in zip(game.heroes, value, strict=False):
                setattr(hero, name, figure)
        elif name == "loot":
            for number, keys in enumerate(value):
                for key in keys:
                    wear(game, number, key)
        elif name == "spells":
            for number, keys in enumerate(value):
                for key in keys:
                    learn(game, number, key)
        else:
            assert hasattr(game, name), name
            setattr(game, name, value)


def wear(game: Dungeon, number: int, key: str) -> None:
    """A hero carries a Loot from before."""
    card = find(game.content.loot, key)
    game.loot_deck.unseen.remove(card.index)
    put_on(game.heroes[number], card)
    game.heroes[number].count_up(game.content)


def learn(game: Dungeon, number: int, key: str) -> None:
    """A hero carries a Spell from before."""
    card = find(game.content.spells, key)
    game.spell_deck.unseen.remove(card.index)
    game.heroes[number].spells.append(card.index)


def bits(exits: str) -> int:
    """Exits from their letters."""
    return sum(1 << "nesw".index(letter) for letter in exits)


def numbers(box: Content, names: Sequence[str]) -> list[int]:
    """Cards by their ids, as they are drawn."""
    found: list[int] = []
    for name in names:
        if name in CARD_TYPES:
            found.append(CARD_TYPES.index(name))
            continue
        decks = (box.dungeon, box.loot, box.spells, box.goblins, box.minions, box.bosses)
        found.append(next(card.index for deck in decks for card in deck if card.key == name))
    return found


def when(
    game: Dungeon,
    *answers: str,
    rule: Callable[..., Any] = take_step,
    arguments: Sequence[Any] = (),
    dice: Sequence[int] = (),
    cards: Sequence[str] = (),
) -> Told:
    """Do what a rule says with these answers, dice and drawn cards, all of which must be used up.

    `take_step` asks the active hero for one thing and does it, so the first answer is one of turn.next's options. The
    script may end in front of a question, which the result shows with what it offers.
    """
    chance = Scripted(list(dice), numbers(game.content, cards))
    player = Spoken(answers)
    table = Table([player] * 4, chance)
    table.log = []
    table.seat(game)
    game.table = table
    with suppress(Paused):
        rule(game, *arguments)
    chance.finish()
    assert player.made == len(player.answers), f"not asked for {player.answers[player.made :]}"
    return Told(table.log, player.asked, list(player.offered), game.end is not None)


def offered(game: Dungeon) -> list[str]:
    """What the active hero may do now."""
    told = when(game)
    return told.offered


def whole_turn(game: Dungeon, *answers: str, dice: Sequence[int] = (), cards: Sequence[str] = ()) -> Told:
    """A whole turn of the active hero from its head, the Torch included."""
    return when(game, *answers, rule=turn, dice=dice, cards=cards)


def head_of_turn(game: Dungeon) -> Told:
    """The beginning of a turn, up to its first question."""
    return when(game, rule=begin_turn)
