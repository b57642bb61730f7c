"""The words of Elbereth: its questions, answers, events and streams of chance."""

from __future__ import annotations

from typing import Final

from undercroft.core.bits import bit
from undercroft.core.vocabulary import Options, Vocabulary

V: Final = Vocabulary(things=("card", "boss", "piece"), home=__name__)

# ---- chance ---------------------------------------------------------------------------------------------------------

DUNGEON: Final = V.stream("dungeon", unveils=True)
BOSSES: Final = V.stream("bosses", unveils=True)
ATTACK_DIE: Final = V.stream("attack-die")
WALL_DIE: Final = V.stream("wall-die")

# ---- options --------------------------------------------------------------------------------------------------------

PIECES: Final = ("sword", "staff", "bow", "armour", "helm", "gauntlets")
ITEMS: Final = (*PIECES, "coin")
WEAPONS: Final = 3  # the first three pieces are offensive, the others protective
MOST_CARDS: Final = 132  # that one floor can hold, the up stairs not counted

# a card on the table is known by its number in the order in which the floor's cards were laid
ATTACKS: Final = V.family("attack", "attack.choose-enemy", MOST_CARDS)
BREAKS: Final = V.family("break", "wall.break", MOST_CARDS)
PICKUPS: Final = V.family("pick-up", "pickup.take-item", MOST_CARDS)
DESCEND: Final = V.option("descend", "descend.condition")
GIVE_UP: Final = V.option("give-up", "end.never-stuck", resigns=True)


def about_items(family: str, rule: str, items: tuple[str, ...]) -> Options:
    """An option for each of these items; its number is the item's place."""
    return tuple([V.option(f"{family}-{item}", rule, ITEMS.index(item), family) for item in items])


def about_sets(family: str, rule: str, sets: list[int]) -> Options:
    """An option for each set of pieces; its number is the set as bits."""
    return tuple([V.option(f"{family}-{'-'.join(pieces_in(each))}", rule, each, family) for each in sets])


def pieces_in(bits: int) -> list[str]:
    """The pieces of a set."""
    return [piece for bit, piece in enumerate(PIECES) if bits >> bit & 1]


BUYS: Final = about_items("buy", "shop.buy", PIECES)
BRIBES: Final = about_items("bribe-with", "boss.bribe-action", ITEMS)
PROTECTS: Final = about_items("protect-with", "attack.use-protection", PIECES[WEAPONS:])
DISCARDS: Final = about_items("discard", "attack.suffer-damage", PIECES)
USES: Final = about_sets("use", "attack.use-weapons", list(range(1, bit(WEAPONS))))
PAIRS: Final = [bit(first) | bit(second) for first in range(6) for second in range(first + 1, 6)]
STARTS: Final = about_sets("start-with", "setup.choose-two", PAIRS)

# ---- prompts --------------------------------------------------------------------------------------------------------

EQUIPMENT: Final = V.prompt("setup.equipment", "setup.choose-two")
ACTION: Final = V.prompt("action.choose", "explore.then-act")
ATTACK_FAILED: Final = V.prompt("attack.failed", "attack.must-choose", mid_roll=True)

# ---- events ---------------------------------------------------------------------------------------------------------

EQUIPPED: Final = V.event("setup.equipped", "setup.choose-two", "piece")
FLOOR_BEGINS: Final = V.event("floor.begins", "descend.new-floor", "floor", "deck", "removed", notable=True)
EXPLORING: Final = V.event("explore.begins", "explore.place-until-full")
LAID: Final = V.event("explore.laid", "explore.immediately", "card", "deck", "seen", notable=True)
DECK_EMPTY: Final = V.event("explore.deck-empty", "explore.deck-empty")

ATTACK_ROLLED: Final = V.event("attack.rolled", "attack.choose-enemy", "card", "die", "strength")
ATTACK_HIT: Final = V.event("attack.hit", "attack.success", notable=True)
ATTACK_REACHED: Final = [  # told for the odds: with so many weapons the roll would suffice
    V.event(f"attack.with-{weapons}", "attack.use-weapons", notable=True) for weapons in range(1, WEAPONS + 1)
]
ATTACK_MISSED: Final = V.event("attack.missed", "attack.failure-stays", "card", notable=True)
WEAPONS_USED: Final = V.event("attack.weapons", "attack.use-weapons", "total", "strength")
WEAPON_DOWN: Final = V.event("weapon.down", "attack.use-weapons", "piece")
WEAPONS_HIT: Final = V.event("attack.weapons-hit", "attack.weapons-success", notable=True)
WEAPONS_SHORT: Final = V.event("attack.weapons-short", "attack.use-weapons", "card", notable=True)
PROTECTED: Final = V.event("attack.protected", "attack.use-protection", "piece")
DAMAGED: Final = V.event("attack.damaged", "attack.suffer-damage", "piece")
ENEMY_BEATEN: Final = V.event("enemy.beaten", "attack.defeat-flips", "card", notable=True)
KEY_FOUND: Final = V.event("key.found", "attack.dragon-key", notable=True)
HIT_ONCE: Final = V.event("boss.hit-once", "boss.ogre", "boss", notable=True)
RECOVERED: Final = V.event("boss.recovered", "boss.ogre", "boss")

PICKED_UP: Final = V.event("item.picked-up", "pickup.take-item", "card")

WALL_ROLLED: Final = V.event("wall.rolled", "wall.break", "die")
WALL_DAMAGED: Final = V.event("wall.damaged", "wall.equipped-damaged", "die", "piece", notable=True)
WALL_LOST: Final = V.event("wall.lost", "wall.unequipped-lost", "die", "piece", notable=True)
WALL_NOTHING: Final = V.event("wall.nothing", "wall.unequipped-lost", notable=True)
WALL_BROKEN: Final = V.event("wall.broken", "wall.always-opens")

BOUGHT: Final = V.event("shop.bought", "shop.buy", "piece")
BRIBED: Final = V.event("boss.bribed", "boss.bribe-permanent", "boss", "piece")

FLOOR_LEFT: Final = V.event("floor.left", "descend.key-used", "floor")

WON: Final = V.event("end.won", "end.win", "floor", notable=True)
BEATEN: Final = V.event("end.beaten", "attack.no-equipment-left", "floor", notable=True)
STUCK: Final = V.event("end.stuck", "end.never-stuck", "floor", notable=True)
GAVE_UP: Final = V.event("end.gave-up", "end.never-stuck", "floor", notable=True)
ENDS: Final = (WON, BEATEN, STUCK, GAVE_UP)
