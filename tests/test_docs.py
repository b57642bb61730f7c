"""The examples of the documentation are run, and print what the page says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from benchmarks import strength
from undercroft.games import GAMES

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_examples_print_what_the_page_says(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    names: dict[str, object] = {}
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start())
        test = doctest.DocTestParser().get_doctest(block.group(1), names, page.name, str(page), line)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
    assert runner.summarize(verbose=False).failed == 0


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_page_on_strength_says_which_heroes_played() -> None:
    """In the words with which it is made anew, each below the name of its game."""
    text = " ".join((ROOT / "docs" / "strength.md").read_text(encoding="utf-8").split())
    chapters = {game.title: text.partition(f"## {game.title} ")[2].partition(" ## ")[0] for game in GAMES.values()}
    for name, about in strength.ABOUT.items():
        assert chapters[GAMES[name].title].startswith(f"{about} |")
        assert "hero" in about
    assert f" {strength.QUESTS_TOLD} |" in chapters["FreeQuest"]
