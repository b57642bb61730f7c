"""The facts that a promise in Tiny Epic Dungeons is made of, each about as large as 1."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.steady.tiny_epic_dungeons_odds import Odds, odds_for
from undercroft.bots.steady.tiny_epic_dungeons_tour import Tour
from undercroft.bots.steady.tiny_epic_dungeons_turn import waiting_encounters
from undercroft.bots.steady.tiny_epic_dungeons_worth import (
    POINT,
    bonus_for,
    dice_for,
    enemy_actions,
    spaces_to_fifth,
)
from undercroft.core.bits import below, bit, bits_in
from undercroft.games.tiny_epic_dungeons.effects import boss_room
from undercroft.games.tiny_epic_dungeons.geometry import cells_of, spread
from undercroft.games.tiny_epic_dungeons.pieces import ENCOUNTER_CARD
from undercroft.games.tiny_epic_dungeons.state import LAIR, Dungeon, Hero
from undercroft.games.tiny_epic_dungeons.vocabulary import CELLS

HEROES: Final[i64] = 8  # those that a network has met; another hero is none of them
BOSSES: Final[i64] = 6
USUAL_DEFENSE: Final[i64] = 5
FAR: Final[i64] = 9
MOST_DAMAGE: Final[i64] = 20
SOON: Final[i64] = 6  # spaces of the Torch
LATER: Final[i64] = 12
LONGEST_TOUR: Final[i64] = 30
TURNS_A_STAGE: Final = 1.5  # of the Boss's tour: somebody must stand in the right place


def facts(game: Dungeon) -> list[float]:
    """All facts at the head of a turn: those of the party, then those of the act."""
    found: list[float] = []
    add_party(game, found)
    if game.act == 2:
        add_act_two(game, found)
    else:
        add_act_one(game, found)
    return found


def truth(fact: bool) -> float:
    """A fact that holds or does not."""
    return 1.0 if fact else 0.0


def add_party(game: Dungeon, found: list[float]) -> None:
    """Light, Goblins, Health, Focus and cards, and who is there."""
    heroes = len(game.heroes)
    light = float(game.torch) / 10.0
    goblins = game.goblin_count()
    found.extend([truth(heroes == count) for count in (2, 3, 4)])
    found.extend([light, light / float(heroes), float(goblins), truth(goblins >= 3), truth(goblins >= 4)])
    found.append(float(min(LATER, spaces_to_fifth(game))) / 6.0)
    found.append(float(enemy_actions(game, SOON)) / 2.0)
    add_bodies(game, found)
    there = [0.0] * HEROES
    for hero in game.heroes:
        if hero.mat.index < HEROES:
            there[hero.mat.index] = 1.0
    found.extend(there)


def add_bodies(game: Dungeon, found: list[float]) -> None:
    """Health and Focus, as shares and in points, what is carried, Defense and Speed; the next hero's own."""
    share = 0.0
    least = 1.0
    focus_share = 0.0
    health: i64 = 0
    focus: i64 = 0
    down: i64 = 0
    loot: i64 = 0
    spells: i64 = 0
    defense: i64 = 0
    speed: i64 = 0
    for hero in game.heroes:
        share += health_share(hero)
        least = min(least, health_share(hero))
        focus_share += focus_of(hero)
        health += hero.health
        focus += hero.focus
        down += 1 if hero.health == 0 else 0
        for card in hero.loot:
            if card >= 0:
                loot += 1
        spells += len(hero.spells)
        defense += hero.defense - 3
        speed += hero.speed - 3
    each = 1.0 / float(len(game.heroes))
    found.extend([share * each, least, float(down) * each, float(health) * each / 4.0])
    found.extend([focus_share * each, float(focus) * each / 4.0, float(loot) * each, float(spells) * each])
    found.extend([float(defense) * each, float(speed) * each, health_share(game.hero()), focus_of(game.hero())])


def health_share(hero: Hero) -> float:
    """How much of a hero's Health is left."""
    return float(hero.health) / float(hero.max_health)


def focus_of(hero: Hero) -> float:
    """How much of a hero's Focus is left."""
    return float(hero.focus) / float(max(1, hero.max_focus))


# ---- Act 1 ----------------------------------------------------------------------------------------------------------


def add_act_one(game: Dungeon, found: list[float]) -> None:
    """How much is left to find and to slay, and how far the heroes are from it."""
    heroes = len(game.heroes)
    light = float(game.torch) / 10.0
    left = float(heroes - game.seals)
    done = game.seals == heroes
    goals = add_minions(game, found, left)
    add_cards(game, found)
    if done and game.door >= 0:
        goals = bit(game.door)
    away = ways(game, goals if goals else game.hidden)
    front = ways(game, game.hidden)
    add_ways(game, away, found)
    found.append(sum(front) / float(heroes) / 3.0)
    add_might(game, USUAL_DEFENSE, found)
    found.extend([light * left, truth(done), light * truth(done), light / max(0.5, left)])
    ready = truth(done and game.door >= 0)
    found.extend([ready, ready * min(away) / 3.0])


def add_minions(game: Dungeon, found: list[float], left: float) -> i64:
    """The Minions that are met and those that wait; returns where they are."""
    alive: i64 = 0
    health: i64 = 0
    defense: i64 = 0
    goals = waiting_encounters(game)
    waiting = bits_in(goals)
    for number in range(len(game.minions)):
        if game.minion_health[number] > 0:
            alive += 1
            health += game.minion_health[number]
            defense += game.content.minions[game.minions[number]].defense - USUAL_DEFENSE
            goals |= bit(game.minion_at[number])
    unseen = game.unseen_in_b.count(ENCOUNTER_CARD)
    found.extend([left, float(game.seals), float(health) / 5.0, float(alive), float(defense), float(waiting)])
    found.append(float(unseen))
    return goals


def add_cards(game: Dungeon, found: list[float]) -> None:
    """The dungeon as far as it is known: cards unseen, faceup, facedown by their deck, and still to be laid."""
    facedown = [0.0, 0.0, 0.0]
    for cell in cells_of(game.hidden):
        facedown[game.facedown[cell]] += 0.5
    seen_door = game.door >= 0
    found.append(float(len(game.unseen_in_b)) / 5.0)
    found.append(0.0 if seen_door else float(len(game.unseen_in_c)) / 5.0)
    found.extend([truth(seen_door), float(bits_in(game.rooms)) / 10.0])
    found.extend(facedown)
    found.extend([float(count) / 4.0 for count in game.left])


# ---- Act 2 ----------------------------------------------------------------------------------------------------------


def add_act_two(game: Dungeon, found: list[float]) -> None:
    """How much of the Boss is left, how much light and strength there is for it, and where everybody is."""
    heroes = float(len(game.heroes))
    boss = game.boss_mat()
    markers = float(sum(game.markers))
    free = boss_room(game)
    inside: i64 = 0
    for hero in game.heroes:
        inside += 1 if hero.at == LAIR else 0
    tour = Tour(game)
    length = float(min(LONGEST_TOUR, tour.length(game.boss_at, game.altars, tour.need)))
    stages = length / float(max(1, boss.speed))
    found.extend([markers / 10.0, markers / heroes / 4.0, float(free) / heroes / 4.0])
    found.extend([float(len(boss.altars) - game.covered), length / 5.0, stages, truth(game.boss_at == LAIR)])
    found.append(float(inside) / heroes)
    add_ways(game, ways(game, bit(LAIR)), found)
    power = add_might(game, boss.defense, found)
    turns = markers / max(0.3, power)
    spare = float(game.torch) - turns - TURNS_A_STAGE * stages
    found.extend([turns / 10.0, (float(game.torch) - turns) / 10.0, spare / 10.0, max(0.0, -spare / 10.0)])
    near = ways(game, bit(game.boss_at))
    found.extend([near[game.active] / 3.0, sum(near) / heroes / 3.0])
    which = [0.0] * BOSSES
    if game.boss < BOSSES:
        which[game.boss] = 1.0
    found.extend(which)


# ---- ways and strength ----------------------------------------------------------------------------------------------


def ways(game: Dungeon, goals: i64) -> list[float]:
    """How far each hero is from the nearest goal."""
    return [float(steps_to(game, hero.at, goals)) for hero in game.heroes]


def add_ways(game: Dungeon, away: list[float], found: list[float]) -> None:
    """The heroes' ways: on average, the shortest, and the next hero's."""
    found.extend([sum(away) / float(len(away)) / 3.0, min(away) / 3.0, away[game.active] / 3.0])


def steps_to(game: Dungeon, cell: i64, goals: i64) -> i64:
    """How far the nearest of some cells is, facedown ones next to a room included."""
    seen: i64 = bit(cell)
    edge: i64 = seen
    steps: i64 = 0
    while edge and steps < FAR:
        if edge & goals:
            return steps
        if beside_any(edge) & goals & game.hidden:
            return steps + 1
        edge = spread(game, edge) & ~seen
        seen |= edge
        steps += 1
    return FAR


def beside_any(cells: i64) -> i64:
    """The cells next to some, walls or not; over the edges of the grid it is not exact, which does no harm here."""
    grid: i64 = cells & below(CELLS)
    return (grid << 1 | grid >> 1 | grid << 7 | grid >> 7) & below(CELLS)


def add_might(game: Dungeon, defense: i64, found: list[float]) -> float:
    """What the heroes' best attacks deal on average, as rolled and with a die changed; returns the latter."""
    plain = 0.0
    changed = 0.0
    most = 0.0
    for hero in game.heroes:
        plain += might(game, hero, defense, 0)
        best = might(game, hero, defense, 1)
        changed += best
        most = max(most, best)
    each = 1.0 / float(len(game.heroes))
    found.extend([plain * each, changed * each, most])
    return changed * each


def might(game: Dungeon, hero: Hero, defense: i64, changes: i64) -> float:
    """What a hero's best attack deals on average with so many changes of a die."""
    odds = odds_for(game.content)
    best = 0.0
    for kind in range(3):
        if kind == 2 and not has_spell_attack(game, hero):
            continue
        best = max(best, mean_damage(odds, dice_for(hero, kind, kind), defense - bonus_for(hero, kind, kind), changes))
    return best


def has_spell_attack(game: Dungeon, hero: Hero) -> bool:
    """Whether a hero can attack with a Spell."""
    if hero.mat.cantrip is not None:
        return True
    return any(game.content.spells[card].attack for card in hero.spells)


def mean_damage(odds: Odds, dice: i64, defense: i64, changes: i64) -> float:
    """What so many dice deal on average against a Defense."""
    return float(odds.worth(dice, max(defense, 0) + 1, MOST_DAMAGE, POINT, 0, changes, 0)) / float(POINT)
