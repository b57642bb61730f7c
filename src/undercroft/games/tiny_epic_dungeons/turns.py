"""The turn: movement, one Heroic Action, Free Actions, and then the Torch."""

from __future__ import annotations

from undercroft.core.state import State
from undercroft.core.table import Table
from undercroft.core.vocabulary import Option
from undercroft.games.tiny_epic_dungeons.belongings import gain_spell, spells_left
from undercroft.games.tiny_epic_dungeons.bodies import spend_focus
from undercroft.games.tiny_epic_dungeons.combat import attack, attack_options
from undercroft.games.tiny_epic_dungeons.exploring import facedown_beside, reveal_around
from undercroft.games.tiny_epic_dungeons.heroics import (
    cast,
    disarm_trap,
    heroic_options,
    power_options,
    rest,
    search_room,
    use_power,
)
from undercroft.games.tiny_epic_dungeons.lair import can_open_lair, can_taunt, open_lair, taunt
from undercroft.games.tiny_epic_dungeons.movement import move, move_options
from undercroft.games.tiny_epic_dungeons.pieces import FREE, HEROIC
from undercroft.games.tiny_epic_dungeons.setup import set_up
from undercroft.games.tiny_epic_dungeons.state import IDLE, Dungeon, Hero
from undercroft.games.tiny_epic_dungeons.torch import torch_down
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    CAST,
    DISARM,
    END_TURN,
    EXPLORE,
    GO,
    GO_TO_SPACE,
    LEAVE_LAIR,
    NEXT,
    OPEN_LAIR,
    RESEARCH,
    REST,
    REVEAL_ADJACENT,
    RISES,
    SEARCH,
    TAUNT,
    TURN_BEGINS,
    TURN_ENDS,
    USE,
)

MOVES = (GO[0].family, EXPLORE[0].family, GO_TO_SPACE[0].family, LEAVE_LAIR.family)


def play(state: State, table: Table) -> None:
    """Play on from the head of a turn until the game is over."""
    assert isinstance(state, Dungeon)
    game = state
    game.table = table
    table.seat(game)
    if game.act == 0:
        table.begin_turn()
        set_up(game)
    while game.end is None:
        table.begin_turn()
        turn(game)
    game.table = IDLE


def turn(game: Dungeon) -> None:
    """One hero's turn and the Torch after it (turn.parts, turn.end-torch, turn.next-hero)."""
    begin_turn(game)
    hero = game.hero()
    while game.end is None and hero.health > 0:
        if not take_step(game):
            break
    end_turn(game)


def begin_turn(game: Dungeon) -> None:
    """Speed is renewed; a hero that is unconscious must Rest first (hero.speed, hero.unconscious-must-rest)."""
    hero = game.hero()
    game.turns += 1
    game.speed_left = hero.speed
    game.moving = True
    game.heroic_left = 1
    game.extra_taken = False
    hero.used_this_turn = 0
    game.table.tell(TURN_BEGINS, hero.mat.index)
    if hero.health == 0:
        game.table.tell(RISES, hero.mat.index)
        game.heroic_left = 0
        rest(game)


def end_turn(game: Dungeon) -> None:
    """The Torch moves down, and the next hero in seat order follows (turn.end-torch-always, turn.next-hero)."""
    if game.end is not None:
        return
    game.table.tell(TURN_ENDS, game.hero().mat.index)
    torch_down(game, 1)
    game.active = (game.active + 1) % len(game.heroes)


def take_step(game: Dungeon) -> bool:
    """Ask what the hero does next and do it; returns whether the turn goes on."""
    game.asked = game.active
    answer = game.table.choose(game.active_seat(), NEXT, tuple(next_options(game, game.hero())))
    if answer is END_TURN:
        return False
    if answer.family in MOVES:
        move(game, answer)
    elif answer is REVEAL_ADJACENT:
        reveal_adjacent(game)
    elif answer is RESEARCH:
        research(game)
    elif answer is OPEN_LAIR:
        open_lair(game)
    elif answer is TAUNT:
        taunt(game)
    elif answer.family == USE[0].family and is_free(game, answer):
        use_power(game, answer.number - 1)
    else:
        heroic_action(game, answer)
    return True


def next_options(game: Dungeon, hero: Hero) -> list[Option]:
    """All that the hero may do now (turn.order-of-parts)."""
    options = move_options(game, hero)
    if game.heroic_left > 0:
        options.extend(attack_options(game, hero))
        options.extend(heroic_options(game, hero))
        options.extend(power_options(game, hero, HEROIC))
    options.extend(free_options(game, hero))
    options.append(END_TURN)
    return options


def free_options(game: Dungeon, hero: Hero) -> list[Option]:
    """The Free Actions that are possible and can be paid for (free.anytime-on-turn)."""
    options: list[Option] = []
    if can_open_lair(game, hero):
        options.append(OPEN_LAIR)
    if can_taunt(game, hero):
        options.append(TAUNT)
    if facedown_beside(game, hero.at):
        options.append(REVEAL_ADJACENT)
    if hero.focus >= price_of_research(game, hero) and spells_left(game):
        options.append(RESEARCH)
    options.extend(power_options(game, hero, FREE))
    return options


def is_free(game: Dungeon, answer: Option) -> bool:
    """Whether the power that is used is a Free Action."""
    power = game.power(game.hero(), answer.number - 1)
    return power is not None and power.when == FREE


def heroic_action(game: Dungeon, answer: Option) -> None:
    """The Heroic Action of the turn, which ends movement (turn.one-heroic, turn.order-of-parts)."""
    game.heroic_left -= 1
    game.moving = False
    if answer is REST:
        rest(game)
    elif answer is SEARCH:
        search_room(game)
    elif answer is DISARM:
        disarm_trap(game)
    elif answer.family == CAST[0].family:
        cast(game, answer.number - 1)
    elif answer.family == USE[0].family:
        use_power(game, answer.number - 1)
    else:
        attack(game, answer)


def reveal_adjacent(game: Dungeon) -> None:
    """The Torch moves down first; then the facedown cards at the exits are turned (free.reveal-adjacent-cost-first)."""
    hero = game.hero()
    torch_down(game, game.content.figures.reveal_cost)
    if game.end is None and hero.health > 0:
        reveal_around(game, hero.at, 4, False)


def research(game: Dungeon) -> None:
    """Draw a Spell for Focus (free.research)."""
    hero = game.hero()
    spend_focus(game, hero, price_of_research(game, hero))
    gain_spell(game, game.active)


def price_of_research(game: Dungeon, hero: Hero) -> int:
    """What Research costs this hero."""
    return max(1, game.content.figures.research_cost + hero.research_less)
