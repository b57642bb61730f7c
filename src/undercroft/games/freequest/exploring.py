"""Areas and revealing: what heroes see for the first time is laid on the board."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.ground import NO_DOOR, NOWHERE, SIDES
from undercroft.games.freequest.pieces import LOCKED, NOTHING, SECRET, SLOW_TO_WAKE, Lair, Quest
from undercroft.games.freequest.state import FIRST_MONSTER, Fixture, FreeQuest, Hero, Monster
from undercroft.games.freequest.vocabulary import AREA_SHOWN, CAPTIVE_SEEN, MONSTER_PLACED, MOST_MONSTERS


def look_around(game: FreeQuest) -> bool:
    """Reveal every area of which a living hero sees a square (reveal.area-at-first-sight); whether any was."""
    board = game.board
    if game.notes.veiled:
        return False
    ground = game.quest().ground
    seen: i64 = 0
    for hero in board.heroes:
        if hero.lives():
            seen |= ground.areas_in_sight(hero.at, board.doors_open)
    return reveal(game, seen)


def look_from(game: FreeQuest, hero: Hero) -> bool:
    """The same where only this hero has moved."""
    if game.notes.veiled:
        return False
    return reveal(game, game.quest().ground.areas_in_sight(hero.at, game.board.doors_open))


def reveal(game: FreeQuest, areas: i64) -> bool:
    """Lay areas on the board that nobody has seen before; whether there were any."""
    board = game.board
    fresh = areas & ~board.areas
    if not fresh:
        return False
    quest = game.quest()
    board.areas |= fresh
    know_doors(game, fresh)
    board.ground = quest.known(board.areas, board.doors_known)
    for index in range(len(quest.areas)):
        if fresh >> index & 1:
            board.shown.append(index)
            lay_out(game, quest, index)
    game.table.learn()
    return True


def know_doors(game: FreeQuest, areas: i64) -> None:
    """The doors of these areas are seen, but for secret ones (reveal.stays-hidden)."""
    board = game.board
    quest = game.quest()
    for door in quest.doors:
        other = quest.ground.across(door.at, door.side)
        here = areas >> quest.ground.area[door.at] & 1
        there = areas >> quest.ground.area[other] & 1
        if (here or there) and door.state != SECRET:
            board.doors_known |= bit(door.index)
            if door.state == LOCKED and not board.doors_open >> door.index & 1:
                board.doors_locked |= bit(door.index)
                if door.key != NOTHING:
                    board.keys = {**board.keys, int(door.index): int(door.key)}


def lay_out(game: FreeQuest, quest: Quest, index: i64) -> None:
    """Place what is in an area: furniture, devices, the captive, monsters (reveal.placed-on-reveal)."""
    board = game.board
    area = quest.areas[index]
    if area.text != NOTHING:
        game.table.tell(AREA_SHOWN, area.text)
    furniture = board.furniture.copy()
    for at in area.squares:
        solid = quest.ground.solid[at]
        if solid:
            furniture[at] = quest.furniture[solid - 1].name
    board.furniture = furniture
    for device in quest.devices:
        if quest.ground.area[device.at] == index:
            board.fixtures.append(
                Fixture(device.index, device.name, device.at, device.public, device.test, device.uses)
            )
    if quest.captive != NOWHERE and quest.ground.area[quest.captive] == index:
        board.captive_at = quest.captive
        game.table.tell(CAPTIVE_SEEN, quest.index)
    for lair in quest.lairs:
        if quest.ground.area[lair.at] == index and lair.least <= len(board.heroes):
            place_monster(game, lair)


def place_monster(game: FreeQuest, lair: Lair) -> Monster | None:
    """A monster comes onto the board (monster.placed-only); none where no more can be counted."""
    monster = add_monster(game, lair.kind, nearest_free(game, lair.at), game.book.nouns[lair.noun], lair.noun)
    if monster is not None:
        monster.lair = lair.index
        monster.most_health += lair.health
        monster.health = monster.most_health
        game.table.tell(MONSTER_PLACED, lair.noun)
    return monster


def add_monster(game: FreeQuest, kind: i64, at: i64, name: str, noun: i64) -> Monster | None:
    """A new monster on a square."""
    board = game.board
    if at == NOWHERE or len(board.monsters) >= MOST_MONSTERS:
        return None
    monster = Monster(game.content.monsters[kind], len(board.monsters), at, name, noun)
    monster.asleep = bool(monster.kind.traits & SLOW_TO_WAKE)
    monster.acted = True  # it waits for the referee's next turn
    board.monsters.append(monster)
    board.figures[at] = FIRST_MONSTER + monster.number
    return monster


def nearest_free(game: FreeQuest, at: i64) -> i64:
    """A square, or the nearest free one by steps, should somebody stand there by now."""
    board = game.board
    if board.is_free(at):
        return at
    seen = {at}
    ring: list[int] = [at]
    while ring:
        after: list[int] = []
        for one in ring:
            for side in range(SIDES):
                other = board.step(one, side)
                if other != NOWHERE and other not in seen:
                    seen.add(other)
                    after.append(other)
        for other in after:
            if board.is_free(other) and not board.in_start(other):
                return other
        ring = after
    return NOWHERE


def find_secrets(game: FreeQuest, area: i64, traps: bool, doors: bool) -> tuple[int, int]:
    """Reveal the traps and the secret doors of an area; how many of each (search.traps, search.secret-doors)."""
    game.look_behind()
    board = game.board
    quest = game.quest()
    traps_found = 0
    doors_found = 0
    if traps:
        for at in quest.areas[area].squares:
            kind = game.notes.traps.pop(at, NOTHING)
            if kind != NOTHING:
                board.traps[at] = kind * 2
                traps_found += 1
        board.safe_areas |= bit(area)
    if doors:
        for at in quest.areas[area].squares:
            for side in range(SIDES):
                door = quest.ground.door[at * SIDES + side]
                if door != NO_DOOR and not board.doors_known >> door & 1:
                    board.doors_known |= bit(door)
                    doors_found += 1
        if doors_found:
            board.ground = quest.known(board.areas, board.doors_known)
    game.table.learn()
    return traps_found, doors_found
