"""Health and Focus, Defense and Speed: what happens to heroes' bodies and minds."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.games.tiny_epic_dungeons.pieces import DEFENSE, DICE, RESULT
from undercroft.games.tiny_epic_dungeons.state import Dungeon, Hero
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    DAMAGED,
    FALLS,
    FOCUS_LOST,
    FOCUS_SPENT,
    FOCUSED,
    HEALED,
    WAKES,
)


def hurt(game: Dungeon, hero: Hero, damage: i64) -> None:
    """A single hero takes damage."""
    hurt_together(game, [hero], [damage])


def hurt_together(game: Dungeon, heroes: list[Hero], damage: list[int]) -> None:
    """Damage that strikes several strikes them at the same time; the unconscious are spared (hero.damage-together)."""
    struck: list[Hero] = []
    for number in range(len(heroes)):
        hero = heroes[number]
        if hero.health > 0 and damage[number] > 0:
            hero.health = max(0, hero.health - damage[number])
            game.table.tell(DAMAGED, hero.mat.index, damage[number], hero.health)
            struck.append(hero)
    for hero in struck:
        if hero.health == 0:
            game.table.tell(FALLS, hero.mat.index)


def heal(game: Dungeon, hero: Hero, by: i64) -> None:
    """A hero regains Health, up to the top of its track, and wakes if it was unconscious (hero.unconscious-healed)."""
    gain = min(by, hero.max_health - hero.health)
    if gain <= 0:
        return
    wakes = hero.health == 0
    hero.health += gain
    game.table.tell(HEALED, hero.mat.index, gain, hero.health)
    if wakes:
        game.table.tell(WAKES, hero.mat.index)


def gain_focus(game: Dungeon, hero: Hero, by: i64) -> None:
    """A hero regains Focus, up to the top of its track (hero.caps)."""
    gain = min(by, hero.max_focus - hero.focus)
    if gain > 0:
        hero.focus += gain
        game.table.tell(FOCUSED, hero.mat.index, gain, hero.focus)


def lose_focus(game: Dungeon, hero: Hero, by: i64) -> None:
    """An effect takes Focus, as far as there is any (hero.focus)."""
    loss = min(by, hero.focus)
    if loss > 0:
        hero.focus -= loss
        game.table.tell(FOCUS_LOST, hero.mat.index, loss, hero.focus)


def spend_focus(game: Dungeon, hero: Hero, by: i64) -> None:
    """A price is paid."""
    if by > 0:
        hero.focus -= by
        game.table.tell(FOCUS_SPENT, hero.mat.index, by, hero.focus)


def defense_of(game: Dungeon, hero: Hero) -> i64:
    """Standing Defense: mat, Loot and Hero Space together, up to the cap (loot.caps)."""
    defense = hero.defense
    for effect in game.space_effects(hero):
        if effect.do == DEFENSE:
            defense += effect.by
    return max(0, min(defense, game.content.figures.defense_cap))


def result_of(game: Dungeon, hero: Hero, kind: i64) -> i64:
    """What mat, Loot and Hero Space add to the result of one kind of check."""
    bonus: i64 = hero.results[kind]
    for effect in game.space_effects(hero):
        if effect.do == RESULT and effect.on == kind:
            bonus += effect.by
    return bonus


def dice_of(game: Dungeon, hero: Hero, kind: i64) -> i64:
    """By how many dice mat, Loot and Hero Space change one kind of check."""
    dice: i64 = hero.dice[kind]
    for effect in game.space_effects(hero):
        if effect.do == DICE and effect.on == kind:
            dice += effect.by
    return dice
