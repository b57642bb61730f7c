"""A percentage is never broken over two lines of a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import Environment
from markupsafe import Markup

from undercroft import web
from undercroft.web.percents import unbroken
from undercroft.web.report_page import load_templates
from undercroft.web.visitors import templates


@pytest.mark.parametrize("page", [templates, load_templates()], ids=["table", "report"])
def test_whatever_a_page_is_given_keeps_its_percentages_together(page: Environment) -> None:
    shown = page.from_string("<p>{{ odds }}</p>{{ html }}").render(odds="< 1 %, 83 %", html=Markup("<b>50 %</b>"))
    assert shown == "<p>&lt;\u00a01\u00a0%, 83\u00a0%</p><b>50\u00a0%</b>"


def test_what_is_no_text_stays_what_it_is() -> None:
    assert unbroken(5) == 5
    assert unbroken("5 of 6") == "5 of 6"


@pytest.mark.parametrize("path", sorted(Path(web.__file__).parent.glob("templates/*.html")), ids=lambda path: path.name)
def test_no_template_has_a_percentage_that_could_be_broken(path: Path) -> None:
    assert re.findall(r"(?:\d|\}\}) %(?!\})", path.read_text(encoding="utf-8")) == []
