"""What cards do, in words made from their effects; no card has a text of rules of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from undercroft.games.tiny_epic_dungeons.pieces import (
    ALL_WITHIN,
    ALWAYS,
    ANY_PATH,
    AT_HERE,
    BEFORE_COUNTER,
    COST,
    DAMAGE,
    DEFENSE,
    DICE,
    ENEMIES_ACT,
    ENEMY_HEALTH,
    EXTRA_HEROIC,
    FOCUS,
    FREE,
    GOBLIN,
    HEALTH,
    HEROIC,
    LINE_OF_SIGHT,
    LOOT,
    MAX_FOCUS,
    MAX_HEALTH,
    OF_RESEARCH,
    ON_ATTACK,
    ON_CHECK,
    ON_COUNTER_DAMAGE,
    ON_ENEMY_ACTION,
    ON_EVADE_SUCCESS,
    ON_REST,
    ONCE_A_GAME,
    ONCE_A_TURN,
    PUSH,
    REDIRECT,
    REROLL,
    RESULT,
    REVEAL,
    SAME_ROOM,
    SIGHT,
    SPACE,
    SPEED,
    SPELL,
    STEP,
    TO_ENEMIES,
    TO_HEROES,
    TO_TARGET,
    TORCH,
    BossMat,
    Effect,
    Effects,
    EnemyCard,
    LootCard,
    Power,
    SearchAbility,
    Spell,
    Trap,
)
from undercroft.games.tiny_epic_dungeons.state import GOBLINS, Dungeon, Hero
from undercroft.games.tiny_epic_dungeons.torch import torch_top, track_of

UNBOUNDED = 99
FIFTH = "a fifth Goblin comes, and the game is lost"
DRIVEN = "a Goblin or Minion"  # the Boss never is
SKILL_NAMES = ("Strength", "Agility", "Intellect", "any Skill")
KINDS = ("Melee", "Missile", "Spell")
ON = (
    "Melee Attacks", "Missile Attacks", "Spell Attacks", "Strength checks", "Agility checks", "Intellect checks",
    "evading traps", "searching", "disarming", "casting",
)  # fmt: skip
MOMENT_WORDS = {
    ON_CHECK: "On a check",
    ON_ATTACK: "On an attack",
    ON_EVADE_SUCCESS: "When you evade a trap",
    BEFORE_COUNTER: "Before a Counter-Attack",
    ON_COUNTER_DAMAGE: "When a Counter-Attack hurts you",
    ON_ENEMY_ACTION: "When an enemy's action hits you",
    ON_REST: "When you Rest",
    FREE: "Free Action",
    HEROIC: "Heroic Action",
}


class Room(NamedTuple):
    """What effects have room for at a moment of a game."""

    game: Dungeon
    health: int
    focus: int


def room_of(game: Dungeon, hero: Hero, paid: int = 0) -> Room:
    """The room at this moment, with that on a hero's tracks once it has paid so much Focus."""
    return Room(game, int(hero.max_health - hero.health), int(hero.max_focus - hero.focus) + paid)


def room_later(game: Dungeon) -> Room:
    """The room at this moment, where a check comes first that may change the hero's tracks."""
    return Room(game, UNBOUNDED, UNBOUNDED)


def many(count: int, one: str, more: str = "") -> str:
    """So many things."""
    return f"{count} {one if count == 1 else more or one + 's'}"


def capital(words: str) -> str:
    """Words as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Parts of a sentence with commas and a last word between them."""
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


# ---- single effects -------------------------------------------------------------------------------------------------


def doing(effects: Effects, who: str = "", aim: str = "", room: Room | None = None) -> str:
    """What effects do, as part of a sentence.

    `who` is whom they happen to, the reader if it is empty; `aim` is what they may be aimed at. With the `room` on the
    reader's tracks it is what they do now, else what their card says.
    """
    parts: list[str] = []
    before, verb_before = "", ""
    for effect in effects:
        if effect.do not in (HEALTH, FOCUS, LOOT, SPELL, SPACE):
            parts.append(effect_words(effect, "it" if aim and before == aim else aim, room))
            before, verb_before = aim if effect.to == TO_TARGET or effect.do == PUSH else "", ""
            continue
        subject = whom(effect, who, aim)
        verb, what = boon_words(effect, room if effect.to not in (TO_HEROES, TO_TARGET) else None)
        verb = f"{verb}s" if subject else verb
        if parts and subject == before:
            parts.append(what if verb == verb_before else f"{verb} {what}")
        else:
            parts.append(f"{subject or ('you' if parts and before else '')} {verb} {what}".strip())
        before, verb_before = subject, verb
    return listed(parts) if parts else "nothing"


def effect_words(effect: Effect, aim: str, room: Room | None = None) -> str:
    """What one effect does that is not done to heroes alone."""
    do, by = effect.do, int(effect.by)
    if do in (RESULT, DICE, REROLL, DEFENSE, SPEED, MAX_HEALTH, MAX_FOCUS, COST):
        return change_words(effect)
    if do == TORCH:
        return torch_effect_words(by, room)
    if do == GOBLIN:
        comes = f"a Goblin comes {'here' if effect.at == AT_HERE else 'to the Entrance'}"
        return FIFTH if room is not None and room.game.goblin_count() == GOBLINS else comes
    if do == DAMAGE:
        every = f"every enemy {room_words(int(effect.within))}"
        return f"{by} damage to {every if effect.to == TO_ENEMIES else aim or 'it'}"
    if do == PUSH:
        return f"drive {aim or DRIVEN} {many(by, 'room')} away"
    if do == REVEAL:
        return f"turn up to {by} facedown cards at your exits" if by > 1 else "turn a facedown card at an exit"
    if do == ENEMY_HEALTH:
        return f"it regains {by} Health"
    return {
        int(ENEMIES_ACT): "all enemies act",
        int(REDIRECT): "take the damage for another hero in your room",
        int(STEP): "go to any room of the dungeon",
        int(EXTRA_HEROIC): "take another Heroic Action",
    }[int(do)]


def torch_effect_words(by: int, room: Room | None) -> str:
    """What an effect does to the Torch: at most, or with the room that there is."""
    if room is None:
        return f"the Torch moves {'up' if by > 0 else 'down'} {abs(by)}"
    if by < 0:
        return torch_words(room.game, -by)
    fits = min(by, int(torch_top(room.game) - room.game.torch))
    return f"the Torch moves up {some_of(fits, by)}" if fits else "the Torch moves no farther up"


def torch_words(game: Dungeon, by: int) -> str:
    """What the Torch does when it moves down so far."""
    track = track_of(game)
    end = int(game.torch) - by
    if end <= 0:
        return "the Torch goes out, and the game is lost"
    places = int(GOBLINS - game.goblin_count())
    symbols: list[str] = []
    for space in range(int(game.torch) - 1, end - 1, -1):
        lands = space == end or game.content.switches.passed_spaces_resolved
        if lands and track.goblin[space]:
            if places == 0:
                symbols.append(FIFTH)
                break
            places -= 1
            symbols.append("a Goblin comes")
        if track.enemies[space] and (lands or game.act == 2):
            symbols.append("all enemies act")
    return f"the Torch moves to {end}" + (f", {listed(symbols)}" if symbols else "")


def some_of(fits: int, by: int) -> str:
    """So many, and of how many if there is not room for all."""
    return f"{fits}" if fits == by else f"{fits} of {by}"


def whom(effect: Effect, who: str, aim: str) -> str:
    """Whom an effect happens to; empty for the reader."""
    if effect.to == TO_HEROES:
        return f"every hero {room_words(int(effect.within))}"
    if effect.to == TO_TARGET:
        return who or aim or "that hero"
    return who


def boon_words(effect: Effect, room: Room | None = None) -> tuple[str, str]:
    """What somebody does: gain, lose, draw, discard, move; and what."""
    by, gains = abs(int(effect.by)), effect.by > 0
    if effect.do in (HEALTH, FOCUS):
        track = "Health" if effect.do == HEALTH else "Focus"
        if not gains:
            return "lose", f"{by} {track}"
        fits = by if room is None else min(by, room.health if effect.do == HEALTH else room.focus)
        return "gain", f"{some_of(fits, by)} {track}" if fits else f"no {track} (full)"
    if effect.do == SPACE:
        return "move", f"{many(by, 'Hero Space')} {'on' if gains else 'back'}"
    return ("draw" if gains else "discard"), f"{by} Loot" if effect.do == LOOT else many(by, "Spell")


def change_words(effect: Effect) -> str:
    """What changes about checks and figures."""
    do, by = effect.do, int(effect.by)
    if do == RESULT:
        return f"{by:+d} to {ON[effect.on]}"
    if do == DICE:
        return f"{by:+d} {'die' if abs(by) == 1 else 'dice'} for {ON[effect.on]}"
    if do == REROLL:
        return f"roll {'a die' if by == 1 else f'up to {by} dice'} again"
    if do == COST:
        what = "Research" if effect.of == OF_RESEARCH else "changing a die"
        return f"{what} costs {abs(by)} Focus {'less' if by < 0 else 'more'}"
    figure = {
        int(DEFENSE): "Defense",
        int(SPEED): "Speed",
        int(MAX_HEALTH): "most Health",
        int(MAX_FOCUS): "most Focus",
    }
    return f"{by:+d} {figure[int(do)]}"


def room_words(rooms: int) -> str:
    """How far something reaches."""
    return "here" if rooms == 0 else f"within {many(rooms, 'room')}"


def range_words(range_: int, n: int) -> str:
    """Where something may be to be in a range."""
    if range_ == SAME_ROOM:
        return "in your room"
    if range_ == LINE_OF_SIGHT:
        return "in line of sight"
    if range_ == SIGHT:
        return "in your room or in sight"
    if range_ == ANY_PATH and n == 0:
        return "anywhere on your side of the Boss Mat's edge"
    return f"within {many(n, 'room')}"


# ---- powers, Loot, Spells -------------------------------------------------------------------------------------------


def aim_words(effects: Effects, range_: int, n: int) -> str:
    """What effects may be aimed at."""
    if any(effect.to == TO_TARGET and effect.do in (HEALTH, FOCUS, SPACE) for effect in effects):
        whom = "a hero"
    else:
        whom = DRIVEN if any(effect.do == PUSH for effect in effects) else "an enemy"
    return f"{whom} {range_words(range_, n)}"


def power_words(power: Power) -> str:
    """What a power does, when, and at what price."""
    does = doing(power.effects, "", aim_words(power.effects, int(power.range), int(power.n)))
    if power.stands:
        return capital(does) + "."
    conditions = [MOMENT_WORDS[power.when]] if power.when != ALWAYS else []
    if power.redirects:
        conditions = ["When an enemy's action hits another hero"]
    if power.cost_focus:
        conditions.append(f"{power.cost_focus} Focus")
    conditions += {int(ONCE_A_TURN): ["once a turn"], int(ONCE_A_GAME): ["once"]}.get(int(power.once), [])
    after = " Then discard it." if power.discard else ""
    return f"{', '.join(conditions)}: {does}.{after}"


def loot_slot(loot: LootCard) -> str:
    """Where a Loot is carried."""
    if loot.hands == 2:
        return "two hands"
    return ("hand", "body", "charm")[loot.slot]


def cost_words(focus: int, who: Hero | None = None, when: str = "") -> str:
    """A price in Focus; and how much of it there is, if it is less."""
    lacks = f", you have {who.focus}" if who is not None and who.focus < focus else ""
    return f"{focus} Focus{when}{lacks}"


def spell_words(spell: Spell, who: Hero | None = None, room: Room | None = None) -> str:
    """What a Spell does; if it is somebody's, whether its price is there and how much there is room for."""
    cost = f", {cost_words(int(spell.cost_focus), who)}" if spell.cost_focus else ""
    once = " Then discard it." if spell.discard else ""
    if spell.attack:
        whom = "every enemy" if spell.all_enemies else "an enemy"
        bonus = f", {int(spell.result):+d} to the result" if spell.result else ""
        where = range_words(int(spell.range), int(spell.n))
        return f"Attack {whom} {where} ({SKILL_NAMES[spell.skill]}{bonus}{cost}).{once}"
    aim = aim_words(spell.effects, int(spell.range), int(spell.n))
    return f"Cast ({SKILL_NAMES[spell.skill]} {spell.target}{cost}): {doing(spell.effects, '', aim, room)}.{once}"


# ---- rooms ----------------------------------------------------------------------------------------------------------


def trap_words(trap: Trap) -> str:
    """How a trap is evaded and disarmed."""
    return (
        f"Trap: evade with {SKILL_NAMES[trap.evade_skill]} {trap.evade_target} or take {trap.damage} damage, "
        f"disarm with {SKILL_NAMES[trap.disarm_skill]} {trap.disarm_target}"
    )


def search_words(search: SearchAbility, who: Hero | None = None, room: Room | None = None) -> str:
    """What a search of a room needs and gives; if it is somebody's, whether its price is there, and so on."""
    needs = [f"{SKILL_NAMES[search.skill]} {search.target}"]
    if search.cost_focus:
        needs.append(cost_words(int(search.cost_focus), who))
    if search.once:
        needs.append("once")
    failure = f"; if it fails, {doing(search.failure, room=room)}" if search.failure else ""
    return f"{', '.join(needs)}: {doing(search.success, room=room)}{failure}"


# ---- enemies --------------------------------------------------------------------------------------------------------


def counter_words(counter: tuple[int, int, int]) -> str:
    """The modifiers of a Counter-Attack."""
    return ", ".join(f"{kind} {by:+d}" if by else f"{kind} 0" for kind, by in zip(KINDS, counter, strict=True))


def action_words(card: EnemyCard) -> str:
    """What an enemy does when enemies act."""
    where = {int(SAME_ROOM): "in its room", int(LINE_OF_SIGHT): "in line of sight", int(SIGHT): "in sight"}.get(
        int(card.range), f"within {many(int(card.n), 'room')}"
    )
    every = card.attacks_all or card.range == ALL_WITHIN
    return f"Speed {card.speed}, then {card.damage} damage to {'all heroes' if every else 'a hero'} {where}"


def special_words(special: Power) -> str:
    """An enemy's special power."""
    if special.when == ALWAYS:
        return f"Against it: {doing(special.effects)}"
    if special.when == ON_COUNTER_DAMAGE:
        return f"When its Counter-Attack hurts: {doing(special.effects, 'the hero')}"
    return f"When it attacks: {doing(special.effects, 'the hero')}"


def reward_words(rewards: Sequence[Effects]) -> str:
    """What the death of a Goblin brings: one of some alternatives."""
    return listed([doing(effects) for effects in rewards], "or")


def rider_words(boss: BossMat) -> str:
    """What a Boss's Counter-Attack does besides, if it answers one kind of attack so."""
    if boss.rider_on < 0:
        return ""
    return f"When its Counter-Attack to a {KINDS[boss.rider_on]} Attack hurts: {doing(boss.rider, 'the hero')}"
