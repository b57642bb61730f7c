"""Laws that every game of the house obeys, in all its editions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import sqrt

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import undercroft
from tests.playthroughs import digests
from undercroft import GAMES, Game, RuleError, Session, State
from undercroft.bots import BOTS, find_bot
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Replayed, Seeded
from undercroft.core.odds import NOTHING, Branch, Told
from undercroft.core.record import Reseed
from undercroft.core.scene import Scene
from undercroft.core.table import Player, Table, Trail
from undercroft.core.vocabulary import Event, Option, Options, Prompt

STEPS = 5_000
EDITIONS = [(name, edition) for name, game in GAMES.items() for edition in game.editions()]
SEEDS = st.text(max_size=8)
WHIMS = st.lists(st.integers(0, 11), max_size=40)

every_edition = pytest.mark.parametrize(("name", "edition"), EDITIONS)


def law(examples: int) -> settings:
    """How often a law is tried; the same tries each time."""
    return settings(max_examples=examples, deadline=None, derandomize=True)


class Listening(Player):
    """Notes what another player is asked, and stops a game without end."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.offered: list[tuple[Prompt, Options]] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.offered.append((prompt, options))
        assert len(self.offered) <= STEPS, "this game does not end"
        return self.player.choose(state, prompt, options)


class Whimsical(Player):
    """Answers by a list of numbers, then at random."""

    def __init__(self, whims: list[int], seed: str = "") -> None:
        self.whims = iter(list(whims))
        self.random = RandomPlayer(seed)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        whim = next(self.whims, None)
        return self.random.choose(state, prompt, options) if whim is None else options[whim % len(options)]


def lay(game: Game, player: Player, seed: str) -> Table:
    """A table with one player on all seats, and a log."""
    table = Table([player for _ in game.seats], Seeded(seed))
    table.log = []
    return table


def play(game: Game, edition: str, player: Player, seed: str) -> tuple[State, list[Event]]:
    """A whole game, and all that happened in it."""
    table, state = lay(game, player, seed), game.new(edition, {})
    game.play(state, table)
    assert table.log is not None
    return state, table.log


def steps(session: Session, player: Player) -> Iterator[Session]:
    """The session at each of its decisions, played by a player."""
    while session.decision is not None:
        yield session
        decision = session.decision
        session.choose(player.choose(session.state.view(decision.seat), decision.prompt, decision.options))


def part_way(game: Game, edition: str, whims: list[int], seed: str, count: int) -> Session:
    """A session after so many choices, or at its last decision if there are fewer."""
    session, player = undercroft.start(game, seed=seed, edition=edition), Whimsical(whims, seed)
    choices = [len(one.choices) for one in steps(session, player)]
    again = undercroft.start(game, seed=seed, edition=edition)
    for option in session.choices[: min(count, choices[-1])]:
        again.choose(option)
    return again


def face(session: Session) -> tuple[object, ...]:
    """All that can be seen of a session from outside."""
    decision = session.decision
    return (
        (decision.number, decision.seat, decision.prompt, decision.options) if decision else None,
        portrait(session.state),
        list(session.events),
        session.record,
        session.outcome,
    )


def portrait(thing: object) -> object:
    """All attributes of a state, and of what it copies along, as plain values; what it shares, by identity."""
    if isinstance(thing, (int, str, Fraction, type(None))):
        return thing
    if isinstance(thing, (list, tuple)):
        return tuple(portrait(part) for part in thing)
    if isinstance(thing, dict):
        return tuple((portrait(key), portrait(value)) for key, value in thing.items())
    if not hasattr(thing, "copy"):
        return None if isinstance(thing, Table) else id(thing)
    names = [name for name in dir(thing) if not name.startswith("_")]
    values = [(name, getattr(thing, name)) for name in names]
    return tuple((name, portrait(value)) for name, value in values if not callable(value))


# ---- same seed, same game -------------------------------------------------------------------------------------------


@every_edition
@law(40)
@given(seed=SEEDS, whims=WHIMS)
def test_the_same_seed_and_choices_give_the_same_game(name: str, edition: str, seed: str, whims: list[int]) -> None:
    game = GAMES[name]
    first_end, first = play(game, edition, Whimsical(whims, seed), seed)
    second_end, second = play(game, edition, Whimsical(whims, seed), seed)
    assert first == second
    assert first_end.key() == second_end.key()
    assert first_end.outcome() == second_end.outcome()


@every_edition
def test_other_seeds_give_other_games(name: str, edition: str) -> None:
    logs = {tuple(play(GAMES[name], edition, Whimsical([0] * STEPS), str(seed))[1]) for seed in range(10)}
    assert len(logs) == 10


def test_fresh_processes_play_the_same_games_whatever_their_hashes() -> None:
    code = f"import json; from tests.playthroughs import digests; print(json.dumps([digests(bot) for bot in {BOTS}]))"
    here = [digests(bot) for bot in BOTS]
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == here


@every_edition
@law(20)
@given(seed=SEEDS, whims=WHIMS)
def test_a_session_plays_the_same_game_as_a_table(name: str, edition: str, seed: str, whims: list[int]) -> None:
    game = GAMES[name]
    end, log = play(game, edition, Whimsical(whims, seed), seed)
    session = undercroft.start(game, seed=seed, edition=edition)
    for _ in steps(session, Whimsical(whims, seed)):
        pass
    assert session.events == log
    assert session.outcome == end.outcome()
    assert session.state.key() == end.key()


# ---- decisions ------------------------------------------------------------------------------------------------------


@every_edition
@law(60)
@given(seed=SEEDS, whims=WHIMS)
def test_games_end_and_every_decision_offers_different_options(
    name: str, edition: str, seed: str, whims: list[int]
) -> None:
    player = Listening(Whimsical(whims, seed))
    end, _ = play(GAMES[name], edition, player, seed)
    outcome = end.outcome()
    assert outcome is not None
    assert outcome.end in GAMES[name].ends
    for prompt, options in player.offered:
        assert len(options) >= 2, prompt
        assert len({option.name for option in options}) == len({id(option) for option in options}) == len(options)
        assert all(GAMES[name].vocabulary.options[option.index] is option for option in options)


@every_edition
def test_every_opening_leads_into_a_game_of_its_own(name: str, edition: str) -> None:
    game = GAMES[name]
    openings = game.openings(game.new(edition, {}))
    assert len(set(openings)) == len(openings) > 0
    starts = set()
    for opening in openings:
        session = undercroft.start(game, edition=edition)
        for choice in opening:
            session.choose(choice)
        starts.add(session.state.key())
    assert len(starts) == len(openings)


@every_edition
@law(10)
@given(seed=SEEDS, whims=WHIMS)
def test_no_choice_outside_the_list_is_taken(name: str, edition: str, seed: str, whims: list[int]) -> None:
    game = GAMES[name]
    session, undisturbed = (undercroft.start(game, seed=seed, edition=edition) for _ in range(2))
    player = Whimsical(whims, seed)
    while session.decision is not None:
        decision = session.decision
        before = face(session)
        others = [option for option in game.vocabulary.options if option not in decision.options]
        wrong: list[Option | str | int] = [*others, *(option.name for option in others), -1, len(decision.options), "?"]
        for choice in wrong:
            with pytest.raises(RuleError):
                session.choose(choice)
        assert session.decision is decision
        assert face(session) == before
        answer = player.choose(session.state, decision.prompt, decision.options)
        assert session.choose(answer) == undisturbed.choose(answer)
    with pytest.raises(RuleError):
        session.choose(0)


class Stubborn(Player):
    """Plays on until a given decision and then wants something that nobody offered."""

    def __init__(self, patience: int, wish: Option) -> None:
        self.patience = patience
        self.wish = wish

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.patience -= 1
        if self.patience >= 0 or self.wish in options:
            return options[0]
        return self.wish


@every_edition
@law(40)
@given(patience=st.integers(0, 30), data=st.data())
def test_a_player_that_answers_beside_the_options_is_refused(
    name: str, edition: str, patience: int, data: st.DataObject
) -> None:
    game = GAMES[name]
    player = Stubborn(patience, data.draw(st.sampled_from(game.vocabulary.options)))
    table = lay(game, player, "stubborn")

    def play_on() -> None:
        for _ in range(STEPS):  # another game, should this one be over too soon
            game.play(game.new(edition, {}), table)

    with pytest.raises(RuleError, match="is not offered; choose one of"):
        play_on()


# ---- copies and checkpoints -----------------------------------------------------------------------------------------


@every_edition
@law(10)
@given(seed=SEEDS, whims=WHIMS)
def test_every_earlier_copy_stays_as_it_was(name: str, edition: str, seed: str, whims: list[int]) -> None:
    session = undercroft.start(GAMES[name], seed=seed, edition=edition)
    copies: list[tuple[State, object, tuple[object, ...]]] = []
    for one in steps(session, Whimsical(whims, seed)):
        copy = one.state.copy()
        assert copy is not one.state
        assert copy.key() == one.state.key()
        assert portrait(copy) == portrait(one.state)
        for earlier, picture, key in copies:
            assert portrait(earlier) == picture
            assert earlier.key() == key
        copies.append((copy, portrait(copy), copy.key()))


@every_edition
@law(20)
@given(seed=SEEDS, whims=WHIMS, count=st.integers(0, 40))
def test_what_happens_to_a_copy_is_not_seen_in_the_original(
    name: str, edition: str, seed: str, whims: list[int], count: int
) -> None:
    game = GAMES[name]
    trail = stopped_at(game, edition, whims, seed, count)
    head = trail.checkpoint
    assert head is not None
    before = portrait(head)
    ends = []
    for _ in range(2):
        copy = head.copy()
        game.play(copy, lay(game, Whimsical([], "later"), "later"))
        assert portrait(head) == before
        ends.append((copy.key(), copy.outcome()))
    assert ends[0] == ends[1]


class Stop(Exception):
    """Ends a game where somebody wants to look at it."""


class Stopper(Whimsical):
    """Plays by whims and stops at a decision."""

    def __init__(self, whims: list[int], seed: str, count: int) -> None:
        super().__init__(whims, seed)
        self.left = count

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        if self.left == 0:
            raise Stop
        self.left -= 1
        return super().choose(state, prompt, options)


def stopped_at(game: Game, edition: str, whims: list[int], seed: str, count: int) -> Trail:
    """The trail of a game that is stopped after so many choices, or at its end."""
    table = lay(game, Stopper(whims, seed, count), seed)
    trail = Trail()
    table.trail = trail
    with suppress(Stop):
        game.play(game.new(edition, {}), table)
    return trail


class Follower(Player):
    """Repeats answers; at the question after, notes the state and stops."""

    def __init__(self, answers: list[Option]) -> None:
        self.answers = answers
        self.made = 0
        self.asked = ""
        self.log: list[Event] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        if self.made == len(self.answers):
            self.asked = prompt.name
            raise Stop
        self.made += 1
        if self.made == len(self.answers):
            self.log.clear()
        return self.answers[self.made - 1]


@every_edition
@law(40)
@given(seed=SEEDS, whims=WHIMS, count=st.integers(0, 60))
def test_a_moment_is_its_turns_head_and_what_came_since(
    name: str, edition: str, seed: str, whims: list[int], count: int
) -> None:
    game = GAMES[name]
    session = part_way(game, edition, whims, seed, count)
    trail = stopped_at(game, edition, whims, seed, len(session.choices))
    assert trail.checkpoint is not None
    state = trail.checkpoint.copy()
    follower = Follower(trail.answers)
    table = Table([follower for _ in game.seats], Replayed(trail.tape, undercroft.Chance()))
    with pytest.raises(Stop):
        game.play(state, table)
    assert session.decision is not None
    assert follower.asked == session.decision.prompt.name
    assert portrait(state) == portrait(session.state)


# ---- records --------------------------------------------------------------------------------------------------------


@every_edition
@law(20)
@given(seed=SEEDS, whims=WHIMS)
def test_a_record_rebuilds_every_decision(name: str, edition: str, seed: str, whims: list[int]) -> None:
    session = undercroft.start(name, seed=seed, edition=edition)
    for one in steps(session, Whimsical(whims, seed)):
        assert face(undercroft.load(one.record)) == face(one)
    assert face(undercroft.load(session.record)) == face(session)
    text = session.record.to_text()
    again = undercroft.load(text)
    assert face(again) == face(session)
    assert again.record.to_text() == text


# ---- odds -----------------------------------------------------------------------------------------------------------


@every_edition
@law(25)
@given(seed=SEEDS, whims=WHIMS, count=st.integers(0, 40))
def test_the_odds_of_every_option_add_up_to_one(
    name: str, edition: str, seed: str, whims: list[int], count: int
) -> None:
    session = part_way(GAMES[name], edition, whims, seed, count)
    before = face(session)
    assert session.decision is not None
    for option in session.decision.options:
        for follow in (False, True):
            odds = session.odds(option, follow=follow)
            assert sum(branch.probability for branch in odds.branches) == Fraction(1)
            assert all(branch.probability > 0 for branch in odds.branches)
            assert all(len(branch.figures) == len(GAMES[name].figure_names) for branch in odds.branches)
            assert odds.before == session.state.figures()
    assert face(session) == before


@every_edition
@law(10)
@given(seed=SEEDS, whims=WHIMS)
def test_what_happens_was_among_the_odds(name: str, edition: str, seed: str, whims: list[int]) -> None:
    session = undercroft.start(name, seed=seed, edition=edition)
    player = Whimsical(whims, seed)
    while session.decision is not None and len(session.choices) < 12:
        decision = session.decision
        choice = player.choose(session.state, decision.prompt, decision.options)
        odds = session.odds(choice, limit=600)
        events = session.choose(choice)
        asked = session.decision.prompt.name if session.decision else ""
        if odds.exact:
            assert (session.state.figures(), asked, told(events)) in [key(branch) for branch in odds.branches]


def told(events: list[Event]) -> Told:
    """The notable events of a list, each once, as odds tell them."""
    pairs = [(event.kind.index, event.a if event.kind.about else NOTHING) for event in events if event.kind.notable]
    return tuple(dict.fromkeys(pairs))


def key(branch: Branch) -> tuple[tuple[object, ...], str, Told]:
    """What tells a branch from another."""
    return branch.figures, branch.asked, branch.happened


def bound(freedom: int) -> float:
    """What chi-square stays below but once in a million (Laurent and Massart, x = 13.9)."""
    return freedom + 2 * sqrt(freedom * 13.9) + 2 * 13.9


@pytest.mark.slow
@every_edition
@pytest.mark.parametrize("position", [0, 1])
def test_a_hundred_thousand_tries_agree_with_the_odds(name: str, edition: str, position: int) -> None:
    game, tries = GAMES[name], 100_000
    session, option = wide_positions(game, edition)[position]
    trail = stopped_at(game, edition, [], session.record.seed, len(session.choices))
    chance = Seeded(f"tries {position}")
    tally: dict[object, int] = {}
    for _ in range(tries):
        outcome = one_try(game, trail, option, chance)
        tally[outcome] = tally.get(outcome, 0) + 1
    odds = session.odds(option)
    assert odds.exact
    expected = {key(branch): float(branch.probability * tries) for branch in odds.branches}
    assert set(tally) <= set(expected)
    likely = {outcome: count for outcome, count in expected.items() if count >= 10}
    rare = tries - sum(likely.values())
    seen = sum(tally.get(outcome, 0) for outcome in likely)
    distance = sum((tally.get(outcome, 0) - count) ** 2 / count for outcome, count in likely.items())
    distance += (tries - seen - rare) ** 2 / rare if rare >= 1 else 0
    assert distance < bound(len(likely)), distance


def wide_positions(game: Game, edition: str) -> list[tuple[Session, Option]]:
    """Two options of different questions, early in a game, that may lead to many things and not too many."""
    found: dict[str, tuple[Session, Option]] = {}
    for seed, count in product(("wide", "wider", "widest"), range(20)):
        session = part_way(game, edition, [], seed, count)
        assert session.decision is not None
        for option in session.decision.options:
            odds = session.odds(option, limit=2_000)
            if odds.exact and 12 <= len(odds.branches) <= 80:
                found.setdefault(session.decision.prompt.name, (session, option))
        if len(found) >= 2:
            return list(found.values())[:2]
    raise AssertionError("no such position")


def one_try(game: Game, trail: Trail, option: Option, chance: Seeded) -> tuple[tuple[object, ...], str, Told]:
    """What an option led to, once."""
    assert trail.checkpoint is not None
    state = trail.checkpoint.copy()
    follower = Follower([*trail.answers, option])
    table = Table([follower for _ in game.seats], Replayed(trail.tape, chance))
    table.log = follower.log
    with suppress(Stop):
        game.play(state, table)
    return state.figures(), follower.asked, told(follower.log)


# ---- forks ----------------------------------------------------------------------------------------------------------


@every_edition
@law(15)
@given(seed=SEEDS, whims=WHIMS, count=st.integers(0, 30))
def test_a_fork_never_sees_the_chance_to_come(name: str, edition: str, seed: str, whims: list[int], count: int) -> None:
    real = part_way(GAMES[name], edition, whims, seed, count)
    record = real.record
    other = undercroft.load(
        msgspec.structs.replace(record, practice=(Reseed(len(record.choices), f"{seed} in another world"),))
    )
    before = face(real)
    assert portrait(other.state) == portrait(real.state)
    assert msgspec.structs.replace(other.scene(), practice=False) == real.scene()
    for number in range(3):
        sessions = (real, other, undercroft.load(record))  # the last one was never forked before
        ends = [one.fork([Whimsical([], str(number))], Seeded(str(number))) for one in sessions]
        assert ends[0].outcome() is not None
        assert len({end.key() for end in ends}) == 1
    assert face(real) == before


@every_edition
@law(10)
@given(seed=SEEDS, whims=WHIMS, count=st.integers(0, 30))
def test_a_forked_session_goes_on_as_if_nothing_had_been(
    name: str, edition: str, seed: str, whims: list[int], count: int
) -> None:
    forked, alone = (part_way(GAMES[name], edition, whims, seed, count) for _ in range(2))
    forked.fork([Whimsical([], "x")], Seeded("x"))
    for _ in steps(forked, Whimsical([], seed)):
        forked.fork([Whimsical([], "y")], Seeded("y"))
    for _ in steps(alone, Whimsical([], seed)):
        pass
    assert face(forked) == face(alone)


# ---- taking back ----------------------------------------------------------------------------------------------------


@every_edition
@law(12)
@given(seed=SEEDS, whims=WHIMS)
def test_taking_back_leads_to_the_decision_before_freely_or_in_practice(
    name: str, edition: str, seed: str, whims: list[int]
) -> None:
    session = undercroft.start(name, seed=seed, edition=edition)
    player = Whimsical(whims, seed)
    faces: list[tuple[object, ...]] = []
    while session.decision is not None:
        faces.append(face(session))
        answer = player.choose(session.state, session.decision.prompt, session.decision.options)
        session.choose(answer)
        here = face(session)
        free = session.can_undo()
        back = session.undo()
        assert face(session) == here
        assert not session.practice
        assert back.practice is not free
        assert back.real is (None if free else session)
        assert len(back.record.practice) == (0 if free else 1)
        assert face(back)[:3] == faces[-1][:3]
        assert undercroft.load(back.record.to_text()).practice is back.practice
        if free:
            assert face(back) == faces[-1]
            back.choose(answer)
            assert face(back) == here


@every_edition
@law(12)
@given(seed=SEEDS, whims=WHIMS)
def test_once_in_practice_there_is_no_way_back_but_the_real_game(
    name: str, edition: str, seed: str, whims: list[int]
) -> None:
    session = undercroft.start(name, seed=seed, edition=edition)
    faces = [face(one) for one in steps(session, Whimsical(whims, seed))]
    here = face(session)
    back = real = session
    for earlier in reversed(faces):
        practised = back.practice or not back.can_undo()
        back = back.undo()
        if not practised:
            real = back  # nothing had been learned: this is the real game now
        assert back.practice is practised
        assert back.real is (real if practised else None)
        assert face(back)[:3] == earlier[:3]
    assert face(session) == here
    with pytest.raises(RuleError):
        back.undo()


@every_edition
def test_practice_rolls_dice_of_its_own(name: str, edition: str) -> None:
    same = 0
    for seed in range(20):
        session = undercroft.start(name, seed=str(seed), edition=edition)
        for _ in steps(session, Whimsical([], str(seed))):
            pass
        back = session
        while back.choices:
            back = back.undo()
        for _ in steps(back, Whimsical([], str(seed))):
            pass
        same += back.events == session.events
    assert same <= 1


# ---- words and scenes -----------------------------------------------------------------------------------------------


@every_edition
@law(20)
@given(seed=SEEDS, whims=WHIMS)
def test_every_moment_can_be_shown(name: str, edition: str, seed: str, whims: list[int]) -> None:
    session = undercroft.start(name, seed=seed, edition=edition)
    for one in steps(session, Whimsical(whims, seed)):
        assert one.decision is not None
        for seat in range(len(one.game.seats)):
            scene = one.scene(seat)
            assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
            assert (scene.question is None) == (one.decision.seat != seat)
        question = one.scene(one.decision.seat).question
        assert question is not None
        assert question.text
        assert [choice.name for choice in question.choices] == [option.name for option in one.decision.options]
        labels = [choice.label for choice in question.choices]
        assert all(labels)
        assert len(set(labels)) == len(labels)
        assert not any("{" in text or "}" in text for text in [question.text, *labels])
    scene = session.scene()
    assert scene.question is None
    assert scene.ending is not None
    assert scene.ending.text
    assert all(line.text and "{" not in line.text for line in scene.log)


@pytest.mark.parametrize("name", GAMES)
def test_every_word_has_its_sentence_and_its_clause(name: str) -> None:
    game = GAMES[name]
    words, rules, vocabulary = game.words().file, game.ledger().rules, game.vocabulary
    for declared, sentences in (
        ([kind.name for kind in vocabulary.events], words.events),
        ([option.name for option in vocabulary.options], words.options),
        ([prompt.name for prompt in vocabulary.prompts], words.prompts),
        (list(game.ends), words.ends),
        (list(game.figure_names), words.figures),
    ):
        assert sorted(declared) == sorted(sentences)
        assert all(sentences.values())
    assert {kind.name for kind in vocabulary.events if kind.notable} == set(words.odds)
    cited = {kind.name: kind.rule for kind in vocabulary.events}
    cited |= {prompt.name: prompt.rule for prompt in vocabulary.prompts}
    cited |= {option.name: option.rule for option in vocabulary.options if option.rule}
    assert {name: rule for name, rule in cited.items() if rule not in rules} == {}


@pytest.mark.parametrize("name", GAMES)
def test_every_event_prompt_and_option_comes_up_in_some_game(name: str) -> None:
    game = GAMES[name]
    vocabulary = game.vocabulary
    events = {kind.name for kind in vocabulary.events}
    options = {option.name for option in vocabulary.options}
    prompts = {prompt.name for prompt in vocabulary.prompts}
    for number in range(5_000):
        for edition, bot in product(game.editions(), BOTS):
            player = Listening(find_bot(bot, name, f"any {number}"))
            _, log = play(game, edition, player, f"any {number}")
            events.difference_update(event.kind.name for event in log)
            for prompt, offered in player.offered:
                prompts.discard(prompt.name)
                options.difference_update(option.name for option in offered)
        if not events and not options and not prompts:
            break
    assert (events, options, prompts) == (set(), set(), set())


# ---- every opening --------------------------------------------------------------------------------------------------

OPENINGS = [
    (name, edition, opening)
    for name, edition in EDITIONS
    for opening in GAMES[name].openings(GAMES[name].new(edition, {}))
]


@pytest.mark.parametrize(("name", "edition", "opening"), OPENINGS, ids=["-".join((n, e, *o)) for n, e, o in OPENINGS])
@law(4)
@given(seed=SEEDS, whims=WHIMS)
def test_the_laws_hold_for_every_opening(
    name: str, edition: str, opening: tuple[str, ...], seed: str, whims: list[int]
) -> None:
    """The laws above leave the opening to chance; here each one plays: copies stay, records rebuild, odds add up."""
    session = undercroft.start(GAMES[name], seed=seed, edition=edition)
    for choice in opening:
        session.choose(choice)
    copies: list[tuple[State, object]] = []
    for number, _ in enumerate(steps(session, Whimsical(whims, seed))):
        decision = session.decision
        assert decision is not None
        assert len(set(decision.options)) == len(decision.options) >= 2
        copies.append((session.state.copy(), portrait(session.state.copy())))
        if number % 5 == 0:
            assert face(undercroft.load(session.record)) == face(session)
            odds = session.odds(number % len(decision.options))
            assert sum(branch.probability for branch in odds.branches) == 1
    assert session.outcome is not None
    assert all(portrait(copy) == before for copy, before in copies)
    assert face(undercroft.load(session.record.to_text())) == face(session)
