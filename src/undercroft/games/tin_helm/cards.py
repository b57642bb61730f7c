"""The cards on the table: races, classes, trappings, loot, enemies and rooms, ready to be played with.

These never change during a game. `content.py` makes them from the data files.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.vocabulary import Option
from undercroft.games.tin_helm.vocabulary import NONE

ICONS: Final = ("enemy", "trap", "random", "loot", "campsite", "water")
ENEMY_ICON: Final = 0
TRAP_ICON: Final = 1
RANDOM_ICON: Final = 2
LOOT_ICON: Final = 3
CAMPSITE_ICON: Final = 4
WATER_ICON: Final = 5

PLACES: Final = ("altar", "campsite", "grove", "labyrinth", "pigman", "shrine")
ALTAR_PLACE: Final = 0
CAMPSITE_PLACE: Final = 1
GROVE_PLACE: Final = 2
LABYRINTH_PLACE: Final = 3
PIGMAN_PLACE: Final = 4
SHRINE_PLACE: Final = 5

FIND_KINDS: Final = ("empty", "shard", "card", "enemy", "place", "trap", "loot")
FIND_EMPTY: Final = 0
FIND_SHARD: Final = 1
FIND_CARD: Final = 2
FIND_ENEMY: Final = 3
FIND_PLACE: Final = 4
FIND_TRAP: Final = 5
FIND_LOOT: Final = 6

PLAIN_EFFECTS: Final = (
    "text", "rest_health", "rest_energy", "first_card_damage", "undead_damage", "doubles_damage", "rerolls_doubles",
    "can_be_thrown", "block", "breaks_at", "fishing_dice", "altar_steps", "trades_for_shard", "use_health",
    "use_energy", "avoid_favor", "avoid_once_per_level", "avoid_discards", "avoid_undead_only",
)  # fmt: skip
SINGLE_EFFECTS: Final = ("can_be_thrown", "trades_for_shard", "disarm")
ENEMY_FIGURES: Final = (
    "health", "attack", "defense", "undead", "attacks_first", "rerolls_doubles", "energy_before_combat",
    "energy_per_hit", "favor_per_hit", "food_reward", "shard_reward", "power", "plural",
)  # fmt: skip
RACE_FIGURES: Final = (
    "health", "energy", "food", "power", "extra_trapping", "camps_both", "flips_per_level", "water_gain",
)  # fmt: skip


class Card:
    """A trapping or a piece of loot, and what it does for whoever holds it."""

    def __init__(self, index: i64, key: str, name: str) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.bit: Final[i64] = bit(index)
        self.text = ""
        self.pair = ""  # the trappings card it is printed on; empty for loot
        self.option: Option = NONE  # what a Human calls it when choosing
        self.rest_health: i64 = 0
        self.rest_energy: i64 = 0
        self.first_card_damage: i64 = 0
        self.undead_damage: i64 = 0
        self.doubles_damage: i64 = 0
        self.rerolls_doubles = False
        self.can_be_thrown = False
        self.block: i64 = 0
        self.breaks_at: i64 = 0
        self.fishing_dice: i64 = 0
        self.altar_steps: i64 = 0
        self.disarm: list[int] = []
        self.trades_for_shard = False
        self.use: Option = NONE
        self.use_health: i64 = 0
        self.use_energy: i64 = 0
        self.avoid: Option = NONE
        self.avoid_favor: i64 = 0
        self.avoid_once_per_level = False
        self.avoid_discards = False
        self.avoid_undead_only = False


class Enemy:
    """An enemy card; a favor of -1 stands for the dungeon level."""

    def __init__(self, index: i64, key: str, name: str) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.power = ""
        self.plural = False
        self.health: i64 = 0
        self.attack: i64 = 0
        self.defense: i64 = 0
        self.favor: i64 = 0
        self.undead = False
        self.attacks_first = False
        self.rerolls_doubles = False
        self.energy_before_combat: i64 = 0
        self.energy_per_hit: i64 = 0
        self.favor_per_hit: i64 = 0
        self.food_reward: i64 = 0
        self.shard_reward: i64 = 0


class Find:
    """One entry of a results side: what kind of thing, and which."""

    def __init__(self, kind: i64, index: i64) -> None:
        self.kind: Final = kind
        self.index: Final = index


class Room:
    """A dungeon card with its two sides."""

    def __init__(self, index: i64, key: str, name: str) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.icons: Final[list[int]] = []
        self.enemy: i64 = 0
        self.trap_health: i64 = 0
        self.trap_energy: i64 = 0
        self.random = Find(FIND_EMPTY, 0)
        self.loot = Find(FIND_EMPTY, 0)


class Class:
    """A class; `bonus` is what 0, 1, 2 and 3 energy add to an attack."""

    def __init__(self, index: i64, key: str, name: str, option: Option) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.option: Final = option
        self.health: i64 = 0
        self.energy: i64 = 0
        self.bonus: list[int] = []
        self.trappings: Final[list[int]] = []


class Race:
    """A race and its power; `classes` are those not printed on its own card."""

    def __init__(self, index: i64, key: str, name: str, option: Option) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.option: Final = option
        self.health: i64 = 0
        self.energy: i64 = 0
        self.food: i64 = 0
        self.power = ""
        self.classes: Final[list[Class]] = []
        self.extra_trapping = False
        self.camps_both = False
        self.flips_per_level: i64 = 0
        self.water_gain: i64 = 0


class AltarStep:
    """What an altar gives from so much favor on; the top step is a shard or full health."""

    def __init__(self, favor: i64, health: i64, energy: i64, top: bool) -> None:
        self.favor: Final = favor
        self.health: Final = health
        self.energy: Final = energy
        self.top: Final = top


class Figures:
    """The numbers of the rules themselves."""

    def __init__(
        self,
        levels: i64,
        shards_to_win: i64,
        food_limit: i64,
        favor_limit: i64,
        plain_strike: i64,
        meal: i64,
        hunger: i64,
        fish_from: i64,
        rest_health: i64,
        rest_energy: i64,
        forage_food: i64,
        grove_food: list[int],
        grove_energy_lost: list[int],
        labyrinth_food: i64,
        labyrinth_energy: i64,
        labyrinth_health: i64,
        pigman_favor: i64,
        score_shard: i64,
        score_favor: i64,
        score_level: i64,
    ) -> None:
        self.levels: Final = levels
        self.shards_to_win: Final = shards_to_win
        self.food_limit: Final = food_limit
        self.favor_limit: Final = favor_limit
        self.plain_strike: Final = plain_strike
        self.meal: Final = meal
        self.hunger: Final = hunger
        self.fish_from: Final = fish_from
        self.rest_health: Final = rest_health
        self.rest_energy: Final = rest_energy
        self.forage_food: Final = forage_food
        self.grove_food: Final = grove_food
        self.grove_energy_lost: Final = grove_energy_lost
        self.labyrinth_food: Final = labyrinth_food
        self.labyrinth_energy: Final = labyrinth_energy
        self.labyrinth_health: Final = labyrinth_health
        self.pigman_favor: Final = pigman_favor
        self.score_shard: Final = score_shard
        self.score_favor: Final = score_favor
        self.score_level: Final = score_level


class Kit:
    """What the cards in a hand do together; made once for each hand and shared."""

    def __init__(self, held: list[Card]) -> None:
        self.held: Final = held
        self.rest_health: i64 = 0
        self.rest_energy: i64 = 0
        self.first_card_damage: i64 = 0
        self.undead_damage: i64 = 0
        self.doubles_damage: i64 = 0
        self.rerolls_doubles = False
        self.thrown: Card | None = None
        self.blockers: Final[list[Card]] = []
        self.fishing_dice: i64 = 0
        self.altar_steps: i64 = 0
        self.disarm: list[int] = []
        self.traded: Card | None = None
        self.uses: i64 = 0
        self.avoiders: Final[list[Card]] = []
        for card in held:
            self._add(card)

    def _add(self, card: Card) -> None:
        self.rest_health += card.rest_health
        self.rest_energy += card.rest_energy
        self.first_card_damage += card.first_card_damage
        self.undead_damage += card.undead_damage
        self.doubles_damage = max(self.doubles_damage, card.doubles_damage)
        self.rerolls_doubles = self.rerolls_doubles or card.rerolls_doubles
        self.fishing_dice = max(self.fishing_dice, card.fishing_dice)
        self.altar_steps = max(self.altar_steps, card.altar_steps)
        self.uses |= card.use.number
        if card.can_be_thrown:
            self.thrown = card
        if card.trades_for_shard:
            self.traded = card
        if card.block:
            self.blockers.append(card)
        if card.disarm:
            self.disarm = card.disarm
        if card.avoid is not NONE:
            self.avoiders.append(card)


class Content:
    """All cards of an edition."""

    def __init__(self, food_heals: bool, net_always_fishes: bool, figures: Figures) -> None:
        self.food_heals: Final = food_heals
        self.net_always_fishes: Final = net_always_fishes
        self.figures: Final = figures
        self.races: Final[list[Race]] = []
        self.classes: Final[list[Class]] = []
        self.cards: Final[list[Card]] = []
        self.enemies: Final[list[Enemy]] = []
        self.rooms: Final[list[Room]] = []
        self.altar: Final[list[AltarStep]] = []
        self.ranks: Final[list[tuple[int, str, str]]] = []  # least score, key, name; rising
        self.bare: Final = Kit([])
        self._kits: Final[dict[int, Kit]] = {0: self.bare}

    def kit(self, hand: i64) -> Kit:
        """What a hand does, given as the bits of its cards."""
        kit = self._kits.get(hand)
        if kit is None:
            kit = Kit([card for card in self.cards if hand & card.bit])
            self._kits[hand] = kit
        return kit
