"""What the pages around the table are made of: cards, pictures, rulebooks, endings, and words for trouble."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from markupsafe import Markup

from tests.lab.coins import coins_game
from undercroft import start
from undercroft.core.rules import Ledger, Rule
from undercroft.games import GAMES
from undercroft.web import shelf
from undercroft.web.pictures import mix, picture_of
from undercroft.web.views import ReplayView, TableLine
from undercroft.web.visitors import templates

STRENGTH = Path(__file__).parent.parent.parent / "docs" / "strength.md"
LEDGER = Ledger(
    "Toy",
    [
        Rule("walk.north", "You walk north, <fast>.", "page 1", "rule", "", "Only by day.", "It is dark at night."),
        Rule("end.won", "You won.", "page 2", "rule", ""),
        Rule("walk.south", "You walk south.", "page 1", "rule", ""),
    ],
    {"chapters": {"walk": "Walking about"}, "source": "a leaflet"},
)
TOY = replace(coins_game(), ledger=lambda: LEDGER)


# ---- cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_for_how_many_how_long_and_how_hard(name: str) -> None:
    card = shelf.game_card(GAMES[name])
    assert re.fullmatch(r"\d+( to \d+)? players?", card.players)
    assert re.fullmatch(r"\d+( to \d+)? minutes", card.length)
    assert card.usual in [edition.key for edition in card.editions]


@pytest.mark.parametrize("name", GAMES)
def test_how_hard_a_game_is_agrees_with_the_measured_strength_of_the_simple_bot(name: str) -> None:
    part = STRENGTH.read_text(encoding="utf-8").partition(f"## {GAMES[name].title}\n")[2]
    measured = re.search(r"`steady` \|[^|]*\| ([\d.]+) %", part)
    said = re.search(r"wins (\d+) games in 100", GAMES[name].hardness)
    assert measured is not None
    assert said is not None
    assert abs(float(measured[1]) - int(said[1])) < 1


def test_a_game_that_says_nothing_of_its_length_gets_a_card_all_the_same() -> None:
    card = shelf.game_card(coins_game(("one", "other")))
    assert (card.players, card.length, card.hardness, card.own_picture) == ("2 players", "", "", Markup(""))


def test_a_game_may_bring_its_own_picture(tmp_path: Path) -> None:
    (tmp_path / "picture.svg").write_text("<svg><title>Mine</title></svg>", encoding="utf-8")
    card = shelf.game_card(replace(coins_game(), data=tmp_path))
    drawn = templates.get_template("picture.html").module
    assert "<title>Mine</title>" in drawn.game_picture(card)  # type: ignore[attr-defined]


def test_bots_are_told_in_words_and_one_without_words_by_its_name() -> None:
    assert shelf.bot_words(["steady", "mcts:50", "new"]) == [
        ("steady", shelf.BOT_WORDS["steady"]),
        ("mcts:50", shelf.BOT_WORDS["mcts"]),
        ("new", "new"),
    ]


# ---- pictures --------------------------------------------------------------------------------------------------------


def test_a_picture_follows_from_the_name_and_is_not_that_of_another_game() -> None:
    assert picture_of("one", "#d9662b") == picture_of("one", "#d9662b")
    assert picture_of("one", "#d9662b").vaults != picture_of("other", "#d9662b").vaults
    assert picture_of("one", "#d9662b").vaults != picture_of("one", "#7fa650").vaults


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_needs_no_style_that_the_house_forbids(name: str) -> None:
    drawn = str(templates.get_template("picture.html").module.game_picture(shelf.game_card(GAMES[name])))  # type: ignore[attr-defined]
    assert drawn.count("<path") > 12
    assert "style" not in drawn
    assert f'#{shelf.game_card(GAMES[name]).emblem}"' in drawn


def test_colours_are_mixed_by_share() -> None:
    assert mix("#000000", "#ff8040", 0.0) == "#000000"
    assert mix("#000000", "#ff8040", 0.5) == "#804020"
    assert mix("#000000", "#ff8040", 1.0) == "#ff8040"


# ---- rulebooks -------------------------------------------------------------------------------------------------------


def test_a_rulebook_has_its_chapters_in_order_and_each_clause_once() -> None:
    book = shelf.rulebook(TOY)
    assert [(chapter.key, chapter.title) for chapter in book.chapters] == [("walk", "Walking about"), ("end", "End")]
    assert [clause.id for chapter in book.chapters for clause in chapter.clauses] == [
        "walk.north",
        "walk.south",
        "end.won",
    ]
    assert (book.found, book.rulings, book.source) == (3, 1, "a leaflet")


def test_a_search_finds_the_clauses_with_all_words_and_marks_them() -> None:
    book = shelf.rulebook(TOY, "  WALK   day ")
    (chapter,) = book.chapters
    (clause,) = chapter.clauses
    assert clause.text == "You <mark>walk</mark> north, &lt;fast&gt;."
    assert clause.name == "<mark>walk</mark>.north"
    assert clause.ruling == "Only by <mark>day</mark>."
    assert book.query == "WALK day"
    assert book.found == 1


def test_a_search_for_nothing_that_is_there_finds_nothing() -> None:
    book = shelf.rulebook(TOY, "zeppelin")
    assert (book.chapters, book.found) == ((), 0)


def test_marking_never_lets_markup_through() -> None:
    assert shelf.marked("a <b> & c", ["<b>"]) == "a <mark>&lt;b&gt;</mark> &amp; c"
    assert shelf.marked("amp & lt", ["amp"]) == "<mark>amp</mark> &amp; lt"
    assert shelf.marked("1.5 and 155", ["1.5"]) == "<mark>1.5</mark> and 155"


@pytest.mark.parametrize("name", GAMES)
def test_every_chapter_of_the_house_has_a_title_and_no_title_is_left_over(name: str) -> None:
    ledger = GAMES[name].ledger()
    assert set(ledger.tables["chapters"]) == set(shelf.by_chapter(ledger.rules.values()))


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_rulebook_has_an_anchor_for_every_clause_and_shows_every_ruling(name: str) -> None:
    game = GAMES[name]
    page = templates.get_template("rules.html").render(game=game, book=shelf.rulebook(game))
    rules = game.ledger().rules
    assert re.findall(r'<article class="clause" id="([^"]+)"', page) == [
        rule.id for rules in shelf.by_chapter(rules.values()).values() for rule in rules
    ]
    assert page.count('class="ruling"') == sum(1 for rule in rules.values() if rule.ruling)


# ---- endings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_says_how_it_ended_and_what_it_scored(name: str) -> None:
    session = start(name, "shelf", changes=GAMES[name].usual_changes())
    assert shelf.finish_of(session.scene()) is None
    whims = Random("shelf")
    while session.decision is not None:
        session.choose(whims.choice(session.decision.options))
    finish = shelf.finish_of(session.scene())
    assert finish is not None
    assert finish.ending.text
    if finish.parts:
        assert sum(part.value for part in finish.parts) == finish.ending.score


# ---- tables of the lobby, and invitations ----------------------------------------------------------------------------


def lobby_with(*lines: TableLine) -> str:
    """The lobby with some tables."""
    return templates.get_template("lobby.html").render(
        games=shelf.game_cards(GAMES),
        lines=lines,
        today="2024-02-29",
        days={},
        name="",
        bots=shelf.bot_words(["steady"]),
    )


def test_a_table_that_cannot_be_opened_is_listed_apart_and_leads_nowhere() -> None:
    line = TableLine(
        table="old",
        game=GAMES["tin-helm"],
        hero="",
        status="cannot be opened by this version of the program",
        changed="2024-02-29T12:00:00+00:00",
        your_turn=False,
        practice=False,
        finished=False,
        won=False,
        score=0,
        day="",
        players="",
    )
    page = lobby_with(line, replace(line, table="new", status="level 1 of 5"))
    assert 'href="/t/new"' in page
    assert "/t/old" not in page
    assert "1 table cannot be opened here" in page
    assert "Continue where you left" not in lobby_with(line)


def test_an_invitation_names_the_seat_and_sits_nobody_down_by_itself() -> None:
    two = replace(coins_game(), seats=("North", "South"))
    for values in ({}, {"card": shelf.game_card(two)}):
        page = templates.get_template("join.html").render(
            game=two, seat="South", seats=two.seats, link="/join/abc/1/secret", **values
        )
        assert re.findall(r"<b>your seat</b>", page) == ["<b>your seat</b>"]
        assert "South · <b>your seat</b>" in page
        assert '<form method="post" action="/join/abc/1/secret"' in page
        assert 'href="/join' not in page
        assert ('<svg class="picture"' in page) is bool(values)


# ---- replays ---------------------------------------------------------------------------------------------------------


def replay_of(name: str, chosen: str, at: int = 0) -> ReplayView:
    """The first moment of a game of which three choices are known."""
    game, scene = GAMES[name], start(name, "shelf").scene()
    return ReplayView("abc", game, "book", 0, scene, at, 3, chosen, "", "shelf", True, "")


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_shows_all_that_was_offered_and_marks_what_was_chosen(name: str) -> None:
    question = start(name, "shelf").scene().question
    assert question is not None
    values = shelf.replay_values(replay_of(name, question.choices[1].name))
    page = templates.get_template("replay_body.html").render(values)
    offers = re.findall(r'<li class="offer( was-chosen)?"', page)
    assert len(offers) == len(question.choices)
    assert offers.count(" was-chosen") == 1
    assert f"</kbd><span>{question.choices[1].label}</span><b" in page
    assert [option.name for option in values["drawing"].options] == [question.choices[1].name]


def test_a_replay_leads_one_step_back_and_on_but_not_beyond_its_ends() -> None:
    def steps(at: int) -> dict[str, str]:
        page = templates.get_template("replay_body.html").render(shelf.replay_values(replay_of("tin-helm", "", at)))
        return dict(re.findall(r'data-step="(\w+)" href="/t/abc/replay\?at=(\d+)"', page))

    assert steps(0) == {"next": "1", "last": "3"}
    assert steps(2) == {"first": "0", "back": "1", "next": "3", "last": "3"}
    assert steps(3) == {"first": "0", "back": "2"}


# ---- trouble ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [400, 403, 404, 409, 413, 429, 500, 503, 418, 507])
def test_trouble_is_told_in_a_sentence_with_what_to_do_next(status: int) -> None:
    usual, own = shelf.trouble(status), shelf.trouble(status, "The bridge is out.")
    page = templates.get_template("error.html").render(trouble=own)
    assert usual.sentence.endswith(".")
    assert usual.next.endswith(".")
    assert own.sentence == "The bridge is out."
    assert "The bridge is out." in page
    assert own.next in page


def test_an_error_of_the_engine_becomes_a_sentence() -> None:
    assert shelf.trouble(404, "there is no table 'x' here").sentence == "There is no table 'x' here."
    assert shelf.trouble(404, "Is it gone?").sentence == "Is it gone?"
