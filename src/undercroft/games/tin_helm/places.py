"""What waits in rooms besides enemies: traps, loot, campsites, water and the six special places.

What an icon asks comes with the window before that icon (window.any-time); where it asks nothing, the window opens by
itself.
"""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.vocabulary import Option
from undercroft.games.tin_helm.anytime import open_window
from undercroft.games.tin_helm.cards import (
    ALTAR_PLACE,
    CAMPSITE_PLACE,
    FIND_CARD,
    FIND_EMPTY,
    FIND_ENEMY,
    FIND_LOOT,
    FIND_SHARD,
    FIND_TRAP,
    GROVE_PLACE,
    LABYRINTH_PLACE,
    PIGMAN_PLACE,
    SHRINE_PLACE,
    AltarStep,
    Find,
    Room,
)
from undercroft.games.tin_helm.combat import meet
from undercroft.games.tin_helm.state import TinHelm
from undercroft.games.tin_helm.vocabulary import (
    ALTAR,
    ALTAR_BLESSED,
    ALTAR_FULL,
    ALTAR_MENU,
    ALTAR_NEXT_MENU,
    ALTAR_NEXT_TOP_MENU,
    ALTAR_SHARD,
    ALTAR_TOP_MENU,
    BLESSING,
    BOTH,
    CAMP,
    CAMP_BOTH_MENU,
    CAMP_FORAGED,
    CAMP_MENU,
    CAMP_RESTED,
    DECLINE,
    DISARM,
    DISARM_MENU,
    FISH_MENU,
    FISH_NET_MENU,
    FISH_WITH_NET,
    FORAGE,
    FULL_HEALTH,
    GAIN_HEALTH,
    GROVE,
    GROVE_FOUND,
    GROVE_LOST,
    GROVE_MENU,
    GROVE_NOTHING,
    GROVE_ROLL,
    LABYRINTH_ENERGY,
    LABYRINTH_FOOD,
    LABYRINTH_HEALTH,
    LOOT_EMPTY,
    LOOT_HELD,
    LOOT_MIMIC,
    LOOT_SHARD,
    LOOT_TAKEN,
    LOST_IN_LABYRINTH,
    MERFOLK_MENU,
    NEITHER,
    NEXT_STEP,
    OWN_STEP,
    PIGMAN,
    PIGMAN_BLESSED,
    PIGMAN_MENU,
    PIGMAN_TRADE_MENU,
    PIGMAN_TRADED,
    PLACE_DICE,
    PLACE_FOUND,
    REST,
    SEARCH,
    SHARD,
    SHRINE,
    TRADE,
    TRAP_DISARM,
    TRAP_DISARMED,
    TRAP_ENERGY,
    TRAP_HARMLESS,
    TRAP_HEALTH,
    TRAP_ROLL,
    TRAPPED,
    WATER_CAUGHT,
    WATER_ENERGY,
    WATER_FISH,
    WATER_HEALTH,
    WATER_MERFOLK,
    WATER_NOTHING,
    WATER_ROLL,
)

# ---- traps ----------------------------------------------------------------------------------------------------------


def spring_trap(game: TinHelm, results: Room) -> None:
    """The trap of the results side (icon.trap), which a Toolkit may disarm (trapping.toolkit)."""
    if results.trap_health == 0 and results.trap_energy == 0:
        open_window(game)
        game.table.tell(TRAP_HARMLESS)
        return
    times: i64 = 1
    if not game.kit.disarm:
        open_window(game)
    elif game.ask(TRAP_DISARM, DISARM_MENU) is DISARM:
        die = game.table.roll(PLACE_DICE, 6)
        game.table.tell(TRAP_ROLL, die)
        times = game.kit.disarm[die - 1]
    if times == 0:
        game.table.tell(TRAP_DISARMED)
    elif results.trap_energy:
        game.lose_energy(results.trap_energy * times)
        game.table.tell(TRAP_ENERGY, results.trap_energy * times, game.energy)
    else:
        game.lose_health(results.trap_health * times)
        game.table.tell(TRAP_HEALTH, results.trap_health * times, game.health)
        if game.health == 0:
            game.finish(TRAPPED)


# ---- loot and random ------------------------------------------------------------------------------------------------


def find_loot(game: TinHelm, results: Room) -> None:
    """The loot of the results side (icon.loot): a card, a shard, nothing, or a Mimic."""
    loot = results.loot
    if loot.kind == FIND_ENEMY:
        game.table.tell(LOOT_MIMIC, loot.index)
        meet(game, loot.index)
        return
    open_window(game)
    if loot.kind == FIND_EMPTY:
        game.table.tell(LOOT_EMPTY)
    elif loot.kind == FIND_SHARD:
        game.table.tell(LOOT_SHARD)
        game.gain_shard()
    elif loot.kind == FIND_CARD:
        take_loot(game, loot)


def take_loot(game: TinHelm, loot: Find) -> None:
    """There is one card of each loot (loot.one-of-each)."""
    card = game.content.cards[loot.index]
    if game.hand & card.bit:
        game.table.tell(LOOT_HELD, card.index)
        return
    game.take_card(card)
    game.table.tell(LOOT_TAKEN, card.index)


def find_random(game: TinHelm, results: Room) -> None:
    """What the results side shows (icon.random): an enemy, its trap, its loot, or a special place."""
    find = results.random
    if find.kind == FIND_ENEMY:
        meet(game, find.index)
    elif find.kind == FIND_TRAP:
        spring_trap(game, results)
    elif find.kind == FIND_LOOT:
        find_loot(game, results)
    else:
        visit(game, find.index)


def visit(game: TinHelm, place: i64) -> None:
    """One of the special places, by its reference card."""
    game.table.tell(PLACE_FOUND, place)
    if place == ALTAR_PLACE:
        pray(game)
    elif place == CAMPSITE_PLACE:
        camp(game)
    elif place == GROVE_PLACE:
        search_grove(game)
    elif place == LABYRINTH_PLACE:
        cross_labyrinth(game)
    elif place == PIGMAN_PLACE:
        meet_pigman(game)
    elif place == SHRINE_PLACE:
        open_window(game)
        game.table.tell(SHRINE)
        game.gain_shard()


# ---- campsite and water ---------------------------------------------------------------------------------------------


def camp(game: TinHelm) -> None:
    """Rest or forage (icon.campsite); a Gnome does both (race.gnome)."""
    both = game.content.races[game.race].camps_both
    answer = game.ask(CAMP, CAMP_BOTH_MENU if both else CAMP_MENU)
    if answer is REST or answer is BOTH:
        rest(game)
    if answer is FORAGE or answer is BOTH:
        game.table.tell(CAMP_FORAGED, game.gain_food(game.content.figures.forage_food))


def rest(game: TinHelm) -> None:
    """Books and Bedroll make it better (trapping.books, trapping.bedroll)."""
    figures = game.content.figures
    health = game.gain_health(figures.rest_health + game.kit.rest_health)
    energy = game.gain_energy(figures.rest_energy + game.kit.rest_energy)
    game.table.tell(CAMP_RESTED, health, energy)


def reach_water(game: TinHelm) -> None:
    """Merfolk recover (race.merfolk), then anybody may fish (icon.water)."""
    gain = game.content.races[game.race].water_gain
    if gain:
        answer = game.ask(WATER_MERFOLK, MERFOLK_MENU)
        if answer is GAIN_HEALTH:
            game.table.tell(WATER_HEALTH, game.gain_health(gain))
        elif answer is not NEITHER:
            game.table.tell(WATER_ENERGY, game.gain_energy(gain))
    net = game.kit.fishing_dice
    if net and game.content.net_always_fishes:
        open_window(game)
        fish(game, net)
        return
    answer = game.ask(WATER_FISH, FISH_NET_MENU if net else FISH_MENU)
    if answer is not DECLINE:
        fish(game, game.kit.fishing_dice if answer is FISH_WITH_NET else 1)


def fish(game: TinHelm, dice: i64) -> None:
    """Each die may bring 1 food (icon.water, loot.gill-net)."""
    caught: i64 = 0
    for _ in range(dice):
        die = game.table.roll(PLACE_DICE, 6)
        game.table.tell(WATER_ROLL, die)
        if die >= game.content.figures.fish_from:
            caught += 1
    if caught == 0:
        game.table.tell(WATER_NOTHING)
    else:
        game.table.tell(WATER_CAUGHT, game.gain_food(caught))


# ---- special places -------------------------------------------------------------------------------------------------


def pray(game: TinHelm) -> None:
    """A blessing by the favor you have, which it does not cost (place.altar); the Symbol lifts it by a step."""
    altar = game.content.altar
    number = 0
    while number + 1 < len(altar) and game.favor >= altar[number + 1].favor:
        number += 1
    step = altar[number]
    menu = ALTAR_TOP_MENU if step.top else ALTAR_MENU
    if game.kit.altar_steps and number + 1 < len(altar):
        menu = ALTAR_NEXT_TOP_MENU if altar[number + 1].top else ALTAR_NEXT_MENU
    answer = game.ask(ALTAR, menu)
    if answer is OWN_STEP:
        bless(game, step)
    elif answer is NEXT_STEP:
        bless(game, altar[number + 1])
    elif answer is SHARD:
        game.table.tell(ALTAR_SHARD)
        game.gain_shard()
    elif answer is FULL_HEALTH:
        game.table.tell(ALTAR_FULL, game.gain_health(game.health_cap))


def bless(game: TinHelm, step: AltarStep) -> None:
    """The health and energy of an altar's step."""
    health = game.gain_health(step.health)
    game.table.tell(ALTAR_BLESSED, health, game.gain_energy(step.energy))


def search_grove(game: TinHelm) -> None:
    """Mushrooms, or a way lost (place.grove)."""
    if game.ask(GROVE, GROVE_MENU) is not SEARCH:
        return
    figures = game.content.figures
    die = game.table.roll(PLACE_DICE, 6)
    game.table.tell(GROVE_ROLL, die)
    food = figures.grove_food[die - 1]
    lost = figures.grove_energy_lost[die - 1]
    if food:
        game.table.tell(GROVE_FOUND, game.gain_food(food))
    if lost:
        game.table.tell(GROVE_LOST, game.lose_energy(lost))
    if not food and not lost:
        game.table.tell(GROVE_NOTHING)


def cross_labyrinth(game: TinHelm) -> None:
    """Pay with the first of food, energy, health that suffices (place.labyrinth-food, -energy, -health)."""
    open_window(game)
    figures = game.content.figures
    if game.food >= figures.labyrinth_food:
        game.food -= figures.labyrinth_food
        game.table.tell(LABYRINTH_FOOD, game.food)
    elif game.energy >= figures.labyrinth_energy:
        game.energy -= figures.labyrinth_energy
        game.table.tell(LABYRINTH_ENERGY, game.energy)
    else:
        game.lose_health(figures.labyrinth_health)
        game.table.tell(LABYRINTH_HEALTH, figures.labyrinth_health, game.health)
        if game.health == 0:
            game.finish(LOST_IN_LABYRINTH)


def meet_pigman(game: TinHelm) -> None:
    """His blessing, or a shard for a Turnip (place.pigman, loot.turnip-pigman)."""
    answer: Option | None = None
    while answer is None:
        answer = game.ask_once(PIGMAN, PIGMAN_TRADE_MENU if game.kit.traded is not None else PIGMAN_MENU)
    if answer is BLESSING:
        favor = game.gain_favor(game.content.figures.pigman_favor)
        game.table.tell(PIGMAN_BLESSED, favor, game.favor)
    elif answer is TRADE:
        traded = game.kit.traded
        assert traded is not None
        game.discard(traded)
        game.table.tell(PIGMAN_TRADED, traded.index)
        game.gain_shard()
