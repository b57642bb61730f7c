"""A page shows one moment of a table, whatever is done there while the page is made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast
from unittest.mock import patch

from undercroft.core.record import Record
from undercroft.web.live import House
from undercroft.web.seating import Caller
from undercroft.web.settings import Settings
from undercroft.web.table_pages import see_odds, table_values
from undercroft.web.tables import Opening
from undercroft.web.thoughts import ChoiceOdds, odds_of
from undercroft.web.views import TableView
from undercroft.web.visitors import Visitor

VERA = Caller(visitor="vera")
P = ParamSpec("P")
T = TypeVar("T")


class Restless(House):
    """A house in which somebody chooses at the table right after it was looked at."""

    table = ""
    choices: tuple[str, ...] = ("human", "marauder")

    async def ask(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        result = await super().ask(function, *args, **kwargs)
        if self.table and self.choices:
            option, self.choices = self.choices[0], self.choices[1:]
            await super().ask(self._choose, option)
        return result

    def _choose(self, option: str) -> None:
        self.tables.choose(VERA, self.table, self.tables.look(self.table).row.number, None, option)


class Reader:
    """A visitor who is given what a page is drawn from."""

    caller = VERA

    def page(self, name: str, **values: Any) -> dict[str, Any]:
        return values


async def known(record: Record) -> list[ChoiceOdds]:
    """The odds, thought about in this process."""
    return odds_of(record)


def shown_while_somebody_chooses(folder: Path, page: str) -> tuple[TableView, list[ChoiceOdds]]:
    """A page of the first question of a game, in which two choices are made while it is drawn."""

    async def story() -> dict[str, Any]:
        house = Restless(Settings(f"sqlite:///{folder}/tables.db"))
        house.tables.store.know_visitor("vera")
        opened = await house.ask(house.tables.open, Opening("tin-helm", seed="a"), "vera")
        house.table = opened.table
        try:
            with patch.object(house.minds, "odds", known), patch("undercroft.web.table_pages.ODDS_SOON", 60.0):
                if page == "odds":
                    return cast("dict[str, Any]", await see_odds(house, cast("Visitor", Reader()), opened.table, 0, 0))
                view = await house.ask(house.tables.view, VERA, opened.table)
                return await table_values(house, view)
        finally:
            await house.stop()

    values = asyncio.run(story())
    return values["view"], values["odds"]


def test_the_odds_of_a_page_are_those_of_its_question(tmp_path: Path) -> None:
    view, odds = shown_while_somebody_chooses(tmp_path, "table")
    assert view.scene.question is not None
    assert view.choices == 0
    assert [each.option for each in odds] == [choice.name for choice in view.scene.question.choices]


def test_odds_that_come_later_are_those_of_the_question_on_the_page(tmp_path: Path) -> None:
    view, odds = shown_while_somebody_chooses(tmp_path, "odds")
    assert view.scene.question is not None
    assert [each.option for each in odds] == [choice.name for choice in view.scene.question.choices]
