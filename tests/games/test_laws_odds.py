"""Laws of every game: odds add up to one, speak of what really happens, and agree with very many tries."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import law
from tests.games.laws import (
    BRAWL,
    EDITIONS,
    SEEDS,
    SMALL,
    WHIMS,
    Dungeon,
    Follower,
    Listening,
    Staying,
    Stop,
    Whimsical,
    answerer,
    every_dungeon,
    every_edition,
    every_game,
    every_rolling_dungeon,
    face,
    now_and_then,
    part_way,
    showing,
    steps,
    stopped_at,
    told,
)
from undercroft import Session
from undercroft.bots import find_bot
from undercroft.core.chance import Chance, Replayed, Seeded, Unveiled, Veiled
from undercroft.core.odds import Branch, Odds, Told
from undercroft.core.odds_words import odds_beside
from undercroft.core.table import Table, Trail
from undercroft.core.vocabulary import Option
from undercroft.games import find_game

Outcome = tuple[tuple[object, ...], str, Told]

LIMIT = 2_000
UNVEILING = [
    dungeon
    for dungeon in EDITIONS
    if any(stream.unveils and not stream.secret for stream in dungeon.game.vocabulary.streams)
]


@every_dungeon
@law(25)
@given(seed=SEEDS, whims=WHIMS, count=st.integers(0, 40))
def test_the_odds_of_every_option_add_up_to_one(dungeon: Dungeon, seed: str, whims: list[int], count: int) -> None:
    session = part_way(dungeon, whims, seed, count)
    before = face(session)
    assert session.decision is not None
    for option in session.decision.options:
        for follow in (False, True):
            check(session, session.odds(option, follow=follow))
    assert face(session) == before


@pytest.mark.parametrize("dungeon", [*UNVEILING, *SMALL], ids=str)
@law(10)
@given(seed=SEEDS, whims=WHIMS, count=st.integers(0, 40))
def test_odds_that_unveil_add_up_too_and_look_on_to_the_next_decision(
    dungeon: Dungeon, seed: str, whims: list[int], count: int
) -> None:
    session = part_way(dungeon, whims, seed, count)
    before = face(session)
    assert session.decision is not None
    for option in {option.family: option for option in session.decision.options}.values():
        odds = session.odds(option, unveil=True, limit=60, samples=20)
        check(session, odds)
        assert {branch.asked for branch in odds.branches} & set(veils(dungeon)) == set()
    assert face(session) == before


@every_edition
@law(5)
@given(seed=SEEDS, whims=WHIMS, count=st.integers(0, 40))
def test_what_helps_is_told_with_the_chance_of_success_in_all(
    dungeon: Dungeon, seed: str, whims: list[int], count: int
) -> None:
    session = part_way(dungeon, whims, seed, count)
    for odds in odds_beside(session, session.scene()):
        assert not any(word.startswith("with ") for word in odds.chances)
        for word, helped in odds.told.helped.items():
            chances = [odds.chances[word], *helped.values()]
            assert all(means.startswith("with ") for means in helped)
            assert chances == sorted(set(chances))
            assert chances[-1] <= 1


@every_game
def test_whatever_can_be_done_about_dice_has_a_name(name: str) -> None:
    file, vocabulary = find_game(name).words().file, find_game(name).vocabulary
    kinds = {kind.name: kind for kind in vocabulary.events}
    assert file.succeed
    assert file.aims
    assert all(kinds[aim].notable and file.odds[aim] for aim in file.aims)
    assert all(file.options[family] and text for family, text in file.means.items())
    assert all(option.family in file.means for prompt in vocabulary.prompts for option in prompt.means)
    assert all(prompt.mid_roll and prompt.passive is None for prompt in vocabulary.prompts if prompt.means)


# What is asked between a roll and its effect and is no means to what one hopes for, or is told in another way.
OTHERWISE = {
    "elbereth": {"attack.failed": {"use", "protect-with", "discard"}},  # told with the roll: with a weapon
    "freequest": {"ability.sacrifice": {"yes"}, "item.second-breath": {"yes"}},  # these are about harm
    "tiny-epic-dungeons": {
        "check.dice": {"count", "raise", "lower"},  # told with the roll: as the dice lie, with Focus
        "attack.boss-damage-split": {"marker"},  # the rest is asked once the dice have been read
        "cast.pay": {"pay", "do-not-pay"},
        "search.pay": {"pay", "do-not-pay"},
    },
}


@pytest.mark.slow
@every_game
def test_whatever_is_offered_between_a_roll_and_its_effect_has_a_name(name: str) -> None:
    """A new card that does something about dice is offered there, and odds could not say what it makes of them."""
    means = find_game(name).words().file.means
    wanted = {prompt.name for prompt in find_game(name).vocabulary.prompts if prompt.mid_roll}
    for seed, dungeon in ((f"any {number}", each) for number in range(100) for each in showing(name, number)):
        for player in (find_bot("random", name, seed), find_bot("steady", name, seed), Staying(seed)):
            listening = Listening(player)
            dungeon.play(listening, seed)
            asked = [(prompt, options) for prompt, options in listening.offered if prompt.mid_roll]
            for prompt, options in asked:
                known = {*means, *OTHERWISE.get(name, {}).get(prompt.name, ())}
                assert {option.family for option in options if option is not prompt.passive} <= known, prompt.name
            wanted -= {prompt.name for prompt, _ in asked}
        if not wanted:
            break
    assert not wanted


def check(session: Session, odds: Odds) -> None:
    """What holds for all odds at a decision."""
    assert sum(branch.probability for branch in odds.branches) == Fraction(1)
    assert all(branch.probability > 0 for branch in odds.branches)
    assert all(len(branch.figures) == len(session.game.figure_names) for branch in odds.branches)
    assert odds.before == session.state.figures()


def has_secrets(dungeon: Dungeon) -> bool:
    """Whether somebody at the table, on the first seat, knows more than the others."""
    return any(stream.secret for stream in dungeon.game.vocabulary.streams)


def ends(dungeon: Dungeon) -> list[str]:
    """The questions at which odds stop, asked or not."""
    return [prompt.name for prompt in dungeon.game.vocabulary.prompts if prompt.ends_odds]


def veils(dungeon: Dungeon) -> list[str]:
    """The streams at which odds stop."""
    return [stream.name for stream in dungeon.game.vocabulary.streams if stream.unveils]


@every_dungeon
@law(10)
@given(seed=SEEDS, whims=WHIMS)
def test_what_happens_was_among_the_odds(dungeon: Dungeon, seed: str, whims: list[int]) -> None:
    session = dungeon.start(seed)
    player = Whimsical(whims, seed)
    while session.decision is not None and len(session.choices) < 12:
        decision = session.decision
        choice = answerer(dungeon.changes, decision.seat, player).choose(
            session.state.view(decision.seat), decision.prompt, decision.options
        )
        odds = session.odds(choice, limit=600)
        trail, chance = stopped_at(dungeon, whims, seed, len(session.choices))
        seen = one_try(dungeon, trail, choice, Veiled(chance))
        events = session.choose(choice)
        asked = session.decision.prompt.name if session.decision else ""
        if has_secrets(dungeon) and decision.seat != 0:
            pass  # what happened may be what nobody at this seat could know
        elif seen[1] in veils(dungeon) or seen[1] in ends(dungeon):
            assert told(events)[: len(seen[2])] == seen[2]
        else:
            assert seen == (session.state.figures(), asked, told(events))
        if odds.exact:
            assert seen in [key(branch) for branch in odds.branches]


def key(branch: Branch) -> Outcome:
    """What tells a branch from another."""
    return branch.figures, branch.asked, branch.happened


def one_try(dungeon: Dungeon, trail: Trail, option: Option, chance: Chance) -> Outcome:
    """What an option led to, once."""
    assert trail.checkpoint is not None
    state = trail.checkpoint.copy()
    follower = Follower([*trail.answers, option], state, int(trail.asked))
    table = Table([follower for _ in dungeon.game.seats], Replayed(trail.tape, chance))
    table.asks_everything = True
    table.log = follower.log
    try:
        with suppress(Stop):
            dungeon.game.play(state, table)
    except Unveiled as unveiled:
        return state.figures(), unveiled.name, told(follower.log)
    return state.figures(), follower.asked, told(follower.log)


# ---- tries ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@every_rolling_dungeon
@pytest.mark.parametrize("position", [0, 1])
def test_a_thousand_tries_for_every_branch_agree_with_the_odds(dungeon: Dungeon, position: int) -> None:
    session, option = widest(dungeon, at_most=80, unveil=False)[position]
    agree(dungeon, session, option, tries_per_branch=1_000, unveil=False)


@pytest.mark.slow
@pytest.mark.parametrize("dungeon", SMALL, ids=str)
def test_very_many_tries_agree_with_odds_that_unveil(dungeon: Dungeon) -> None:
    session, option = widest(dungeon, at_most=1_000, unveil=True)[0]
    agree(dungeon, session, option, tries_per_branch=15, unveil=True)


def widest(dungeon: Dungeon, at_most: int, unveil: bool) -> list[tuple[Session, Option]]:
    """Options early in a game by how many things they may lead to, one of each family at a question."""
    found: dict[tuple[str, str], tuple[int, Session, Option]] = {}
    for count in range(20) if dungeon is not BRAWL else range(5, 45, 2):
        session = part_way(dungeon, [], "wide", count)
        assert session.decision is not None
        for option in session.decision.options:
            sort = session.decision.prompt.name, option.family
            odds = session.odds(option, limit=LIMIT, samples=1, unveil=unveil)
            width = len(odds.branches) if odds.exact else 0
            if found.get(sort, (0,))[0] < width <= at_most:
                found[sort] = width, session, option
    return [(session, option) for _, session, option in sorted(found.values(), key=lambda one: -one[0])]


def agree(dungeon: Dungeon, session: Session, option: Option, tries_per_branch: int, unveil: bool) -> None:
    """Try an option very often and compare with its odds, by chi-square."""
    odds = session.odds(option, limit=LIMIT, unveil=unveil)
    assert odds.exact
    assert len(odds.branches) >= 2
    tries = tries_per_branch * len(odds.branches)
    trail, _ = stopped_at(dungeon, [], session.record.seed, len(session.choices))
    seeded = Seeded("tries")
    chance: Chance = seeded if unveil else Veiled(seeded)
    tally: dict[Outcome, int] = {}
    for _ in range(tries):
        outcome = one_try(dungeon, trail, option, chance)
        tally[outcome] = tally.get(outcome, 0) + 1
    expected = {key(branch): float(branch.probability * tries) for branch in odds.branches}
    assert set(tally) <= set(expected)
    likely = {outcome: count for outcome, count in expected.items() if count >= 10}
    rare = tries - sum(likely.values())
    seen = sum(tally.get(outcome, 0) for outcome in likely)
    distance = sum((tally.get(outcome, 0) - count) ** 2 / count for outcome, count in likely.items())
    distance += (tries - seen - rare) ** 2 / rare if rare >= 1 else 0
    assert distance < bound(len(likely)), distance


def bound(freedom: int) -> float:
    """What chi-square stays below but once in a million (Laurent and Massart, x = 13.9)."""
    return freedom + 2 * sqrt(freedom * 13.9) + 2 * 13.9


@every_dungeon
@law(5)
@given(seed=SEEDS, whims=WHIMS)
def test_odds_can_be_told_beside_the_options_of_any_question(dungeon: Dungeon, seed: str, whims: list[int]) -> None:
    for number, one in enumerate(steps(dungeon.start(seed), Whimsical(whims, seed))):
        if now_and_then(number):
            assert one.decision is not None
            assert len(odds_beside(one, one.scene())) == len(one.decision.options)
