"""The Boss's Lair: opening it, and taunting what lives there."""

from __future__ import annotations

from undercroft.core.bits import bit, bits_in
from undercroft.games.tiny_epic_dungeons.bodies import spend_focus
from undercroft.games.tiny_epic_dungeons.enemies import move_boss
from undercroft.games.tiny_epic_dungeons.geometry import cells_of
from undercroft.games.tiny_epic_dungeons.pieces import ENCOUNTER_CARD
from undercroft.games.tiny_epic_dungeons.state import LAIR, Dungeon, Hero
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    ALTARS_PLACED,
    BOSS_MATS,
    BOSS_PLACED,
    BOSS_TAUNTED,
    LAIR_OPENED,
    MARKERS_STACKED,
    TAUNT_PATH,
    TORCH_FLIPPED,
)


def can_open_lair(game: Dungeon, hero: Hero) -> bool:
    """All Minions are dead and the hero is at the Lair Door (lair.condition)."""
    return game.act == 1 and hero.at == game.door and game.seals == len(game.heroes)


def open_lair(game: Dungeon) -> None:
    """Act 2 begins: Boss Mat, Health Markers, Boss Token, Torch Mat, Altars (lair.order)."""
    content = game.content
    count = len(game.heroes)
    game.boss = content.boss
    if game.boss < 0:
        game.boss = game.table.draw_position(BOSS_MATS, list(range(len(content.bosses))))
    game.act = 2
    game.table.tell(LAIR_OPENED, game.boss, game.hero().mat.index)
    top = content.figures.boss_track_top
    game.markers = [top] * count
    game.table.tell(MARKERS_STACKED, count, top)
    game.boss_at = LAIR
    game.table.tell(BOSS_PLACED, game.boss)
    game.torch = content.tracks[1].start[count - 2]
    game.table.tell(TORCH_FLIPPED, game.torch)
    for cell in cells_of(game.rooms):
        if game.card_at(cell).type == ENCOUNTER_CARD:
            game.altars |= bit(cell)
    game.table.tell(ALTARS_PLACED, bits_in(game.altars))


def can_taunt(game: Dungeon, hero: Hero) -> bool:
    """Act 2, the price at hand, and the Boss elsewhere (taunt.action, taunt.path)."""
    figures = game.content.figures
    if game.act != 2 or game.boss_at == hero.at or hero.focus < figures.taunt_focus:
        return False
    return figures.taunt_speed == 0 or (game.moving and game.speed_left >= figures.taunt_speed)


def taunt(game: Dungeon) -> None:
    """The Boss comes towards the hero, by its Speed at most; it does not attack (taunt.path)."""
    hero = game.hero()
    figures = game.content.figures
    game.speed_left -= figures.taunt_speed
    spend_focus(game, hero, figures.taunt_focus)
    game.table.tell(BOSS_TAUNTED, hero.mat.index, game.boss)
    move_boss(game, hero.at, TAUNT_PATH)
