"""The Python door: start, load and play by name."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any
from zlib import crc32

import msgspec
import pytest

import undercroft
from undercroft.bots import find_bot
from undercroft.core.chance import Seeded
from undercroft.core.errors import ContentError, RecordError, ReplayError, UndercroftError, short
from undercroft.core.record import Record
from undercroft.core.state import Outcome
from undercroft.core.table import Table
from undercroft.lab.simulate import simulate


def test_a_game_starts_by_name_or_as_a_value() -> None:
    by_name = undercroft.start("tin-helm", seed="amber")
    as_value = undercroft.start(undercroft.GAMES["tin-helm"], seed="amber")
    assert by_name.record == as_value.record
    assert by_name.record.edition == "book"


@pytest.mark.parametrize(
    ("game", "edition", "said"),
    [
        ("chess", "book", "there is no game 'chess' here; there is tin-helm"),
        ("tin-helm", "gold", "Tin Helm has no edition 'gold'; it has book, printed"),
    ],
)
def test_what_is_not_here_is_refused_with_what_is(game: str, edition: str, said: str) -> None:
    with pytest.raises(UndercroftError, match=said):
        undercroft.start(game, edition=edition)
    with pytest.raises(UndercroftError, match=said):
        undercroft.play(game, "random", edition=edition)


def test_changes_are_played_and_recorded() -> None:
    session = undercroft.start("tin-helm", changes={"race.gnome.health": 50})
    session.choose("gnome")
    events = session.choose("alchemist")
    assert events[0].figures["health"] == 53
    again = undercroft.load(session.record.to_text())
    assert again.events == session.events


def test_bad_changes_are_refused_before_anything_begins() -> None:
    with pytest.raises(ContentError, match="do you mean 'gnome'"):
        undercroft.start("tin-helm", changes={"race.gnom.health": 50})
    with pytest.raises(ContentError):
        undercroft.play("tin-helm", "random", changes={"race.gnome.health": "many"})


def test_bots_play_whole_games_and_the_same_seed_gives_the_same_game() -> None:
    first = [undercroft.play("tin-helm", "random", seed=str(number)) for number in range(10)]
    second = [undercroft.play("tin-helm", ["random"], seed=str(number)) for number in range(10)]
    assert first == second
    assert len(set(first)) > 3
    assert all(isinstance(outcome, Outcome) for outcome in first)


def test_a_player_of_ones_own_may_sit_down() -> None:
    assert undercroft.play("tin-helm", undercroft.Player(), seed="x") == undercroft.play(
        "tin-helm", [undercroft.Player()], seed="x"
    )


def test_the_wrong_number_of_players_and_an_unknown_bot_are_refused() -> None:
    with pytest.raises(UndercroftError, match="seats 1, and 2 players were given"):
        undercroft.play("tin-helm", ["random", "random"])
    with pytest.raises(UndercroftError, match="there is no bot 'clever'; there is random"):
        undercroft.play("tin-helm", "clever")


def test_a_record_whose_choices_no_longer_fit_says_where() -> None:
    record = Record(
        undercroft=1, game="tin-helm", edition="book", seed="x", rules=1,
        choices=(("setup.race", "gnome"), ("setup.class", "marauder")),
    )  # fmt: skip
    with pytest.raises(ReplayError, match=r"choice 2, setup\.class marauder, does not fit") as refused:
        undercroft.load(record)
    assert refused.value.number == 2


def test_a_record_may_be_written_with_lists() -> None:
    record = Record(
        undercroft=1, game="tin-helm", edition="book", seed="x", rules=1,
        practice=[{"at": 1, "seed": "y"}],  # type: ignore[arg-type]
        choices=[["setup.race", "gnome"], ["setup.class", "parson"]],  # type: ignore[arg-type]
    )  # fmt: skip
    session = undercroft.load(record)
    assert [option.name for option in session.choices] == ["gnome", "parson"]
    assert session.practice
    assert undercroft.load(session.record.to_text()) == session


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("choices", 5, "choices"),
        ("choices", [("setup.race", 1)], "choices"),
        ("choices", [("setup.race",)], "choices"),
        ("practice", "x", "practice"),
        ("changes", [1], "changes"),
        ("changes", {"figures.levels": object()}, "changes"),
        ("changes", {3: 3}, "changes"),
        ("seed", 7, "seed"),
        ("edition", None, "edition"),
        ("game", b"tin-helm", "game"),
        ("undercroft", 2, "format 2 is not known"),
        ("rules", "1", "rules"),
    ],
)
def test_a_record_of_nonsense_is_refused_with_the_field(field: str, value: object, said: str) -> None:
    record = undercroft.start("tin-helm").record
    with pytest.raises(RecordError, match=said):
        undercroft.load(msgspec.structs.replace(record, **{field: value}))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("changes", "\ud800"),
        ("changes", {"a.\ud800": 1}),
        ("changes", {"a.b": ["\ud800"]}),
        ("seed", "\ud800"),
        ("game", "\ud800"),
        ("edition", "\ud800"),
        ("rules", "\ud800"),
        ("undercroft", "\ud800"),
        ("practice", ({"at": 0, "seed": "\ud800"},)),
        ("practice", "\ud800"),
        ("choices", (("setup.race", "\ud800"),)),
        ("choices", "\ud800"),
    ],
)
def test_half_a_character_in_a_record_is_refused_with_its_field(field: str, value: object) -> None:
    record = msgspec.structs.replace(undercroft.start("tin-helm").record, **{field: value})
    with pytest.raises(RecordError) as refused:
        record.to_text()
    assert str(refused.value) == f"the record: {field}: it holds half a character, which no file could keep"
    with pytest.raises(UndercroftError, match=r"it holds half a character|\\ud800") as caught:
        undercroft.load(record)
    assert str(caught.value).isascii()


def test_a_record_that_no_file_could_keep_becomes_no_text() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    record = undercroft.start("tin-helm").record
    for field, value, said in [
        ("changes", {"a.b": deep}, "there are too many lists or records in each other"),
        ("changes", {"a.b": object()}, "Encoding objects of type object is unsupported"),
        ("choices", 5, "Expected `array`, got `int`"),
        ("choices", ("ab", ""), "Expected `array`, got `str`"),
    ]:
        for call in (undercroft.load, Record.to_text):
            with pytest.raises(RecordError, match=f"the record: {field}: {said}|the record: {said}.*{field}"):
                call(msgspec.structs.replace(record, **{field: value}))


def test_half_a_character_in_the_text_of_a_record_is_refused_with_its_line() -> None:
    header = undercroft.start("tin-helm").record.to_text()
    bare = header[:-10].replace('"seed":"undercroft"', '"seed":"\ud800"')
    for number, text in (
        (1, with_check(bare, 0)),
        (2, header + with_check("1 setup.race \ud800", int(header[-9:], 16))),
    ):
        with pytest.raises(RecordError) as refused:
            undercroft.load(text)
        assert str(refused.value) == f"the record, line {number}: it holds half a character, which no file could keep"


def with_check(text: str, before: int) -> str:
    """A line of a record with its check."""
    return f"{text} {crc32(text.encode('utf-8', 'surrogatepass'), before):08x}\n"


def test_outcomes_are_equal_by_what_they_say() -> None:
    won = Outcome("won", (0,), 50, "steady-hand")
    assert won == Outcome("won", (0,), 50, "steady-hand")
    assert hash(won) == hash(Outcome("won", (0,), 50, "steady-hand"))
    assert won != Outcome("won", (0,), 51, "steady-hand")
    assert won != "won"
    assert won.won
    assert not Outcome("slain", (), 3, "").won


def test_the_package_says_whether_it_is_compiled() -> None:
    assert undercroft.compiled() in (True, False)


# ---- what somebody gives that makes no sense ------------------------------------------------------------------------


class Foreign:
    """Somebody's own."""


NONSENSE: list[object] = [None, 2.5, b"amber", [], (), (1, 2), object(), Foreign(), {"a": 1}, 10**30]


def refused(call: Callable[[Any], object], value: object) -> str:
    """The sentence that somebody gets, in place of a compiler's remark about types."""
    with pytest.raises(UndercroftError) as caught:
        call(value)
    sentence = str(caught.value)
    assert "object expected" not in sentence
    assert "union[" not in sentence
    return sentence


@pytest.mark.parametrize("value", NONSENSE, ids=lambda value: type(value).__name__)
def test_nonsense_at_the_door_is_refused_with_a_sentence(value: object) -> None:
    assert "a game is named by text" in refused(undercroft.start, value)
    assert "a game is named by text" in refused(lambda game: undercroft.play(game, "random"), value)
    assert "a seed must be text, not" in refused(lambda seed: undercroft.start("tin-helm", seed), value)
    assert "has no edition" in refused(lambda edition: undercroft.start("tin-helm", edition=edition), value)
    assert "loaded from a Record or its text" in refused(undercroft.load, value)
    refused(lambda player: undercroft.play("tin-helm", player), value)
    if value is not None and value != {"a": 1}:
        assert "changes must be a dict" in refused(lambda changes: undercroft.start("tin-helm", changes=changes), value)


@pytest.mark.parametrize("value", [*NONSENSE, "amber"], ids=lambda value: type(value).__name__)
def test_a_session_is_made_of_nothing_but_a_game_and_a_record(value: object) -> None:
    game = undercroft.GAMES["tin-helm"]
    record = undercroft.start(game).record
    assert "is played by a Game, not by" in refused(lambda game: undercroft.Session(game, record), value)
    assert "begins with a Record, not with" in refused(lambda record: undercroft.Session(game, record), value)


@pytest.mark.parametrize("value", NONSENSE, ids=lambda value: type(value).__name__)
def test_nonsense_in_a_session_is_refused_with_a_sentence(value: object) -> None:
    session = undercroft.start("tin-helm", seed="amber")
    session.choose("gnome")
    for call in (session.choose, session.option, session.odds):
        sentence = refused(call, value)
        assert "choose by an option, its name or its place" in sentence or "is not offered here" in sentence
    for number in (session.scene, session.undo, session.can_undo):
        if value is not None:
            assert "seat must be a whole number" in refused(number, value)
    assert "limit must be a whole number" in refused(lambda limit: session.odds(0, limit=limit), value)
    assert "samples must be a whole number" in refused(lambda samples: session.odds(0, samples=samples), value)
    won = session.game.vocabulary.events[-1]
    assert "limit must be a whole number" in refused(lambda limit: session.step_in(0, won, limit), value)
    assert "must be a kind of event of Tin Helm" in refused(lambda wanted: session.step_in(0, wanted), value)
    assert "only a Player can be consulted" in refused(session.consult, value)
    assert "only a Player can be consulted" in refused(session.reason_of, value)
    assert "a fork takes a list of 1" in refused(lambda players: session.fork(players, Seeded("x")), value)
    assert "only a Player can take a seat" in refused(lambda player: session.fork([player], Seeded("x")), value)
    assert "needs a source of chance" in refused(lambda chance: session.fork([undercroft.Player()], chance), value)
    assert "is not an event that odds speak of" in refused(session.odds(0).of, value)
    assert "is not a figure" in refused(session.odds(0).spread, value)
    assert len(session.choices) == 1


def test_neither_a_yes_nor_an_event_of_another_game_is_taken_for_something_else() -> None:
    session = undercroft.start("tin-helm", seed="amber")
    assert "seat must be a whole number" in refused(session.scene, True)
    session.choose("gnome")
    assert "True is not a figure" in refused(session.odds(0).spread, True)
    foreign = undercroft.GAMES["elbereth"].vocabulary.events[0]
    assert "must be a kind of event of Tin Helm" in refused(lambda wanted: session.step_in(0, wanted), foreign)


@pytest.mark.parametrize("value", [*NONSENSE, "combat.hit"], ids=lambda value: type(value).__name__)
def test_the_best_is_made_of_events_by_their_kinds_only(value: object) -> None:
    session, kinds = fighting(), undercroft.GAMES["tin-helm"].vocabulary.events
    killed = next(kind for kind in kinds if kind.name == "enemy.defeated")
    stepping = session.step_in("spend-1", killed)
    assert stepping is not None
    for call in (stepping.best, stepping.left_alone, stepping.tells):
        assert "what is wanted must be kinds of events" in refused(call, value)
    if value not in ([], ()):
        assert "what is wanted must be kinds of events" in refused(stepping.best_of, value)
        assert "what is wanted must be kinds of events" in refused(stepping.left_alone_of, value)
    assert stepping.best_of((killed,)) == stepping.best_of([killed]) == stepping.best(killed)


def fighting() -> undercroft.Session:
    """A session in the middle of a fight."""
    session = undercroft.start("tin-helm", seed="amber-gate-41")
    for option in ("gnome", "parson", "resolve", "fight"):
        session.choose(option)
    return session


def test_odds_speak_of_notable_events_of_their_own_game_and_of_things_by_number() -> None:
    odds = fighting().odds("spend-1")
    kinds = {name: {kind.name: kind for kind in game.vocabulary.events} for name, game in undercroft.GAMES.items()}
    hit = kinds["tin-helm"]["hero.hits"]
    assert odds.of(hit) == odds.of("hero.hits") > 0
    for kind in (kinds["freequest"]["spell.rages"], kinds["tin-helm"]["hero.rolls"], "hero.rolls"):
        assert "is not an event that odds speak of" in refused(odds.of, kind)
    for thing in (None, "rat", 1.0, True, [1]):
        assert "a thing is meant by its number" in refused(lambda thing: odds.of(hit, thing), thing)


def test_what_somebody_does_later_with_lists_of_their_own_changes_no_game() -> None:
    party = ["warrior", "wizard"]
    session = undercroft.start("freequest", changes={"play.quest": "cold-kiln", "play.party": party})
    party.append("berserker")
    session.record.changes["play.party"].append("medic")
    session.record.changes["play.hidden"] = 5
    assert session.record.changes == {"play.quest": "cold-kiln", "play.party": ["warrior", "wizard"]}
    assert undercroft.load(session.record) == session


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("seed", 5, "the record: Expected `str`, got `int`"),
        ("edition", None, "the record: Expected `str`, got `null`"),
        ("changes", [], "the record: Expected `object`, got `array`"),
        ("choices", [["setup.race", 7]], "the record: Expected `str`, got `int`"),
        ("practice", [1], "the record: Expected `object`, got `int`"),
        ("undercroft", 99, "the record: format 99 is not known here"),
        ("game", "elbereth", "the record is of 'elbereth', not of Tin Helm"),
    ],
)
def test_a_session_looks_at_its_record_first(field: str, value: object, said: str) -> None:
    game = undercroft.GAMES["tin-helm"]
    record = msgspec.structs.replace(undercroft.start(game).record, **{field: value})
    assert said in refused(lambda record: undercroft.Session(game, record), record)


def test_a_session_takes_choices_as_lists_as_well() -> None:
    session = fighting()
    choices: Any = [list(choice) for choice in session.record.choices]
    assert undercroft.Session(session.game, msgspec.structs.replace(session.record, choices=choices)) == session


@pytest.mark.parametrize("value", NONSENSE, ids=lambda value: type(value).__name__)
def test_nonsense_is_refused_by_bots_and_simulations(value: object) -> None:
    assert "the name of a bot must be text" in refused(lambda name: find_bot(name, "tin-helm", "x"), value)
    assert "the name of a game must be text" in refused(lambda game: find_bot("steady", game, "x"), value)
    assert "a seed must be text" in refused(lambda seed: find_bot("steady", "tin-helm", seed), value)
    assert "a seed must be text" in refused(Seeded, value)
    assert "a game is named by text" in refused(lambda game: simulate(game, "random", 1, "x"), value)
    assert "the name of a bot must be text" in refused(lambda bot: simulate("tin-helm", bot, 1, "x"), value)
    assert "games must be a whole number" in refused(lambda games: simulate("tin-helm", "random", games, "x"), value)


class Greets(undercroft.Player):
    """Answers what nobody asked."""

    def join(self, table: Table) -> object:
        return "hello"

    def forget(self) -> object:
        return "who are you?"


def test_what_a_player_says_where_nothing_is_asked_is_not_heard() -> None:
    assert undercroft.play("tin-helm", Greets()) == undercroft.play("tin-helm", undercroft.Player())
    assert undercroft.start("tin-helm").consult(Greets()).name == "human"


def within_itself(depth: int) -> list[Any]:
    """Lists in each other."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


VAST: list[object] = [
    within_itself(100_000), {"a": (within_itself(100_000),)}, deque([within_itself(100_000)]),
    [list(range(1000))] * 1000, "long " * 100_000, b"long " * 100_000, 10**5000,
]  # fmt: skip


@pytest.mark.parametrize("value", VAST, ids=lambda value: type(value).__name__)
def test_what_is_deep_or_long_without_end_is_refused_with_a_short_sentence(value: object) -> None:
    session = undercroft.start("tin-helm", seed="amber")
    calls: list[Callable[[Any], object]] = [
        undercroft.load,
        lambda edition: undercroft.start("tin-helm", edition=edition),
        lambda changes: undercroft.start("tin-helm", changes=changes),
        lambda value: undercroft.start("tin-helm", changes={"figures.levels": value}),
        lambda player: undercroft.play("tin-helm", player),
        lambda player: undercroft.play("tin-helm", [player]),
        session.choose,
        session.odds,
        session.odds(0).of,
        session.odds(0).spread,
        session.consult,
        lambda seat: session.undo(seat or 0.5),
        lambda chance: session.fork([undercroft.Player()], chance),
    ]
    if not isinstance(value, str):
        calls += [undercroft.start, lambda seed: undercroft.start("tin-helm", seed)]
    for call in calls:
        assert len(refused(call, value)) < 200


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ([1, "a", None], "[1, 'a', None]"),
        ((), "()"),
        ((1,), "(1,)"),
        ({"a": {1: 2.5}, "b": [()]}, "{'a': {1: 2.5}, 'b': [()]}"),
        ("it's", '"it\'s"'),
        (10**40, "1" + "0" * 40),
        (True, "True"),
        ({3}, "{3}"),
        (list(range(50)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16..."),
        ("x" * 60, f"'{'x' * 56}..."),
        (10**5000, "a number of too many digits"),
        ([[10**5000]], "[[a number of too many digits]]"),
        (deque([within_itself(100_000)]), "a deque"),
    ],
    ids=range(13),
)
def test_a_value_is_shown_as_it_is_written_up_to_its_sixtieth_letter(value: object, shown: str) -> None:
    assert short(value) == shown


class Counted:
    """Counts how often it is written."""

    times = 0

    def __repr__(self) -> str:
        Counted.times += 1
        return "counted"


def test_no_more_of_a_value_is_looked_at_than_is_shown() -> None:
    whole = [{"a": [Counted()] * 1000}] * 1000
    assert short(whole) == f"[{{'a': [{'counted, ' * 5}coun..."
    assert Counted.times < 100


class Answers(undercroft.Player):
    """Answers everything alike."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, state: undercroft.State, prompt: undercroft.Prompt, options: Any) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize("answer", [None, "gnome", 0, 2.5], ids=lambda value: type(value).__name__)
def test_a_player_that_answers_with_nonsense_is_told_what_is_offered(answer: object) -> None:
    for call in (undercroft.start("tin-helm").consult, lambda player: undercroft.play("tin-helm", player)):
        sentence = refused(call, Answers(answer))
        given = type(answer).__name__.replace("NoneType", "None")
        assert sentence == (
            f"setup.race: a Player answers with an option, not with {given}; "
            "choose one of human, gnome, kroling, merfolk"
        )


class Reasons(undercroft.Player):
    """Always has the same reason."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def reason(self, state: undercroft.State, prompt: undercroft.Prompt, options: Any) -> Any:
        if isinstance(self.given, Exception):
            raise self.given
        return self.given


@pytest.mark.parametrize("given", [None, 0, b"because", ["because"]], ids=lambda value: type(value).__name__)
def test_a_player_whose_reason_is_no_sentence_is_told_so(given: object) -> None:
    sentence = refused(undercroft.start("tin-helm").reason_of, Reasons(given))
    kind = type(given).__name__.replace("NoneType", "None")
    assert sentence == f"setup.race: a Player gives its reason in words, not by {kind}"


def test_a_reason_in_words_is_given_and_a_fault_of_its_own_passed_on() -> None:
    session = undercroft.start("tin-helm")
    assert session.reason_of(Reasons("because")) == "because"
    assert session.reason_of(undercroft.Player()) == ""
    with pytest.raises(TypeError, match="my own fault"):
        session.reason_of(Reasons(TypeError("my own fault")))


def test_a_fault_of_a_players_own_is_passed_on() -> None:
    for call in (undercroft.start("tin-helm").consult, lambda player: undercroft.play("tin-helm", player)):
        with pytest.raises(TypeError, match="my own fault"):
            call(Answers(TypeError("my own fault")))
