"""Questions of Tiny Epic Dungeons that a choice of the turn leaves open: cards, targets, ways, rotations."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.steady.tiny_epic_dungeons_worth import (
    NEVER,
    Outlook,
)
from undercroft.core.bits import bits_in
from undercroft.core.vocabulary import Option, Options
from undercroft.games.tiny_epic_dungeons.exploring import deck_size
from undercroft.games.tiny_epic_dungeons.geometry import OPPOSITE, SIDE, beside
from undercroft.games.tiny_epic_dungeons.pieces import DEFENSE
from undercroft.games.tiny_epic_dungeons.state import BOSS_NAMES, CENTRE, FIRST_MINION, MINION_NAMES, Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    NO,
)

OPENING: Final[i64] = 12  # an exit to where a new card will lie
SCARCE: Final[i64] = 120  # more for it, divided by the facedown cards there are
FAVOURITES: Final = (
    "wend-oakley", "ysolt-fenn", "aldous-crake", "hob-lackland", "sefa-marrow", "corrin-hask", "odile-vant",
    "brannoch-tull",
)  # fmt: skip


def favourite(game: Dungeon, options: Options) -> Option:
    """The hero most liked of those that are left."""
    for key in FAVOURITES:
        for option in options:
            if game.content.heroes[option.number - 1].key == key:
                return option
    return options[0]


# ---- the dungeon ----------------------------------------------------------------------------------------------------


def best_rotation(game: Dungeon, options: Options) -> Option:
    """Let a card lie so that it opens and joins as much as it can."""
    best = options[0]
    most: i64 = NEVER
    for option in options:
        worth = rotation_worth(game, game.turned_at, option.number)
        if worth > most:
            best = option
            most = worth
    return best


def rotation_worth(game: Dungeon, cell: i64, exits: i64) -> i64:
    """What exits bring: new cards, passages to rooms, a second way to facedown cards."""
    deck = deck_size(game)
    scarce = SCARCE // (1 + bits_in(game.hidden)) if game.door < 0 else 0  # few cards are left to go on from
    worth: i64 = 0
    for side in range(4):
        if not exits >> side & 1:
            continue
        other = beside(cell, side)
        if other < 0:
            continue
        if game.rooms >> other & 1:
            if game.exits[other] & OPPOSITE[side]:
                worth += 9
        elif game.hidden >> other & 1:
            worth += 3
        elif deck > 0:
            deck -= 1
            worth += OPENING + scarce + (1 + scarce // 12) * freedom(game, other)
    return worth


def freedom(game: Dungeon, cell: i64) -> i64:
    """How much room there is around a cell: its empty neighbours, and half of theirs."""
    filled = game.rooms | game.hidden
    free: i64 = 0
    for side in range(4):
        other = beside(cell, side)
        if other < 0 or filled >> other & 1:
            continue
        free += 2
        for turn in range(4):
            beyond = beside(other, turn)
            if beyond >= 0 and beyond != cell and not filled >> beyond & 1:
                free += 1
    return free // 2


def nearest_middle(options: Options) -> Option:
    """The place that is nearest to the Entrance."""
    best = options[0]
    least: i64 = 99
    for option in options:
        down: i64 = (option.number - 1) // SIDE - CENTRE // SIDE
        right: i64 = (option.number - 1) % SIDE - CENTRE % SIDE
        away = max(down, -down) + max(right, -right)
        if away < least:
            best = option
            least = away
    return best


# ---- blows ----------------------------------------------------------------------------------------------------------


def brace(outlook: Outlook, options: Options) -> Option:
    """Buy Defense against a Counter-Attack if it saves more than it costs."""
    game = outlook.game
    for option in options:
        if option is NO:
            continue
        power = game.power(outlook.hero, option.number - 1)
        if power is None:
            continue
        more: i64 = 0
        for effect in power.effects:
            if effect.do == DEFENSE:
                more += effect.by
        if min(more, 2) * outlook.health * 2 // 3 > power.cost_focus * outlook.focus:
            return option
    return NO


def stoutest(game: Dungeon, options: Options) -> Option:
    """The hero who can best bear a blow: whoever the Boss will fell anyway, or has most Health."""
    doomed: i64 = game.content.figures.boss_action_damage if game.act == 2 and game.threat < BOSS_NAMES else 0
    best = options[0]
    most: i64 = NEVER
    for option in options:
        hero = game.heroes[option.number - 1]
        worth = hero.health * 10 + (15 if hero.mat.passive.redirects else 0)
        if hero.health <= doomed:
            worth += 200
        if worth > most:
            best = option
            most = worth
    return best


def neediest(game: Dungeon, options: Options) -> Option:
    """The hero who lacks most Health."""
    best = options[0]
    most: i64 = NEVER
    for option in options:
        hero = game.heroes[option.number - 1]
        lack = hero.max_health - hero.health
        if hero.health == 0:
            lack += 3
        if lack > most:
            best = option
            most = lack
    return best


def weakest_counter(outlook: Outlook, options: Options) -> Option:
    """Let that enemy strike back whose blow is least to be feared."""
    game = outlook.game
    best = options[0]
    least: i64 = 99
    for option in options:
        modifier: i64 = game.enemy_card(option.number - 1).counter[min(game.purpose, 2)]
        if modifier < least:
            best = option
            least = modifier
    return best


def best_victim(game: Dungeon, options: Options) -> Option:
    """The enemy to aim at: Minions first, then Goblins."""
    for option in options:
        if option.number > FIRST_MINION:
            return option
    return options[0]


def damage_of(game: Dungeon, name: i64) -> i64:
    """What the action of an enemy deals."""
    if name >= BOSS_NAMES:
        return game.content.figures.boss_action_damage
    if name >= MINION_NAMES:
        return game.content.minions[name - MINION_NAMES].damage
    return game.content.goblins[name].damage


def takes_blow(game: Dungeon) -> bool:
    """Whether a hero takes damage for another: only if it is clearly the stouter one."""
    hero = game.heroes[game.asked]
    if game.threatened == game.asked:
        return True
    other = game.heroes[game.threatened]
    damage = damage_of(game, game.threat)
    return hero.health > damage and hero.health > other.health + damage
