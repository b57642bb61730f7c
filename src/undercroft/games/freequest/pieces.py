"""What FreeQuest is played with: heroes, monsters, items, spells, cards, traps and quests, as they never change.

`content.py` makes all but quests from the data files, `quest_content.py` makes quests. Numbers of things are their
places in the lists of `Content`, in the order of the files.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.ground import NOWHERE, Ground
from undercroft.games.freequest.vocabulary import SQUARES

NOTHING: Final = -1

# ---- items ----------------------------------------------------------------------------------------------------------

PACK: Final = 0  # where an item is worn or held; PACK: it works from there, or not at all
HAND: Final = 1
TWO_HANDS: Final = 2
HEAD: Final = 3
BODY: Final = 4

WEAPON: Final = 0  # sorts of items
ARMOUR: Final = 1
POTION: Final = 2
TRINKET: Final = 3
ITEM_SORTS: Final = ("weapon", "armour", "potion", "trinket")

NO_POWER: Final = 0
WIDE_SEARCH: Final = 1  # a search for traps finds secret doors as well
SURE_LEAP: Final = 2  # once a quest a leap over one or two squares succeeds without a roll
SULKS: Final = 3  # after a failed attack the next with it has more dice
TURN_DIE: Final = 4  # once a quest a die of a disarming is turned to any face
SECOND_BREATH: Final = 5  # once a quest, when damage would kill: one Health is left
QUIET: Final = 6  # a wandering monster that comes to its owner does not attack at once
POWERS: Final = ("none", "wide-search", "sure-leap", "sulks", "turn-die", "second-breath", "quiet")


class Item:
    """A thing that heroes carry. Figures are added to the hero's own while it is held or worn, or carried if PACK."""

    def __init__(self, index: i64, key: str, name: str, sort: i64, place: i64) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.sort: Final = sort
        self.place: Final = place
        self.attack: i64 = 0
        self.defense: i64 = 0
        self.move: i64 = 0
        self.skill: i64 = 0
        self.magic: i64 = 0
        self.health: i64 = 0
        self.leap_target: i64 = 0
        self.diagonal = False
        self.ranged = False
        self.steady = False  # a die that shows 1 is rolled again if the hero has not moved
        self.cost: i64 = 0
        self.sells: i64 = 0
        self.in_shop = False
        self.enchanted = False
        self.like: i64 = NOTHING  # the shop item whose figures it has
        self.power: i64 = NO_POWER
        self.number: i64 = 0  # what its power counts
        self.heals: i64 = 0  # a potion's figures
        self.next_attack: i64 = 0
        self.shields: i64 = 0
        self.text = ""

    def light(self, most_attack: i64) -> bool:
        """Whether it is light (equip.light)."""
        return self.attack <= most_attack if self.sort == WEAPON else self.move == 0


# ---- heroes ---------------------------------------------------------------------------------------------------------

FIRST_AID: Final = 0  # abilities
SACRIFICE: Final = 1
GUARD: Final = 2
ROAR: Final = 3
LIGHT_STEP: Final = 4
STEADY_FINGERS: Final = 5
LONG_LEAP: Final = 6  # leaps need one success less, never less than one
STRONG_BACK: Final = 7  # may leap with a dead hero on the back
KEEN_EYES: Final = 8  # a search for secret doors finds traps as well
QUICK_DRAW: Final = 9  # may shoot at adjacent monsters
ABILITIES: Final = (
    "first-aid", "sacrifice", "guard", "roar", "light-step", "steady-fingers", "long-leap", "strong-back", "keen-eyes",
    "quick-draw",
)  # fmt: skip

QUESTS: Final = 0  # counters on a sheet
KILLS: Final = 1
TRAPS_DISARMED: Final = 2
LEAPS_MADE: Final = 3
SPELLS_CAST: Final = 4
HEALTH_RESTORED: Final = 5
DAMAGE_TAKEN_FOR_OTHERS: Final = 6
SECRET_DOORS_FOUND: Final = 7
BODIES_BROUGHT_OUT: Final = 8
COUNTERS: Final = (
    "quests", "kills", "traps-disarmed", "leaps-made", "spells-cast", "health-restored", "damage-taken-for-others",
    "secret-doors-found", "bodies-brought-out",
)  # fmt: skip

STATS: Final = ("move", "skill", "magic", "health", "spells")


class Improvement:
    """What a hero may learn: what it takes, and what it gives."""

    def __init__(self, index: i64, key: str, name: str, hero: i64, text: str) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.hero: Final = hero  # NOTHING: any
        self.text: Final = text
        self.needs: Final[list[int]] = [0] * len(COUNTERS)
        self.after: Final[list[int]] = []  # improvements that come first
        self.stats: Final[list[int]] = [0] * len(STATS)
        self.ability: i64 = NOTHING


class HeroKind:
    """A supplied hero."""

    def __init__(self, index: i64, key: str, name: str, text: str) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.text: Final = text
        self.published = False
        self.move: i64 = 0
        self.skill: i64 = 0
        self.magic: i64 = 0
        self.health: i64 = 0
        self.spells: i64 = 0
        self.spells_per_magic: i64 = 0  # spells that a point of Magic brings, where it rises
        self.gold: i64 = 0
        self.may_use: Final[list[bool]] = []  # by item
        self.gear: Final[list[int]] = []
        self.selections: Final[list[Selection]] = []
        self.abilities: i64 = 0  # as bits


class Selection:
    """A choice that is made when a hero is created: one of several sets of items."""

    def __init__(self, ask: str) -> None:
        self.ask: Final = ask
        self.options: Final[list[list[int]]] = []


# ---- monsters -------------------------------------------------------------------------------------------------------

BOLD: Final = 0
WARY: Final = 1
STAYS: Final = 2  # temper guard
TEMPERS: Final = ("bold", "wary", "guard")

REACH: Final = 1  # traits, as bits
RANGED: Final = 2
SLOW_TO_WAKE: Final = 4
PACK_HUNTER: Final = 8
FEARLESS: Final = 16
DIMS: Final = 32  # while it lives no hero in its area may search
LOOTS: Final = 64  # whoever it hurts loses gold that was found
TRAITS: Final = ("reach", "ranged", "slow-to-wake", "pack", "fearless", "dims", "loots")


class MonsterKind:
    """A kind of monster."""

    def __init__(self, index: i64, key: str, name: str, mark: str, text: str) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.mark: Final = mark
        self.text: Final = text
        self.published = False
        self.move: i64 = 0
        self.attack: i64 = 0
        self.defense: i64 = 0
        self.skill: i64 = 0
        self.magic: i64 = 0
        self.health: i64 = 0
        self.regenerates: i64 = 0
        self.traits: i64 = 0
        self.temper: i64 = BOLD
        self.spells: Final[list[int]] = []
        self.threat: i64 = 0


# ---- spells ---------------------------------------------------------------------------------------------------------

ATTACK_ONE: Final = 0  # what spells do
ATTACK_SEVERAL: Final = 1
ATTACK_AROUND: Final = 2
BURN: Final = 3
UNPICK: Final = 4
HEAL: Final = 5
HEAL_AROUND: Final = 6
SHARE: Final = 7
RAGE: Final = 8
SLOW: Final = 9
SHIELD: Final = 10
EDGE: Final = 11
WARD: Final = 12
CANDLE: Final = 13
HARE: Final = 14
SMOKE: Final = 15
SWAP: Final = 16
PULL: Final = 17
HOME: Final = 18
HINDER: Final = 19
EFFECTS: Final = (
    "attack-one", "attack-several", "attack-around", "burn", "unpick", "heal", "heal-around", "share", "rage", "slow",
    "shield", "edge", "ward", "candle", "hare", "smoke", "swap", "pull", "home", "hinder",
)  # fmt: skip

SCHOOLS: Final = ("attack", "healing", "buff", "movement", "monster")

NO_RESISTANCE: Final = 0
CANCELS: Final = 1
REDUCES: Final = 2
RESISTANCES: Final = ("none", "cancel", "reduce")


class Spell:
    """A spell; `number` is its main figure: dice, damage, Health, squares."""

    def __init__(self, index: i64, key: str, name: str, effect: i64, number: i64) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.effect: Final = effect
        self.number: Final = number
        self.school: i64 = 0
        self.targets: i64 = 1
        self.adjacent = False  # reaches only adjacent figures
        self.resist: i64 = NO_RESISTANCE
        self.second: i64 = 0  # a second figure: what Burning Rage takes, how low Last Ember's hero must be
        self.is_attack = False
        self.text = ""


# ---- treasure and traps ---------------------------------------------------------------------------------------------

GOLD_CARD: Final = 0
ITEM_CARD: Final = 1
POTION_CARD: Final = 2
BUNDLE_CARD: Final = 3
NOTHING_CARD: Final = 4
HAZARD_CARD: Final = 5
WANDERING_CARD: Final = 6
CARD_SORTS: Final = ("gold", "item", "potion", "bundle", "nothing", "hazard", "wandering")


class TreasureCard:
    """A kind of treasure card."""

    def __init__(self, index: i64, key: str, name: str, sort: i64, copies: i64) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.sort: Final = sort
        self.copies: Final = copies
        self.amount: i64 = 0  # gold, or a hazard's damage
        self.item: i64 = NOTHING
        self.test: i64 = 0  # a hazard's Skill test, if it has one
        self.text = ""


PIT: Final = 0  # what a trap does, besides its figures
SLIT: Final = 1
VAULT: Final = 2
SNARE: Final = 3
BELL: Final = 4
TRAP_EFFECTS: Final = ("pit", "slit", "vault", "snare", "bell")

ONCE: Final = 0
AGAIN: Final = 1
STAYS_OPEN: Final = 2
AFTERS: Final = ("once", "again", "open")


class TrapKind:
    """A kind of trap."""

    def __init__(self, index: i64, key: str, name: str, effect: i64, after: i64) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.effect: Final = effect
        self.after: Final = after
        self.damage: i64 = 0
        self.attack: i64 = 0
        self.target: i64 = 0  # of the Skill test that frees from a snare
        self.squares: i64 = 0  # that a bell lets monsters walk
        self.text = ""


# ---- quests ---------------------------------------------------------------------------------------------------------

ROOM: Final = 0
HALLWAY: Final = 1
START: Final = 2
AREA_KINDS: Final = ("room", "hallway", "start")

CLOSED: Final = 0
STANDS_OPEN: Final = 1
SECRET: Final = 2
LOCKED: Final = 3
DOOR_STATES: Final = ("closed", "open", "secret", "locked")

FETCH: Final = 0
KILL: Final = 1
REACH_AREA: Final = 2
WORK_DEVICE: Final = 3
RESCUE: Final = 4
OBJECTIVES: Final = ("item", "kill", "reach", "device", "rescue")

RECOVERY: Final = 0
RANSOM: Final = 1
LOST: Final = 2
RESULTS: Final = ("recovery", "ransom", "lost")


class Area:
    """A room, a hallway or the starting tile; `text` is read when it is shown, a number among `Book.texts`."""

    def __init__(self, index: i64, letter: str, kind: i64) -> None:
        self.index: Final = index
        self.letter: Final = letter
        self.kind: Final = kind
        self.text: i64 = NOTHING
        self.notes = ""
        self.squares: Final[list[int]] = []
        self.gold: i64 = 0  # placed treasure
        self.items: Final[list[int]] = []
        self.quest_items: i64 = 0  # as bits


class Door:
    """A door: the square on its one side, the side, its state at first, and what opens it if it is locked."""

    def __init__(self, index: i64, at: i64, side: i64, state: i64) -> None:
        self.index: Final = index
        self.at: Final = at
        self.side: Final = side
        self.state: Final = state
        self.key: i64 = NOTHING  # a quest item
        self.levers: i64 = 0  # devices that must all have been used, as bits


class Furniture:
    """A piece of furniture and its squares."""

    def __init__(self, name: str) -> None:
        self.name: Final = name
        self.squares: Final[list[int]] = []


class Device:
    """Something that can be worked: where, what all may know of it, and what it does."""

    def __init__(self, index: i64, key: str, name: str, at: i64) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.at: Final = at
        self.public = ""
        self.test: i64 = 0  # the target of a Skill test, if there is one
        self.uses: i64 = 1
        self.gold: i64 = 0
        self.text: i64 = NOTHING
        self.opens: Final[list[int]] = []  # doors
        self.shows: i64 = 0  # areas, as bits
        self.trap: i64 = NOTHING  # springs when worked
        self.trap_on_one: i64 = NOTHING  # springs on a failed test with a 1
        self.places: Final[list[Lair]] = []


class Lair:
    """Where a monster waits; `least` is the smallest party that meets it, `noun` its place among `Book.nouns`."""

    def __init__(self, index: i64, kind: i64, at: i64, least: i64, noun: i64) -> None:
        self.index: Final = index
        self.kind: Final = kind
        self.at: Final = at
        self.least: Final = least
        self.noun: Final = noun
        self.health: i64 = 0  # more than its kind has, by the quest's text


class Quest:
    """A quest as its file tells it."""

    def __init__(self, index: i64, key: str, title: str, ground: Ground) -> None:
        self.index: Final = index
        self.key: Final = key
        self.title: Final = title
        self.ground: Final = ground
        self.step: i64 = 1
        self.least: i64 = 1  # heroes
        self.most: i64 = 4
        self.briefing = ""
        self.goal = ""  # the objective in a sentence
        self.objective: i64 = FETCH
        self.wanted: i64 = 0  # quest items, lairs, areas or devices, as bits; unused for a rescue
        self.captive: i64 = NOWHERE  # where the captive lies
        self.captive_name = ""
        self.start: i64 = 0  # the area
        self.areas: Final[list[Area]] = []
        self.doors: Final[list[Door]] = []
        self.furniture: Final[list[Furniture]] = []
        self.devices: Final[list[Device]] = []
        self.traps: Final[dict[int, int]] = {}  # square: kind
        self.lairs: Final[list[Lair]] = []
        self.quest_items: Final[list[str]] = []  # names
        self.wandering: Final[list[int]] = []
        self.rounds: i64 = 60
        self.on_wipe: i64 = RECOVERY
        self.reward: i64 = 0
        self.opens: Final[list[int]] = []  # quests
        self.after_lost: Final[list[int]] = []
        self.last = False  # whether winning it wins the campaign
        self.secret_way = False  # whether the way to the objective leads through a secret door, as the briefing hints
        self.codes: Final[list[int]] = []  # by square: its number among the options, counted from the starting tile
        self._known: Final[dict[int, Ground]] = {}

    def known(self, areas: i64, doors: i64) -> Ground:
        """The map as far as it is known with these areas and doors."""
        key: int = doors  # of any size, as areas and doors may be more than 64 bits hold; so no i64 may take part
        low: int = areas
        key = key << len(self.areas) | low
        ground = self._known.get(key)
        if ground is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            ground = self.ground.known(areas, doors)
            self._known[key] = ground
        return ground


MOST_KNOWN: Final = 500
FAR_EAST: Final = 32  # a square's number among the options counts from the starting tile; maps are smaller than this
FAR_SOUTH: Final = 32


def code(east: i64, south: i64) -> i64:
    """The number of a square among the options, by where it lies from the first square of the starting tile."""
    number = (south + FAR_SOUTH) * 2 * FAR_EAST + east + FAR_EAST
    assert 0 <= number < len(SQUARES)
    return number


class Book:
    """The quest book: for the referee's eyes only."""

    def __init__(self) -> None:
        self.quests: Final[list[Quest]] = []
        self.first: Final[list[int]] = []  # the quests that are open when a campaign begins
        self.nouns: Final[list[str]] = []  # names of monsters: the kinds', then those of single ones
        self.texts: Final[list[str]] = []  # what quests say, area by area and device by device
        self.things: Final[list[int]] = []  # by quest: where its items begin among the names of all quest items
        self.thing_names: Final[list[str]] = []


# ---- all of it ------------------------------------------------------------------------------------------------------


GENTLE: Final = 0  # how the computer's referee plays
FAIR: Final = 1
CUNNING: Final = 2
PERSON: Final = 3  # or somebody at the table does; a bot on that seat is fair
REFEREES: Final = ("gentle", "fair", "cunning", "person")


class Content:
    """All that an edition is played with, its figures and switches, and how the game at hand is set up."""

    def __init__(self) -> None:
        self.heroes: Final[list[HeroKind]] = []
        self.monsters: Final[list[MonsterKind]] = []
        self.items: Final[list[Item]] = []
        self.spells: Final[list[Spell]] = []  # heroes' first
        self.drafted: i64 = 0  # so many of them are the heroes'
        self.cards: Final[list[TreasureCard]] = []
        self.traps: Final[list[TrapKind]] = []
        self.improvements: Final[list[Improvement]] = []
        self.caps: Final[list[int]] = []  # by stat: how far improvements may raise it
        # figures
        self.base_attack: i64 = 1
        self.base_defense: i64 = 1
        self.actions: i64 = 2
        self.leap_target: i64 = 4
        self.disarm_target: i64 = 5
        self.fumble: i64 = 1  # the face that springs a trap
        self.carry_divisor: i64 = 2
        self.last_round: i64 = 0  # of every quest; 0: as the quest says
        self.tries: i64 = 3
        self.offering_step: i64 = 100
        self.most_offering: i64 = 400
        self.life_dice: i64 = 2
        self.death_dice: i64 = 2
        self.ransom: i64 = 100
        self.new_hero_gold: i64 = 50  # for each quest completed, after all was lost
        self.step_gold: i64 = 0  # what a hero owns, for each step, where a quest is played by itself
        self.bundle_gold: i64 = 100  # where no enchanted item is left
        self.resist_by_test = False
        # how this game is set up
        self.party: Final[list[int]] = []  # heroes; empty: they are chosen
        self.heroes_wanted: i64 = 4
        self.players: i64 = 1
        self.quest: i64 = NOTHING  # the one quest that is played, or NOTHING for a campaign
        self.referee: i64 = FAIR
        self.campaign: Final[dict[str, object]] = {}  # the campaign that goes on, as it was kept; empty: a new one


class Box:
    """All that comes in the box: content, and the quest book beside it."""

    def __init__(self, content: Content, book: Book) -> None:
        self.content: Final = content
        self.book: Final = book
