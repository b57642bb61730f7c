"""Activate the Terrain: disarming, devices, locks, snares."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.ground import DOOR, NOWHERE, SIDES
from undercroft.core.vocabulary import Option
from undercroft.games.freequest.contests import shows, test
from undercroft.games.freequest.exploring import look_around, place_monster, reveal
from undercroft.games.freequest.pieces import NOTHING, STEADY_FINGERS, TRAPS_DISARMED, TURN_DIE
from undercroft.games.freequest.state import ARMED, DID_ACTIVATE, Board, Fixture, FreeQuest, Hero
from undercroft.games.freequest.traps import set_down, spring
from undercroft.games.freequest.vocabulary import (
    DEVICE_FAILED,
    DIE_TURNED,
    DISARM_FUMBLED,
    DISARM_HERE,
    DISARM_NOTHING,
    DISARMED,
    DISARMS,
    DOOR_SPRANG_OPEN,
    DOOR_UNLOCKED,
    FREED,
    FREES,
    GOLD_FOUND,
    GOT_FREE,
    KEEP_DICE,
    NOT_FREED,
    STILL_SNARED,
    THIMBLE,
    TURN_TO_SIX,
    UNLOCKS,
    WORKED,
    WORKS,
)


def offer_terrain(board: Board, hero: Hero, options: list[Option]) -> None:
    """Known traps beside or underfoot, devices in reach, locks with their key, snares (terrain.what)."""
    if board.trap_state(hero.at) == ARMED:
        options.append(DISARM_HERE)
    for side in range(SIDES):
        other = board.step(hero.at, side)
        if other == NOWHERE:
            place = hero.at * SIDES + side
            if board.ground.edge[place] == DOOR:
                door = board.ground.door[place]
                if board.doors_locked >> door & 1 and has_key(board, hero, door):
                    options.append(UNLOCKS[side])
        elif board.trap_state(other) == ARMED and board.is_free(other) and not hero.in_pit and not hero.snared:
            options.append(DISARMS[side])
    for place in range(len(board.fixtures)):
        fixture = board.fixtures[place]
        if fixture.uses and (fixture.at == hero.at or board.adjacent(hero.at, fixture.at)):
            options.append(WORKS[place])
    for other_hero in board.heroes:
        near = other_hero is hero or (other_hero.lives() and board.adjacent(hero.at, other_hero.at))
        if other_hero.snared and near:
            options.append(FREES[other_hero.index])


def has_key(board: Board, hero: Hero, door: i64) -> bool:
    """Whether a hero carries what opens a locked door."""
    key = board.keys.get(door, NOTHING)
    return key != NOTHING and bool(hero.quest_items >> key & 1)


def begin(game: FreeQuest) -> None:
    """The action is used, whatever comes of it."""
    game.board.did |= DID_ACTIVATE
    game.board.actions_left -= 1


# ---- disarming ------------------------------------------------------------------------------------------------------


def disarm(game: FreeQuest, hero: Hero, side: i64) -> None:
    """Step onto a trap's square and test Skill (disarm.announce-and-enter, disarm.test); -1: the one underfoot."""
    board = game.board
    begin(game)
    if side >= 0:
        to = board.step(hero.at, side)
        set_down(board, hero, to)
        board.trodden[to] = 1
        board.reached |= bit(board.ground.area[to])
        look_around(game)
    at = hero.at
    trap = game.content.traps[board.traps[at] // 2]
    made = test(game, hero.skill_dice, game.content.disarm_target)
    roll = board.roll
    if made == 0:
        made = turn_a_die(game, hero)
    if made:
        del board.traps[at]
        hero.deeds[TRAPS_DISARMED] += 1
        game.table.tell(DISARMED, hero.kind.index, trap.index, roll)
    elif shows(roll, game.content.fumble) and not hero.can(STEADY_FINGERS):
        game.table.tell(DISARM_FUMBLED, hero.kind.index, trap.index, roll)
        spring(game, hero, trap, at)
    else:
        game.table.tell(DISARM_NOTHING, hero.kind.index, trap.index, roll)


def turn_a_die(game: FreeQuest, hero: Hero) -> i64:
    """An item may turn one die to any face, once a quest; the successes then."""
    if hero.skill_dice <= 0:
        return 0
    for index in hero.gear:
        if game.content.items[index].power == TURN_DIE and index not in hero.powers_used:
            if game.table.choose(hero.seat, THIMBLE, (TURN_TO_SIX, KEEP_DICE)) is TURN_TO_SIX:
                hero.powers_used.append(index)
                game.table.tell(DIE_TURNED, hero.kind.index, index)
                return 1
            return 0
    return 0


# ---- devices, locks, snares -----------------------------------------------------------------------------------------


def work(game: FreeQuest, hero: Hero, place: i64) -> None:
    """Work a device (terrain.device); a failed test uses nothing up."""
    board = game.board
    begin(game)
    fixture = board.fixtures[place]
    device = game.quest().devices[fixture.device]
    if device.test and not test(game, hero.skill_dice, device.test):
        roll = board.roll
        game.table.tell(DEVICE_FAILED, hero.kind.index, roll)
        game.look_behind()
        if device.trap_on_one != NOTHING and shows(roll, game.content.fumble):
            spring(game, hero, game.content.traps[device.trap_on_one], NOWHERE)
        game.table.learn()
        return
    use_up(game, hero, fixture)


def use_up(game: FreeQuest, hero: Hero, fixture: Fixture) -> None:
    """What a device does."""
    game.look_behind()
    board = game.board
    quest = game.quest()
    device = quest.devices[fixture.device]
    fixture.uses -= 1
    board.worked |= bit(device.index)
    game.table.learn()
    game.table.tell(WORKED, hero.kind.index, device.text)
    if device.gold:
        hero.loot += device.gold
        game.table.tell(GOLD_FOUND, hero.kind.index, device.gold)
    opened: i64 = 0
    for door in device.opens:
        opened |= bit(door)
    for each in quest.doors:
        if each.levers and board.worked & each.levers == each.levers:
            opened |= bit(each.index)
    if opened & ~board.doors_open:
        board.doors_open |= opened
        board.doors_known |= opened
        board.doors_locked &= ~opened
        board.ground = quest.known(board.areas, board.doors_known)
        game.table.tell(DOOR_SPRANG_OPEN)
        look_around(game)
    reveal(game, device.shows)
    for lair in device.places:
        if lair.least <= len(board.heroes):
            place_monster(game, lair)
    if device.trap != NOTHING and hero.lives():
        spring(game, hero, game.content.traps[device.trap], NOWHERE)


def unlock(game: FreeQuest, hero: Hero, side: i64) -> None:
    """Open a locked door with its key (door.locked)."""
    board = game.board
    begin(game)
    game.look_behind()
    door = board.ground.door[hero.at * SIDES + side]
    board.doors_locked &= ~bit(door)
    board.doors_open |= bit(door)
    game.table.tell(DOOR_UNLOCKED, hero.kind.index)
    game.table.learn()
    look_around(game)


def free(game: FreeQuest, hero: Hero, index: i64) -> None:
    """Free oneself or a hero beside from a snare: a Skill test."""
    board = game.board
    begin(game)
    other = board.heroes[index]
    freed = test(game, hero.skill_dice, other.snared) > 0
    if freed:
        other.snared = 0
    if other is hero:
        game.table.tell(GOT_FREE if freed else STILL_SNARED, hero.kind.index, board.roll)
    elif freed:
        game.table.tell(FREED, hero.kind.index, other.kind.index, board.roll)
    else:
        game.table.tell(NOT_FREED, hero.kind.index, other.kind.index, board.roll)
