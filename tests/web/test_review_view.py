"""What the page of a finished game shows of a review: the same account and the same words, as plain values."""

from __future__ import annotations

import re
from dataclasses import replace

import msgspec
import pytest

from tests.lab.coins import coins_game, coins_record, plays_fair
from undercroft.lab.chances import Gap
from undercroft.lab.review import Review, prepare, review, verdict
from undercroft.lab.workers import Here
from undercroft.web.ending_pages import kept_review
from undercroft.web.review_view import BROAD, about, causes, review_view
from undercroft.web.visitors import templates


@pytest.fixture(scope="module")
def made() -> Review:
    """A review in which luck did much, the first time for ill."""
    result = review(prepare(coins_game(), coins_record("page", "bent", "penny"), plays_fair, 20), Here(1))
    assert result is not None
    first, *others = result.lucks
    lucks = [
        replace(first, luck=Gap(-0.125, 0.01), text="It fell <badly>."),
        *(replace(luck, luck=Gap(0.3, 0.01)) for luck in others),
    ]
    return replace(result, lucks=lucks)


def page_of(made: Review) -> str:
    """The part as the page gets it, after it was kept as text."""
    kept = msgspec.json.decode(msgspec.json.encode(review_view(made)))
    return templates.get_template("review_part.html").render(review=kept, table="abc")


def test_the_weightiest_moments_are_numbered_in_the_order_of_the_game(made: Review) -> None:
    view = review_view(made)
    assert [turn.number for turn in view.turns] == list(range(1, len(view.turns) + 1))
    assert [turn.at for turn in view.turns] == sorted(turn.at for turn in view.turns)
    assert len(view.turns) + len(view.others) == len(made.luckiest) + len(made.unluckiest) + len(made.costliest)


def test_what_may_be_noise_fills_up_to_three_and_says_so(made: Review) -> None:
    lucks = [
        replace(made.lucks[0], place=place, luck=gap, text=f"fall {place}")
        for place, gap in enumerate((Gap(0.001, 0.2), Gap(-0.2, 0.5), Gap(0.1, 0.01), Gap(0.3, 0.5), Gap(0.1, 0.5)))
    ]
    few = replace(made, lucks=lucks, decisions=[], chances=[0.5] * 7, intervals=[(0.4, 0.6)] * 7)
    turns = review_view(few).turns
    assert [(turn.text, turn.kind, turn.sure) for turn in turns] == [
        ("fall 1", "Perhaps bad luck", False),
        ("fall 2", "Good luck", True),
        ("fall 3", "Perhaps good luck", False),
    ]
    page = page_of(few)
    assert "What weighed most" in page
    assert "too few games were tried" in page


def test_a_choice_that_may_have_cost_something_is_told_with_what_it_cost(made: Review) -> None:
    choice = replace(made.decisions[0], chosen="Toss the <bent> coin", better="Toss the penny", cost=Gap(0.12, 0.3))
    (turn,) = review_view(replace(made, lucks=[], decisions=[choice])).turns
    assert (turn.kind, turn.points, turn.told) == ("Perhaps a costly choice", "−12", "it cost about 12 in 100 games")
    assert (turn.better, turn.sure) == ("Toss the penny", False)


def test_what_weighs_less_than_three_others_is_not_among_those_that_decided(made: Review) -> None:
    lucks = [
        replace(made.lucks[0], place=place, luck=Gap(value, 0.001), text=f"fall {place}")
        for place, value in enumerate((0.1, -0.4, 0.2, -0.3))
    ]
    view = review_view(replace(made, lucks=lucks, decisions=[], chances=[0.5] * 6, intervals=[(0.4, 0.6)] * 6))
    assert [turn.text for turn in view.turns] == ["fall 1", "fall 2", "fall 3"]
    assert [turn.text for turn in view.others] == ["fall 0"]


def test_the_line_runs_through_the_whole_picture_and_higher_is_better(made: Review) -> None:
    broad = review_view(replace(made, chances=[0.0, 1.0, 0.5], intervals=[(0, 1)] * 3, lucks=[])).drawings[0]
    points = [tuple(map(float, point.split())) for point in broad.line.removeprefix("M").split("L")]
    assert (broad.width, broad.height) == BROAD
    assert points == [
        (broad.left, broad.bottom),
        ((broad.left + broad.right) / 2, broad.top),
        (broad.right, (broad.top + broad.bottom) / 2),
    ]


@pytest.mark.parametrize(
    ("luck", "choices", "sentence"),
    [
        (Gap(-0.28, 0.43), Gap(-0.2, 0.44), "Whether luck or your choices did more is too uncertain to say."),
        (Gap(-0.28, 0.1), Gap(0.05, 0.01), "Luck hurt a lot; your choices helped a little."),
        (Gap(0.15, 0.1), Gap(0.02, 0.1), "Luck helped. What your choices did is too uncertain to say."),
        (Gap(0.4, 0.1), Gap(0.01, 0.02), "Luck helped a lot; your choices made little difference."),
        (Gap(0.0, 0.0), Gap(-0.25, 0.0), "Luck made no difference; your choices hurt a lot."),
    ],
)
def test_luck_and_choices_are_told_in_words_as_far_as_they_are_known(luck: Gap, choices: Gap, sentence: str) -> None:
    assert causes({"luck": luck, "your choices": choices}) == sentence


def test_three_causes_that_may_be_noise_are_listed() -> None:
    noise = Gap(0.1, 0.5)
    assert causes({"luck": noise, "its choices": noise, "the others' choices": noise}) == (
        "Whether luck, its choices or the others' choices did more is too uncertain to say."
    )


def test_a_chance_within_a_sentence_never_says_never() -> None:
    assert [about(chance) for chance in (0.48, 0.001, 0.999)] == ["about 48 %", "below 1 %", "above 99 %"]


def test_the_page_tells_the_verdict_and_every_moment_with_a_way_to_look_at_it(made: Review) -> None:
    page = page_of(made)
    view = review_view(made)
    before, _, details = page.partition("review-figures")
    assert view.verdict.replace(" %", "\u00a0%") in before
    assert "±" not in before
    assert verdict(made).split(":")[0].replace(" %", "\u00a0%") in details
    assert "It fell &lt;badly&gt;." in page
    assert len(re.findall(r'href="/t/abc/replay\?at=\d+"', page)) == len(view.turns) + len(view.others)
    assert "style=" not in page


def test_a_review_is_also_a_page_of_its_own(made: Review) -> None:
    kept = msgspec.json.decode(msgspec.json.encode(review_view(made)))
    page = templates.get_template("review_whole.html").render(review=kept, table="abc")
    assert "<!doctype html>" in page
    assert page_of(made).strip() in page
    assert 'href="/t/abc/end"' in page


def test_a_review_without_any_moment_that_counts_says_so(made: Review) -> None:
    assert "No single moment stands out" in page_of(replace(made, lucks=[], decisions=[]))


def test_a_review_is_kept_whole_and_one_of_an_earlier_version_is_none(made: Review) -> None:
    view = review_view(made)
    assert kept_review(msgspec.json.encode(view).decode()) == view
    assert kept_review('{"verdict": "You won."}') is None
    assert kept_review(None) is None
