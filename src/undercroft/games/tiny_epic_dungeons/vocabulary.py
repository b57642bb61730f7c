"""The words of Tiny Epic Dungeons: its questions, answers, events and streams of chance."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.vocabulary import Option, Vocabulary

V: Final = Vocabulary(
    things=("hero", "other", "enemy", "room", "loot", "spell", "power", "cantrip", "boss", "harm", "danger"),
    home=__name__,
)

# ---- chance -------------------------------------------------------------------------------------------------------

DUNGEON: Final = V.stream("dungeon")
LOOT_DECK: Final = V.stream("loot-deck")
SPELL_DECK: Final = V.stream("spell-deck")
GOBLIN_DECK: Final = V.stream("goblin-deck")
MINION_DECK: Final = V.stream("minion-deck")
BOSS_MATS: Final = V.stream("boss-mats")
HERO_DICE: Final = V.stream("hero-dice")
ENEMY_DIE: Final = V.stream("enemy-die")

# ---- options ------------------------------------------------------------------------------------------------------

SEATS: Final = ("first player", "second player", "third player", "fourth player")
MOST_HEROES: Final = 4
LONGEST_HEALTH: Final = 12  # the highest space of a Boss's Health Track, whatever is changed
MATS: Final = 8  # heroes to choose from
CELLS: Final[i64] = 49
SPACES: Final[i64] = 6
TARGETS: Final = 9  # Goblins 1 to 4, four Minions in the order of their appearance, the Boss
SOURCES: Final = 6  # of powers: the ability, the passive, then both hands, body and charm

TAKE_HERO: Final = V.family("take", "setup.choose-hero", MATS)
BEGIN_WITH: Final = V.family("begin-with", "setup.first-player", MOST_HEROES)

GO: Final = V.family("go", "move.step-cost", CELLS)
EXPLORE: Final = V.family("explore", "explore.reveal-by-moving", CELLS)
GO_TO_SPACE: Final = V.family("space", "lair.moving-inside", SPACES)
LEAVE_LAIR: Final = V.option("leave-lair", "lair.leave")
MELEE: Final = V.family("melee", "attack.types", TARGETS)
MISSILE: Final = V.family("missile", "attack.types", TARGETS)
STRIKE: Final = (  # with the first Spell, the second, the cantrip
    V.family("strike-first", "spell.attack-spell", TARGETS),
    V.family("strike-second", "spell.attack-spell", TARGETS),
    V.family("strike-cantrip", "attack.type-needs", TARGETS),
)
SWEEP: Final = V.family("sweep", "attack.all-enemies", 3)
CAST: Final = V.family("cast", "spell.cast", 2)
REST: Final = V.option("rest", "rest.gain")
SEARCH: Final = V.option("search", "search.check")
DISARM: Final = V.option("disarm", "disarm.check")
USE: Final = V.family("use", "hero.abilities", SOURCES)
REVEAL_ADJACENT: Final = V.option("reveal-adjacent", "free.reveal-adjacent")
RESEARCH: Final = V.option("research", "free.research")
OPEN_LAIR: Final = V.option("open-lair", "free.enter-lair")
TAUNT: Final = V.option("taunt", "taunt.action")
END_TURN: Final = V.option("end-turn", "turn.end-torch")


def letters(exits: int) -> str:
    """Exits as the first letters of their sides."""
    return "".join(letter for bit, letter in enumerate("nesw") if exits >> bit & 1)


WAYS_TO_LIE: Final = [V.option(f"rotate-{letters(exits)}", "grid.rotate", exits, "rotate") for exits in range(1, 16)]
ROTATE: Final = (WAYS_TO_LIE[-1], *WAYS_TO_LIE)  # by exits; no card has none
PLACES: Final = V.family("place", "", CELLS)
STOP: Final = V.option("stop")


def counted(die: int, plus: int) -> str:
    """The name of counting one die, with plus dice given as bits."""
    return "-".join(["count", str(die + 1), *(str(other + 1) for other in range(3) if plus >> other & 1)])


def ways_to_count(die: int) -> tuple[Option, ...]:
    """By plus dice: counting one die with these; it is never its own plus."""
    own = bit(die)
    apart = {
        plus: V.option(
            counted(die, plus), "check.plus-dice" if plus else "check.one-die-counts", die << 3 | plus, "count"
        )
        for plus in range(8)
        if not plus & own
    }
    return tuple([apart[plus & ~own] for plus in range(8)])


COUNT: Final = tuple([ways_to_count(die) for die in range(3)])  # by die and plus dice
RAISE: Final = V.family("raise", "check.modify-die", 3)
LOWER: Final = V.family("lower", "check.modify-die", 3)
REROLL_DIE: Final = V.family("reroll", "hero.abilities", 3)
SKILL: Final = tuple([V.option(f"with-{skill}", "check.any-skill", number, "with-skill")
                      for number, skill in enumerate(("strength", "agility", "intellect"))])  # fmt: skip

HEROES: Final = V.family("hero", "", MOST_HEROES)
ENEMIES: Final = V.family("enemy", "", TARGETS)
WAYS: Final = V.family("way", "enemy.nearest-tie", 24)
MARKERS: Final = V.family("marker", "boss.damage-split", LONGEST_HEALTH)  # the space that a Health Marker is on
PAY: Final = V.option("pay")
DO_NOT_PAY: Final = V.option("do-not-pay")
YES: Final = V.option("yes")
NO: Final = V.option("no")
REWARD: Final = V.family("reward", "kill.goblin-reward", 3)
GAIN_LOOT: Final = V.option("gain-loot", "loot.gain")
GAIN_SPELL: Final = V.option("gain-spell", "loot.gain")
NEITHER: Final = V.option("neither")
KEEP: Final = V.option("keep", "loot.slots")
SWAP: Final = V.family("swap", "loot.slots", 4)  # by slot
SWAP_HANDS: Final = V.option("swap-hands", "loot.slots")
DECLINE: Final = V.option("decline", "loot.gain")
GIVE: Final = V.family("give", "loot.discards", 4)  # by slot

# ---- prompts ------------------------------------------------------------------------------------------------------
# To refuse what a hero has won, or will not pay for it, loses something: such questions have no passive answer.

CHOOSE_HERO: Final = V.prompt("setup.hero", "setup.choose-hero")
STARTING_HERO: Final = V.prompt("setup.starting-hero", "setup.first-player")
NEXT: Final = V.prompt("turn.next", "turn.parts")
ROTATION: Final = V.prompt("explore.rotation", "grid.rotate", ends_odds=True)
SHORT_DECK: Final = V.prompt("explore.short-deck", "grid.deck-short")
REVEAL_NEXT: Final = V.prompt("free.reveal-order", "free.reveal-adjacent-one-by-one")
WHICH_SKILL: Final = V.prompt("check.skill", "check.any-skill")
CHECK_DICE: Final = V.prompt("check.dice", "check.sequence", mid_roll=True, means=USE)
REROLL_WHICH: Final = V.prompt("check.reroll", "hero.abilities", STOP, mid_roll=True)
SPLIT: Final = V.prompt("attack.boss-damage-split", "boss.damage-split", mid_roll=True)
COUNTER_BY: Final = V.prompt("attack.counter-attacker", "counter.one-per-attack")
BEFORE_DIE: Final = V.prompt("counter.ability", "counter.abilities", NO)
CAST_TARGET: Final = V.prompt("cast.target", "spell.target-first")
CAST_PAY: Final = V.prompt("cast.pay", "spell.cannot-pay", mid_roll=True)
SEARCH_PAY: Final = V.prompt("search.pay", "search.cost", mid_roll=True)
GOBLIN_REWARD: Final = V.prompt("reward.goblin", "kill.goblin-reward")
LOOT_OR_SPELL: Final = V.prompt("reward.loot-or-spell", "kill.minion-reward")
KEEP_LOOT: Final = V.prompt("loot.keep", "loot.gain")
KEEP_SPELL: Final = V.prompt("spell.keep", "loot.gain")
DISCARD_LOOT: Final = V.prompt("loot.discard", "loot.discards")
DISCARD_SPELL: Final = V.prompt("spell.discard", "loot.discards")
EFFECT_TARGET: Final = V.prompt("effect.target", "hero.abilities")
STEP_WHERE: Final = V.prompt("effect.step", "trap.every-entry")
PUSH_WHERE: Final = V.prompt("effect.push-path", "enemy.walk-freely", STOP)
REACTION: Final = V.prompt("hero.reaction", "hero.abilities", NO)
ENEMY_TARGET: Final = V.prompt("enemy.target", "enemy.nearest-tie")
ENEMY_PATH: Final = V.prompt("enemy.path", "enemy.nearest-tie")
TAUNT_PATH: Final = V.prompt("taunt.path", "taunt.path")

# ---- events -------------------------------------------------------------------------------------------------------

HERO_TAKEN: Final = V.event("setup.hero-taken", "setup.choose-hero", "hero", "seat")
SET_UP: Final = V.event("setup.done", "setup.deck-stack", "heroes", "deck", "torch")
TURN_BEGINS: Final = V.event("turn.begins", "turn.next-hero", "hero")
RISES: Final = V.event("turn.rises", "hero.unconscious-must-rest", "hero")
TURN_ENDS: Final = V.event("turn.ends", "turn.end-torch", "hero")

MOVED: Final = V.event("move.entered", "move.step-cost", "hero", "room", "speed")
MOVEMENT_ENDS: Final = V.event("move.ends", "move.enemy-room-ends", "hero")
FLIPPED: Final = V.event("explore.flipped", "explore.sequence", "room")
REVEALED: Final = V.event("explore.revealed", "danger.check-on-entry", "danger", notable=True)
ROTATED: Final = V.event("explore.rotated", "grid.rotate", "room", "exits")
LAID: Final = V.event("explore.laid", "grid.new-facedown", "place", "deck")

AMBUSH: Final = V.event("danger.goblin", "danger.goblin-damage", "hero", notable=True)
MINION_AMBUSH: Final = V.event("danger.minion", "danger.minion-damage", "hero", notable=True)
TRAP_SPRINGS: Final = V.event("trap.springs", "trap.evade", "hero", "room")
TRAP_EVADED: Final = V.event("trap.evaded", "trap.evade", "hero", notable=True)
TRAP_STRIKES: Final = V.event("trap.strikes", "trap.fail-damage", "hero", notable=True)
GOBLIN_ARRIVES: Final = V.event("goblin.arrives", "torch.add-goblin", "enemy", "number", "room", notable=True)
MINION_ARRIVES: Final = V.event("minion.arrives", "danger.minion-card", "enemy", "health", "room", notable=True)

DAMAGED: Final = V.event("hero.damaged", "hero.health", "hero", "damage", "health", notable=True)
FALLS: Final = V.event("hero.falls", "hero.unconscious", "hero", notable=True)
HEALED: Final = V.event("hero.healed", "hero.caps", "hero", "by", "health")
WAKES: Final = V.event("hero.wakes", "hero.unconscious-healed", "hero", notable=True)
FOCUSED: Final = V.event("hero.focused", "hero.focus", "hero", "by", "focus")
FOCUS_LOST: Final = V.event("hero.focus-lost", "hero.focus", "hero", "by", "focus")
FOCUS_SPENT: Final = V.event("hero.focus-spent", "hero.focus", "hero", "by", "focus")
POWER_USED: Final = V.event("hero.power", "hero.abilities", "hero", "power")
REDIRECTED: Final = V.event("hero.redirects", "hero.abilities", "hero", "other")

ROLLED: Final = (
    V.event("check.rolled-one", "check.roll", "hero", "first"),
    V.event("check.rolled-two", "check.roll", "hero", "first", "second"),
    V.event("check.rolled-three", "check.roll", "hero", "first", "second", "third"),
)
REACHES: Final = V.event("check.reaches", "check.success", notable=True)  # told for the odds, as the dice lie
WITH_FOCUS: Final = tuple(  # and so much Focus would do it
    [V.event(f"check.for-{focus}", "check.modify-die", notable=True) for focus in range(1, 9)]
)
COULD_KILL: Final = V.event("check.could-kill", "attack.damage", notable=True)
COULD_DEAL: Final = V.event("check.could-deal", "attack.damage", "harm", notable=True)
OUT_OF_REACH: Final = V.event("check.out-of-reach", "check.success", notable=True)
DIE_CHANGED: Final = V.event("check.die-changed", "check.modify-die", "hero", "from", "to", "focus")
DIE_REROLLED: Final = V.event("check.die-rerolled", "hero.abilities", "hero", "from", "to")
RESULT_COUNTED: Final = V.event("check.result", "check.modifiers", "hero", "result", "against")
CHECK_SUCCEEDS: Final = V.event("check.succeeds", "check.success", "hero", notable=True)
CHECK_FAILS: Final = V.event("check.fails", "check.success", "hero", notable=True)

RESTED: Final = V.event("rest.rested", "rest.gain", "hero")
SEARCHING: Final = V.event("search.begins", "search.check", "hero", "room")
FOUND: Final = V.event("search.found", "search.check", "hero")
DISARMING: Final = V.event("disarm.begins", "disarm.check", "hero", "room")
DISARMED: Final = V.event("disarm.done", "disarm.success", "hero", "room", notable=True)
CASTING: Final = V.event("spell.begins", "spell.cast", "hero", "spell")
SPELL_WORKS: Final = V.event("spell.works", "spell.cast", "spell", notable=True)
CANNOT_PAY: Final = V.event("spell.cannot-pay", "spell.cannot-pay", "hero")
NOT_PAID: Final = V.event("spell.not-paid", "spell.cannot-pay", "hero")

ATTACKS: Final = (
    V.event("attack.melee", "attack.types", "hero", "enemy"),
    V.event("attack.missile", "attack.types", "hero", "enemy"),
)
SPELL_ATTACKS: Final = V.event("attack.spell", "spell.attack-spell", "hero", "spell", "enemy")
CANTRIP_ATTACKS: Final = V.event("attack.cantrip", "attack.type-needs", "hero", "cantrip", "enemy")
SPELL_SWEEPS: Final = V.event("attack.sweep", "attack.all-enemies", "hero", "spell")
HURT: Final = V.event("enemy.hurt", "attack.damage", "enemy", "damage", "health", notable=True)
UNHURT: Final = V.event("enemy.unhurt", "attack.damage", "enemy")
KILLED: Final = V.event("enemy.killed", "kill.goblin-return", "enemy", notable=True)
MINION_KILLED: Final = V.event("minion.killed", "kill.minion-remove", "enemy", "seals", "heroes", notable=True)
REGAINS: Final = V.event("enemy.regains", "kill.minion-remove", "enemy", "by", "health")
PUSHED: Final = V.event("enemy.pushed", "enemy.walk-freely", "enemy", "room")

COUNTERS: Final = V.event("counter.rolled", "counter.damage", "enemy", "die", "modifier", "defense")
COUNTER_SHIELD: Final = V.event("counter.shield", "counter.shield", "enemy", "modifier")
COUNTER_TORCH: Final = V.event("counter.torch", "counter.torch", "enemy", notable=True)
COUNTER_MISSES: Final = V.event("counter.no-damage", "counter.damage", "enemy")

TORCH_DOWN: Final = V.event("torch.down", "torch.down-and-land", "torch")
TORCH_UP: Final = V.event("torch.up", "torch.up", "torch")
ENEMIES_MOVE: Final = V.event("torch.enemies", "torch.enemy-actions")
ENEMY_MOVES: Final = V.event("enemy.moves", "enemy.move-and-attack", "enemy", "room")
ENEMY_ATTACKS: Final = V.event("enemy.attacks", "enemy.no-dice", "enemy", "hero")
BOSS_STRIKES: Final = V.event("boss.strikes", "act2.enemy-actions", "boss")

LOOT_DRAWN: Final = V.event("loot.drawn", "loot.gain", "loot", "hero", notable=True)
LOOT_DECLINED: Final = V.event("loot.discarded", "loot.discards", "loot", "hero")
SPELL_DRAWN: Final = V.event("spell.drawn", "loot.gain", "spell", "hero", notable=True)
SPELL_DECLINED: Final = V.event("spell.discarded", "loot.discards", "spell", "hero")
NOTHING_LEFT: Final = V.event("loot.nothing-left", "loot.discards", "hero")

LAIR_OPENED: Final = V.event("lair.opened", "lair.flip-boss", "boss", "hero", notable=True)
MARKERS_STACKED: Final = V.event("lair.markers", "lair.health-markers", "heroes", "top")
BOSS_PLACED: Final = V.event("lair.boss-token", "lair.boss-token", "boss")
TORCH_FLIPPED: Final = V.event("lair.torch", "lair.flip-torch", "torch")
ALTARS_PLACED: Final = V.event("lair.altars", "lair.altars", "altars")
ON_SPACE: Final = V.event("lair.space", "lair.moving-inside", "hero", "space", "speed")
BOSS_TAUNTED: Final = V.event("boss.taunted", "taunt.action", "hero", "boss")
BOSS_MOVES: Final = V.event("boss.moves", "boss.moves-in-dungeon", "boss", "room")
ALTAR_BREAKS: Final = V.event("altar.breaks", "altar.break", "room", "space")
MARKER_MOVES: Final = V.event("boss.marker", "boss.damage-split", "from", "to")
BOSS_TORCH: Final = V.event("boss.torch-effect", "boss.torch-face", "boss", notable=True)

WON: Final = V.event("end.won", "end.win", "turns", notable=True)
FIFTH_GOBLIN: Final = V.event("end.goblins", "end.lose-goblin", "turns", notable=True)
DARKNESS: Final = V.event("end.torch", "end.lose-torch", "turns", notable=True)
WALLED_IN: Final = V.event("end.impassable", "end.lose-impassable", "turns", notable=True)
ENDS: Final = (WON, FIFTH_GOBLIN, DARKNESS, WALLED_IN)
