"""What labels and questions say, game by game: which events must follow them, and of what no event could tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from undercroft import GAMES
from undercroft.core.words import FIGURE

# By option, or by prompt and option: the events of which the first that comes must fit, and those of its figures that
# question and label name. Signs before the events: `?` it need not come (dice decide, or it comes after further
# questions of the same matter), `~` it comes at once or not at all, `!` the label alone speaks, `^` the question alone,
# `+` the label speaks beyond its colon, `<` it was told just before the question, `&` it is a vote, which counts if one
# person leads all heroes. Behind `a >` only what comes after the event a counts. What figures alone cannot say is in
# witnesses.py.
DRAWS = "^<loot.drawn: hero loot"
LEARNS = "^<spell.drawn: hero spell"
ROLLED = "^<attack.rolled: die strength card"
SAYS: Mapping[str, Mapping[str, str]] = {
    "tin-helm": {
        **dict.fromkeys(("human", "gnome", "kroling", "merfolk"), "?!setup.adventurer: race"),
        **dict.fromkeys(
            ("alchemist", "marauder", "footpad", "parson"), "!setup.adventurer: class; !+setup.trapping: card"
        ),
        "setup.extra-trapping/*": "?setup.extra-trapping: card",
        "resolve": "room.resolved: room",
        "skip": "room.skipped: results",
        "fight": "?^hero.strikes | hero.hits | hero.misses | enemy.rolls: enemy",
        "use-ring": "enemy.avoided: enemy card",
        "use-wedge": "enemy.avoided: enemy card",
        "use-scroll": "enemy.avoided: enemy card",
        "plain-strike": "hero.strikes: enemy damage",
        "spend-1": "!hero.spends: spent; ?^hero.hits | hero.misses: enemy",
        "spend-2": "!hero.spends: spent; ?^hero.hits | hero.misses: enemy",
        "spend-3": "!hero.spends: spent; ?^hero.hits | hero.misses: enemy",
        "throw-axe": "hero.throws: card; ?^hero.hits | hero.misses: enemy",
        "combat.own-dice/keep": "^<hero.rolls: first second",
        "combat.own-dice/reroll": "^<hero.rolls: first second; hero.rerolls:",
        "combat.axe-throw-dice/keep": "^<hero.throws: first second",
        "combat.enemy-dice/keep": "^<enemy.rolls: first second",
        "flip-first": "!hero.flips: from to",
        "flip-second": "!hero.flips: from to",
        "disarm": "trap.roll:",
        "take-damage": "^trap.health | trap.energy: damage",
        "trade": "pigman.traded: card",
        "blessing": "pigman.blessed: gained",
        "both": "camp.rested: health energy; camp.foraged: food",
        "rest": "camp.rested: health energy",
        "forage": "camp.foraged: food",
        "own-step": "!altar.blessed: health energy",
        "next-step": "!altar.blessed: health energy",
        "shard": "altar.shard:",
        "full-health": "!altar.full-health: health",
        "search": "grove.roll:",
        "fish-with-net": "water.roll:",
        "gain-health": "water.health: health",
        "gain-energy": "water.energy: energy",
        "drink-potion": "!+card.used: card health energy",
        "drink-found-potion": "!+card.used: card health energy",
        "eat-turnip": "!+card.used: card health energy",
        "eat-for-health": "!food.eaten: health",
        "eat-for-energy": "!food.eaten: energy",
    },
    "elbereth": {
        "start-with": "setup.equipped: piece",
        "attack": "attack.rolled: card strength",
        "break": "wall.rolled:",
        "pick-up": "item.picked-up: card",
        "buy": "shop.bought: piece",
        "bribe-with": "boss.bribed: boss piece",
        "protect-with": f"{ROLLED}; attack.protected: piece",
        "discard": f"{ROLLED}; attack.damaged: piece",
        "use": f"{ROLLED}; weapon.down: piece; !attack.weapons: total",
    },
    "freequest": {
        "hero": "hero.chosen: hero",
        "select": "hero.selected: item",
        "quest": "?&!quest.chosen: quest",
        "as-joined": "setup.ordered:",
        "first": "?setup.ordered:",
        "setup.agree/*": "?setup.ordered:",
        "setup.agree/no": "setup.order-refused:",
        "draft": "setup.drafted: hero spell",
        "setup.place-hero/square": "setup.placed: hero",
        "turn.choose-action/*": "?move.moved | search.traps | search.doors | search.treasure | treasure.drawn: hero",
        "move.step/*": "?move.moved: hero",
        "step": "?^move.moved | jump.leapt | jump.short | jump.fell | jump.surely: hero",
        "leap": "?jump.leapt | jump.short | jump.fell: hero",
        "sure-leap": "jump.surely: hero",
        "open": "door.opened: hero",
        "unlock": "door.unlocked: hero",
        "work": "device.worked | device.failed: hero",
        "lay-down": "~body.laid-down: hero other; ~captive.laid-down: hero captive",
        "attack": "attack.rolled: hero monster",
        "attack-other-hand": "attack.rolled: hero monster",
        "attack-unarmed": "attack.rolled: hero monster",
        "ability.roar/attack": "attack.rolled: hero monster",
        "cast": "?spell.cast: hero spell",
        "spell.cast/on-area": "spell.cast: hero spell",
        "spell.cast/on-hero": "^spell.cast: hero spell; ?!spell.blessed | spell.rages | spell.home | hero.healed: hero",
        "spell.cast/on-monster": "^spell.cast: hero spell"
        "; ?!spell.attacked | spell.resisted | spell.tested | spell.unpicked: monster",
        "spell.more/on-monster": "?!spell.resisted | spell.tested: monster; ?spell.swapped-monster: hero monster",
        "spell.more/on-hero": "spell.swapped: hero other",
        "disarm": "?disarm.success | disarm.nothing | disarm.triggered: hero trap",
        "disarm-here": "?disarm.success | disarm.nothing | disarm.triggered: hero trap",
        "turn-a-die": "item.turned-die: hero",
        "keep-the-dice": "disarm.nothing | disarm.triggered: hero",
        "free": "~trap.freed | trap.not-freed: hero other; ~trap.got-free | trap.still-snared: hero",
        "aid": "ability.aided: hero other",
        "guard": "ability.guarded: hero other",
        "drink": "item.drunk: hero item; ~!hero.healed: restored",
        "wear": "equip.worn: hero item",
        "put-away": "equip.put-away: hero item",
        "take-all": "body.things: hero other",
        "take-item": "body.item: hero item",
        "take-body": "?body.taken: hero other",
        "spell.share/keep": "spell.shared: hero health other rest",
        "ability.sacrifice/yes": "ability.sacrificed: hero other damage",
        "item.second-breath/yes": "item.breathed: hero item",
        "spell.where/square": "?spell.home: hero; ?spell.pulled: monster",
        "trap.bell/square": "~monster.moved: monster",
        "death.tile-square/square": "^<hero.dies: hero",
        "wander.square/square": "wander.comes:",
        "monster": "?!monster.moved | monster.attacks | monster.casts: monster",
        "walk": "?^monster.moved: monster",
        "monster.move/square": "monster.moved: monster",
        "strike": "monster.attacks: monster hero",
        "monster-cast": "?monster.casts: monster spell",
        "monster.cast/on-hero": "monster.casts: monster spell hero",
        "recovery": "fail.result:",
        "ransom": "fail.result:",
        "lost": "fail.result:",
        "pay-for": "?&!fail.bought-free: hero",
        "buy": "shop.bought: hero item; !shop.bought: gold",
        "sell": "shop.sold: hero item; !shop.sold: gold",
        "learn": "improve.learnt: hero improvement",
        "give-gold": "?between.gave-gold: hero other",
        "give-item": "?between.gave-item: hero item",
        "between.amount/amount": "?between.gave-gold: other gold",
        "between.give/to-hero": "?between.gave-item: other item",
        "between.accept-gift/yes": "?between.gave-gold: hero other gold; ?between.gave-item: hero other item",
        "between.accept-gift/no": "~between.declined-gold: hero other gold; ~between.declined-item: hero other item",
        "vigil": "?!raise.vigil: hero",
        "offer": "?^raise.vigil: hero; ?!raise.vigil: gold",
        "raise.consent/yes": "?raise.vigil: hero",
        "raise.consent/no": "~raise.refused: other gold; ~raise.refused-own: hero gold",
        "raise.share-equipment/to-hero": "?^raise.inherited: item; ?&!raise.inherited: hero",
    },
    "tiny-epic-dungeons": {
        "take": "setup.hero-taken: hero",
        "begin-with": "?turn.begins: hero",
        "go": "+move.entered: hero room",
        "explore": "explore.flipped:; ?^move.entered: hero",
        "space": "^lair.space: hero; !lair.space: space",
        "leave-lair": "move.entered: hero",
        "melee": "attack.melee: hero enemy",
        "missile": "attack.missile: hero enemy",
        "strike-first": "attack.spell: hero spell enemy",
        "strike-second": "attack.spell: hero spell enemy",
        "strike-cantrip": "attack.cantrip: hero cantrip enemy",
        "sweep": "attack.sweep: hero spell",
        "cast": "?spell.begins: hero spell",
        "rest": "^rest.rested: hero",
        "search": "^search.begins: hero",
        "disarm": "^disarm.begins: hero",
        "use": "?hero.power: hero power",
        "reveal-adjacent": "!torch.down: torch",
        "research": "!hero.focus-spent: by; ^hero.focus-spent: hero",
        "open-lair": "^lair.opened: hero",
        "taunt": "^boss.taunted: hero",
        "end-turn": "^turn.ends: hero; !torch.down: torch",
        "explore.rotation/rotate": "^<explore.flipped: room; ^explore.rotated: room; !explore.rotated: exits",
        "explore.short-deck/place": "explore.laid:",
        "effect.step/place": "move.entered: hero room",
        "effect.push-path/place": "enemy.pushed: enemy room",
        "enemy.path/place": "enemy.moves: enemy room",
        "way": "^boss.moves: boss",
        "count": "^check.result: hero; !check.result: result",
        "raise": "^check.die-changed: hero; !check.die-changed: from to focus",
        "lower": "^check.die-changed: hero; !check.die-changed: from to focus",
        "reroll": "check.die-rerolled: hero from",
        "with-skill": "^check.rolled-one | check.rolled-two | check.rolled-three: hero",
        "cast.target/hero": "^spell.begins: hero spell; ?!spell.works > hero.healed | hero.focused: hero",
        "cast.target/enemy": "^spell.begins: hero spell"
        "; ?!spell.works > enemy.killed | enemy.hurt | enemy.unhurt | enemy.pushed: enemy",
        "effect.target/hero": "^hero.power: hero power; ?!hero.power > hero.healed | hero.focused: hero",
        "effect.target/enemy": "^hero.power: hero power"
        "; ?!hero.power > enemy.killed | enemy.hurt | enemy.unhurt | enemy.pushed: enemy",
        "enemy.target/hero": "?!enemy.attacks:",
        "attack.counter-attacker/enemy": "?!counter.rolled | counter.shield | counter.torch: enemy",
        "counter.ability/no": "^counter.rolled | counter.shield | counter.torch: enemy; ?^counter.rolled: defense",
        "hero.reaction/yes": "^hero.power: power; !hero.power: power; ?^hero.redirects: hero other",
        "cast.pay/pay": "^hero.focus-spent: by; ^spell.works: spell",
        "search.pay/pay": "^hero.focus-spent: by; search.found:",
        "do-not-pay": "spell.not-paid:",
        "reward": "^<enemy.killed: enemy; ?^loot.drawn | spell.drawn | hero.healed | hero.focused: hero",
        "gain-loot": "^loot.drawn: hero",
        "gain-spell": "^spell.drawn: hero",
        "loot.keep/keep": DRAWS,
        "loot.keep/swap": f"{DRAWS}; !loot.discarded: loot; ^loot.discarded: hero",
        "loot.keep/swap-hands": f"{DRAWS}; !loot.discarded: loot; ^loot.discarded: hero",
        "loot.keep/decline": f"{DRAWS}; ^loot.discarded: hero loot",
        "spell.keep/keep": LEARNS,
        "spell.keep/swap": f"{LEARNS}; !spell.discarded: spell; ^spell.discarded: hero",
        "spell.keep/decline": f"{LEARNS}; ^spell.discarded: hero spell",
        "loot.discard/give": "^loot.discarded: hero; !loot.discarded: loot",
        "spell.discard/give": "^spell.discarded: hero; !spell.discarded: spell",
        "marker": "!boss.marker: from to",
    },
}

# Whatever else has a figure in its label or its question, and why no event could confirm it.
REFUSED = "What is turned down does not happen."
UNTOLD: Mapping[str, Mapping[str, str]] = {
    "tin-helm": {
        "anytime.use/nothing": "What the window is before happens next; the witness looks at that.",
        "decline": REFUSED,
    },
    "elbereth": {},
    "freequest": {
        "no": REFUSED,
        "no-vigil": REFUSED,
        "done": REFUSED,
        "enough": "Nobody else is struck, and that is all.",
        "ready": "A hero at the counter steps aside without a word.",
        "end-turn": "The next hero's turn begins, and no event tells that one has ended.",
        "paid-by": "No event tells whose purse is opened; the witness looks at what is left in it.",
        "trap.choice/square": "Where somebody jumps to is seen on the map; the seat that is asked is checked.",
    },
    "tiny-epic-dungeons": {
        "no": REFUSED,
        "stop": REFUSED,
        "neither": REFUSED,
        "free.reveal-order/place": "Which deck a card is of is on its back, and no event repeats it.",
    },
}

# By prompt: the hero in the question who is led by whoever is asked; or the referee is asked.
REFEREE = "the referee"
OWN: Mapping[str, Mapping[str, str]] = {
    "freequest": {
        "setup.draft-spell": "hero",
        "setup.place-hero": "hero",
        "turn.choose-action": "hero",
        "move.step": "hero",
        "spell.cast": "hero",
        "spell.share": "hero",
        "spell.where": "mover",
        "ability.roar": "hero",
        "ability.sacrifice": "hero",
        "item.second-breath": "hero",
        "item.use": "hero",
        "trap.choice": "hero",
        "trap.bell": REFEREE,
        "wander.square": REFEREE,
        "death.tile-square": REFEREE,
        "referee.next-monster": REFEREE,
        "monster.action": REFEREE,
        "monster.move": REFEREE,
        "monster.cast": REFEREE,
        "fail.result": REFEREE,
        "shop.trade": "hero",
        "between.give": "hero",
        "between.amount": "hero",
        "between.accept-gift": "other",
        "raise.offering": "hero",
    },
    "tiny-epic-dungeons": {
        **dict.fromkeys(
            ("turn.next", "attack.counter-attacker", "counter.ability", "cast.target", "effect.target", "effect.step"),
            "hero",
        ),
        **dict.fromkeys(("check.skill", "check.dice", "check.reroll", "hero.reaction"), "who"),
        **dict.fromkeys(("reward.goblin", "reward.loot-or-spell"), "who"),
        **dict.fromkeys(("loot.keep", "spell.keep", "loot.discard", "spell.discard"), "who"),
    },
}
PERSONS = {"hero", "who", "other", "mover", "acting"}  # facts that name somebody whom a question is about
OF_ALL: Mapping[str, Mapping[str, str]] = {  # questions that name somebody else than whoever is asked, and why
    "freequest": {
        "raise.consent": "Whoever has gold is asked for the one who is dead.",
        "fail.ransom-purse": "All say whose savings pay for the one who is bought free.",
    },
}

# What a question of this kind follows is over, and so is what was said about it.
FRESH: Mapping[str, set[str]] = {
    "tin-helm": {"room.choice"},
    "elbereth": {"action.choose"},
    "freequest": {"turn.choose-action", "shop.trade", "referee.next-monster", "fail.ransom-whom"},
    "tiny-epic-dungeons": {"turn.next"},
}
TURNS = {"turn.begins", "referee.begins", "level.begins"}
TURNED_DOWN = {"no", "no-vigil", "do-not-pay", "stop", "neither", "decline"}  # answers after which nothing more comes

PART = re.compile(r"\s*([?~!^+<&]*)(?:([a-z.-]+) > )?([^:>]+):([^:]*)")


@dataclass(frozen=True)
class Saying:
    """Events of which the first that comes, perhaps only after another, must fit a label in some of its figures."""

    key: str
    signs: str
    after: str
    events: tuple[str, ...]
    figures: tuple[str, ...]


@cache
def key_of(name: str, prompt: str, family: str) -> str:
    """Where it stands what is said of an option, or why nothing can be; empty where nothing is said."""
    keys = (f"{prompt}/{family}", family, f"{prompt}/*")
    key = next((key for key in keys if key in SAYS[name] or key in UNTOLD[name]), "")
    assert key or not has_figure(name, prompt, family), f"{prompt}/{family}: nobody says what must follow"
    return key


@cache
def sayings(name: str, key: str) -> tuple[Saying, ...]:
    """What is said of an option, part by part."""
    return tuple(read_saying(key, part) for part in SAYS[name].get(key, "").split(";") if part)


def read_saying(key: str, part: str) -> Saying:
    """One part of what is said."""
    read = PART.fullmatch(part)
    assert read is not None, part
    signs, after, events, figures = read.groups(default="")
    return Saying(key, signs, after, tuple(event.strip() for event in events.split("|")), tuple(figures.split()))


def has_figure(name: str, prompt: str, family: str) -> bool:
    """Whether a label, or the question that it answers, has something filled in."""
    file = GAMES[name].words().file
    label = file.choices.get(prompt, {}).get(family) or file.options[family]
    return bool(FIGURE.search(label) or FIGURE.search(file.prompts[prompt]))


def families_with_figures(name: str) -> Iterator[str]:
    """Options that have something filled in somewhere."""
    file = GAMES[name].words().file
    for labels in (file.options, *file.choices.values()):
        yield from (family for family, label in labels.items() if FIGURE.search(label))
