"""What the data files of Tiny Epic Dungeons may say: a shape for every record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta

from undercroft.games.tiny_epic_dungeons.vocabulary import LONGEST_HEALTH

LONGEST_TRACK = 60

Name = Annotated[str, Meta(min_length=1, max_length=30, pattern=r"^[^\x00-\x1f\x7f-\x9f]*\Z")]  # no control characters
Text = Annotated[str, Meta(min_length=1, max_length=120, pattern=r"^[^\x00-\x1f\x7f-\x9f]*\Z")]
Few = Annotated[int, Meta(ge=0, le=9)]
Some = Annotated[int, Meta(ge=1, le=9)]
More = Annotated[int, Meta(ge=-9, le=9)]
Track = Annotated[int, Meta(ge=1, le=20)]
Rooms = Annotated[int, Meta(ge=0, le=12)]
Reach = Annotated[int, Meta(ge=1, le=12)]
Skill = Annotated[int, Meta(ge=1, le=3)]
Goal = Annotated[int, Meta(ge=1, le=12)]
Light = Annotated[int, Meta(ge=1, le=LONGEST_TRACK)]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A record of a data file: unknown fields are refused, names are kebab-case."""


# ---- effects and powers ---------------------------------------------------------------------------------------------


class Effect(Record, frozen=True, rename="kebab"):
    """One thing that a card does; `do` says which of the other fields there must be."""

    do: str
    by: More | None = None
    to: str | None = None
    within: Rooms | None = None
    on: str | None = None
    at: str | None = None
    of: str | None = None


Effects = Annotated[list[Effect], Meta(max_length=4)]
SomeEffects = Annotated[list[Effect], Meta(min_length=1, max_length=4)]


class Passive(Record, frozen=True, rename="kebab"):
    """A hero's power that costs nothing."""

    name: Name
    when: str
    effects: SomeEffects
    text: Text
    range: str | None = None
    n: Reach | None = None


class Ability(Passive, frozen=True, rename="kebab", kw_only=True):
    """A hero's power that is paid for."""

    cost_focus: Few
    once: str = ""


class Special(Record, frozen=True, rename="kebab"):
    """The power of a Goblin or Minion."""

    when: str
    effects: SomeEffects
    text: Text


# ---- heroes, loot and spells ----------------------------------------------------------------------------------------


class Cantrip(Record, frozen=True, rename="kebab"):
    """An attack Spell that is printed on a mat."""

    name: Name
    range: str
    cost_focus: Few
    result: More
    n: Reach | None = None


class Hero(Record, frozen=True, rename="kebab"):
    """A hero mat (components.hero-mats)."""

    name: Name
    calling: Name
    text: Text
    max_health: Track
    max_focus: Track
    speed: Annotated[int, Meta(ge=2, le=5)]
    defense: Few
    strength: Skill
    agility: Skill
    intellect: Skill
    passive: Passive
    ability: Ability
    cantrip: Cantrip | None = None


class Loot(Record, frozen=True, rename="kebab"):
    """A Loot card: the slot that it fills, and its power."""

    name: Name
    slot: str
    when: str
    effects: SomeEffects
    text: Text
    hands: Annotated[int, Meta(ge=1, le=2)] | None = None
    cost_focus: Few = 0
    once: str = ""
    discard: bool = False
    range: str | None = None
    n: Reach | None = None


class Spell(Record, frozen=True, rename="kebab"):
    """A Spell: an attack has a result and targets, a cast a target number and effects."""

    name: Name
    mode: str
    skill: str
    cost_focus: Few
    text: Text
    range: str = "same-room"
    n: Reach | None = None
    target: Goal | None = None
    targets: str | None = None
    result: More | None = None
    discard: bool | None = None
    effects: SomeEffects | None = None


# ---- the dungeon ----------------------------------------------------------------------------------------------------


class Check(Record, frozen=True, rename="kebab"):
    """A Skill Check as a card prints it."""

    skill: str
    target: Goal


class Trap(Record, frozen=True, rename="kebab"):
    """How a trap is evaded and disarmed, and what it does otherwise."""

    evade: Check
    damage: Some
    disarm: Check


class Search(Record, frozen=True, rename="kebab"):
    """What a search gives and takes."""

    skill: str
    target: Goal
    success: SomeEffects
    failure: Effects
    cost_focus: Few = 0
    once: str = ""


class Card(Record, frozen=True, rename="kebab"):
    """A Dungeon card."""

    name: Name
    type: str
    exits: Annotated[list[str], Meta(min_length=1, max_length=4)]
    danger: str
    text: Text
    trap: Trap | None = None
    search: Search | None = None


# ---- enemies --------------------------------------------------------------------------------------------------------


class Counter(Record, frozen=True, rename="kebab"):
    """What is added to a Counter-Attack against each kind of attack."""

    melee: Few
    missile: Few
    spell: Few


class Enemy(Record, frozen=True, rename="kebab"):
    """What Goblins and Minions have in common."""

    name: Name
    defense: Goal
    counter: Counter
    speed: Annotated[int, Meta(ge=1, le=6)]
    range: str
    damage: Some
    text: Text
    targets: str = "one"
    n: Reach | None = None
    special: Special | None = None


class Goblin(Enemy, frozen=True, rename="kebab", kw_only=True):
    """A Goblin card; its reward is a list of alternatives."""

    reward: Annotated[list[SomeEffects], Meta(min_length=1, max_length=3)]


class Minion(Enemy, frozen=True, rename="kebab", kw_only=True):
    """A Minion card."""

    health: Track


class Rider(Record, frozen=True, rename="kebab"):
    """What else happens to whoever a Boss's Counter-Attack hurts."""

    on: str
    effects: SomeEffects


class TorchEffect(Record, frozen=True, rename="kebab"):
    """What a Boss does when the Enemy Die shows the Torch."""

    effects: SomeEffects
    text: Text


class Space(Record, frozen=True, rename="kebab"):
    """A Hero Space of a Boss Mat."""

    n: Annotated[int, Meta(ge=1, le=6)]
    effects: Effects


class Boss(Record, frozen=True, rename="kebab"):
    """The Act 2 side of a Boss Mat."""

    name: Name
    defense: Goal
    speed: Annotated[int, Meta(ge=1, le=6)]
    counter: Counter
    torch_effect: TorchEffect
    altars: Annotated[list[Annotated[int, Meta(ge=1)]], Meta(min_length=2, max_length=3)]
    spaces: Annotated[list[Space], Meta(min_length=6, max_length=6)]
    text: Text
    rider: Rider | None = None


# ---- mats, dice, figures --------------------------------------------------------------------------------------------


class Start(Record, frozen=True):
    """Where the Torch starts, by number of heroes."""

    two: Light = msgspec.field(name="2")
    three: Light = msgspec.field(name="3")
    four: Light = msgspec.field(name="4")


class ActTwo(Record, frozen=True, rename="kebab"):
    """A side of the Torch Mat."""

    start: Start
    goblin: list[Light]
    enemies: list[Light]


class ActOne(ActTwo, frozen=True, rename="kebab", kw_only=True):
    """A side of the Torch Mat whose top is the same for all."""

    top: Light


class Torch(Record, frozen=True, rename="kebab"):
    """The Torch Mat."""

    act_1: ActOne
    act_2: ActTwo


class Face(Record, frozen=True, rename="kebab"):
    """A face of the Hero Dice."""

    value: Annotated[int, Meta(ge=1, le=6)]
    plus: bool
    focus: Annotated[int, Meta(ge=0, le=3)]
    health: Annotated[int, Meta(ge=0, le=3)]


class HeroDie(Record, frozen=True, rename="kebab"):
    """What the Hero Dice show."""

    faces: Annotated[list[Face], Meta(min_length=6, max_length=6)]


class EnemyDie(Record, frozen=True, rename="kebab"):
    """What the Enemy Die shows."""

    faces: Annotated[list[str], Meta(min_length=6, max_length=6)]


class Dice(Record, frozen=True, rename="kebab"):
    """All dice."""

    hero_die: HeroDie
    enemy_die: EnemyDie


class Figures(Record, frozen=True, rename="kebab"):
    """The numbers of the rules themselves, as `pieces.Figures` has them."""

    ambush_goblin: Few
    ambush_minion: Few
    rest_health: Track  # a hero must wake by it
    rest_focus: Annotated[int, Meta(ge=0, le=20)]
    modify_die_cost: Some  # for nothing dice could be changed for ever
    reveal_cost: Few
    research_cost: Some
    minion_reward_cards: Annotated[int, Meta(ge=0, le=4)]
    minion_torch_up: Annotated[int, Meta(ge=0, le=LONGEST_TRACK)]
    boss_track_top: Annotated[int, Meta(ge=4, le=LONGEST_HEALTH)]
    boss_action_damage: Few
    boss_action_range: Rooms
    defense_cap: Annotated[int, Meta(ge=0, le=12)]
    speed_cap: Annotated[int, Meta(ge=1, le=8)]
    speed_floor: Annotated[int, Meta(ge=1, le=8)]
    taunt_speed: Annotated[int, Meta(ge=0, le=8)]
    taunt_focus: Few


class Switches(Record, frozen=True, rename="kebab"):
    """What editions decide differently, as `pieces.Switches` has it."""

    unused_dice_on_failure: bool
    encounters_wait_for_entry: bool
    boss_attackable_in_dungeon: bool
    markers_stop_on_altar: bool
    passed_spaces_resolved: bool


class Play(Record, frozen=True, rename="kebab"):
    """How the game at hand is set up."""

    players: Annotated[int, Meta(ge=1, le=4)]
    party: list[str]
    starts: Annotated[int, Meta(ge=0, le=4)]
    boss: str


@dataclass(frozen=True)
class Shape:
    """All tables of the data folder."""

    hero: dict[str, Hero]
    card: dict[str, Card]
    loot: dict[str, Loot]
    spell: dict[str, Spell]
    goblin: dict[str, Goblin]
    minion: dict[str, Minion]
    boss: dict[str, Boss]
    torch: Torch
    dice: Dice
    figures: Figures
    switches: Switches
    play: Play
