"""What the head of a turn of Tiny Epic Dungeons promises.

A logistic regression for each act and each number of heroes: what every fact adds to the logarithm of the odds that
steady goes on to win. It was fitted to the turns of many games of the book edition, played by steady with now and then
a random action, on other seeds than those of any measurement. With other cards and figures it still tells better from
worse.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from undercroft.bots.promise.chapters import Promise
from undercroft.bots.promise.tiny_epic_dungeons_figures import ACT_ONE, ACT_TWO
from undercroft.core.bits import bit, bits_in
from undercroft.core.pools import faces
from undercroft.core.state import State
from undercroft.games.tiny_epic_dungeons.checks import MOST_DICE, POOLS, SIDES
from undercroft.games.tiny_epic_dungeons.effects import can_sink
from undercroft.games.tiny_epic_dungeons.geometry import spread
from undercroft.games.tiny_epic_dungeons.pieces import (
    ENCOUNTER_CARD,
    ON_STRENGTH,
)
from undercroft.games.tiny_epic_dungeons.state import LAIR, Dungeon, Hero

TURNS_AHEAD: Final[i64] = 4  # besides one for each hero: with fewer, errands look idle, as their fruits come later
USUAL_DEFENSE: Final[i64] = 5
FAR: Final[i64] = 9
MOST_DEFENSE: Final[i64] = 16
LAST_PLUS: Final[i64] = 2  # faces up to this one are plus dice
BEFORE: Final = 0.5  # promised while there are no heroes yet


class TinyEpicDungeonsPromise(Promise):
    """Every hero's turn is a chapter."""

    def chapter(self, state: State) -> i64:
        assert isinstance(state, Dungeon)
        return state.turns

    def ahead(self, state: State) -> i64:
        assert isinstance(state, Dungeon)
        return TURNS_AHEAD + len(state.heroes)

    def chance(self, state: State, seat: i64) -> float:
        assert isinstance(state, Dungeon)
        if state.act == 0:
            return BEFORE
        table = ACT_TWO if state.act == 2 else ACT_ONE
        adds = table[len(state.heroes) - 2]
        odds = adds[0]
        for place, fact in enumerate(facts(state)):
            odds += adds[place + 1] * fact
        return 1.0 / (1.0 + exp(-odds))


def facts(game: Dungeon) -> list[float]:
    """All that the promise is made of, in the order of the figures."""
    return [*of_party(game), *(of_act_two(game) if game.act == 2 else of_act_one(game))]


def of_party(game: Dungeon) -> list[float]:
    """Light, Goblins, Health and Focus, cards."""
    heroes = float(len(game.heroes))
    health = 0.0
    focus = 0.0
    least = 1.0
    down = 0.0
    loot = 0.0
    spells = 0.0
    for hero in game.heroes:
        share = float(hero.health) / float(hero.max_health)
        health += share
        least = min(least, share)
        focus += float(hero.focus) / float(max(1, hero.max_focus))
        if hero.health == 0:
            down += 1.0
        for card in hero.loot:
            if card >= 0:
                loot += 1.0
        spells += float(len(hero.spells))
    goblins = game.goblin_count()
    light = float(game.torch) / 10.0
    return [
        light,
        light * light,
        float(goblins),
        1.0 if goblins >= 3 else 0.0,
        1.0 if goblins >= 4 else 0.0,
        health / heroes,
        least,
        down / heroes,
        focus / heroes,
        loot / heroes,
        spells / heroes,
        next_symbol(game),
    ]


def next_symbol(game: Dungeon) -> float:
    """How near the next space that adds a Goblin is, from 1 down to 0."""
    track = game.content.tracks[1 if game.act == 2 else 0]
    for ahead in range(1, 4):
        space = game.torch - ahead
        if space > 0 and track.goblin[space]:
            return 1.0 / float(ahead)
    return 0.0


def of_act_one(game: Dungeon) -> list[float]:
    """How much is left to find and to slay, and how far the heroes are from it."""
    heroes = float(len(game.heroes))
    alive = 0.0
    wounds = 0.0
    goals: i64 = 0
    for number in range(len(game.minions)):
        if game.minion_health[number] > 0:
            alive += 1.0
            wounds += float(game.minion_health[number])
            goals |= bit(game.minion_at[number])
    waiting = 0.0
    for cell in range(49):
        if game.room[cell] >= 0 and not game.met >> cell & 1 and game.card_at(cell).type == ENCOUNTER_CARD:
            waiting += 1.0
            goals |= bit(cell)
    unseen = float(game.unseen_in_b.count(ENCOUNTER_CARD))
    done = game.seals == len(game.heroes)
    if done and game.door >= 0:
        goals = bit(game.door)
    away = 0.0
    for hero in game.heroes:
        away += float(steps_to(game, hero.at, goals if goals else game.hidden))
    power = 0.0
    for hero in game.heroes:
        power += might(game, hero, USUAL_DEFENSE)
    light = float(game.torch) / 10.0
    left = heroes - float(game.seals)
    return [
        left,
        wounds / 5.0,
        alive,
        waiting,
        unseen,
        float(len(game.unseen_in_c)) if game.door < 0 else 0.0,
        1.0 if game.door >= 0 else 0.0,
        float(bits_in(game.rooms)) / 10.0,
        float(bits_in(game.hidden)) / 5.0,
        away / heroes,
        power / heroes,
        light * left,
        1.0 if done else 0.0,
        light if done else 0.0,
    ]


def of_act_two(game: Dungeon) -> list[float]:
    """How much of the Boss is left, how much light and strength there is for it, and where everybody is."""
    heroes = float(len(game.heroes))
    boss = game.boss_mat()
    power = 0.0
    inside = 0.0
    away = 0.0
    for hero in game.heroes:
        power += might(game, hero, boss.defense)
        if hero.at == LAIR:
            inside += 1.0
        else:
            away += float(steps_to(game, hero.at, bit(LAIR)))
    left = 0.0
    free = 0.0
    for marker in game.markers:
        left += float(marker)
        space = marker
        while can_sink(game, space):
            space -= 1
            free += 1.0
    uncovered = float(len(boss.altars) - game.covered)
    altar = float(steps_to(game, game.boss_at, game.altars)) if uncovered > 0.0 and game.altars else 0.0
    turns = left / max(0.3, power / heroes)
    light = float(game.torch)
    return [
        left / 10.0,
        free / 10.0,
        uncovered,
        uncovered * uncovered,
        altar,
        1.0 if game.boss_at == LAIR else 0.0,
        inside / heroes,
        away / heroes,
        power / heroes,
        turns / 10.0,
        (light - turns) / 10.0,
        (light - turns - 4.0 * uncovered) / 10.0 if light < turns + 4.0 * uncovered else 0.0,
    ]


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
    grid: i64 = cells & (bit(49) - 1)
    return (grid << 1 | grid >> 1 | grid << 7 | grid >> 7) & (bit(49) - 1)


def might(game: Dungeon, hero: Hero, defense: i64) -> float:
    """What a hero's best attack deals on average, without Focus."""
    best = 0.0
    for kind in range(3):
        if kind == 2 and not has_spell_attack(game, hero):
            continue
        dice = hero.mat.skills[kind] + hero.dice[kind] + hero.dice[ON_STRENGTH + kind]
        bonus = hero.results[kind] + hero.results[ON_STRENGTH + kind]
        best = max(best, mean_damage(max(1, min(MOST_DICE, dice)), defense - bonus))
    return best


def has_spell_attack(game: Dungeon, hero: Hero) -> bool:
    """Whether a hero can attack with a Spell."""
    if hero.mat.cantrip is not None:
        return True
    return any(game.content.spells[card].attack for card in hero.spells)


def best_as_it_lies(dice: list[int]) -> i64:
    """The highest result of a roll with the usual dice: one die and every 1 and 2 besides."""
    pluses: i64 = 0
    best: i64 = 0
    for face in dice:
        if face <= LAST_PLUS:
            pluses += face
    for face in dice:
        best = max(best, face + pluses - (face if face <= LAST_PLUS else 0))
    return best


def mean_damages() -> list[float]:
    """By dice * MOST_DEFENSE + Defense: what so many dice deal on average."""
    means = [0.0] * MOST_DEFENSE
    for pool in POOLS:
        results = [best_as_it_lies(faces(example, pool.dice, SIDES)) for example in pool.examples]
        for defense in range(MOST_DEFENSE):
            total = 0.0
            for place in range(len(results)):
                total += float(pool.weights[place]) * float(max(0, results[place] - defense))
            means.append(total / float(pool.outcomes))
    return means


MEANS: Final = mean_damages()


def mean_damage(dice: i64, defense: i64) -> float:
    """What so many dice deal on average against a Defense, all plus dice added."""
    return MEANS[dice * MOST_DEFENSE + max(0, min(defense, MOST_DEFENSE - 1))]
