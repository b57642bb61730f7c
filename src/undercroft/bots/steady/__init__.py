"""`steady`: for each game a readable rule of thumb."""

from __future__ import annotations

from collections.abc import Callable

from undercroft.bots.steady.elbereth import SteadyElbereth
from undercroft.bots.steady.freequest import SteadyFreeQuest
from undercroft.bots.steady.tin_helm import SteadyTinHelm
from undercroft.bots.steady.tiny_epic_dungeons import SteadyTinyEpicDungeons
from undercroft.core.table import Player

STEADY: dict[str, Callable[[str], Player]] = {
    "tin-helm": SteadyTinHelm,
    "elbereth": SteadyElbereth,
    "freequest": SteadyFreeQuest,
    "tiny-epic-dungeons": SteadyTinyEpicDungeons,
}
