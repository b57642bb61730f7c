"""A rule of thumb for Tin Helm: weigh everything in health, look one card or one blow ahead, take the better.

Energy, food, favor and shards each have a worth in hundredths of a point of health. A room is worth the average of
what its icons bring over the cards that may lie beneath; an attack is worth what it takes off the enemy, more if it
kills, less what it costs. Nothing here looks further, and nothing looks at what the hero cannot see.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.random import RandomPlayer
from undercroft.core.state import State
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games.tin_helm import cards
from undercroft.games.tin_helm import vocabulary as v
from undercroft.games.tin_helm.cards import Card, Enemy, Find, Room
from undercroft.games.tin_helm.state import TinHelm

HEALTH: Final = 100
ENERGY: Final = 90
FAVOR: Final = 60
SHARD: Final = 1400
FOOD: Final[tuple[int, ...]] = (300, 180, 100, 70, 40, 0)  # the next food, by how many are held
WORTH: Final = {
    "gill-net": 100, "potion": 350, "ring": 300, "shield": 400, "sword": 300, "symbol": 250, "turnip": 500,
    "wedge": 400,
}  # fmt: skip
ANY_CARD: Final = 200
EXTRA: Final[Options] = (v.POTION, v.MACE, v.TOOLKIT, v.BEDROLL, v.AXE, v.SCROLL, v.DAGGER)
# Ways, of 36, to roll a difference of 0 to 5; together they make 70.
DIFFERENCES: Final[tuple[int, ...]] = (6, 10, 8, 6, 4, 2)
CAREFUL: Final = 5  # at this health and below, health is dear
AVOID_FROM: Final = 500  # a fight that costs more than it brings by this much is avoided
FLIP_FROM: Final = 3  # a flip that saves or adds this much is worth it
AXE: Final = 600
AXE_IN_NEED: Final = 200


class SteadyTinHelm(RandomPlayer):
    """Plays by worth; what it has no opinion on (who to be) it leaves to its seed."""

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, TinHelm)
        if prompt is v.ATTACK:
            return attack(state, options)
        if prompt is v.ROOM_CHOICE:
            return room_choice(state, options)
        if prompt is v.ENCOUNTER:
            return encounter(state, options)
        if prompt is v.ANYTIME:
            return window(state, options)
        if prompt is v.OWN_DICE or prompt is v.AXE_DICE:
            return own_dice(state, prompt, options)
        if prompt is v.FOE_DICE:
            return enemy_dice(state)
        if prompt is v.CAMP:
            return camp(state, options)
        if prompt is v.TRAP_DISARM:
            return disarm(state)
        if prompt is v.WATER_MERFOLK:
            return water(state)
        if prompt is v.RACE_CHOICE or prompt is v.CLASS_CHOICE:
            return options[self.generator.below(len(options))]
        return first_of(FAVOURITES, options)


FAVOURITES: Final = (
    v.TRADE, v.BLESSING, v.SHARD, v.NEXT_STEP, v.FULL_HEALTH, v.OWN_STEP, v.SEARCH, v.FISH_WITH_NET, v.FISH, *EXTRA,
)  # fmt: skip


def first_of(liked: Options, options: Options) -> Option:
    """The first liked option that is offered."""
    for option in liked:
        if is_offered(option, options):
            return option
    return options[0]


def is_offered(option: Option, options: Options) -> bool:
    """Whether an option is among those offered; compiled, a loop by `is` is much faster than `in`."""
    for offered in options:  # noqa: SIM110
        if offered is option:
            return True
    return False


# ---- worth ----------------------------------------------------------------------------------------------------------


def health_worth(game: TinHelm) -> i64:
    """A point of health is dearer when few are left."""
    return HEALTH if game.health > CAREFUL else HEALTH + HEALTH * (CAREFUL + 1 - game.health) // 4


def food_worth(game: TinHelm, amount: i64) -> i64:
    """So much more food."""
    worth: i64 = 0
    for extra in range(amount):
        held = game.food + extra
        if held < len(FOOD):
            worth += FOOD[held]
    return worth


def gain_worth(game: TinHelm, health: i64, energy: i64) -> i64:
    """Health and energy, as far as they fit."""
    gained = min(health, game.health_cap - game.health)
    return gained * health_worth(game) + min(energy, game.energy_cap - game.energy) * ENERGY


def blow(game: TinHelm, foe: Enemy) -> i64:
    """What one attack of an enemy costs on average."""
    hits: i64 = 36 if foe.rerolls_doubles else 30  # of 36
    damage = 70 * hits // 30 + foe.attack * hits
    if game.kit.blockers:
        damage -= hits
    return (damage * health_worth(game) + hits * (foe.energy_per_hit * ENERGY + foe.favor_per_hit * FAVOR)) // 36


def bonus(game: TinHelm, foe: Enemy, energy: i64) -> i64:
    """What is added to the dice when they hit, less the defense."""
    added = game.bonus[energy] - foe.defense
    if game.first_card:
        added += game.kit.first_card_damage
    if foe.undead:
        added += game.kit.undead_damage
    return added


def wound_cost(game: TinHelm, foe: Enemy) -> i64:
    """What it costs to take one point off an enemy, by attacks with 2 energy."""
    damage = max(70 + 30 * bonus(game, foe, 2), 36)  # in 36 attacks
    return (2 * ENERGY + blow(game, foe)) * 36 // damage


def fight_worth(game: TinHelm, index: i64) -> i64:
    """What a fight brings less what it costs."""
    foe = game.content.enemies[index]
    health = foe.health + game.level
    per_blow = blow(game, foe)
    cost = max(wound_cost(game, foe) * health - per_blow, ENERGY) + foe.energy_before_combat * ENERGY
    if foe.attacks_first:
        cost += per_blow
    if game.energy < 2:
        cost += per_blow * health // 3
    return reward(game, foe) - cost


def reward(game: TinHelm, foe: Enemy) -> i64:
    """What a defeated enemy leaves."""
    favor = game.level if foe.favor < 0 else foe.favor
    return favor * FAVOR + foe.shard_reward * SHARD + food_worth(game, foe.food_reward)


# ---- rooms ----------------------------------------------------------------------------------------------------------


def room_choice(game: TinHelm, options: Options) -> Option:
    """Resolve or skip, by the average over the cards not yet seen; drink first if nothing is wasted."""
    use = worth_using(game, options)
    if use is not None:
        return use
    rooms = game.content.rooms
    top = rooms[game.top]
    resolve: i64 = 0
    skip: i64 = 0
    for index in game.deck.unseen:
        other = rooms[index]
        resolve += room_worth(game, top, other)
        skip += room_worth(game, other, top)
    return v.RESOLVE if resolve >= skip else v.SKIP


def room_worth(game: TinHelm, room: Room, results: Room) -> i64:
    """The icons of a room by a results side."""
    worth: i64 = 0
    for icon in room.icons:
        worth += icon_worth(game, icon, results)
    return worth


def icon_worth(game: TinHelm, icon: int, results: Room) -> i64:
    """One icon."""
    if icon == cards.ENEMY_ICON:
        return enemy_worth(game, results.enemy)
    if icon == cards.TRAP_ICON:
        worth = results.trap_health * health_worth(game) + min(results.trap_energy, game.energy) * ENERGY
        return -worth * 2 // 3 if game.kit.disarm else -worth
    if icon == cards.RANDOM_ICON:
        return find_worth(game, results.random, results)
    if icon == cards.LOOT_ICON:
        return find_worth(game, results.loot, results)
    if icon == cards.CAMPSITE_ICON:
        return camp_worth(game)
    return food_worth(game, 1) // 3


def enemy_worth(game: TinHelm, index: i64) -> i64:
    """A fight, or a way around it."""
    worth = fight_worth(game, index)
    return max(worth, -AVOID_FROM) if game.kit.avoiders else worth


def find_worth(game: TinHelm, find: Find, results: Room) -> i64:
    """An entry of a results side."""
    if find.kind == cards.FIND_ENEMY:
        return enemy_worth(game, find.index)
    if find.kind == cards.FIND_SHARD:
        return SHARD
    if find.kind == cards.FIND_CARD:
        card = game.content.cards[find.index]
        return 0 if game.hand & card.bit else WORTH.get(card.key, ANY_CARD)
    if find.kind == cards.FIND_PLACE:
        return place_worth(game, find.index)
    return 0


def place_worth(game: TinHelm, place: i64) -> i64:
    """One of the special places."""
    if place == cards.SHRINE_PLACE:
        return SHARD
    if place == cards.PIGMAN_PLACE:
        return SHARD if game.kit.traded is not None else FAVOR
    if place == cards.GROVE_PLACE:
        return food_worth(game, 1) - ENERGY // 6
    if place == cards.CAMPSITE_PLACE:
        return camp_worth(game)
    if place == cards.LABYRINTH_PLACE:
        if game.food:
            return -FOOD[min(game.food - 1, 5)]
        return -2 * ENERGY if game.energy >= 2 else -3 * health_worth(game)
    return altar_worth(game)


def altar_worth(game: TinHelm) -> i64:
    """An altar by the favor held."""
    number = 0
    altar = game.content.altar
    while number + 1 < len(altar) and game.favor >= altar[number + 1].favor:
        number += 1
    if game.kit.altar_steps and number + 1 < len(altar):
        number += 1
    step = altar[number]
    return SHARD if step.top else gain_worth(game, step.health, step.energy)


# ---- camp, traps, water ---------------------------------------------------------------------------------------------


def rest_worth(game: TinHelm) -> i64:
    """A rest, as far as it helps."""
    figures = game.content.figures
    return gain_worth(game, figures.rest_health + game.kit.rest_health, figures.rest_energy + game.kit.rest_energy)


def camp_worth(game: TinHelm) -> i64:
    """The better half of a campsite, or both."""
    rest = rest_worth(game)
    forage = food_worth(game, 1)
    return rest + forage if game.content.races[game.race].camps_both else max(rest, forage)


def camp(game: TinHelm, options: Options) -> Option:
    """Both if possible; otherwise what is worth more."""
    if is_offered(v.BOTH, options):
        return v.BOTH
    return v.REST if rest_worth(game) > food_worth(game, 1) else v.FORAGE


def disarm(game: TinHelm) -> Option:
    """Try, unless only a botched attempt would be deadly."""
    trap = game.content.rooms[game.results].trap_health
    return v.TAKE_DAMAGE if trap < game.health <= 2 * trap else v.DISARM


def water(game: TinHelm) -> Option:
    """What is missed more."""
    return v.GAIN_HEALTH if gain_worth(game, 1, 0) >= gain_worth(game, 0, 1) else v.GAIN_ENERGY


# ---- combat ---------------------------------------------------------------------------------------------------------


def encounter(game: TinHelm, options: Options) -> Option:
    """Fight, unless it costs far more than it brings and there is a way around."""
    if fight_worth(game, game.enemy) > -AVOID_FROM:
        return v.FIGHT
    return first_of((v.USE_SCROLL, v.USE_RING, v.USE_WEDGE, v.FIGHT), options)


def attack(game: TinHelm, options: Options) -> Option:
    """The attack with the best balance of damage, chance to kill and cost."""
    use = worth_using(game, options)
    if use is not None:
        return use
    foe = game.foe()
    per_point = wound_cost(game, foe)
    per_blow = blow(game, foe)
    best = v.PLAIN_STRIKE
    best_worth: i64 = -1_000_000
    for option in options:
        if option is v.THROW_AXE:
            worth = throw_worth(game, foe, per_point, per_blow)
        elif option is v.PLAIN_STRIKE:
            worth = damage_worth(game, game.content.figures.plain_strike, per_point, per_blow)
        elif is_offered(option, v.SPENDS):
            worth = swing_worth(game, foe, option.number, per_point, per_blow) - option.number * ENERGY
        else:
            continue
        if worth > best_worth:
            best = option
            best_worth = worth
    return best


def damage_worth(game: TinHelm, damage: i64, per_point: i64, per_blow: i64) -> i64:
    """So much damage to the enemy."""
    if damage >= game.enemy_health:
        return game.enemy_health * per_point + per_blow
    return damage * per_point


def swing_worth(game: TinHelm, foe: Enemy, energy: i64, per_point: i64, per_blow: i64) -> i64:
    """An attack with energy, over all dice."""
    added = bonus(game, foe, energy)
    worth: i64 = 0
    for apart in range(1, 6):
        worth += DIFFERENCES[apart] * damage_worth(game, max(apart + added, 0), per_point, per_blow)
    if game.kit.rerolls_doubles:
        return worth // 30
    if game.kit.doubles_damage:
        damage = game.kit.doubles_damage + added - game.bonus[energy]
        worth += 6 * damage_worth(game, max(damage, 0), per_point, per_blow)
    return worth // 36


def throw_worth(game: TinHelm, foe: Enemy, per_point: i64, per_blow: i64) -> i64:
    """The Axe thrown, less what it is worth to keep."""
    worth: i64 = 0
    for first in range(1, 7):
        for second in range(1, 7):
            worth += damage_worth(game, max(first + second - foe.defense, 0), per_point, per_blow)
    return worth // 36 - (AXE if game.health > CAREFUL else AXE_IN_NEED)


def own_dice(game: TinHelm, prompt: Prompt, options: Options) -> Option:
    """Reroll a miss; turn a die where that adds enough to kill or breaks a double."""
    if is_offered(v.REROLL, options) and game.kit.doubles_damage == 0:
        return v.REROLL
    if not is_offered(v.FLIP_FIRST, options) or game.kit.doubles_damage:
        return v.KEEP
    first = turned(game.first, game.second)
    second = turned(game.second, game.first)
    now = difference(game.first, game.second)
    if prompt is v.AXE_DICE:
        now = game.first + game.second
        first = 7 - game.first + game.second
        second = game.first + 7 - game.second
    best = max(first, second)
    if best - now < FLIP_FROM and not (now == 0 and best > 0):
        return v.KEEP
    return v.FLIP_FIRST if first >= second else v.FLIP_SECOND


def enemy_dice(game: TinHelm) -> Option:
    """Turn a die where that saves enough, or saves a life."""
    foe = game.foe()
    now = damage_taken(game, foe, difference(game.first, game.second))
    first = damage_taken(game, foe, turned(game.first, game.second))
    second = damage_taken(game, foe, turned(game.second, game.first))
    best = min(first, second)
    if now - best < FLIP_FROM and (now < game.health or best >= game.health):
        return v.KEEP
    return v.FLIP_FIRST if first <= second else v.FLIP_SECOND


def damage_taken(game: TinHelm, foe: Enemy, dice: i64) -> i64:
    """What a difference of the enemy's dice would cost."""
    if dice == 0:
        return 2 if foe.rerolls_doubles else 0
    return dice + foe.attack - (1 if game.kit.blockers else 0)


def difference(first: i64, second: i64) -> i64:
    """The higher die less the lower."""
    return first - second if first > second else second - first


def turned(die: i64, other: i64) -> i64:
    """The difference once a die is turned over."""
    return difference(7 - die, other)


# ---- things to use --------------------------------------------------------------------------------------------------


def window(game: TinHelm, options: Options) -> Option:
    """Use something if it helps now."""
    use = worth_using(game, options)
    return v.NOTHING if use is None else use


def worth_using(game: TinHelm, options: Options) -> Option | None:
    """A card, or food, that is not wasted now."""
    for card in game.kit.held:
        if card.use is not v.NONE and is_worth_using(game, card):
            return card.use
    if is_offered(v.EAT_FOR_HEALTH, options):
        if game.health <= 3 and game.health < game.health_cap:
            return v.EAT_FOR_HEALTH
        if game.food > 2 and game.energy <= 1:
            return v.EAT_FOR_ENERGY
    return None


def is_worth_using(game: TinHelm, card: Card) -> bool:
    """Health cards when hurt or in danger; energy cards when out of energy in a fight."""
    if card.use_health:
        missing = game.health_cap - game.health
        return missing >= card.use_health and (game.health <= CAREFUL or game.energy <= 1)
    return game.energy == 0 and game.enemy >= 0
