"""The words of Tin Helm: its questions, answers, events and streams of chance."""

from __future__ import annotations

from typing import Final

from undercroft.core.bits import bit
from undercroft.core.vocabulary import Option, Options, Vocabulary

V: Final = Vocabulary(things=("race", "class", "card", "enemy", "room", "results", "place"), home=__name__)

# ---- chance ---------------------------------------------------------------------------------------------------------

DUNGEON: Final = V.stream("dungeon")
HERO_DICE: Final = V.stream("hero-dice")
ENEMY_DICE: Final = V.stream("enemy-dice")
PLACE_DICE: Final = V.stream("place-dice")  # traps, fishing, groves

# ---- options --------------------------------------------------------------------------------------------------------

HUMAN: Final = V.option("human", "race.human")
GNOME: Final = V.option("gnome", "race.gnome")
KROLING: Final = V.option("kroling", "race.kroling")
MERFOLK: Final = V.option("merfolk", "race.merfolk")
ALCHEMIST: Final = V.option("alchemist", "class.alchemist")
MARAUDER: Final = V.option("marauder", "class.marauder")
FOOTPAD: Final = V.option("footpad", "class.footpad")
PARSON: Final = V.option("parson", "class.parson")
AXE: Final = V.option("axe", "trapping.axe-reroll")
BOOKS: Final = V.option("books", "trapping.books")
DAGGER: Final = V.option("dagger", "trapping.dagger")
MACE: Final = V.option("mace", "trapping.mace")
POTION: Final = V.option("potion", "trapping.potion")
BEDROLL: Final = V.option("bedroll", "trapping.bedroll")
SCROLL: Final = V.option("scroll", "trapping.scroll")
TOOLKIT: Final = V.option("toolkit", "trapping.toolkit")
NONE: Final = V.option("none")
RACES: Final[Options] = (HUMAN, GNOME, KROLING, MERFOLK)
CLASSES: Final[Options] = (ALCHEMIST, MARAUDER, FOOTPAD, PARSON)
TRAPPINGS: Final[Options] = (AXE, BOOKS, DAGGER, MACE, POTION, BEDROLL, SCROLL, TOOLKIT)

RESOLVE: Final = V.option("resolve", "room.resolve")
SKIP: Final = V.option("skip", "room.skip")

FIGHT: Final = V.option("fight", "combat.start")
USE_RING: Final = V.option("use-ring", "loot.ring", 1)
USE_WEDGE: Final = V.option("use-wedge", "loot.wedge", 2)
USE_SCROLL: Final = V.option("use-scroll", "trapping.scroll", 4)

PLAIN_STRIKE: Final = V.option("plain-strike", "combat.plain-strike")
SPEND_1: Final = V.option("spend-1", "combat.spend-before-roll", 1)
SPEND_2: Final = V.option("spend-2", "combat.spend-before-roll", 2)
SPEND_3: Final = V.option("spend-3", "combat.spend-before-roll", 3)
THROW_AXE: Final = V.option("throw-axe", "trapping.axe-throw")

KEEP: Final = V.option("keep")
REROLL: Final = V.option("reroll", "trapping.axe-reroll")
FLIP_FIRST: Final = V.option("flip-first", "race.kroling", 1)
FLIP_SECOND: Final = V.option("flip-second", "race.kroling", 2)

DISARM: Final = V.option("disarm", "trapping.toolkit")
TAKE_DAMAGE: Final = V.option("take-damage", "icon.trap")

OWN_STEP: Final = V.option("own-step", "place.altar")
NEXT_STEP: Final = V.option("next-step", "loot.symbol")
SHARD: Final = V.option("shard", "place.altar")
FULL_HEALTH: Final = V.option("full-health", "place.altar")
SEARCH: Final = V.option("search", "place.grove")
BLESSING: Final = V.option("blessing", "place.pigman")
TRADE: Final = V.option("trade", "loot.turnip-pigman")
BOTH: Final = V.option("both", "race.gnome")
REST: Final = V.option("rest", "icon.campsite")
FORAGE: Final = V.option("forage", "icon.campsite")
GAIN_HEALTH: Final = V.option("gain-health", "race.merfolk")
GAIN_ENERGY: Final = V.option("gain-energy", "race.merfolk")
FISH: Final = V.option("fish", "icon.water")
FISH_WITH_NET: Final = V.option("fish-with-net", "loot.gill-net")
NEITHER: Final = V.option("neither")
DECLINE: Final = V.option("decline")

NOTHING: Final = V.option("nothing", "window.any-time")
DRINK_POTION: Final = V.option("drink-potion", "trapping.potion", 1)
DRINK_FOUND_POTION: Final = V.option("drink-found-potion", "loot.potion", 2)
EAT_TURNIP: Final = V.option("eat-turnip", "loot.turnip-energy", 4)
EAT_FOR_HEALTH: Final = V.option("eat-for-health", "window.any-time", 8)
EAT_FOR_ENERGY: Final = V.option("eat-for-energy", "window.any-time", 16)
USES: Final[Options] = (DRINK_POTION, DRINK_FOUND_POTION, EAT_TURNIP, EAT_FOR_HEALTH, EAT_FOR_ENERGY)
AVOIDS: Final[Options] = (USE_RING, USE_WEDGE, USE_SCROLL)

# ---- prompts --------------------------------------------------------------------------------------------------------

RACE_CHOICE: Final = V.prompt("setup.race", "setup.pick-race-and-class")
CLASS_CHOICE: Final = V.prompt("setup.class", "setup.same-card-forbidden")
EXTRA_TRAPPING: Final = V.prompt("setup.extra-trapping", "race.human")
ROOM_CHOICE: Final = V.prompt("room.choice", "room.look-then-decide")
ANYTIME: Final = V.prompt("anytime.use", "window.any-time", NOTHING)
ENCOUNTER: Final = V.prompt("encounter.response", "combat.start")
ATTACK: Final = V.prompt("combat.attack", "combat.spend-before-roll")
OWN_DICE: Final = V.prompt("combat.own-dice", "combat.doubles-miss", KEEP, mid_roll=True)
AXE_DICE: Final = V.prompt("combat.axe-throw-dice", "race.kroling", KEEP, mid_roll=True)
FOE_DICE: Final = V.prompt("combat.enemy-dice", "race.kroling", KEEP, mid_roll=True)
TRAP_DISARM: Final = V.prompt("trap.disarm", "trapping.toolkit")
ALTAR: Final = V.prompt("place.altar", "place.altar")
GROVE: Final = V.prompt("place.grove", "place.grove")
PIGMAN: Final = V.prompt("place.pigman", "place.pigman")
CAMP: Final = V.prompt("camp.choice", "icon.campsite")
WATER_MERFOLK: Final = V.prompt("water.merfolk", "race.merfolk")
WATER_FISH: Final = V.prompt("water.fish", "icon.water")


class Menu:
    """A question's own options, and the same with each set of things that may be used at any time."""

    def __init__(self, *options: Option) -> None:
        self.plain: Final[Options] = options
        self.offers: Final[list[Options]] = [
            (*options, *[use for use in USES if bits & use.number]) for bits in range(bit(len(USES)))
        ]


def menus(first: Option, extras: Options) -> list[Menu]:
    """A menu for every set of extras, at the place that their numbers add up to."""
    return [Menu(first, *[extra for extra in extras if bits & extra.number]) for bits in range(bit(len(extras)))]


SPENDS: Final[Options] = (PLAIN_STRIKE, SPEND_1, SPEND_2, SPEND_3)
WINDOW_MENU: Final = Menu(NOTHING)
ROOM_MENU: Final = Menu(RESOLVE, SKIP)
ENCOUNTER_MENUS: Final = menus(FIGHT, AVOIDS)
ATTACK_MENUS: Final = [Menu(*SPENDS[: energy + 1]) for energy in range(4)]
ATTACK_OR_THROW_MENUS: Final = [Menu(*SPENDS[: energy + 1], THROW_AXE) for energy in range(4)]
DISARM_MENU: Final = Menu(DISARM, TAKE_DAMAGE)
ALTAR_MENU: Final = Menu(OWN_STEP, DECLINE)
ALTAR_NEXT_MENU: Final = Menu(OWN_STEP, NEXT_STEP, DECLINE)
ALTAR_NEXT_TOP_MENU: Final = Menu(OWN_STEP, SHARD, FULL_HEALTH, DECLINE)
ALTAR_TOP_MENU: Final = Menu(SHARD, FULL_HEALTH, DECLINE)
GROVE_MENU: Final = Menu(SEARCH, DECLINE)
PIGMAN_MENU: Final = Menu(BLESSING, NEITHER)
PIGMAN_TRADE_MENU: Final = Menu(BLESSING, TRADE, NEITHER)
CAMP_MENU: Final = Menu(REST, FORAGE, NEITHER)
CAMP_BOTH_MENU: Final = Menu(BOTH, REST, FORAGE, NEITHER)
MERFOLK_MENU: Final = Menu(GAIN_HEALTH, GAIN_ENERGY, NEITHER)
FISH_MENU: Final = Menu(FISH, DECLINE)
FISH_NET_MENU: Final = Menu(FISH, FISH_WITH_NET, DECLINE)

# between a roll and its effect nothing may be used (window.any-time)
DICE_REROLL: Final[Options] = (KEEP, REROLL)
DICE_FLIP: Final[Options] = (KEEP, FLIP_FIRST, FLIP_SECOND)
DICE_REROLL_OR_FLIP: Final[Options] = (KEEP, REROLL, FLIP_FIRST, FLIP_SECOND)

# ---- events ---------------------------------------------------------------------------------------------------------

ADVENTURER_READY: Final = V.event(
    "setup.adventurer", "setup.starting-health-energy", "race", "class", "health", "energy"
)
TRAPPING_TAKEN: Final = V.event("setup.trapping", "setup.starting-trappings", "card")
EXTRA_TAKEN: Final = V.event("setup.extra-trapping", "race.human", "card")

LEVEL_BEGINS: Final = V.event("level.begins", "level.reshuffle", "level", "cards", "rooms")
ROOM_SEEN: Final = V.event("room.seen", "room.look-then-decide", "room", "number")
ROOM_RESOLVED: Final = V.event("room.resolved", "room.resolve", "room", "results", notable=True)
ROOM_SKIPPED: Final = V.event("room.skipped", "room.skip", "room", "results", notable=True)

TRAP_HARMLESS: Final = V.event("trap.harmless", "icon.trap")
TRAP_HEALTH: Final = V.event("trap.health", "icon.trap", "damage", "health", notable=True)
TRAP_ENERGY: Final = V.event("trap.energy", "icon.trap", "damage", "energy", notable=True)
TRAP_ROLL: Final = V.event("trap.roll", "trapping.toolkit", "die")
TRAP_DISARMED: Final = V.event("trap.disarmed", "trapping.toolkit", notable=True)

LOOT_TAKEN: Final = V.event("loot.taken", "icon.loot", "card", notable=True)
LOOT_HELD: Final = V.event("loot.held", "loot.one-of-each", "card")
LOOT_EMPTY: Final = V.event("loot.empty", "icon.loot-empty")
LOOT_MIMIC: Final = V.event("loot.mimic", "icon.loot-mimic", "enemy")
LOOT_SHARD: Final = V.event("loot.shard", "icon.loot-shard")

CAMP_RESTED: Final = V.event("camp.rested", "icon.campsite", "health", "energy", notable=True)
CAMP_FORAGED: Final = V.event("camp.foraged", "icon.campsite", "food", notable=True)
WATER_HEALTH: Final = V.event("water.health", "race.merfolk", "health", notable=True)
WATER_ENERGY: Final = V.event("water.energy", "race.merfolk", "energy", notable=True)
WATER_ROLL: Final = V.event("water.roll", "icon.water", "die")
WATER_NOTHING: Final = V.event("water.nothing", "icon.water", notable=True)
WATER_CAUGHT: Final = V.event("water.caught", "icon.water", "food", notable=True)

ALTAR_BLESSED: Final = V.event("altar.blessed", "place.altar", "health", "energy", notable=True)
ALTAR_FULL: Final = V.event("altar.full-health", "place.altar", "health", notable=True)
ALTAR_SHARD: Final = V.event("altar.shard", "place.altar")
GROVE_ROLL: Final = V.event("grove.roll", "place.grove", "die")
GROVE_LOST: Final = V.event("grove.lost", "place.grove", "energy", notable=True)
GROVE_NOTHING: Final = V.event("grove.nothing", "place.grove", notable=True)
GROVE_FOUND: Final = V.event("grove.found", "place.grove", "food", notable=True)
LABYRINTH_FOOD: Final = V.event("labyrinth.food", "place.labyrinth-food", "food", notable=True)
LABYRINTH_ENERGY: Final = V.event("labyrinth.energy", "place.labyrinth-energy", "energy", notable=True)
LABYRINTH_HEALTH: Final = V.event("labyrinth.health", "place.labyrinth-health", "damage", "health", notable=True)
PIGMAN_BLESSED: Final = V.event("pigman.blessed", "place.pigman", "gained", "favor", notable=True)
PIGMAN_TRADED: Final = V.event("pigman.traded", "loot.turnip-pigman", "card")
SHRINE: Final = V.event("shrine.found", "place.shrine")
PLACE_FOUND: Final = V.event("place.found", "icon.random", "place", notable=True)

ENEMY_MET: Final = V.event("enemy.met", "combat.enemy-health", "enemy", "health", notable=True)
ENEMY_AVOIDED: Final = V.event("enemy.avoided", "combat.avoided", "enemy", "card", notable=True)
ENEMY_DRAINS: Final = V.event("enemy.drains", "enemy.watcher", "enemy", "energy")
HERO_STRIKES: Final = V.event("hero.strikes", "combat.plain-strike", "enemy", "damage", "left", notable=True)
HERO_SPENDS: Final = V.event("hero.spends", "combat.spend-before-roll", "spent", "energy")
HERO_ROLLS: Final = V.event("hero.rolls", "combat.attack-roll", "first", "second")
HERO_REROLLS: Final = V.event("hero.rerolls", "trapping.axe-reroll")
HERO_FLIPS: Final = V.event("hero.flips", "race.kroling", "from", "to")
HERO_THROWS: Final = V.event("hero.throws", "trapping.axe-throw", "card", "first", "second")
HERO_MISSES: Final = V.event("hero.misses", "combat.doubles-miss", "enemy", notable=True)
HERO_HITS: Final = V.event("hero.hits", "combat.apply-damage", "enemy", "damage", "left", notable=True)
ENEMY_ROLLS: Final = V.event("enemy.rolls", "combat.enemy-roll", "enemy", "first", "second")
ENEMY_REROLLS: Final = V.event("enemy.rerolls", "enemy.skelepede", "enemy")
ENEMY_MISSES: Final = V.event("enemy.misses", "combat.enemy-roll", "enemy", notable=True)
ENEMY_HITS: Final = V.event("enemy.hits", "combat.damage-to-hero", "enemy", "damage", "health", notable=True)
ENEMY_SAPS: Final = V.event("enemy.saps", "enemy.speyeder", "enemy", "lost", "energy")
ENEMY_SHAMES: Final = V.event("enemy.shames", "enemy.wraith", "enemy", "lost", "favor")
BLOCKED: Final = V.event("card.blocks", "combat.shield-reduces", "card", "blocked")
BROKEN: Final = V.event("card.breaks", "loot.shield", "card")
ENEMY_DEFEATED: Final = V.event("enemy.defeated", "combat.win", "enemy", notable=True)
FAVOR_GAINED: Final = V.event("favor.gained", "combat.favor-reward", "gained", "favor")
FOOD_WON: Final = V.event("food.won", "enemy.dark-rats", "enemy", "food")
SHARD_GAINED: Final = V.event("shard.gained", "shard.sources", "shards", notable=True)

CARD_USED: Final = V.event("card.used", "window.any-time", "card", "health", "energy")
FOOD_EATEN: Final = V.event("food.eaten", "window.any-time", "food", "health", "energy")

LEVEL_DONE: Final = V.event("level.done", "level.descend", "level")
LEVEL_ATE: Final = V.event("level.ate", "level.eat", "food")
LEVEL_HUNGER: Final = V.event("level.hunger", "level.hunger", "damage", "health", notable=True)

WON: Final = V.event("end.won", "end.victory", "level", notable=True)
SLAIN: Final = V.event("end.slain", "combat.death", "level", notable=True)
TRAPPED: Final = V.event("end.trapped", "end.defeat", "level", notable=True)
LOST_IN_LABYRINTH: Final = V.event("end.lost-in-labyrinth", "end.defeat", "level", notable=True)
STARVED: Final = V.event("end.starved", "level.hunger", "level", notable=True)
CORRUPTED: Final = V.event("end.corrupted", "level.fifth-lost", "level", notable=True)
ENDS: Final = (WON, SLAIN, TRAPPED, LOST_IN_LABYRINTH, STARVED, CORRUPTED)
