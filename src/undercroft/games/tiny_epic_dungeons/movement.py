"""Movement: steps from room to room, onto and about the Boss Mat, and the danger of entering."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.vocabulary import Option
from undercroft.games.tiny_epic_dungeons.bodies import hurt
from undercroft.games.tiny_epic_dungeons.boons import taken
from undercroft.games.tiny_epic_dungeons.checks import Checking, check
from undercroft.games.tiny_epic_dungeons.effects import apply
from undercroft.games.tiny_epic_dungeons.enemies import room_name
from undercroft.games.tiny_epic_dungeons.exploring import appear, facedown_beside, turn_faceup
from undercroft.games.tiny_epic_dungeons.geometry import beside, cells_of, next_to
from undercroft.games.tiny_epic_dungeons.pieces import (
    GOBLIN_DANGER,
    MINION_DANGER,
    ON_EVADE,
    ON_EVADE_SUCCESS,
    TRAP_DANGER,
)
from undercroft.games.tiny_epic_dungeons.powers import ready_power, use_up, wanted
from undercroft.games.tiny_epic_dungeons.state import GOBLINS, LAIR, NOBODY, Dungeon, Hero
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    AMBUSH,
    CHECK_FAILS,
    CHECK_SUCCEEDS,
    EXPLORE,
    FIFTH_GOBLIN,
    GO,
    GO_TO_SPACE,
    LEAVE_LAIR,
    MINION_AMBUSH,
    MOVED,
    MOVEMENT_ENDS,
    ON_SPACE,
    SOURCES,
    SPACES,
    TRAP_EVADED,
    TRAP_SPRINGS,
    TRAP_STRIKES,
)


def move_options(game: Dungeon, hero: Hero) -> list[Option]:
    """Where the Speed that is left leads: rooms, facedown cards, Hero Spaces (move.through-passages)."""
    if not game.moving or game.speed_left < 1:
        return []
    options: list[Option] = []
    if hero.at != LAIR:
        options.extend([GO[cell] for cell in cells_of(next_to(game, hero.at)) if cell != LAIR])
        options.extend([EXPLORE[beside(hero.at, side)] for side in facedown_beside(game, hero.at)])
        if game.act != 2 or hero.at != game.door:
            return options
    costs = mat_costs(game, hero)
    for space in range(1, SPACES + 1):
        if 0 < costs[space] <= game.speed_left:
            options.append(GO_TO_SPACE[space - 1])
    if 0 < costs[0] <= game.speed_left:
        options.append(LEAVE_LAIR)
    return options


def mat_costs(game: Dungeon, hero: Hero) -> list[int]:
    """What it costs to reach each Hero Space in one go, and the Lair Door (0); 0 where one cannot.

    A hero passes over taken spaces but stops at the first that is free (lair.six-spaces).
    """
    costs = [0] * (SPACES + 1)
    start = hero.space  # 0 at the Lair Door
    seen = [False] * (SPACES + 1)
    seen[start] = True
    edge = [start]
    cost: i64 = 0
    while edge:
        cost += 1
        beyond: list[i64] = []
        for space in edge:
            for other in spaces_beside(space):
                if seen[other]:
                    continue
                seen[other] = True
                if other > 0 and taken(game, other):
                    beyond.append(other)
                else:
                    costs[other] = cost
        edge = beyond
    return costs


def spaces_beside(space: i64) -> list[i64]:
    """The neighbours of a Hero Space in the ring; the Lair Door (0) is beside the first."""
    if space == 0:
        return [1]
    around: list[i64] = [space % SPACES + 1, (space + SPACES - 2) % SPACES + 1]
    if space == 1:
        around.append(0)
    return around


def move(game: Dungeon, answer: Option) -> None:
    """Take the step that was chosen."""
    hero = game.hero()
    if answer.family == GO[0].family:
        game.speed_left -= 1
        enter(game, hero, answer.number - 1)
    elif answer.family == EXPLORE[0].family:
        explore(game, hero, answer.number - 1)
    elif answer is LEAVE_LAIR:
        game.speed_left -= mat_costs(game, hero)[0]
        hero.space = 0
        enter(game, hero, game.door)
    else:
        game.speed_left -= mat_costs(game, hero)[answer.number]
        hero.at = LAIR
        hero.space = answer.number
        game.table.tell(ON_SPACE, hero.mat.index, hero.space, game.speed_left)


def explore(game: Dungeon, hero: Hero, cell: i64) -> None:
    """Move into a facedown card: it is turned, rotated, surrounded, then entered (explore.sequence)."""
    game.speed_left -= 1
    for side in range(4):
        if beside(hero.at, side) == cell:
            turn_faceup(game, cell, side)
            break
    if game.end is None:
        enter(game, hero, cell)


def enter(game: Dungeon, hero: Hero, cell: i64) -> None:
    """A hero enters a room and meets what is there (danger.check-on-entry)."""
    met_before = game.enemy_in(cell)
    hero.at = cell
    game.table.tell(MOVED, hero.mat.index, room_name(game, cell), game.speed_left)
    danger = game.card_at(cell).danger
    if danger == TRAP_DANGER:
        if not game.disarmed >> cell & 1:
            evade(game, hero, cell)
    elif danger in (GOBLIN_DANGER, MINION_DANGER) and not game.met >> cell & 1:
        ambush(game, hero, cell, danger)
    if met_before or game.enemy_in(cell):
        end_movement(game, hero)


def end_movement(game: Dungeon, hero: Hero) -> None:
    """Entering an enemy's room ends movement for this turn (move.enemy-room-ends)."""
    if game.moving and game.end is None:
        game.moving = False
        game.table.tell(MOVEMENT_ENDS, hero.mat.index)


def ambush(game: Dungeon, hero: Hero, cell: i64, danger: i64) -> None:
    """A Goblin or Minion Encounter: damage, card, token (danger.order)."""
    figures = game.content.figures
    if danger == MINION_DANGER:
        game.table.tell(MINION_AMBUSH, hero.mat.index)
        hurt(game, hero, figures.ambush_minion)
    elif game.goblin_count() == GOBLINS:
        game.finish(FIFTH_GOBLIN)
        return
    else:
        game.table.tell(AMBUSH, hero.mat.index)
        hurt(game, hero, figures.ambush_goblin)
    appear(game, cell)


def evade(game: Dungeon, hero: Hero, cell: i64) -> None:
    """An armed trap: a Skill Check, or its damage (trap.evade, trap.fail-damage)."""
    trap = game.card_at(cell).trap
    assert trap is not None
    number = game.active
    game.table.tell(TRAP_SPRINGS, hero.mat.index, game.room[cell])
    result = check(game, Checking(number, trap.evade_skill, ON_EVADE, trap.evade_target, 0))
    if result < trap.evade_target:
        game.table.tell(CHECK_FAILS, hero.mat.index)
        game.table.tell(TRAP_STRIKES, hero.mat.index)
        hurt(game, hero, trap.damage)
        return
    game.table.tell(CHECK_SUCCEEDS, hero.mat.index)
    game.table.tell(TRAP_EVADED, hero.mat.index)
    for source in range(SOURCES):
        power = ready_power(game, hero, source, ON_EVADE_SUCCESS)
        if power is not None and wanted(game, number, source, power):
            use_up(game, number, source, power)
            apply(game, number, power.effects, NOBODY)
