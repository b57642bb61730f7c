"""What the data files of Tiny Epic Dungeons may say, and how they become what is played with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from undercroft.core.content import Shelf, Tables, resolve
from undercroft.core.errors import ContentError
from undercroft.games.tiny_epic_dungeons import pieces

DATA = Path(__file__).parent / "data"
FILES = (
    "heroes.toml", "dungeon.toml", "loot.toml", "spells.toml", "goblins.toml", "minions.toml", "bosses.toml",
    "torch.toml", "dice.toml", "figures.toml", "play.toml",
)  # fmt: skip
COUNTS = {"hero": 8, "card": 28, "loot": 26, "spell": 14, "goblin": 6, "minion": 8, "boss": 6}
CARDS_OF = {"entrance": 1, "lair-door": 1, "encounter": 4, "room": 22}
MOST_TRAPS = 7  # components.disarm-markers
LONGEST_TRACK = 60

T = TypeVar("T")
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
    boss_track_top: Annotated[int, Meta(ge=4, le=12)]
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


def link(tables: Tables, shape: Shape) -> pieces.Content:
    """Turn words into what they stand for; what the rules could not do is refused."""
    content = _content(tables, shape)
    top = shape.figures.boss_track_top
    for place, index, key, hero in _records(tables, "hero", shape.hero):
        content.heroes.append(_hero(place, index, key, hero))
    for place, index, key, card in _records(tables, "card", shape.card):
        content.dungeon.append(_card(place, index, key, card))
    for place, index, key, loot in _records(tables, "loot", shape.loot):
        content.loot.append(_loot(place, index, key, loot))
    for place, index, key, spell in _records(tables, "spell", shape.spell):
        content.spells.append(_spell(place, index, key, spell))
    for place, index, key, goblin in _records(tables, "goblin", shape.goblin):
        content.goblins.append(_enemy(place, index, key, goblin))
    for place, index, key, minion in _records(tables, "minion", shape.minion):
        content.minions.append(_enemy(place, index, key, minion))
    for place, index, key, boss in _records(tables, "boss", shape.boss):
        content.bosses.append(_boss(place, index, key, boss, top))
    _check_dungeon(tables, content)
    _check_tracks_of_heroes(tables, content)
    _set_up(tables, shape, content)
    return content


# ---- words ----------------------------------------------------------------------------------------------------------


def _records(tables: Tables, table: str, records: Mapping[str, T]) -> Iterator[tuple[str, int, str, T]]:
    """Where each record of a table stands, its number, its name and itself; as many as the box holds."""
    if len(records) != COUNTS[table]:
        raise ContentError(f"{tables.place(table)}: there must be {COUNTS[table]}, and there are {len(records)}")
    for index, (key, record) in enumerate(records.items()):
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key):
            raise ContentError(f"{tables.place(table)}: {key!r}: a name is small letters, digits and single dashes")
        yield tables.place(table, key), index, key, record


def _place(place: str, field: str, word: str, known: Iterable[str], what: str) -> int:
    """Which of the known words this is."""
    index: int = resolve(place, field, word, {name: index for index, name in enumerate(known)}, what)
    return index


def _check_each_once(place: str, field: str, values: list[Any]) -> None:
    for value in values:
        if values.count(value) > 1:
            raise ContentError(f"{place}: {field}: {value!r} is there twice")


# ---- effects --------------------------------------------------------------------------------------------------------

FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {  # by effect: what it must say, and what it may
    "health": (("by",), ("to", "within")), "focus": (("by",), ("to", "within")), "loot": (("by",), ()),
    "spell": (("by",), ()), "torch": (("by",), ()), "goblin": (("at",), ()), "enemies-act": ((), ()),
    "reveal": (("by",), ()), "damage": (("by", "to"), ("within",)), "push": (("by",), ()),
    "result": (("by", "on"), ()), "dice": (("by", "on"), ()), "reroll": (("by",), ()), "defense": (("by",), ()),
    "speed": (("by",), ()), "max-health": (("by",), ()), "max-focus": (("by",), ()), "redirect-to-self": ((), ()),
    "cost": (("by", "of"), ()), "enemy-health": (("by",), ()), "space": (("by",), ("to", "within")),
    "step": (("to",), ()), "extra-heroic": ((), ()),
}  # fmt: skip
POSITIVE = ("reveal", "damage", "push", "reroll", "enemy-health")
TO_WHOM = {  # recipients that make sense for an effect
    "health": ("self", "target", "heroes"), "focus": ("self", "target", "heroes"),
    "space": ("self", "target", "heroes"), "damage": ("target", "enemies"), "step": ("any-room",),
}  # fmt: skip
ATTACKS = pieces.CHECKS[:3]
ONE_AIM = ("same-room", "line-of-sight", "sight", "any-path", "within")
ENEMY_RANGES = ("same-room", "sight", "within", "all-within")


@dataclass(frozen=True)
class Site:
    """Where effects stand: what is allowed there, to whom, and whom they mean if they do not say."""

    what: str
    allowed: tuple[str, ...]
    recipients: tuple[str, ...] = ("self", "heroes", "enemies", "any-room")
    default: str = "self"
    lifts: bool = False  # the Torch may rise


REACTIONS = ("health", "focus", "loot", "spell", "space")
QUIET = ("health", "focus", "loot", "spell", "torch", "reveal")
STANDING = ("result", "dice", "defense", "speed", "max-health", "max-focus", "cost")
DEEDS = (
    "health", "focus", "loot", "spell", "torch", "goblin", "enemies-act", "reveal", "damage", "push", "space", "step",
)  # fmt: skip
FAILING = ("health", "focus", "loot", "spell", "torch", "goblin", "enemies-act", "reveal", "damage")
AIMED = ("self", "target", "heroes", "enemies", "any-room")

CAST = Site("a Spell that is kept", DEEDS, AIMED)
CAST_ONCE = Site("a Spell", DEEDS, AIMED, lifts=True)
FAILURE = Site("a failed search", FAILING)
SUCCESS = Site("a search that can be made again", (*FAILING, "step"))
SUCCESS_ONCE = Site("a search", (*FAILING, "step"), lifts=True)
REWARD = Site("a Goblin's reward", ("health", "focus", "loot", "spell", "torch"), ("self", "heroes"), lifts=True)
AGAINST = Site("a special power that always works", ("result", "dice"))
GOBLIN_REACTION = Site("a Goblin's special power", REACTIONS, ("target",), "target")
MINION_REACTION = Site("a Minion's special power", (*REACTIONS, "enemy-health"), ("target",), "target")
RIDER = Site("a Boss's rider", REACTIONS, ("target", "heroes"), "target")
TORCH_EFFECT = Site("a Boss's Torch effect", ("health", "focus", "torch", "goblin", "space"), ("heroes",), "target")
HERO_SPACE = Site("a Hero Space", ("result", "dice", "defense"))


def _effects(place: str, field: str, records: list[Effect], site: Site) -> pieces.Effects:
    """The effects of a card, as far as they may stand there."""
    return tuple([_effect(place, f"{field}[{number}]", record, site) for number, record in enumerate(records)])


def _effect(place: str, field: str, record: Effect, site: Site) -> pieces.Effect:
    do = _place(place, f"{field}.do", record.do, pieces.EFFECTS, "effect")
    _check_fields(place, field, record)
    if record.do not in site.allowed:
        raise ContentError(f"{place}: {field}.do: {record.do!r} is nothing for {site.what}")
    if record.do == "torch" and (record.by or 0) > 0 and not site.lifts:
        raise ContentError(f"{place}: {field}.by: {site.what} cannot lift the Torch")
    to = _recipient(place, field, record, site)
    on = _place(place, f"{field}.on", record.on, pieces.CHECKS, "kind of check") if record.on is not None else 0
    at = _place(place, f"{field}.at", record.at, pieces.SITES, "place") if record.at is not None else 0
    of = _place(place, f"{field}.of", record.of, pieces.PRICES, "price") if record.of is not None else 0
    return pieces.Effect(do, record.by or 0, to, record.within or 0, on, at, of)


def _check_fields(place: str, field: str, record: Effect) -> None:
    """An effect says all that it must and nothing that it has no use for."""
    needed, possible = FIELDS[record.do]
    for name in ("by", "to", "within", "on", "at", "of"):
        given = getattr(record, name) is not None
        if name in needed and not given:
            raise ContentError(f"{place}: {field}: the field {name!r} is missing")
        if given and name not in (*needed, *possible):
            raise ContentError(f"{place}: {field}.{name}: the effect {record.do!r} has no such field")
    if record.by == 0:
        raise ContentError(f"{place}: {field}.by: 0 would do nothing")
    if record.do in POSITIVE and (record.by or 0) < 0:
        raise ContentError(f"{place}: {field}.by: the effect {record.do!r} needs more than 0")


def _recipient(place: str, field: str, record: Effect, site: Site) -> int:
    """Whom an effect is for; what has no recipient is for nobody in particular."""
    if record.do == "push":
        return int(pieces.TO_TARGET)
    if record.do not in TO_WHOM:
        return 0
    word = record.to if record.to is not None else site.default
    to = _place(place, f"{field}.to", word, pieces.RECIPIENTS, "recipient")
    if word not in TO_WHOM[record.do]:
        raise ContentError(f"{place}: {field}.to: the effect {record.do!r} is never for {word!r}")
    if word not in site.recipients:
        known = " or ".join(repr(each) for each in TO_WHOM[record.do] if each in site.recipients)
        raise ContentError(f"{place}: {field}.to: here it can only be {known}, not {word!r}")
    several = word in ("heroes", "enemies")
    if several and record.within is None:
        raise ContentError(f"{place}: {field}: the field 'within' is missing")
    if not several and record.within is not None:
        raise ContentError(f"{place}: {field}.within: only with to = 'heroes' or 'enemies'")
    return to


def _check_aim(place: str, field: str, effects: pieces.Effects) -> bool:
    """Whether something is aimed at; a hero and an enemy cannot be, both at once."""
    aimed = [effect for effect in effects if effect.to == pieces.TO_TARGET]
    at_enemies = [effect for effect in aimed if effect.do in (pieces.PUSH, pieces.DAMAGE)]
    if at_enemies and len(at_enemies) < len(aimed):
        raise ContentError(f"{place}: {field}: a hero and an enemy cannot both be aimed at")
    return bool(aimed)


def _range(place: str, prefix: str, word: str, n: int | None, known: tuple[str, ...]) -> int:
    """A range; those that count rooms, and no others, say how many."""
    range_ = _place(place, f"{prefix}range", word, pieces.RANGES, "range")
    if word not in known:
        raise ContentError(f"{place}: {prefix}range: here it can only be {', '.join(known)}")
    counts = word in ("within", "all-within")
    if counts and n is None:
        raise ContentError(f"{place}: the field '{prefix}n' is missing")
    if not counts and n is not None:
        raise ContentError(f"{place}: {prefix}n: only with the range 'within' or 'all-within'")
    return range_


# ---- powers ---------------------------------------------------------------------------------------------------------

ROLLS = ("result", "dice")
BOUGHT = ("result", "reroll")  # what can still be had once the dice lie there
STANDS = ("always", "on-check", "on-attack")


def _site_of(when: str, paid: bool, lifts: bool, mat: bool) -> Site:
    """What a hero's power may do at its moment."""
    if when == "always":
        return Site("a power that always works", STANDING)
    if when in ("on-check", "on-attack"):
        return Site("a paid power of that moment", BOUGHT) if paid else Site("a standing power of that moment", ROLLS)
    if when == "before-counter":
        return Site("a power before Counter-Attacks", ("defense",))
    if when in ("free", "heroic"):
        return Site("a power that can be used again", (*DEEDS, "extra-heroic"), AIMED, lifts=lifts)
    if when in ("on-rest", "on-evade-success"):
        return Site("a power of that moment", QUIET)
    redirects = mat and when == "on-enemy-action"
    return Site("a power of that moment", (*REACTIONS, "redirect-to-self") if redirects else REACTIONS)


def _power(place: str, prefix: str, record: Passive | Loot) -> pieces.Power:
    """A hero's power; the brakes against endless turns and games are seen to (gap effect-vocabulary)."""
    when = _place(place, f"{prefix}when", record.when, pieces.MOMENTS, "moment")
    cost, limit = (record.cost_focus, record.once) if isinstance(record, Ability | Loot) else (0, "")
    once = _place(place, f"{prefix}once", limit, pieces.ONCE, "limit")
    discard = isinstance(record, Loot) and record.discard
    site = _site_of(record.when, cost > 0, discard or once == pieces.ONCE_A_GAME, isinstance(record, Passive))
    effects = _effects(place, f"{prefix}effects", record.effects, site)
    _check_limits(place, prefix, record.when, cost, bool(once), discard)
    _check_brakes(place, prefix, record.when, bool(once), discard, effects)
    if record.when == "on-attack":
        _check_attacks(place, f"{prefix}effects", record.effects)
    aims = _check_aim(place, f"{prefix}effects", effects)
    for name, value in (("range", record.range), ("n", record.n)):
        if value is not None and not aims:
            raise ContentError(f"{place}: {prefix}{name}: only where something is aimed at")
    range_ = _range(place, prefix, record.range or "same-room", record.n, ONE_AIM)
    return pieces.Power(record.name, record.text, when, cost, once, discard, range_, record.n or 0, effects)


def _check_limits(place: str, prefix: str, when: str, cost: int, once: bool, discard: bool) -> None:
    """What stands has no price and no limit; what could be used for ever has one."""
    if when == "always" and cost:
        raise ContentError(f"{place}: {prefix}cost-focus: what always works costs nothing")
    if when in STANDS and not cost and (once or discard):
        name = "once" if once else "discard"
        raise ContentError(f"{place}: {prefix}{name}: what works by itself all the time has no limit")
    if when in ("free", "before-counter") and not (cost or once or discard):
        raise ContentError(f"{place}: {prefix}when: {when!r} needs a Focus cost, a limit (once) or a discard")


def _check_brakes(place: str, prefix: str, when: str, once: bool, discard: bool, effects: pieces.Effects) -> None:
    """What a power gives cannot pay for it again and again."""
    for number, effect in enumerate(effects):
        field = f"{prefix}effects[{number}]"
        if when == "free" and effect.do == pieces.FOCUS and effect.by > 0:
            raise ContentError(f"{place}: {field}: a Free Action gives no Focus")
        if when == "free" and effect.do == pieces.GOBLIN and not (once or discard):  # its reward may be Focus
            raise ContentError(f"{place}: {field}: a Free Action that adds a Goblin needs a limit (once) or a discard")
        if effect.do == pieces.EXTRA_HEROIC and not once:
            raise ContentError(f"{place}: {field}: one more Heroic Action needs a limit (once)")
        if when == "before-counter" and effect.by < 0:
            raise ContentError(f"{place}: {field}.by: a Defense that is bought is more than 0")


def _check_attacks(place: str, field: str, records: list[Effect]) -> None:
    """What is about attacks alone names no other check."""
    for number, effect in enumerate(records):
        if effect.on is not None and effect.on not in ATTACKS:
            raise ContentError(f"{place}: {field}[{number}].on: {effect.on!r} is no attack")


# ---- heroes, loot and spells ----------------------------------------------------------------------------------------


def _hero(place: str, index: int, key: str, record: Hero) -> pieces.HeroMat:
    cantrip = None
    if record.cantrip is not None:
        each = record.cantrip
        range_ = _range(place, "cantrip.", each.range, each.n, ONE_AIM)
        cantrip = pieces.Spell(
            -1, key, each.name, "", True, pieces.INTELLECT, 0, range_, each.n or 0, False, each.cost_focus, each.result,
            False, (),
        )  # fmt: skip
    return pieces.HeroMat(
        index, key, record.name, record.calling, record.text, record.max_health, record.max_focus, record.speed,
        record.defense, (record.strength, record.agility, record.intellect), _power(place, "passive.", record.passive),
        _power(place, "ability.", record.ability), cantrip,
    )  # fmt: skip


def _loot(place: str, index: int, key: str, record: Loot) -> pieces.LootCard:
    slot = _place(place, "slot", record.slot, pieces.SLOTS, "slot")
    if slot == pieces.HAND and record.hands is None:
        raise ContentError(f"{place}: the field 'hands' is missing")
    if slot != pieces.HAND and record.hands is not None:
        raise ContentError(f"{place}: hands: only what is for the slot 'hand' has them")
    return pieces.LootCard(index, key, record.name, slot, record.hands or 0, _power(place, "", record))


OF_ATTACKS = ("targets", "result")
OF_CASTS = ("target", "discard", "effects")


def _spell(place: str, index: int, key: str, record: Spell) -> pieces.Spell:
    attack = _place(place, "mode", record.mode, ("cast", "attack"), "mode") == 1
    skill = _place(place, "skill", record.skill, pieces.SKILLS, "Skill")
    for name in ("result",) if attack else ("target", "effects"):
        if getattr(record, name) is None:
            raise ContentError(f"{place}: the field {name!r} is missing")
    for name in OF_CASTS if attack else OF_ATTACKS:
        if getattr(record, name) is not None:
            raise ContentError(f"{place}: {name}: only {'a Spell that is cast' if attack else 'an attack'} has it")
    all_enemies = _place(place, "targets", record.targets or "one", ("one", "all-enemies"), "number of targets") == 1
    range_ = _range(place, "", record.range, record.n, pieces.RANGES if all_enemies else ONE_AIM)
    effects = _effects(place, "effects", record.effects or [], CAST_ONCE if record.discard else CAST)
    _check_aim(place, "effects", effects)
    return pieces.Spell(
        index, key, record.name, record.text, attack, skill, record.target or 0, range_, record.n or 0, all_enemies,
        record.cost_focus, record.result or 0, bool(record.discard), effects,
    )  # fmt: skip


SLOTS_WORN = ((pieces.HAND, 2), (pieces.BODY, 1), (pieces.CHARM, 1))  # loot.slots


def _check_tracks_of_heroes(tables: Tables, content: pieces.Content) -> None:
    """Whatever a hero carries, there is room for 1 Health, and the Focus Track does not end below 0."""
    for do, field, least in ((pieces.MAX_HEALTH, "max-health", 1), (pieces.MAX_FOCUS, "max-focus", 0)):
        loss = 0
        for slot, count in SLOTS_WORN:
            changes = [_standing(card.power, do) for card in content.loot if card.slot == slot]
            loss += sum(min(0, change) for change in sorted(changes)[:count])
        for hero in content.heroes:
            own = hero.max_health if do == pieces.MAX_HEALTH else hero.max_focus
            if own + _standing(hero.passive, do) + _standing(hero.ability, do) + loss < least:
                place = tables.place("hero", hero.key)
                raise ContentError(f"{place}: {field}: with the worst Loot it would be less than {least}")


def _standing(power: pieces.Power, do: int) -> int:
    return sum(effect.by for effect in power.effects if effect.do == do)


# ---- the dungeon ----------------------------------------------------------------------------------------------------

SIDES = ("N", "E", "S", "W")
ALL_SIDES = 15


def _card(place: str, index: int, key: str, record: Card) -> pieces.DungeonCard:
    type_ = _place(place, "type", record.type, pieces.CARD_TYPES, "type of card")
    danger = _place(place, "danger", record.danger, pieces.DANGERS, "danger")
    _check_each_once(place, "exits", record.exits)
    exits = sum(1 << _place(place, "exits", side, SIDES, "side") for side in record.exits)
    if type_ == pieces.ENTRANCE_CARD and exits != ALL_SIDES:
        raise ContentError(f"{place}: exits: the Entrance has four")
    if (danger == pieces.MINION_DANGER) != (type_ == pieces.ENCOUNTER_CARD):
        raise ContentError(f"{place}: danger: an Encounter, and nothing else, has a Minion")
    if danger != pieces.NO_DANGER and type_ not in (pieces.ROOM_CARD, pieces.ENCOUNTER_CARD):
        raise ContentError(f"{place}: danger: there is none at the Entrance and at the Lair Door")
    if danger == pieces.TRAP_DANGER and record.trap is None:
        raise ContentError(f"{place}: the field 'trap' is missing")
    if danger != pieces.TRAP_DANGER and record.trap is not None:
        raise ContentError(f"{place}: trap: only a room with the danger 'trap' has one")
    trap = _trap(place, record.trap) if record.trap is not None else None
    search = _search(place, record.search) if record.search is not None else None
    return pieces.DungeonCard(index, key, record.name, record.text, type_, exits, danger, trap, search)


def _trap(place: str, record: Trap) -> pieces.Trap:
    evade = _place(place, "trap.evade.skill", record.evade.skill, pieces.SKILLS, "Skill")
    disarm = _place(place, "trap.disarm.skill", record.disarm.skill, pieces.SKILLS, "Skill")
    return pieces.Trap(evade, record.evade.target, record.damage, disarm, record.disarm.target)


def _search(place: str, record: Search) -> pieces.SearchAbility:
    """What a room gives; a search that lifts the Torch succeeds once (search.again)."""
    skill = _place(place, "search.skill", record.skill, pieces.SKILLS, "Skill")
    once = _place(place, "search.once", record.once, ("", "game"), "limit") == 1
    success = _effects(place, "search.success", record.success, SUCCESS_ONCE if once else SUCCESS)
    failure = _effects(place, "search.failure", record.failure, FAILURE)
    return pieces.SearchAbility(skill, record.target, record.cost_focus, once, success, failure)


def _check_dungeon(tables: Tables, content: pieces.Content) -> None:
    """As many cards of each type as decks are built from, and no more traps than Disarm Markers."""
    for type_, count in CARDS_OF.items():
        have = sum(1 for card in content.dungeon if card.type == pieces.CARD_TYPES.index(type_))
        if have != count:
            raise ContentError(
                f"{tables.place('card')}: type: of {type_!r} there must be {count}, and there are {have}"
            )
    traps = sum(1 for card in content.dungeon if card.trap is not None)
    if traps > MOST_TRAPS:
        raise ContentError(f"{tables.place('card')}: trap: {traps} are too many; there can be {MOST_TRAPS}")


# ---- enemies --------------------------------------------------------------------------------------------------------


def _enemy(place: str, index: int, key: str, record: Goblin | Minion) -> pieces.EnemyCard:
    """A Goblin, which has 1 Health and a reward of its own, or a Minion (attack.goblin-health, kill.minion-reward)."""
    all_heroes = _place(place, "targets", record.targets, ("one", "all"), "number of targets") == 1
    known = ENEMY_RANGES if all_heroes else ENEMY_RANGES[:-1]
    range_ = _range(place, "", record.range, record.n, known)
    health = record.health if isinstance(record, Minion) else 1
    special = None
    if record.special is not None:
        special = _special(place, record.name, record.special, isinstance(record, Minion))
    rewards: tuple[pieces.Effects, ...] = ()
    if isinstance(record, Goblin):
        rewards = tuple(
            [_effects(place, f"reward[{number}]", each, REWARD) for number, each in enumerate(record.reward)]
        )
    return pieces.EnemyCard(
        index, key, record.name, record.text, record.defense, health, _counter(record.counter), record.speed, range_,
        record.n or 0, all_heroes, record.damage, special, rewards,
    )  # fmt: skip


def _counter(record: Counter) -> tuple[int, int, int]:
    return record.melee, record.missile, record.spell


def _special(place: str, name: str, record: Special, minion: bool) -> pieces.Power:
    """A change to attacks against the enemy, or what happens when it hurts somebody."""
    when = _place(place, "special.when", record.when, pieces.MOMENTS, "moment")
    if when not in (pieces.ALWAYS, pieces.ON_ENEMY_ACTION, pieces.ON_COUNTER_DAMAGE):
        known = "always, on-enemy-action or on-counter-damage"
        raise ContentError(f"{place}: special.when: for an enemy it is {known}, not {record.when!r}")
    reaction = MINION_REACTION if minion else GOBLIN_REACTION
    effects = _effects(place, "special.effects", record.effects, AGAINST if when == pieces.ALWAYS else reaction)
    _check_attacks(place, "special.effects", record.effects)
    return pieces.Power(name, record.text, when, 0, 0, False, 0, 0, effects)


def _boss(place: str, index: int, key: str, record: Boss, top: int) -> pieces.BossMat:
    rider_on = -1
    rider: pieces.Effects = ()
    if record.rider is not None:
        rider_on = _place(place, "rider.on", record.rider.on, ATTACKS, "attack")
        rider = _effects(place, "rider.effects", record.rider.effects, RIDER)
    torch_effect = _effects(place, "torch-effect.effects", record.torch_effect.effects, TORCH_EFFECT)
    _check_altars(place, record.altars, top)
    return pieces.BossMat(
        index, key, record.name, record.text, record.defense, record.speed, _counter(record.counter), rider_on, rider,
        torch_effect, record.torch_effect.text, tuple(record.altars), _spaces(place, record.spaces),
    )  # fmt: skip


def _check_altars(place: str, altars: list[int], top: int) -> None:
    """Spaces of the Health Track between its ends, from the top down."""
    if altars != sorted(set(altars), reverse=True):
        raise ContentError(f"{place}: altars: they must go down, each lower than the one before")
    if altars[0] >= top:
        raise ContentError(f"{place}: altars: {altars[0]} is not below {top}, where the Health Markers begin")


def _spaces(place: str, records: list[Space]) -> tuple[pieces.Effects, ...]:
    """The six Hero Spaces in their order; at least three of them do something, or nobody would walk."""
    if [record.n for record in records] != list(range(1, 7)):
        raise ContentError(f"{place}: spaces: they must be numbered from 1 to 6, in that order")
    if sum(1 for record in records if record.effects) < 3:
        raise ContentError(f"{place}: spaces: at least three must have an effect")
    return tuple(
        [
            _effects(place, f"spaces[{number}].effects", record.effects, HERO_SPACE)
            for number, record in enumerate(records)
        ]
    )


# ---- mats, dice, figures --------------------------------------------------------------------------------------------


def _content(tables: Tables, shape: Shape) -> pieces.Content:
    """What is no card: figures, switches, tracks and dice."""
    figures, place = shape.figures, tables.place("figures")
    if figures.speed_floor > figures.speed_cap:
        raise ContentError(f"{place}: speed-floor: it is above the speed-cap of {figures.speed_cap}")
    if not figures.taunt_speed and not figures.taunt_focus:
        raise ContentError(f"{place}: taunt-speed: a Taunt costs Speed or Focus")
    content = pieces.Content(
        pieces.Figures(*msgspec.structs.astuple(figures)),
        pieces.Switches(*msgspec.structs.astuple(shape.switches)),
        _track(tables.place("torch", "act-1"), shape.torch.act_1, shape.torch.act_1.top),
        _track(tables.place("torch", "act-2"), shape.torch.act_2, None),
    )
    _set_dice(tables, shape.dice, content)
    return content


def _track(place: str, record: ActTwo, top: int | None) -> pieces.TorchTrack:
    """A side of the Torch Mat; without a top it ends where the Torch of most heroes starts."""
    start = (record.start.two, record.start.three, record.start.four)
    end = max(start) if top is None else top
    for name, spaces in (("start", start), ("goblin", record.goblin), ("enemies", record.enemies)):
        for space in spaces:
            if space > end:
                raise ContentError(f"{place}: {name}: {space} is above the top, {end}")
    _check_each_once(place, "goblin", record.goblin)
    _check_each_once(place, "enemies", record.enemies)
    return pieces.TorchTrack(end, start, tuple(record.goblin), tuple(record.enemies))


def _set_dice(tables: Tables, dice: Dice, content: pieces.Content) -> None:
    values = [face.value for face in dice.hero_die.faces]
    _check_each_once(tables.place("dice", "hero-die"), "faces", values)  # six of them, so none is missing
    for face in dice.hero_die.faces:
        content.hero_plus[face.value] = face.value if face.plus else 0
        content.hero_focus[face.value] = face.focus
        content.hero_health[face.value] = face.health
    known = {str(number): number for number in range(10)} | {"shield": pieces.SHIELD, "torch": pieces.ENEMY_TORCH}
    place = tables.place("dice", "enemy-die")
    content.enemy_die.extend(resolve(place, "faces", word, known, "face") for word in dice.enemy_die.faces)


def _set_up(tables: Tables, shape: Shape, content: pieces.Content) -> None:
    """Who plays, who begins and who waits in the Lair, as far as that is given beforehand."""
    place, play = tables.place("play"), shape.play
    content.players = play.players
    heroes = int(content.hero_count)
    _check_each_once(place, "party", play.party)
    content.party.extend(_place(place, "party", key, shape.hero, "hero") for key in play.party)
    if play.party and len(play.party) != heroes:
        raise ContentError(f"{place}: party: with players = {play.players} there are {heroes} heroes, or none given")
    if play.starts > heroes:
        raise ContentError(f"{place}: starts: there are only {heroes} heroes")
    content.starts = play.starts
    content.boss = _place(place, "boss", play.boss, shape.boss, "Boss") if play.boss else -1


SHELF = Shelf(DATA, FILES, Shape, link)
editions, load, read = SHELF.editions, SHELF.load, SHELF.read
