"""The Torch: how it burns down and what its spaces do."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.games.tiny_epic_dungeons.enemies import add_goblin, enemies_act
from undercroft.games.tiny_epic_dungeons.pieces import TorchTrack
from undercroft.games.tiny_epic_dungeons.state import CENTRE, Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import DARKNESS, TORCH_DOWN, TORCH_UP


def track_of(game: Dungeon) -> TorchTrack:
    """The side of the Torch Mat in use."""
    return game.content.tracks[1 if game.act == 2 else 0]


def torch_down(game: Dungeon, by: i64) -> None:
    """The Torch moves down, one space at a time, and each is resolved (torch.one-space-at-a-time)."""
    left = by
    while left > 0 and game.end is None:
        left -= 1
        game.torch -= 1
        game.table.tell(TORCH_DOWN, game.torch)
        if left == 0 or game.content.switches.passed_spaces_resolved or game.torch <= 0:
            land(game)
        elif game.act == 2 and track_of(game).enemies[game.torch]:
            enemies_act(game)


def land(game: Dungeon) -> None:
    """Resolve the space the Torch is on: skull, Goblin, Enemy Actions (torch.down-and-land, end.two-losses)."""
    if game.torch <= 0:
        game.finish(DARKNESS)
        return
    track = track_of(game)
    if track.goblin[game.torch]:
        add_goblin(game, CENTRE)
    if track.enemies[game.torch] and game.end is None:
        enemies_act(game)


def torch_up(game: Dungeon, by: i64) -> None:
    """The Torch moves up, not above the top of its track, and resolves nothing (torch.up)."""
    top = torch_top(game)
    if game.torch < top:
        game.torch = min(top, game.torch + by)
        game.table.tell(TORCH_UP, game.torch)


def torch_top(game: Dungeon) -> i64:
    """The highest space: of the whole track in Act 1, of the column in use in Act 2 (lair.flip-torch)."""
    track = track_of(game)
    return track.start[len(game.heroes) - 2] if game.act == 2 else track.top
