"""What makes a quest playable: its map, what lies on it, the way to its objective, and how strong its monsters are.

Each check refuses with one sentence that names the place. Numbers in it count from 1, in the order of the file.
"""

from __future__ import annotations

from typing import Final

from undercroft.core.bits import below, bit
from undercroft.core.errors import ContentError
from undercroft.core.ground import NOWHERE, ROCK, SIDES, Ground
from undercroft.games.freequest.pieces import (
    FETCH,
    KILL,
    LOCKED,
    NOTHING,
    PIT,
    REACH_AREA,
    RESCUE,
    ROOM,
    SECRET,
    START,
    VAULT,
    WORK_DEVICE,
    Book,
    Content,
    Device,
    Door,
    Lair,
    Quest,
)
from undercroft.games.freequest.vocabulary import MOST_DEVICES, MOST_MONSTERS

MOST_AREAS: Final = 8  # besides the starting tile: each gives every hero a card
MOST_LAIRS: Final = MOST_MONSTERS - 24  # so that there is room for those that wander in
MOST_BITS: Final = 60  # areas and doors that are known together make one number


def check(quest: Quest, content: Content, place: str) -> None:
    """Refuse a quest that cannot be played, or not fairly; its counts are checked before."""
    _check_start(quest, place)
    _check_doors(quest, place)
    _check_areas(quest, place)
    _check_squares(quest, content, place)
    _check_quest_items(quest, place)
    _check_enchanted([quest], content, place)
    _check_joined(quest, content, place)
    _check_devices(quest, content, place)
    _check_locks(quest, content, place)
    _check_objective(quest, place)
    _check_way(quest, content, place)


def check_book(book: Book, content: Content, place: str) -> None:
    """Refuse a campaign with a quest that nothing opens, without a last one, or with a thing twice that exists once."""
    open_: list[int] = list(book.first)
    for index in open_:
        quest = book.quests[index]
        open_.extend([other for other in quest.opens + quest.after_lost if other not in open_])
    for quest in book.quests:
        if quest.index not in open_:
            raise ContentError(f"{place}: nothing opens the quest {quest.key!r}")
    if not any(quest.last for quest in book.quests):
        raise ContentError(f"{place}: none of the quests is the last")
    _check_enchanted(book.quests, content, place)


def _check_enchanted(quests: list[Quest], content: Content, place: str) -> None:
    """Each enchanted item exists once (enchanted.separate)."""
    found: dict[int, str] = {}
    for quest in quests:
        for area in quest.areas:
            for item in area.items:
                if item in found and content.items[item].enchanted:
                    raise ContentError(
                        f"{place}: treasure: {content.items[item].name} exists once, and lies in {found[item]} "
                        f"and in {quest.key}, area {area.letter}"
                    )
                found[item] = f"{quest.key}, area {area.letter}"


# ---- areas and doors ------------------------------------------------------------------------------------------------


def square(ground: Ground, at: int) -> str:
    """A square as a file writes it."""
    return f"({at % ground.width}, {at // ground.width})"


def check_counts(quest: Quest, place: str) -> None:
    """Refuse more of anything than there are bits or options for."""
    areas = len(quest.areas) - 1
    if areas > MOST_AREAS:
        raise ContentError(f"{place}: areas: there are {areas} besides the starting tile; there can be {MOST_AREAS}")
    if len(quest.areas) + len(quest.doors) > MOST_BITS:
        raise ContentError(f"{place}: doors: areas and doors together can be {MOST_BITS}, and there are more")
    if len(quest.devices) > MOST_DEVICES:
        raise ContentError(f"{place}: devices: there are {len(quest.devices)}; there can be {MOST_DEVICES}")
    if len(all_lairs(quest)) > MOST_LAIRS:
        raise ContentError(f"{place}: monsters: there are {len(all_lairs(quest))}; there can be {MOST_LAIRS}")
    if quest.least > quest.most:
        raise ContentError(f"{place}: heroes: at least {quest.least} are more than at most {quest.most}")


def all_lairs(quest: Quest) -> list[Lair]:
    """All monsters of a quest, those that devices place last."""
    lairs = list(quest.lairs)
    for device in quest.devices:
        lairs.extend(device.places)
    return lairs


def _check_start(quest: Quest, place: str) -> None:
    """There is one starting tile, and it has room for all (area.starting-tile)."""
    starts = [area.letter for area in quest.areas if area.kind == START]
    if len(starts) != 1:
        raise ContentError(f"{place}: areas: there are {len(starts)} starting tiles; there must be one")
    start = quest.areas[quest.start]
    if len(start.squares) < quest.most:
        raise ContentError(
            f"{place}: areas {start.letter}: {len(start.squares)} squares are too few for {quest.most} heroes"
        )
    if start.gold or start.items or start.quest_items:
        raise ContentError(f"{place}: areas {start.letter}: there can be no treasure on the starting tile")


def _check_areas(quest: Quest, place: str) -> None:
    for area in quest.areas:
        here = f"{place}: areas {area.letter}"
        if not area.squares:
            raise ContentError(f"{here}: it is not on the map")
        alone = quest.ground.known(bit(area.index), 0)
        for at in area.squares:
            alone.solid[at] = 0
        within = reached(alone, area.squares[0], 0)
        for at in area.squares:
            if not within[at]:
                first = square(quest.ground, area.squares[0])
                raise ContentError(f"{here}: {square(quest.ground, at)} and {first} are not joined within the area")
        if area.kind != ROOM:
            _check_stretch(quest.ground, area.squares, here)


def _check_stretch(ground: Ground, squares: list[int], here: str) -> None:
    """All squares of a hallway see each other (area.hallway-stretch)."""
    for one in squares:
        for other in squares:
            if not ground.in_line(one, other, 0):
                raise ContentError(
                    f"{here}: {square(ground, one)} and {square(ground, other)} do not see each other, "
                    f"so this is more than one stretch of hallway"
                )


def _check_doors(quest: Quest, place: str) -> None:
    ground = quest.ground
    for door in quest.doors:
        here = f"{place}: doors {door.index + 1}"
        other = ground.across(door.at, door.side)
        for at in (door.at, other):
            if ground.area[at] == ROCK:
                raise ContentError(f"{here}: it leads nowhere, because {square(ground, at)} is rock")
            if ground.solid[at]:
                name = quest.furniture[ground.solid[at] - 1].name
                raise ContentError(f"{here}: the {name} at {square(ground, at)} stands in its way")
        if ground.area[door.at] == ground.area[other]:
            letter = quest.areas[ground.area[other]].letter
            raise ContentError(f"{here}: on both sides is the area {letter}; a door joins two")
        _check_lock(quest, door, here)


def _check_lock(quest: Quest, door: Door, here: str) -> None:
    has_lock = door.key != NOTHING or door.levers != 0
    if has_lock and door.state != LOCKED:
        raise ContentError(f"{here}: it has a key or levers, but it is not locked")
    if door.key != NOTHING and door.levers:
        raise ContentError(f"{here}: it has both a key and levers; one of them is enough")
    opened = any(door.index in device.opens for device in quest.devices)
    if door.state == LOCKED and not has_lock and not opened:
        raise ContentError(f"{here}: it is locked, and nothing opens it")


# ---- what lies on the map -------------------------------------------------------------------------------------------


def _check_squares(quest: Quest, content: Content, place: str) -> None:
    """All things lie on floor, off the starting tile and not on each other; a device may stand on furniture."""
    taken: dict[int, str] = {}
    for number, piece in enumerate(quest.furniture, 1):
        here = f"{place}: furniture {number}"
        areas = sorted({quest.ground.area[at] for at in piece.squares if quest.ground.area[at] != ROCK})
        if len(areas) > 1:
            names = " and ".join([quest.areas[area].letter for area in areas])
            raise ContentError(f"{here}: it stands in {names}; it must stand in one area")
        for at in piece.squares:
            _put(quest, taken, at, f"the {piece.name}", here)
    furnished = dict(taken)
    for at, kind in quest.traps.items():
        number = list(quest.traps).index(at) + 1
        _put(quest, taken, at, f"the {content.traps[kind].name}", f"{place}: traps {number}")
    for lair in quest.lairs:
        _put(quest, taken, lair.at, f"monster {lair.index + 1}", f"{place}: monsters {lair.index + 1}")
    for device in quest.devices:
        here = f"{place}: devices {device.index + 1}"
        if device.at in furnished and taken[device.at] == furnished[device.at]:
            taken[device.at] = f"the {device.name}"
        else:
            _put(quest, taken, device.at, f"the {device.name}", here)
        for lair in device.places:
            _put(quest, taken, lair.at, f"what the {device.name} places", f"{here}: places")
            _check_is_shown(quest, device, lair, f"{here}: places")
    if quest.captive != NOWHERE:
        _put(quest, taken, quest.captive, "the captive", f"{place}: captive")


def _check_is_shown(quest: Quest, device: Device, lair: Lair, here: str) -> None:
    """A monster comes where it is seen to come."""
    area = quest.ground.area[lair.at]
    if area != quest.ground.area[device.at] and not device.shows >> area & 1:
        raise ContentError(
            f"{here}: {square(quest.ground, lair.at)} is in the area {quest.areas[area].letter}, "
            f"which the device neither stands in nor shows"
        )


def _put(quest: Quest, taken: dict[int, str], at: int, what: str, here: str) -> None:
    area = quest.ground.area[at]
    if area == ROCK:
        raise ContentError(f"{here}: {square(quest.ground, at)} is rock")
    if area == quest.start:
        raise ContentError(f"{here}: {square(quest.ground, at)} is on the starting tile, and that must be empty")
    if at in taken:
        raise ContentError(f"{here}: {square(quest.ground, at)} is taken by {taken[at]}")
    taken[at] = what


def _check_quest_items(quest: Quest, place: str) -> None:
    for index, name in enumerate(quest.quest_items):
        places = [area.letter for area in quest.areas if area.quest_items >> index & 1]
        if len(places) != 1:
            where = "nowhere" if not places else f"in {' and in '.join(places)}"
            raise ContentError(f"{place}: quest-items {index + 1}: {name} lies {where}; it must lie in one area")


def _check_devices(quest: Quest, content: Content, place: str) -> None:
    walked = reached(quest.ground, quest.areas[quest.start].squares[0], all_doors(quest))
    for device in quest.devices:
        here = f"{place}: devices {device.index + 1}"
        if not in_reach(quest.ground, device.at, walked, all_doors(quest)):
            raise ContentError(f"{here}: there is no free square beside the {device.name}")
        if device.trap_on_one != NOTHING and not device.test:
            raise ContentError(f"{here}: trap-on-one: there is no test that could fail")
        for trap in (device.trap, device.trap_on_one):
            if trap != NOTHING and content.traps[trap].effect in (PIT, VAULT):
                raise ContentError(f"{here}: the {content.traps[trap].name} needs a square of its own")


# ---- ways -----------------------------------------------------------------------------------------------------------


def all_doors(quest: Quest) -> int:
    """All doors of a quest, as bits."""
    return below(len(quest.doors))


def reached(ground: Ground, start: int, doors: int) -> bytearray:
    """By square: 1 if one can walk there with these doors open, over nothing solid."""
    found = bytearray(ground.size)
    found[start] = 1
    open_ = [start]
    for at in open_:
        for side in range(SIDES):
            other = ground.step(at, side, doors)
            if other != NOWHERE and ground.area[other] != ROCK and not ground.solid[other] and not found[other]:
                found[other] = 1
                open_.append(other)
    return found


def in_reach(ground: Ground, at: int, walked: bytearray, doors: int) -> bool:
    """Whether something can be worked from a square where one can walk: its own or one beside it."""
    if walked[at]:
        return True
    for side in range(SIDES):
        other = ground.step(at, side, doors)
        if other != NOWHERE and walked[other]:
            return True
    return False


def loose_vaults(quest: Quest, content: Content) -> list[int]:
    """The squares of all loose vaults."""
    return [at for at, kind in quest.traps.items() if content.traps[kind].effect == VAULT]


def ruin(quest: Quest, content: Content) -> Ground:
    """The map after all loose vaults have come down."""
    ground = quest.ground.known(below(len(quest.areas)), all_doors(quest))
    for at in loose_vaults(quest, content):
        ground.solid[at] = 1
    return ground


def _check_joined(quest: Quest, content: Content, place: str) -> None:
    """One can walk between any two free squares, also after loose vaults have come down."""
    ground = quest.ground
    doors = all_doors(quest)
    walked = reached(ground, quest.areas[quest.start].squares[0], doors)
    vaults = loose_vaults(quest, content)
    left = reached(ruin(quest, content), quest.areas[quest.start].squares[0], doors)
    for at in range(ground.size):
        if ground.area[at] == ROCK or ground.solid[at]:
            continue
        letter = quest.areas[ground.area[at]].letter
        if not walked[at]:
            raise ContentError(f"{place}: areas {letter}: one cannot walk to {square(ground, at)} from the start")
        if at in vaults and not in_reach(ground, at, left, doors):
            number = list(quest.traps).index(at) + 1
            raise ContentError(f"{place}: traps {number}: {square(ground, at)} would be cut off by other loose vaults")
        if at not in vaults and not left[at]:
            raise ContentError(
                f"{place}: areas {letter}: one cannot walk to {square(ground, at)} once loose vaults have come down"
            )


class Way:
    """How far a party comes that takes every key and works every device, with or without finding secret doors."""

    def __init__(self, quest: Quest, ground: Ground, finds_secret_doors: bool) -> None:
        self.quest: Final = quest
        self.ground: Final = ground
        self.finds_secret_doors: Final = finds_secret_doors
        self.items = 0
        self.devices = 0
        self.doors = 0
        self.squares = bytearray()
        self.areas = 0
        before = -1
        while before != self.doors:
            before = self.doors
            self._walk()
            self._open()

    def _walk(self) -> None:
        quest = self.quest
        ground = self.ground
        self.squares = reached(ground, quest.areas[quest.start].squares[0], self.doors)
        for at in range(ground.size):
            if self.squares[at]:
                self.areas |= bit(ground.area[at])
        for area in quest.areas:
            if self.areas >> area.index & 1:
                self.items |= area.quest_items
        for device in quest.devices:
            if in_reach(ground, device.at, self.squares, self.doors):
                self.devices |= bit(device.index)

    def _open(self) -> None:
        for door in self.quest.doors:
            if self._opens(door):
                self.doors |= bit(door.index)
        for device in self.quest.devices:
            if self.devices >> device.index & 1:
                for opened in device.opens:
                    self.doors |= bit(opened)

    def _opens(self, door: Door) -> bool:
        if door.state == SECRET:
            return self.finds_secret_doors
        if door.state != LOCKED:
            return True
        if door.key != NOTHING:
            return self.items >> door.key & 1 == 1
        return door.levers != 0 and self.devices & door.levers == door.levers


def _check_locks(quest: Quest, content: Content, place: str) -> None:
    """What opens a lock lies on the near side of it."""
    for ground, why in ((quest.ground, "lies behind it"), (ruin(quest, content), "may be cut off by loose vaults")):
        way = Way(quest, ground, True)
        for door in quest.doors:
            if not way.doors >> door.index & 1:
                what = quest.quest_items[door.key] if door.key != NOTHING else "what opens it"
                raise ContentError(f"{place}: doors {door.index + 1}: {what} {why}")


def _check_objective(quest: Quest, place: str) -> None:
    here = f"{place}: objective"
    if quest.objective == RESCUE and quest.captive == NOWHERE:
        raise ContentError(f"{here}: there is no captive to rescue")
    if quest.objective != RESCUE and quest.captive != NOWHERE:
        raise ContentError(f"{place}: captive: only the objective 'rescue' has one")
    if quest.objective != RESCUE and not quest.wanted:
        raise ContentError(f"{here}: it wants nothing")
    if quest.objective == REACH_AREA and quest.wanted >> quest.start & 1:
        raise ContentError(f"{here}: the heroes stand on the starting tile already")
    if quest.objective == KILL:
        for lair in quest.lairs:
            if quest.wanted >> lair.index & 1 and lair.least > quest.least:
                raise ContentError(f"{here}: monster {lair.index + 1} is not there for {_party(quest.least)}")
    for number, lair in enumerate(quest.lairs, 1):
        if lair.least > quest.most:
            raise ContentError(f"{place}: monsters {number}: from: there are never {lair.least} heroes in this quest")


def _check_way(quest: Quest, content: Content, place: str) -> None:
    """The objective is reached without finding a secret door, unless the briefing hints at one."""
    if not _is_in_reach(quest, Way(quest, quest.ground, quest.secret_way)):
        raise ContentError(
            f"{place}: objective: it cannot be reached without finding a secret door; if the briefing hints at one, "
            f"write secret-way = true"
        )
    if not _is_in_reach(quest, Way(quest, ruin(quest, content), quest.secret_way)):
        raise ContentError(f"{place}: objective: it may be cut off by loose vaults")


def _is_in_reach(quest: Quest, way: Way) -> bool:
    """Whether all that the objective wants lies on a way."""
    if quest.objective == RESCUE:
        return way.squares[quest.captive] == 1
    if quest.objective == KILL:
        return all(way.squares[lair.at] == 1 for lair in quest.lairs if quest.wanted >> lair.index & 1)
    there = way.areas
    if quest.objective == FETCH:
        there = way.items
    elif quest.objective == WORK_DEVICE:
        there = way.devices
    return quest.wanted & ~there == 0


# ---- threat ---------------------------------------------------------------------------------------------------------


def budget(heroes: int, step: int) -> int:
    """How much threat so many heroes can be expected to meet at a step of the campaign."""
    return 8 * heroes * (heroes + 2) * (1 + 2 * step)


def threat(lair: Lair, content: Content) -> int:
    """How dangerous a monster is; one with more Health than its kind is that much more so."""
    kind = content.monsters[lair.kind]
    return -(-kind.threat * (kind.health + lair.health) // kind.health)


def threats(quest: Quest, content: Content, heroes: int) -> list[int]:
    """By area: the threat that so many heroes meet there, devices' monsters included."""
    result = [0] * len(quest.areas)
    for lair in all_lairs(quest):
        if lair.least <= heroes:
            result[quest.ground.area[lair.at]] += threat(lair, content)
    return result


def check_threat(quest: Quest, content: Content, place: str) -> None:
    """All monsters are within the budget of each party, those of one area within three quarters of it."""
    for heroes in range(quest.least, quest.most + 1):
        most = budget(heroes, quest.step)
        by_area = threats(quest, content, heroes)
        if sum(by_area) > most:
            raise ContentError(
                f"{place}: monsters: {_party(heroes)} would meet a threat of {sum(by_area)}; "
                f"at step {quest.step} it can be {most}"
            )
        for area in quest.areas:
            if by_area[area.index] * 4 > most * 3 and not (heroes == 1 and _is_alone(quest, area.index)):
                raise ContentError(
                    f"{place}: areas {area.letter}: {_party(heroes)} would meet a threat of {by_area[area.index]} "
                    f"there; at step {quest.step} it can be {most * 3 // 4} in one area"
                )


def _party(heroes: int) -> str:
    return f"{heroes} heroes" if heroes > 1 else "one hero"


def _is_alone(quest: Quest, area: int) -> bool:
    """Whether a single monster waits in an area for a single hero."""
    return len([lair for lair in all_lairs(quest) if lair.least <= 1 and quest.ground.area[lair.at] == area]) == 1
