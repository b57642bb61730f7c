"""Laws of every game: decisions offer different options and take no others, games end, openings lead into them."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import law
from tests.games.laws import (
    EDITIONS,
    SEEDS,
    STEPS,
    WHIMS,
    Dungeon,
    Listening,
    Whimsical,
    answerer,
    every_dungeon,
    every_edition,
    face,
    now_and_then,
    portrait,
    steps,
)
from undercroft import Game, RuleError, Session, State, load
from undercroft.core.chance import Seeded
from undercroft.core.table import Player
from undercroft.core.vocabulary import Option, Options, Prompt


@every_dungeon
@law(60)
@given(seed=SEEDS, whims=WHIMS)
def test_games_end_and_every_decision_offers_different_options(dungeon: Dungeon, seed: str, whims: list[int]) -> None:
    player = Listening(Whimsical(whims, seed))
    end, _ = dungeon.play(player, seed)
    outcome = end.outcome()
    assert outcome is not None
    assert outcome.end in dungeon.game.ends
    for prompt, options in player.offered:
        assert len(options) >= 2, prompt
        assert len({option.name for option in options}) == len({id(option) for option in options}) == len(options)
        assert all(dungeon.game.vocabulary.options[option.index] is option for option in options)
        assert not all(option.resigns for option in options)


@every_dungeon
@law(10)
@given(seed=SEEDS, whims=WHIMS)
def test_no_choice_outside_the_list_is_taken(dungeon: Dungeon, seed: str, whims: list[int]) -> None:
    session, undisturbed = (dungeon.start(seed) for _ in range(2))
    player = Whimsical(whims, seed)
    while session.decision is not None:
        decision = session.decision
        answer = answerer(dungeon.changes, decision.seat, player).choose(
            session.state.view(decision.seat), decision.prompt, decision.options
        )
        if not now_and_then(len(session.choices)):
            assert session.choose(answer) == undisturbed.choose(answer)
            continue
        before = face(session)
        others = not_offered(session)
        wrong: list[Option | str | int] = [*others, *(option.name for option in others), -1, len(decision.options), "?"]
        assert [choice for choice in wrong if not is_refused(session, choice)] == []
        assert session.decision is decision
        assert face(session) == before
        assert session.choose(answer) == undisturbed.choose(answer)
    with pytest.raises(RuleError):
        session.choose(0)


def is_refused(session: Session, choice: Option | str | int) -> bool:
    """Whether it cannot be chosen."""
    try:
        session.choose(choice)
    except RuleError:
        return True
    return False


def not_offered(session: Session) -> list[Option]:
    """Options of the game that are not offered now: of each family the first and the last."""
    assert session.decision is not None
    offered = set(session.decision.options)
    others: list[Option] = []
    for family in families(session.game):
        ends = (next((one for one in way if one not in offered), None) for way in (family, reversed(family)))
        others += dict.fromkeys(option for option in ends if option is not None)
    return others


@cache
def families(game: Game) -> list[list[Option]]:
    """All options of a game, by their families."""
    found: dict[str, list[Option]] = {}
    for option in game.vocabulary.options:
        found.setdefault(option.family, []).append(option)
    return list(found.values())


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


@every_dungeon
@law(40)
@given(patience=st.integers(0, 30), data=st.data())
def test_a_player_that_answers_beside_the_options_is_refused(
    dungeon: Dungeon, patience: int, data: st.DataObject
) -> None:
    player = Stubborn(patience, data.draw(st.sampled_from(dungeon.game.vocabulary.options)))
    table = dungeon.table(player, Seeded("stubborn"))

    def play_on() -> None:
        for _ in range(STEPS):  # another game, should this one be over too soon
            dungeon.game.play(dungeon.new(), table)

    with pytest.raises(RuleError, match="is not offered; choose one of"):
        play_on()


# ---- openings -------------------------------------------------------------------------------------------------------


@every_edition
def test_every_opening_leads_into_a_game_of_its_own(dungeon: Dungeon) -> None:
    openings = dungeon.game.openings(dungeon.new())
    assert len(set(openings)) == len(openings) > 0
    starts = set()
    for opening in openings:
        session = dungeon.start("undercroft")
        for choice in opening:
            session.choose(choice)
        starts.add(session.state.key())
    assert len(starts) == len(openings)


OPENINGS = [(dungeon, opening) for dungeon in EDITIONS for opening in dungeon.game.openings(dungeon.new())]


@pytest.mark.parametrize(
    ("dungeon", "opening"), OPENINGS, ids=["-".join((str(dungeon), *opening)) for dungeon, opening in OPENINGS]
)
@law(3)
@given(seed=SEEDS, whims=WHIMS)
def test_the_laws_hold_for_every_opening(
    dungeon: Dungeon, opening: tuple[str, ...], seed: str, whims: list[int]
) -> None:
    """The other laws leave the opening to chance; here each one plays: copies stay, records rebuild, odds add up."""
    session = dungeon.start(seed)
    for choice in opening:
        session.choose(choice)
    copies: list[tuple[State, object]] = []
    for number, _ in enumerate(steps(session, Whimsical(whims, seed))):
        decision = session.decision
        assert decision is not None
        assert len(set(decision.options)) == len(decision.options) >= 2
        copies.append((session.state.copy(), portrait(session.state.copy())))
        if number % 5 == 0:
            assert face(load(session.record)) == face(session)
            odds = session.odds(number % len(decision.options))
            assert sum(branch.probability for branch in odds.branches) == 1
    assert session.outcome is not None
    assert all(portrait(copy) == before for copy, before in copies)
    assert face(load(session.record.to_text())) == face(session)
