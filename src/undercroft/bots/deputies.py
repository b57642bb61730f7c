"""A bot for a table at which other bots hold some of the seats."""

from __future__ import annotations

from typing import Final

from undercroft.core.state import State
from undercroft.core.table import Player, Table, Trail
from undercroft.core.vocabulary import Option, Options, Prompt


class Deputies(Player):
    """One bot on all seats but those that have a deputy of their own."""

    def __init__(self, bot: Player, deputies: list[Player | None]) -> None:
        self.bot: Final = bot
        self.deputies: Final = deputies
        self.trail: Trail = Trail()

    def join(self, table: Table) -> None:
        self.trail = table.keep_trail()
        self.bot.join(table)
        for deputy in self.deputies:
            if deputy is not None:
                deputy.join(table)

    def forget(self) -> None:
        self.bot.forget()
        for deputy in self.deputies:
            if deputy is not None:
                deputy.forget()

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        deputy = self.deputies[self.trail.asked]
        return (self.bot if deputy is None else deputy).choose(state, prompt, options)
