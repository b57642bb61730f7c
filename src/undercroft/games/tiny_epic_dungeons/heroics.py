"""Heroic Actions other than attacks, and the powers of mats and cards."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.vocabulary import Option, Prompt
from undercroft.games.tiny_epic_dungeons.belongings import discard_spell
from undercroft.games.tiny_epic_dungeons.bodies import gain_focus, heal, spend_focus
from undercroft.games.tiny_epic_dungeons.checks import Checking, check
from undercroft.games.tiny_epic_dungeons.combat import targets_in
from undercroft.games.tiny_epic_dungeons.effects import (
    apply,
    apply_one,
    enemies_within,
    gain_loot_or_spell,
    rooms_behind,
)
from undercroft.games.tiny_epic_dungeons.exploring import facedown_beside
from undercroft.games.tiny_epic_dungeons.geometry import cells_of, in_reach
from undercroft.games.tiny_epic_dungeons.movement import enter
from undercroft.games.tiny_epic_dungeons.pieces import (
    DAMAGE,
    EXTRA_HEROIC,
    ON_CAST,
    ON_DISARM,
    ON_REST,
    ON_SEARCH,
    PUSH,
    REVEAL,
    STEP,
    TO_ENEMIES,
    TO_TARGET,
    TRAP_DANGER,
    Effects,
)
from undercroft.games.tiny_epic_dungeons.powers import ready_power, use_up, wanted
from undercroft.games.tiny_epic_dungeons.state import BOSS_TARGET, LAIR, NOBODY, Dungeon, Hero
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    CANNOT_PAY,
    CAST,
    CAST_PAY,
    CAST_TARGET,
    CASTING,
    CHECK_FAILS,
    CHECK_SUCCEEDS,
    DISARM,
    DISARMED,
    DISARMING,
    DO_NOT_PAY,
    EFFECT_TARGET,
    ENEMIES,
    FOUND,
    HEROES,
    NOT_PAID,
    PAY,
    PLACES,
    REST,
    RESTED,
    SEARCH,
    SEARCH_PAY,
    SEARCHING,
    SOURCES,
    SPELL_WORKS,
    STEP_WHERE,
    USE,
)


def heroic_options(game: Dungeon, hero: Hero) -> list[Option]:
    """The Heroic Actions that are possible now, attacks aside."""
    options: list[Option] = [REST]
    if hero.at != LAIR and (not game.enemy_in(hero.at) or game.helped(hero)):
        card = game.card_at(hero.at)
        search = card.search
        if search is not None and not (search.once and game.searched >> hero.at & 1):
            options.append(SEARCH)
        if card.danger == TRAP_DANGER and not game.disarmed >> hero.at & 1:
            options.append(DISARM)
    for slot in range(len(hero.spells)):
        spell = game.content.spells[hero.spells[slot]]
        if not spell.attack and can_aim(game, hero, spell.effects, spell.range, spell.n):
            options.append(CAST[slot])
    return options


# ---- Rest, Search, Disarm -----------------------------------------------------------------------------------------


def rest(game: Dungeon) -> None:
    """Regain Health and Focus (rest.gain)."""
    hero = game.hero()
    figures = game.content.figures
    game.table.tell(RESTED, hero.mat.index)
    heal(game, hero, figures.rest_health)
    gain_focus(game, hero, figures.rest_focus)
    for source in range(SOURCES):
        power = ready_power(game, hero, source, ON_REST)
        if power is not None and wanted(game, game.active, source, power):
            use_up(game, game.active, source, power)
            apply(game, game.active, power.effects, NOBODY)


def search_room(game: Dungeon) -> None:
    """Make the room's Skill Check for what it gives (search.check)."""
    hero = game.hero()
    cell = hero.at
    search = game.card_at(cell).search
    assert search is not None
    game.table.tell(SEARCHING, hero.mat.index, game.room[cell])
    result = check(game, Checking(game.active, search.skill, ON_SEARCH, search.target, search.cost_focus))
    if result < search.target:
        game.table.tell(CHECK_FAILS, hero.mat.index)
        apply(game, game.active, search.failure, NOBODY)
        return
    game.table.tell(CHECK_SUCCEEDS, hero.mat.index)
    if not pays(game, hero, search.cost_focus, SEARCH_PAY):
        return
    if search.once:
        game.searched |= bit(cell)
    game.table.tell(FOUND, hero.mat.index)
    carry_out(game, search.success, NOBODY)


def disarm_trap(game: Dungeon) -> None:
    """Make the trap's Skill Check; success makes it harmless and brings a card (disarm.check, disarm.success)."""
    hero = game.hero()
    cell = hero.at
    trap = game.card_at(cell).trap
    assert trap is not None
    game.table.tell(DISARMING, hero.mat.index, game.room[cell])
    result = check(game, Checking(game.active, trap.disarm_skill, ON_DISARM, trap.disarm_target, 0))
    if result < trap.disarm_target:
        game.table.tell(CHECK_FAILS, hero.mat.index)
        return
    game.table.tell(CHECK_SUCCEEDS, hero.mat.index)
    game.disarmed |= bit(cell)
    game.table.tell(DISARMED, hero.mat.index, game.room[cell])
    gain_loot_or_spell(game, game.active)


# ---- Spells -------------------------------------------------------------------------------------------------------


def cast(game: Dungeon, slot: i64) -> None:
    """Cast a Spell, which is in question until it has worked or failed."""
    game.source = slot
    cast_spell(game, slot)
    game.source = NOBODY


def cast_spell(game: Dungeon, slot: i64) -> None:
    """Name the target, make the Spell's Skill Check, pay, and let it work (spell.cast, spell.target-first)."""
    hero = game.hero()
    spell = game.content.spells[hero.spells[slot]]
    aim = choose_aim(game, hero, spell.effects, spell.range, spell.n, CAST_TARGET)
    game.table.tell(CASTING, hero.mat.index, spell.index)
    result = check(game, Checking(game.active, spell.skill, ON_CAST, spell.target, spell.cost_focus))
    if result < spell.target:
        game.table.tell(CHECK_FAILS, hero.mat.index)
        return
    game.table.tell(CHECK_SUCCEEDS, hero.mat.index)
    if not pays(game, hero, spell.cost_focus, CAST_PAY):
        return
    game.table.tell(SPELL_WORKS, spell.index)
    if spell.discard:
        discard_spell(game, hero, hero.spells.pop(slot))
    carry_out(game, spell.effects, aim)


def pays(game: Dungeon, hero: Hero, cost: i64, prompt: Prompt) -> bool:
    """Whether the hero pays for what its check has won; it may not be able to, or not wish to."""
    if cost == 0:
        return True
    if hero.focus < cost:
        game.table.tell(CANNOT_PAY, hero.mat.index)
        return False
    if game.table.choose(game.active_seat(), prompt, (PAY, DO_NOT_PAY)) is DO_NOT_PAY:
        game.table.tell(NOT_PAID, hero.mat.index)
        return False
    spend_focus(game, hero, cost)
    return True


# ---- powers -------------------------------------------------------------------------------------------------------


def power_options(game: Dungeon, hero: Hero, when: i64) -> list[Option]:
    """The powers of mat and Loot that are Free Actions, or Heroic Actions, and would do something now."""
    options: list[Option] = []
    for source in range(SOURCES):
        power = ready_power(game, hero, source, when)
        if power is not None and can_aim(game, hero, power.effects, power.range, power.n):
            options.append(USE[source])
    return options


def use_power(game: Dungeon, source: i64) -> None:
    """Use a power as a Free or Heroic Action."""
    hero = game.hero()
    power = game.power(hero, source)
    assert power is not None
    game.source = source
    aim = choose_aim(game, hero, power.effects, power.range, power.n, EFFECT_TARGET)
    use_up(game, game.active, source, power)
    carry_out(game, power.effects, aim)
    game.source = NOBODY


def carry_out(game: Dungeon, effects: Effects, aim: i64) -> None:
    """Do what a Spell, power or room of the active hero says, steps to other rooms included."""
    for effect in effects:
        if game.end is not None:
            return
        if effect.do == STEP:
            step_anywhere(game)
        else:
            apply_one(game, game.active, effect, aim)


def step_anywhere(game: Dungeon) -> None:
    """The hero goes to any other room of the dungeon, which counts as entering it (trap.every-entry)."""
    hero = game.hero()
    options = [PLACES[cell] for cell in cells_of(game.rooms) if cell != hero.at]
    if hero.at != LAIR and options and hero.health > 0:
        cell = game.table.choose(game.active_seat(), STEP_WHERE, tuple(options)).number - 1
        enter(game, hero, cell)


# ---- aiming -------------------------------------------------------------------------------------------------------


def can_aim(game: Dungeon, hero: Hero, effects: Effects, range_: i64, n: i64) -> bool:
    """Whether there is something for these effects to work on."""
    useful = False
    for effect in effects:
        if effect.do == STEP:
            useful = useful or hero.at != LAIR
        elif effect.do == REVEAL:
            useful = useful or len(facedown_beside(game, hero.at)) > 0
        elif effect.do == EXTRA_HEROIC:
            useful = useful or not game.extra_taken
        elif effect.do == DAMAGE and effect.to == TO_ENEMIES:
            useful = useful or len(enemies_within(game, hero, effect.within)) > 0
        elif effect.do == PUSH or effect.to == TO_TARGET:
            return len(aims(game, hero, effects, range_, n)) > 0
        else:
            useful = True
    return useful


def choose_aim(game: Dungeon, hero: Hero, effects: Effects, range_: i64, n: i64, prompt: Prompt) -> i64:
    """The hero or enemy that effects are aimed at, or NOBODY where none is."""
    options = aims(game, hero, effects, range_, n)
    if not options:
        return NOBODY
    game.asked = game.active
    return game.table.choose(game.active_seat(), prompt, tuple(options)).number - 1


def can_be_driven(game: Dungeon, hero: Hero, effects: Effects, target: i64) -> bool:
    """Whether effects that push an enemy do anything to it: never to the Boss, and none without room behind it."""
    if target == BOSS_TARGET:
        return False
    for effect in effects:
        if effect.do != PUSH:
            return True
    return len(rooms_behind(game, hero, game.enemy_at(target))) > 0


def aims(game: Dungeon, hero: Hero, effects: Effects, range_: i64, n: i64) -> list[Option]:
    """Everything in range that these effects can be aimed at: enemies, or heroes, the conscious and the others."""
    for effect in effects:
        if effect.do == PUSH or (effect.do == DAMAGE and effect.to == TO_TARGET):
            targets = targets_in(game, hero, in_reach(game, hero.at, range_, n))
            if effect.do == PUSH:
                targets = [target for target in targets if can_be_driven(game, hero, effects, target)]
            return [ENEMIES[target] for target in targets]
        if effect.to == TO_TARGET:
            area = in_reach(game, hero.at, range_, n)
            return [HEROES[number] for number, other in enumerate(game.heroes) if area >> other.at & 1]
    return []
