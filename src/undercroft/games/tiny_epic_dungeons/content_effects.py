"""Effects and powers in the data files: which may stand where, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from undercroft.core.content import guess, resolve
from undercroft.core.errors import ContentError, short
from undercroft.games.tiny_epic_dungeons import pieces
from undercroft.games.tiny_epic_dungeons.content_records import Ability, Effect, Loot, Passive

T = TypeVar("T")
FEW = 8  # words that an error can list


def place_among(place: str, field: str, word: str, known: Iterable[str], what: str) -> int:
    """Which of the known words this is; one that is none and near none is told all of them, if they are few."""
    indices = {name: index for index, name in enumerate(known)}
    if word not in indices and len(indices) <= FEW and not guess(word, list(indices)):
        raise ContentError(f"{place}: {field}: there is no {what} {short(word)}; there is {', '.join(indices)}")
    index: int = resolve(place, field, word, indices, what)
    return index


def check_each_once(place: str, field: str, values: list[Any]) -> None:
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


def effects_of(place: str, field: str, records: list[Effect], site: Site) -> pieces.Effects:
    """The effects of a card, as far as they may stand there."""
    return tuple([_effect(place, f"{field}[{number}]", record, site) for number, record in enumerate(records)])


def _effect(place: str, field: str, record: Effect, site: Site) -> pieces.Effect:
    do = place_among(place, f"{field}.do", record.do, pieces.EFFECTS, "effect")
    _check_fields(place, field, record)
    if record.do not in site.allowed:
        raise ContentError(f"{place}: {field}.do: {record.do!r} is nothing for {site.what}")
    if record.do == "torch" and (record.by or 0) > 0 and not site.lifts:
        raise ContentError(f"{place}: {field}.by: {site.what} cannot lift the Torch")
    to = _recipient(place, field, record, site)
    on = place_among(place, f"{field}.on", record.on, pieces.CHECKS, "kind of check") if record.on is not None else 0
    at = place_among(place, f"{field}.at", record.at, pieces.SITES, "place") if record.at is not None else 0
    of = place_among(place, f"{field}.of", record.of, pieces.PRICES, "price") if record.of is not None else 0
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
    to = place_among(place, f"{field}.to", word, pieces.RECIPIENTS, "recipient")
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


def check_aim(place: str, field: str, effects: pieces.Effects) -> bool:
    """Whether something is aimed at; a hero and an enemy cannot be, both at once."""
    aimed = [effect for effect in effects if effect.to == pieces.TO_TARGET]
    at_enemies = [effect for effect in aimed if effect.do in (pieces.PUSH, pieces.DAMAGE)]
    if at_enemies and len(at_enemies) < len(aimed):
        raise ContentError(f"{place}: {field}: a hero and an enemy cannot both be aimed at")
    return bool(aimed)


def range_of(place: str, prefix: str, word: str, n: int | None, known: tuple[str, ...]) -> int:
    """A range; those that count rooms, and no others, say how many."""
    range_ = place_among(place, f"{prefix}range", word, pieces.RANGES, "range")
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


def power_of(place: str, prefix: str, record: Passive | Loot) -> pieces.Power:
    """A hero's power; the brakes against endless turns and games are seen to (gap effect-vocabulary)."""
    when = place_among(place, f"{prefix}when", record.when, pieces.MOMENTS, "moment")
    cost, limit = (record.cost_focus, record.once) if isinstance(record, Ability | Loot) else (0, "")
    once = place_among(place, f"{prefix}once", limit, pieces.ONCE, "limit")
    discard = isinstance(record, Loot) and record.discard
    site = _site_of(record.when, cost > 0, discard or once == pieces.ONCE_A_GAME, isinstance(record, Passive))
    effects = effects_of(place, f"{prefix}effects", record.effects, site)
    _check_limits(place, prefix, record.when, cost, bool(once), discard)
    _check_brakes(place, prefix, record.when, bool(once), discard, effects)
    if record.when == "on-attack":
        check_attacks(place, f"{prefix}effects", record.effects)
    aims = check_aim(place, f"{prefix}effects", effects)
    for name, value in (("range", record.range), ("n", record.n)):
        if value is not None and not aims:
            raise ContentError(f"{place}: {prefix}{name}: only where something is aimed at")
    range_ = range_of(place, prefix, record.range or "same-room", record.n, ONE_AIM)
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


def check_attacks(place: str, field: str, records: list[Effect]) -> None:
    """What is about attacks alone names no other check."""
    for number, effect in enumerate(records):
        if effect.on is not None and effect.on not in ATTACKS:
            raise ContentError(f"{place}: {field}[{number}].on: {effect.on!r} is no attack")
