"""Words: every sentence is there and can be filled; figures, things and plurals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from undercroft.core.errors import ContentError
from undercroft.core.vocabulary import Event, Option, Prompt, Vocabulary
from undercroft.core.words import WHERE, Noun, Words, in_ranges, read_words

SECTIONS: dict[str, dict[str, str]] = {
    "prompts": {"attack": "Strike {the-enemy}?"},
    "moments": {"attack": "your attack"},
    "options": {"spend": "Spend, for {bonus} more", "wait": "Wait"},
    'choices."attack"': {"wait": "Wait for {the-enemy}"},
    "events": {
        "hit": "The {enemy} {enemy:hits/hit} you for {damage} {damage:point/points}.",
        "rest": "You rest.",
    },
    "odds": {"hit": "{enemy} {enemy:hits/hit}", "rest": ""},
    "ends": {"won": "You won."},
    "figures": {"health": "lives"},
    "one": {"health": "life"},
}
NOUNS = {"enemy": [Noun("Wraith"), Noun("Dark Rats", plural=True)]}


def vocabulary() -> Vocabulary:
    """A prompt, two options, two kinds of events."""
    words = Vocabulary(things=("enemy",))
    words.prompt("attack", "r")
    words.option("spend")
    words.option("wait")
    words.event("hit", "r", "enemy", "damage", notable=True)
    words.event("rest", "r", "hours", notable=True)
    return words


def read(folder: Path, known: Vocabulary | None = None, score: str = 'score = "Score"', **sections: Any) -> Words:
    """The words of these sections, all others as above."""
    lines = [score]
    for title, sentences in {**SECTIONS, **sections}.items():
        lines.append(f"[{title}]")
        lines.extend(f'"{name}" = "{sentence}"' for name, sentence in sentences.items())
    (folder / "en.toml").write_text("\n".join(lines), encoding="utf-8")
    facts = ("the-enemy", "bonus", WHERE)
    return read_words(folder / "en.toml", known or vocabulary(), facts, ("won",), ("health",))


def refusal(folder: Path, **sections: Any) -> str:
    """What is said about words that are wrong."""
    with pytest.raises(ContentError) as refused:
        read(folder, **sections)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def with_more(section: str, **more: str) -> dict[str, str]:
    """A section with other or more sentences."""
    return {**SECTIONS[section], **more}


def hit(words: Vocabulary, enemy: int, damage: int) -> Event:
    """A blow."""
    return Event(words.events[0], enemy, damage, 0, 0)


def test_a_sentence_shows_figures_things_and_the_right_number(tmp_path: Path) -> None:
    known = vocabulary()
    words = read(tmp_path, known)
    assert words.event(hit(known, 0, 1), NOUNS) == "The Wraith hits you for 1 point."
    assert words.event(hit(known, 1, 2), NOUNS) == "The Dark Rats hit you for 2 points."
    assert words.event(hit(known, 1, 0), NOUNS) == "The Dark Rats hit you for 0 points."
    assert words.short(known.events[0], 1, NOUNS) == "Dark Rats hit"
    assert words.short(known.events[1], -1, NOUNS) == ""


def test_questions_and_labels_mention_facts(tmp_path: Path) -> None:
    known = vocabulary()
    words = read(tmp_path, known)
    facts: dict[str, str | int] = {"the-enemy": "the Wraith", "bonus": 5}
    assert words.question(known.prompts[0], facts) == "Strike the Wraith?"
    assert words.option(known.prompts[0], known.options[0], facts) == "Spend, for 5 more"


def test_a_question_may_have_labels_of_its_own(tmp_path: Path) -> None:
    words = read(tmp_path)
    wait = Option("wait", 1, "", 0, "wait", False)
    assert words.option(Prompt("attack", 0, "r", None, False, False), wait, {"the-enemy": "it"}) == "Wait for it"
    assert words.option(Prompt("other", 1, "r", None, False, False), wait, {}) == "Wait"


def test_ends_and_figures_have_names(tmp_path: Path) -> None:
    words = read(tmp_path)
    assert (words.end("won"), words.figure("health")) == ("You won.", "lives")
    assert [words.change("health", amount) for amount in (1, -1, 2, -3)] == [
        "+1 life",
        "-1 life",
        "+2 lives",
        "-3 lives",
    ]


@pytest.mark.parametrize(
    ("section", "missing"),
    [
        ("prompts", "attack"),
        ("options", "wait"),
        ("events", "rest"),
        ("odds", "hit"),
        ("ends", "won"),
        ("figures", "health"),
    ],
)
def test_a_missing_sentence_is_refused(tmp_path: Path, section: str, missing: str) -> None:
    left = {name: sentence for name, sentence in SECTIONS[section].items() if name != missing}
    assert refusal(tmp_path, **{section: left}) == f"en.toml: {section}: a sentence for '{missing}' is missing"


@pytest.mark.parametrize("section", ["prompts", "options", "events", "odds", "ends", "figures", "one"])
def test_a_sentence_for_an_unknown_word_is_refused(tmp_path: Path, section: str) -> None:
    said = refusal(tmp_path, **{section: with_more(section, zebra="Z")})
    assert said == f"en.toml: {section}: 'zebra' is not in the vocabulary"


def test_an_unknown_word_is_guessed(tmp_path: Path) -> None:
    assert refusal(tmp_path, events=with_more("events", rset="R")).endswith("do you mean 'rest'?")


@pytest.mark.parametrize(
    ("section", "name", "sentence"),
    [
        ("events", "rest", "{damage}"),
        ("events", "hit", "{hours:a/b}"),
        ("prompts", "attack", "{damage}"),
        ("options", "wait", "{enemy}"),
        ("odds", "hit", "{damage}"),
        ("odds", "rest", "{hours}"),
        ("ends", "won", "{level}"),
        ("figures", "health", "{health}"),
    ],
)
def test_a_figure_that_is_not_there_is_refused(tmp_path: Path, section: str, name: str, sentence: str) -> None:
    said = refusal(tmp_path, **{section: with_more(section, **{name: sentence})})
    assert said == f"en.toml: {section}: {name}: there is no figure {sentence}"


@pytest.mark.parametrize("sentence", ["{", "a { b", "{Damage}", "{damage:one}", "{}"])
def test_a_brace_without_a_figure_is_refused(tmp_path: Path, sentence: str) -> None:
    said = refusal(tmp_path, events=with_more("events", hit=sentence))
    assert said == "en.toml: events: hit: a brace does not enclose a figure"


@pytest.mark.parametrize("sentence", ["[", "a [b", "[nothing]", "[{damage}", "[|{damage}]"])
def test_brackets_without_figures_are_refused(tmp_path: Path, sentence: str) -> None:
    said = refusal(tmp_path, events=with_more("events", hit=sentence))
    assert said == "en.toml: events: hit: brackets do not enclose a list of figures"


@pytest.mark.parametrize(
    ("enemy", "damage", "text"),
    [
        (1, 2, "It does 2 harm, 1 more."),
        (1, 0, "It does 1 more."),
        (0, 2, "It does 2 harm."),
        (0, 0, "It does nothing."),
    ],
)
def test_what_comes_to_nothing_is_left_out_of_a_list(tmp_path: Path, enemy: int, damage: int, text: str) -> None:
    hit = "It does [{damage} harm, {enemy} more|nothing]."
    known = vocabulary()
    words = read(tmp_path, known, events=with_more("events", hit=hit))
    assert words.event(Event(known.events[0], enemy, damage, 0, 0), {}) == text


def test_labels_of_a_question_must_fit_too(tmp_path: Path) -> None:
    assert refusal(tmp_path, **{"choices.atack": {}}) == (
        "en.toml: choices: there is no prompt 'atack'; do you mean 'attack'?"
    )
    assert refusal(tmp_path, **{'choices."attack"': {"zebra": "Z"}}) == (
        "en.toml: choices.attack: 'zebra' is not in the vocabulary"
    )
    assert refusal(tmp_path, **{'choices."attack"': {"wait": "{hours}"}}) == (
        "en.toml: choices.attack: wait: there is no figure {hours}"
    )


def test_an_unknown_section_is_refused(tmp_path: Path) -> None:
    assert "promts" in refusal(tmp_path, promts={})


# ---- families, moments and the score --------------------------------------------------------------------------------


def with_family() -> Vocabulary:
    """The vocabulary, and two doors that are told apart by where they are."""
    words = vocabulary()
    words.family("open", "r", 2)
    return words


def test_options_of_a_family_share_a_label(tmp_path: Path) -> None:
    known = with_family()
    words = read(tmp_path, known, options=with_more("options", open="Open it{where}"))
    first, second = known.options[-2:]
    assert words.option(known.prompts[0], first, {"where": ", 1 north"}) == "Open it, 1 north"
    assert words.option(known.prompts[0], second, {"where": ""}) == "Open it"


def test_a_question_may_have_a_label_of_its_own_for_a_family(tmp_path: Path) -> None:
    known = with_family()
    sections: dict[str, Any] = {"options": with_more("options", open="Open it"), 'choices."attack"': {"open": "Flee"}}
    words = read(tmp_path, known, **sections)
    assert [words.option(known.prompts[0], option, {}) for option in known.options[-2:]] == ["Flee", "Flee"]


@pytest.mark.parametrize("options", [{}, {"open-1": "Open it", "open-2": "Open it"}])
def test_a_family_has_one_label_and_its_options_none(tmp_path: Path, options: dict[str, str]) -> None:
    with pytest.raises(ContentError, match=r"options: ('open-1' is not in the vocabulary|a sentence for 'open')"):
        read(tmp_path, with_family(), options=with_more("options", **options))


def test_a_stream_that_unveils_has_its_moment_and_no_other_has(tmp_path: Path) -> None:
    known = vocabulary()
    known.stream("dice")
    known.stream("dungeon", unveils=True)
    words = read(tmp_path, known, moments=with_more("moments", dungeon="new cards"))
    assert (words.moment("dungeon"), words.moment("attack")) == ("new cards", "your attack")
    with pytest.raises(ContentError, match=r"moments: a sentence for 'dungeon' is missing"):
        read(tmp_path, known)
    with pytest.raises(ContentError, match=r"moments: 'dice' is not in the vocabulary"):
        read(tmp_path, known, moments=with_more("moments", dungeon="new cards", dice="a roll"))


def test_the_words_say_what_a_score_counts(tmp_path: Path) -> None:
    assert read(tmp_path, score='score = "Floors cleared"').file.score == "Floors cleared"
    with pytest.raises(ContentError, match=r"en\.toml: the field 'score' is missing"):
        read(tmp_path, score="")


@pytest.mark.parametrize(
    ("numbers", "text"),
    [([], ""), ([4], "4"), ([1, 2], "1 2"), ([1, 2, 3], "1-3"), ([1, 3, 4, 5, 9, 10], "1 3-5 9 10")],
)
def test_three_numbers_in_a_row_are_a_range(numbers: list[int], text: str) -> None:
    assert in_ranges(numbers, " ") == text
