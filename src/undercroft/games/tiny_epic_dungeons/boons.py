"""What effects do to heroes, whoever causes them: Health, Focus, cards, places on the Boss Mat."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.games.tiny_epic_dungeons.belongings import gain_loot, gain_spell, lose_loot, lose_spell
from undercroft.games.tiny_epic_dungeons.bodies import gain_focus, heal, hurt_together, lose_focus
from undercroft.games.tiny_epic_dungeons.geometry import within
from undercroft.games.tiny_epic_dungeons.pieces import FOCUS, HEALTH, LOOT, SPACE, SPELL, Effect
from undercroft.games.tiny_epic_dungeons.state import LAIR, Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import ON_SPACE, SPACES


def heroes_in_order(game: Dungeon) -> list[int]:
    """All heroes in seat order, from the active one."""
    count = len(game.heroes)
    return [(game.active + place) % count for place in range(count)]


def heroes_within(game: Dungeon, cell: i64, rooms: i64, sealed: bool) -> list[int]:
    """The heroes at most so many rooms away (range.all); what is sealed stays on its side of the Boss Mat's edge."""
    area = within(game, cell, rooms)
    found: list[int] = []
    for number in heroes_in_order(game):
        at = game.heroes[number].at
        if area >> at & 1 and not (sealed and (at == LAIR) != (cell == LAIR)):
            found.append(number)
    return found


def bestow(game: Dungeon, effect: Effect, heroes: list[int]) -> None:
    """Do to these heroes what an effect says; losses skip the unconscious (hero.unconscious-ignored)."""
    if effect.do == HEALTH:
        if effect.by > 0:
            for number in heroes:
                heal(game, game.heroes[number], effect.by)
        else:
            hurt_together(game, [game.heroes[number] for number in heroes], [-effect.by] * len(heroes))
    elif effect.do == FOCUS:
        for number in heroes:
            hero = game.heroes[number]
            if effect.by > 0:
                gain_focus(game, hero, effect.by)
            elif hero.health > 0:
                lose_focus(game, hero, -effect.by)
    elif effect.do == LOOT:
        for number in heroes:
            for _ in range(effect.by):
                gain_loot(game, number)
            for _ in range(losses(game, number, effect)):
                lose_loot(game, number)
    elif effect.do == SPELL:
        for number in heroes:
            for _ in range(effect.by):
                gain_spell(game, number)
            for _ in range(losses(game, number, effect)):
                lose_spell(game, number)
    elif effect.do == SPACE:
        for number in heroes:
            move_on(game, number, effect.by)


def losses(game: Dungeon, number: i64, effect: Effect) -> i64:
    """How many cards an effect takes from a hero: none from one who has fallen (hero.unconscious)."""
    return -effect.by if game.heroes[number].health > 0 else 0


def move_on(game: Dungeon, number: i64, by: i64) -> None:
    """A hero on the mat moves so many Hero Spaces on, clockwise, counting free ones only."""
    hero = game.heroes[number]
    if hero.space == 0:
        return
    step: i64 = 1 if by > 0 else SPACES - 1
    for _ in range(by if by > 0 else -by):
        space = (hero.space - 1 + step) % SPACES + 1
        while taken(game, space):
            space = (space - 1 + step) % SPACES + 1
        hero.space = space
    game.table.tell(ON_SPACE, hero.mat.index, hero.space, 0)


def taken(game: Dungeon, space: i64) -> bool:
    """Whether a hero stands on a Hero Space (lair.six-spaces)."""
    return any(hero.space == space for hero in game.heroes)
