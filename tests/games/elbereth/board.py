"""A small table for rule tests of Elbereth: given equipment and a floor, when something is done, then look.

Cards are named as the ledger's tests name them: U, D (stairs), R (dragon), W (wall), S (shop), C (coin), O (open area),
E2 to E5 (an enemy of that strength), i:sword (an item), B:knight (a boss). Places are (east, south) of the up stairs,
so that north is (0, -1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import undercroft
from tests.games.told import Told
from undercroft.core.chance import Chance, Scripted, Seeded
from undercroft.core.grid import east_of, place, south_of
from undercroft.core.players import Paused, ScriptedPlayer
from undercroft.core.session import Session
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt, Stream
from undercroft.games.elbereth import ELBERETH, content
from undercroft.games.elbereth.cards import Content
from undercroft.games.elbereth.exploration import lay_down
from undercroft.games.elbereth.state import BOSS_TO_COME, Elbereth
from undercroft.games.elbereth.turns import play, take_action
from undercroft.games.elbereth.vocabulary import ATTACK_DIE, DESCEND, ITEMS, PIECES

Answers = Sequence[tuple[str, str]]
Place = tuple[int, int]
NAMES = {"U": "up-stairs", "D": "down-stairs", "R": "dragon", "W": "wall", "S": "shop", "C": "item-coin", "O": "cavern"}
ENEMIES = {  # by strength; the first that the edition's deck holds
    "E2": ("tunnel-rat",),
    "E3": ("rat", "lamp-thief"),
    "E4": ("spider", "bone-sentry"),
    "E5": ("snake", "stone-troll"),
}


def given(
    *,
    edition: str = "book",
    changes: Mapping[str, Any] | None = None,
    equipped: Sequence[str] = (),
    gone: Sequence[str] = (),
    table: Mapping[Place, str] | None = None,
    turned: Sequence[Place] = (),
    deck: Sequence[str] = (),
    floor: int = 1,
    **figures: Any,
) -> Elbereth:
    """A game on a floor: these cards on the table besides the up stairs, this deck, this equipment.

    The cards of `table` are laid in its order, so that the first has number 1. The deck is a bag; which card comes is
    said by `when`. Figures are attributes of the state: coin, coin_gone, key_held, hit_once, ...
    """
    game = Elbereth(content.load(edition, changes or {}))
    game.floor = floor
    game.equipped = bits(equipped)
    game.gone = bits(gone)
    game.bags = [sorted(kind(game.content, card) for card in deck)]
    lay(game, "U", (0, 0))
    for at, card in (table or {}).items():
        lay(game, card, at)
    for at in turned:
        turn(game, at)
    for name, value in figures.items():
        assert hasattr(game, name), name
        setattr(game, name, value)
    return game


def lay(game: Elbereth, card: str, at: Place) -> int:
    """Put a card on the table as if it had been drawn; returns its number."""
    return int(lay_down(game, kind(game.content, card), place(*at), 0))


def turn(game: Elbereth, at: Place) -> None:
    """Show the back of a card as if it had been beaten, broken or picked up earlier."""
    number = game.at[place(*at)]
    game.turned[number] = 1
    game.attacks = [option for option in game.attacks if option.number != number]
    game.breaks = [option for option in game.breaks if option.number != number]
    game.items = [item for item in game.items if item != number]


def when(
    game: Elbereth,
    rule: Callable[..., Any] = take_action,
    *arguments: Any,
    dice: Sequence[int] = (),
    cards: Sequence[str] = (),
    answers: Answers = (),
) -> Told:
    """Do what a rule says, with these dice, drawn cards and answers; all of them must be used up.

    A card is drawn without chance, and so is not in `cards`, where it is the last of its bag. `take_action` asks for
    one action and carries it out: answers=[("action.choose", "attack-1")].
    """
    chance = Scripted(list(dice), [kind(game.content, card) for card in cards])
    player = ScriptedPlayer(list(answers))
    table = Table([player], chance)
    table.log = []
    table.seat(game)
    game.table = table
    with suppress(Paused):
        rule(game, *arguments)
    chance.finish()
    player.finish()
    return Told(table.log, player.asked, list(player.offered), game.end is not None)


def act(game: Elbereth, action: str, *then: str, dice: Sequence[int] = (), cards: Sequence[str] = ()) -> Told:
    """One action by name, with the answers to a failed attack after it."""
    answers = [("action.choose", action), *(("attack.failed", answer) for answer in then)]
    return when(game, take_action, dice=dice, cards=cards, answers=answers)


def offered(game: Elbereth) -> list[str]:
    """The actions that are possible now, without giving up; empty if the game ends instead."""
    told = when(game, take_action)
    return [name for name in told.offered if name != "give-up"]


def kind(known: Content, card: str) -> int:
    """The kind of a card by its short name or its key."""
    keys = {each.key: each.index for each in known.kinds}
    if card == "B":
        return BOSS_TO_COME
    if card in ENEMIES:
        return next((keys[key] for key in ENEMIES[card] if known.kinds[keys[key]].count), keys[ENEMIES[card][0]])
    if card.startswith(("i:", "B:")):
        card = f"item-{card[2:]}" if card[0] == "i" else card[2:]
    return keys[NAMES.get(card, card)]


def bits(pieces: Sequence[str]) -> int:
    """Pieces as bits."""
    return sum(1 << PIECES.index(piece) for piece in pieces)


def pieces(set_of: int) -> list[str]:
    """The pieces that bits stand for."""
    return [piece for index, piece in enumerate(PIECES) if set_of >> index & 1]


def laid(game: Elbereth) -> dict[Place, str]:
    """What lies where, by key, in the order of being laid."""
    return {(int(east_of(at)), int(south_of(at))): game.kind(number).key for number, at in enumerate(game.places)}


def number_at(game: Elbereth, at: Place) -> int:
    """The number of the card at a place."""
    return game.at[place(*at)]


def item(name: str) -> int:
    """The place of an item among the items."""
    return ITEMS.index(name)


# ---- whole games ----------------------------------------------------------------------------------------------------


class Lucky(Chance):
    """Seeded chance, but every attack rolls a six, so that games reach the last floor."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.seeded = Seeded(seed)

    def pick(self, stream: Stream, count: int) -> int:
        return count - 1 if stream is ATTACK_DIE else self.seeded.pick(stream, count)


class Downward(Player):
    """Descends as soon as it can; until then it attacks the boss, or does the first thing on offer."""

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, Elbereth)
        if DESCEND in options:
            return DESCEND
        return next((each for each in options if each.family == "attack" and each.number == state.boss), options[0])


class Thorough(Downward):
    """Stays on every floor until no card is left in the deck."""

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, Elbereth)
        return options[0] if state.deck_size() else super().choose(state, prompt, options)


def whole_game(
    edition: str = "book",
    *,
    changes: Mapping[str, Any] | None = None,
    player: Player | None = None,
    chance: Chance | None = None,
) -> tuple[Elbereth, Told]:
    """A game from set-up to its end; the fastest way down with luck in every attack, unless told otherwise."""
    game = Elbereth(content.load(edition, changes or {}))
    table = Table([player or Downward()], chance or Lucky("down"))
    table.log = []
    play(game, table)
    return game, Told(table.log, "", [], game.end is not None)


def session_at(game: Elbereth, chance: Chance | None = None, seed: str = "here") -> Session:
    """A live game from this moment on, perhaps with chance of its own; odds are counted as in any other session."""

    def play_on(state: State, table: Table) -> None:
        if chance is not None and isinstance(table.chance, Seeded):  # the session's own table, not one for odds
            table.chance = chance
        play(state, table)

    return undercroft.start(replace(ELBERETH, new=lambda edition, changes: game.copy(), play=play_on), seed=seed)


def scripted(game: Elbereth, dice: Sequence[int] = (), cards: Sequence[str] = ()) -> Scripted:
    """Chance that gives these dice and cards."""
    return Scripted(list(dice), [kind(game.content, card) for card in cards])
