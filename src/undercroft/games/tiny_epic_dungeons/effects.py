"""What cards do, and what becomes of enemies that are hurt: damage, deaths, rewards."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.vocabulary import Option
from undercroft.games.tiny_epic_dungeons.belongings import gain_loot, gain_spell, loot_left, spells_left
from undercroft.games.tiny_epic_dungeons.boons import bestow, heroes_within
from undercroft.games.tiny_epic_dungeons.enemies import add_goblin, enemies_act, room_name
from undercroft.games.tiny_epic_dungeons.exploring import reveal_around
from undercroft.games.tiny_epic_dungeons.geometry import cells_of, layers, spread, within
from undercroft.games.tiny_epic_dungeons.pieces import (
    AT_HERE,
    DAMAGE,
    ENEMIES_ACT,
    EXTRA_HEROIC,
    FOCUS,
    GOBLIN,
    HEALTH,
    LOOT,
    PUSH,
    REVEAL,
    SPACE,
    SPELL,
    TO_ENEMIES,
    TO_HEROES,
    TO_TARGET,
    TORCH,
    Effect,
    Effects,
)
from undercroft.games.tiny_epic_dungeons.state import (
    BOSS_TARGET,
    CENTRE,
    FIRST_MINION,
    LAIR,
    NOBODY,
    Dungeon,
    Hero,
)
from undercroft.games.tiny_epic_dungeons.torch import torch_down, torch_up
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    GAIN_LOOT,
    GAIN_SPELL,
    GOBLIN_REWARD,
    HURT,
    KILLED,
    LOOT_OR_SPELL,
    MARKER_MOVES,
    MARKERS,
    MINION_KILLED,
    NEITHER,
    PLACES,
    PUSH_WHERE,
    PUSHED,
    REWARD,
    SPLIT,
    STOP,
    UNHURT,
    WON,
)


def apply(game: Dungeon, number: i64, effects: Effects, aim: i64) -> None:
    """Do what a hero's card or room says, in order; `aim` is the hero or enemy that it is aimed at."""
    for effect in effects:
        if game.end is not None:
            return
        apply_one(game, number, effect, aim)


def apply_one(game: Dungeon, number: i64, effect: Effect, aim: i64) -> None:
    """One effect of a hero's card."""
    hero = game.heroes[number]
    do = effect.do
    if do in (HEALTH, FOCUS, LOOT, SPELL, SPACE):
        bestow(game, effect, recipients(game, number, effect, aim))
    elif do == TORCH:
        if effect.by > 0:
            torch_up(game, effect.by)
        else:
            torch_down(game, -effect.by)
    elif do == GOBLIN:
        add_goblin(game, hero.at if effect.at == AT_HERE else CENTRE)
    elif do == ENEMIES_ACT:
        enemies_act(game)
    elif do == REVEAL:
        reveal_around(game, hero.at, effect.by, True)
    elif do == DAMAGE:
        targets = enemies_within(game, hero, effect.within) if effect.to == TO_ENEMIES else [aim]
        damage_enemies(game, number, targets, [effect.by] * len(targets))
    elif do == PUSH:
        push(game, hero, aim, effect.by)
    elif do == EXTRA_HEROIC and not game.extra_taken:
        game.extra_taken = True
        game.heroic_left += 1


def recipients(game: Dungeon, number: i64, effect: Effect, aim: i64) -> list[int]:
    """The heroes that an effect of a hero's card is for; it never crosses the edge of the Boss Mat."""
    if effect.to == TO_TARGET:
        return [aim]
    if effect.to == TO_HEROES:
        return heroes_within(game, game.heroes[number].at, effect.within, True)
    return [number]


def enemies_within(game: Dungeon, hero: Hero, rooms: i64) -> list[int]:
    """The enemies at most so many rooms away, on the same side of the Boss Mat's edge (range.all)."""
    area = within(game, hero.at, rooms)
    found: list[int] = []
    for target in range(BOSS_TARGET + 1):
        at = game.enemy_at(target)
        near = at >= 0 and area >> at & 1 and (at == LAIR) == (hero.at == LAIR)
        if near and (target != BOSS_TARGET or can_hurt_boss(game, hero)):
            found.append(target)
    return found


def can_hurt_boss(game: Dungeon, hero: Hero) -> bool:
    """Only on the Boss Mat, with the Boss there too (boss.attack-from-hero-space, boss.other-damage)."""
    if game.boss_at == LAIR:
        return hero.space > 0
    return game.boss_at >= 0 and game.content.switches.boss_attackable_in_dungeon


def push(game: Dungeon, hero: Hero, target: i64, by: i64) -> None:
    """A Goblin or Minion is driven off, each step one passage farther from the hero."""
    for _ in range(by):
        at = game.enemy_at(target)
        if target == BOSS_TARGET or at < 0:
            return
        farther = rooms_behind(game, hero, at)
        if not farther:
            return
        game.threat = game.enemy_name(target)
        options: list[Option] = [*[PLACES[cell] for cell in farther], STOP]
        answer = game.table.choose(game.active_seat(), PUSH_WHERE, tuple(options))
        if answer is STOP:
            return
        if target < FIRST_MINION:
            game.goblin_at[target] = answer.number - 1
        else:
            game.minion_at[target - FIRST_MINION] = answer.number - 1
        game.table.tell(PUSHED, game.enemy_name(target), room_name(game, answer.number - 1))


def rooms_behind(game: Dungeon, hero: Hero, at: i64) -> list[int]:
    """The rooms one passage farther from a hero than a place, on its side of the mat's edge (range.lair-sealed)."""
    rings = layers(game, hero.at)
    for away in range(len(rings) - 1):
        ring: i64 = rings[away]
        if ring >> at & 1:
            farther = cells_of(spread(game, ring & bit(at)) & rings[away + 1])
            return [cell for cell in farther if (cell == LAIR) == (at == LAIR)]
    return []


# ---- damage and death ---------------------------------------------------------------------------------------------


def damage_enemies(game: Dungeon, number: i64, targets: list[int], damages: list[int]) -> None:
    """Damage enemies, Goblins first, the Boss last; rewards come after all damage (attack.all-enemies)."""
    names: list[int] = []
    killed: list[int] = []
    for place in range(len(targets)):
        target = targets[place]
        name = game.enemy_name(target)
        if damages[place] <= 0:
            game.table.tell(UNHURT, name)
        elif target == BOSS_TARGET:
            split(game, damages[place])
            if game.end is not None:
                return
        elif hurt_enemy(game, target, damages[place]):
            killed.append(target)
            names.append(name)
    for place in range(len(killed)):
        if game.end is None:
            reward(game, number, killed[place], names[place])


def hurt_enemy(game: Dungeon, target: i64, damage: i64) -> bool:
    """Damage a Goblin or Minion; returns whether it died (attack.goblin-health, attack.minion-health)."""
    name = game.enemy_name(target)
    if target < FIRST_MINION:
        game.goblin_discards.append(game.goblins[target])
        game.goblins[target] = NOBODY
        game.goblin_at[target] = NOBODY
        game.table.tell(KILLED, name)
        return True
    place = target - FIRST_MINION
    health = max(0, game.minion_health[place] - damage)
    game.minion_health[place] = health
    game.table.tell(HURT, name, damage, health)
    if health > 0:
        return False
    game.minion_at[place] = NOBODY
    game.seals += 1
    game.table.tell(MINION_KILLED, name, game.seals, len(game.heroes))
    return True


def reward(game: Dungeon, number: i64, target: i64, name: i64) -> None:
    """What a kill brings: a Goblin its card's reward, a Minion two cards and light (kill.order)."""
    game.asked = number
    game.threat = name
    if target < FIRST_MINION:
        rewards = game.content.goblins[name].rewards
        options: list[Option] = [*[REWARD[place] for place in range(len(rewards))], NEITHER]
        answer = game.table.choose(game.seat_of(number), GOBLIN_REWARD, tuple(options))
        if answer is not NEITHER:
            apply(game, number, rewards[answer.number - 1], NOBODY)
        return
    for _ in range(game.content.figures.minion_reward_cards):
        gain_loot_or_spell(game, number)
    torch_up(game, game.content.figures.minion_torch_up)


def gain_loot_or_spell(game: Dungeon, number: i64) -> None:
    """One Loot or one Spell, or neither (kill.minion-reward, disarm.success)."""
    options: list[Option] = []
    if loot_left(game):
        options.append(GAIN_LOOT)
    if spells_left(game):
        options.append(GAIN_SPELL)
    options.append(NEITHER)
    game.asked = number
    answer = game.table.choose(game.seat_of(number), LOOT_OR_SPELL, tuple(options))
    if answer is GAIN_LOOT:
        gain_loot(game, number)
    elif answer is GAIN_SPELL:
        gain_spell(game, number)


# ---- the Boss's Health Markers ------------------------------------------------------------------------------------


def split(game: Dungeon, damage: i64) -> None:
    """Put damage on the Boss's Health Markers, point by point, as the attacker likes (boss.damage-split)."""
    for left in range(damage, 0, -1):
        options: list[Option] = []
        for marker in game.markers:
            if can_sink(game, marker) and MARKERS[marker - 1] not in options:
                options.append(MARKERS[marker - 1])
        if not options:
            return
        game.against = left
        lowered = game.table.choose(game.active_seat(), SPLIT, tuple(options)).number
        place = last_of(game.markers, lowered)
        game.markers[place] = lowered - 1
        game.table.tell(MARKER_MOVES, lowered, lowered - 1)
        if game.markers[0] == 0:
            game.finish(WON)
            return


def can_sink(game: Dungeon, marker: i64) -> bool:
    """Whether a Health Marker may move down: not past an Altar space without a marker (boss.altar-space-stops)."""
    if marker == 0:
        return False
    stops = game.boss_mat().altars
    before: i64 = marker if game.content.switches.markers_stop_on_altar else marker - 1
    return all(stops[place] != before for place in range(game.covered, len(stops)))


def boss_room(game: Dungeon) -> i64:
    """How much damage the Boss's Health Markers can take before uncovered Altar spaces stop them."""
    room: i64 = 0
    for marker in game.markers:
        at: i64 = marker
        while can_sink(game, at):
            at -= 1
            room += 1
    return room


def last_of(markers: list[int], space: i64) -> i64:
    """The last marker on a space; they lie in order from the highest, and stay so when it sinks."""
    place = len(markers) - 1
    while markers[place] != space:
        place -= 1
    return place
