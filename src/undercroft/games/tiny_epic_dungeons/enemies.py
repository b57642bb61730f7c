"""Enemies: how they arrive, whom they seek, how they walk and strike."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.vocabulary import Option, Prompt
from undercroft.games.tiny_epic_dungeons.bodies import hurt_together
from undercroft.games.tiny_epic_dungeons.boons import bestow, heroes_in_order, heroes_within
from undercroft.games.tiny_epic_dungeons.geometry import cells_of, in_reach, layers, spread
from undercroft.games.tiny_epic_dungeons.pieces import (
    ENEMY_HEALTH,
    ON_ENEMY_ACTION,
    TO_HEROES,
    Effects,
)
from undercroft.games.tiny_epic_dungeons.powers import may_use, ready_power, use_up, wanted
from undercroft.games.tiny_epic_dungeons.state import (
    BOSS_TARGET,
    FIRST_MINION,
    GOBLINS,
    LAIR,
    NOBODY,
    Dungeon,
)
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    ALTAR_BREAKS,
    BOSS_MOVES,
    BOSS_STRIKES,
    ENEMIES_MOVE,
    ENEMY_ATTACKS,
    ENEMY_MOVES,
    ENEMY_PATH,
    ENEMY_TARGET,
    FIFTH_GOBLIN,
    GOBLIN_ARRIVES,
    GOBLIN_DECK,
    HEROES,
    MINION_ARRIVES,
    MINION_DECK,
    PLACES,
    REDIRECTED,
    REGAINS,
    SOURCES,
    WAYS,
)

LAIR_NAME: Final[i64] = 99  # among the names of rooms


def room_name(game: Dungeon, cell: i64) -> i64:
    """The figure that stands for a room in events."""
    return LAIR_NAME if cell == LAIR else game.room[cell]


# ---- arrival ------------------------------------------------------------------------------------------------------


def add_goblin(game: Dungeon, cell: i64) -> None:
    """The lowest free Goblin appears in a room; a fifth loses the game (torch.add-goblin, end.lose-goblin)."""
    slot: i64 = NOBODY
    for number in range(GOBLINS):
        if game.goblins[number] < 0:
            slot = number
            break
    if slot < 0:
        game.finish(FIFTH_GOBLIN)
        return
    if len(game.goblin_deck) == 0:
        game.goblin_deck.shuffle(game.goblin_discards)
        game.goblin_discards = []
    card = game.goblin_deck.draw(game.table, GOBLIN_DECK)
    game.goblins[slot] = card
    game.goblin_at[slot] = cell
    game.table.tell(GOBLIN_ARRIVES, card, slot + 1, room_name(game, cell))


def add_minion(game: Dungeon, cell: i64) -> None:
    """A Minion appears with full Health, to the right of those before it (danger.minion-card, danger.minion-token)."""
    card = game.minion_deck.draw(game.table, MINION_DECK)
    health = game.content.minions[card].health
    game.minions.append(card)
    game.minion_at.append(cell)
    game.minion_health.append(health)
    target = FIRST_MINION + len(game.minions) - 1
    game.table.tell(MINION_ARRIVES, game.enemy_name(target), health, room_name(game, cell))


# ---- Enemy Actions ------------------------------------------------------------------------------------------------


def enemies_act(game: Dungeon) -> None:
    """All enemies act: Goblins 1 to 4, then the Minions, or the Boss in Act 2 (torch.enemy-actions)."""
    game.table.tell(ENEMIES_MOVE)
    for target in range(BOSS_TARGET):
        if game.enemy_at(target) >= 0:
            act(game, target)
    if game.act == 2:
        boss_acts(game)


def act(game: Dungeon, target: i64) -> None:
    """A Goblin or Minion moves towards the nearest conscious hero and attacks (enemy.move-and-attack)."""
    card = game.enemy_card(target)
    at = game.enemy_at(target)
    victim = nearest_hero(game, target, at, card.attacks_all)
    if victim < 0:
        return
    goal = game.heroes[victim].at
    in_range = in_reach(game, goal, card.range, card.n)
    if not in_range >> at & 1:
        at = walk(game, target, at, goal, card.speed, in_range)
    if in_range >> at & 1:
        strike(game, target, at, victim)


def nearest_hero(game: Dungeon, target: i64, at: i64, strikes_all: bool) -> i64:
    """The nearest conscious hero; of several the active player picks one (enemy.nearest, enemy.nearest-tie).

    Not where it makes no difference: an enemy that strikes all goes nowhere from a room with heroes.
    """
    seen: i64 = bit(at)
    edge: i64 = seen
    while edge:
        near = [number for number, hero in enumerate(game.heroes) if hero.health > 0 and edge >> hero.at & 1]
        if len(near) == 1 or (near and strikes_all and edge >> at & 1):
            return near[0]
        if near:
            game.threat = game.enemy_name(target)
            options = tuple([HEROES[number] for number in near])
            return game.table.choose(game.active_seat(), ENEMY_TARGET, options).number - 1
        edge = spread(game, edge) & ~seen
        seen |= edge
    return NOBODY


def walk(game: Dungeon, target: i64, at: i64, goal: i64, speed: i64, in_range: i64) -> i64:
    """Walk a shortest path until the goal is in range or the Speed is spent; returns where that ends."""
    rings = layers(game, goal)
    away = ring_of(rings, at)
    ends: i64 = 0
    edge: i64 = bit(at)
    while speed > 0 and away > 0 and edge:
        away -= 1
        speed -= 1
        edge = spread(game, edge) & rings[away]
        ends |= edge & in_range
        edge &= ~in_range
    ends |= edge
    cells = cells_of(ends)
    end = cells[0]
    if len(cells) > 1:
        game.threat = game.enemy_name(target)
        game.ways = cells
        options = tuple([PLACES[cell] for cell in cells])
        end = game.table.choose(game.active_seat(), ENEMY_PATH, options).number - 1
        game.ways = []
    if end != at:
        if target < FIRST_MINION:
            game.goblin_at[target] = end
        else:
            game.minion_at[target - FIRST_MINION] = end
        game.table.tell(ENEMY_MOVES, game.enemy_name(target), room_name(game, end))
    return end


def ring_of(rings: list[int], cell: i64) -> i64:
    """How far from the middle of the rings a cell is."""
    for away in range(len(rings)):
        ring: i64 = rings[away]
        if ring >> cell & 1:
            return away
    return 0


def strike(game: Dungeon, target: i64, at: i64, victim: i64) -> None:
    """The attack of an Enemy Action: the damage on the card, no dice, no Defense (enemy.no-dice, enemy.one-target)."""
    card = game.enemy_card(target)
    game.threat = game.enemy_name(target)
    victims = [victim]
    if card.attacks_all:
        area = in_reach(game, at, card.range, card.n)
        victims = [
            number for number in heroes_in_order(game)
            if game.heroes[number].health > 0 and area >> game.heroes[number].at & 1
        ]  # fmt: skip
    for number in victims:
        game.table.tell(ENEMY_ATTACKS, game.threat, game.heroes[number].mat.index)
    harm(game, victims, card.damage)
    special = card.special
    if special is not None and special.when == ON_ENEMY_ACTION:
        for number in victims:
            answer_with(game, special.effects, number, target, at)


def answer_with(game: Dungeon, effects: Effects, victim: i64, target: i64, at: i64) -> None:
    """What an enemy's special power or rider does to the hero it has struck, or for itself."""
    for effect in effects:
        if effect.do == ENEMY_HEALTH:
            regain(game, target, effect.by)
        elif effect.to == TO_HEROES:
            bestow(game, effect, heroes_within(game, at, effect.within, target != BOSS_TARGET))
        else:
            bestow(game, effect, [victim])


def regain(game: Dungeon, target: i64, by: i64) -> None:
    """A Minion regains Health, up to its maximum."""
    number = target - FIRST_MINION
    most = game.enemy_card(target).health
    gain = min(by, most - game.minion_health[number])
    if gain > 0:
        game.minion_health[number] += gain
        game.table.tell(REGAINS, game.enemy_name(target), gain, game.minion_health[number])


def harm(game: Dungeon, victims: list[int], damage: i64) -> None:
    """Damage of Enemy Actions to these heroes at once; others may step in first (hero.abilities)."""
    damages = [0] * len(game.heroes)
    for victim in victims:
        if game.heroes[victim].health > 0:
            damages[redirected(game, victim)] += damage
            use_reactions(game, victim, ON_ENEMY_ACTION)
    hurt_together(game, game.heroes, damages)


# ---- reactions ----------------------------------------------------------------------------------------------------


def redirected(game: Dungeon, victim: i64) -> i64:
    """Who takes damage meant for a hero: another in its room may, asked in seat order from the active one."""
    struck = game.heroes[victim]
    for number in heroes_in_order(game):
        hero = game.heroes[number]
        if number == victim or hero.health == 0 or hero.at != struck.at:
            continue
        for source in range(SOURCES):
            power = ready_power(game, hero, source, ON_ENEMY_ACTION)
            if power is not None and power.redirects and may_use(game, number, source, victim):
                use_up(game, number, source, power)
                game.table.tell(REDIRECTED, hero.mat.index, struck.mat.index)
                return number
    return victim


def use_reactions(game: Dungeon, number: i64, when: i64) -> None:
    """What a hero's own cards do when it is struck: by themselves where that is free, else if it likes."""
    hero = game.heroes[number]
    for source in range(SOURCES):
        power = ready_power(game, hero, source, when)
        if power is not None and not power.redirects and wanted(game, number, source, power):
            use_up(game, number, source, power)
            for effect in power.effects:
                if effect.to == TO_HEROES:
                    bestow(game, effect, heroes_within(game, hero.at, effect.within, True))
                else:
                    bestow(game, effect, [number])


# ---- the Boss -----------------------------------------------------------------------------------------------------


def boss_acts(game: Dungeon) -> None:
    """The Boss moves to the nearest hero, then strikes all within its reach (act2.enemy-actions)."""
    victim = nearest_hero(game, BOSS_TARGET, game.boss_at, True)
    if victim < 0:
        return
    move_boss(game, game.heroes[victim].at, ENEMY_PATH)
    figures = game.content.figures
    game.threat = game.enemy_name(BOSS_TARGET)
    game.table.tell(BOSS_STRIKES, game.boss)
    victims = [
        number for number in heroes_within(game, game.boss_at, figures.boss_action_range, False)
        if game.heroes[number].health > 0
    ]  # fmt: skip
    harm(game, victims, figures.boss_action_damage)


def move_boss(game: Dungeon, goal: i64, prompt: Prompt) -> None:
    """The Boss goes a shortest path, up to its Speed, and breaks the altars that it enters (altar.break)."""
    if game.boss_at == goal:
        return
    ends, broken = boss_ways(game, goal)
    way: i64 = 0
    if len(ends) > 1:
        game.threat = game.enemy_name(BOSS_TARGET)
        game.ways = ends
        game.ways_altars = broken
        options: list[Option] = [WAYS[number] for number in range(min(len(ends), len(WAYS)))]
        way = game.table.choose(game.active_seat(), prompt, tuple(options)).number - 1
        game.ways = []
        game.ways_altars = []
    game.boss_at = ends[way]
    game.table.tell(BOSS_MOVES, game.boss, room_name(game, game.boss_at))
    for cell in cells_of(broken[way]):
        break_altar(game, cell)


def boss_ways(game: Dungeon, goal: i64) -> tuple[list[int], list[int]]:
    """The Boss's shortest ways to a room as far as its Speed goes: where each ends, which altars it enters.

    Ways that end alike and enter the same altars are one.
    """
    rings = layers(game, goal)
    away = ring_of(rings, game.boss_at)
    speed = game.boss_mat().speed
    ends: list[int] = [game.boss_at]
    broken: list[int] = [0]
    while speed > 0 and away > 0:
        away -= 1
        speed -= 1
        next_ends: list[int] = []
        next_broken: list[int] = []
        for number in range(len(ends)):
            for cell in cells_of(spread(game, bit(ends[number])) & rings[away]):
                altars: i64 = broken[number] | (bit(cell) & game.altars)
                if not known(next_ends, next_broken, cell, altars):
                    next_ends.append(cell)
                    next_broken.append(altars)
        ends, broken = next_ends, next_broken
    return ends, broken


def known(ends: list[int], broken: list[int], cell: i64, altars: i64) -> bool:
    """Whether a way is among these."""
    return any(ends[number] == cell and broken[number] == altars for number in range(len(ends)))


def break_altar(game: Dungeon, cell: i64) -> None:
    """An altar's marker moves to the highest Altar space still uncovered, if there is one (altar.surplus)."""
    game.altars &= ~(bit(cell))
    spaces = game.boss_mat().altars
    space: i64 = 0
    if game.covered < len(spaces):
        space = spaces[game.covered]
        game.covered += 1
    game.table.tell(ALTAR_BREAKS, room_name(game, cell), space)
