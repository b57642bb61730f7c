"""Reviews: luck that is known is found, choices cost what they cost, and the account adds up."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import undercroft
from tests.endless import SOON, Endless
from tests.games.laws import BRIEFLY
from tests.lab.coins import ENOUGH, FLIPS, chance, coins_game, coins_record, heads_of, plays_fair
from undercroft.bots import find_bot
from undercroft.core.chance import Chance, Replayed, Seeded
from undercroft.core.errors import ReplayError, UndercroftError
from undercroft.core.players import Opening
from undercroft.core.pools import Pool
from undercroft.core.record import Record
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Stream
from undercroft.games.tin_helm.state import TinHelm
from undercroft.lab.chances import Gap, Wins, gap_between, over
from undercroft.lab.course import Choice, Pick, follow, what_happened
from undercroft.lab.futures import play_options
from undercroft.lab.review import Review, as_json_of, percent, points_text, prepare, review, rounded, signed, verdict
from undercroft.lab.samples import DEEPER
from undercroft.lab.workers import Here

ALONE = Here(1)


def reviewed(record: Record, games: int = 200, seed: str = "review", seat: int = 0, **more: object) -> Review:
    """The review of a game of coins."""
    game = coins_game(**more)  # type: ignore[arg-type]
    result = review(prepare(game, record, plays_fair, games, seed, seat), ALONE)
    assert result is not None
    return result


def known_chances(record: Record, heads: float) -> list[float]:
    """The chance before and after each flip of a game, by hand."""
    seen, chances = 0, [chance(heads, FLIPS, ENOUGH)]
    for number, was_heads in enumerate(heads_of(record), 1):
        seen += was_heads
        chances.append(chance(heads, FLIPS - number, ENOUGH - seen))
    return chances


def adds_up(result: Review) -> bool:
    """Whether start, luck and choices make the end."""
    start, end = result.chances[0], result.chances[-1]
    return start + result.luck.value + result.choices.value + result.others.value == pytest.approx(end, abs=1e-9)


# ---- luck that is known ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("coin", "heads"), [("fair", 1 / 2), ("bent", 1 / 4)])
def test_the_luck_of_every_flip_is_found_within_its_interval(coin: str, heads: float) -> None:
    inside = flips = 0
    for number in range(12):
        record = coins_record(f"game {number}", coin, "florin")
        chances = known_chances(record, heads)
        for luck, before, after in zip(reviewed(record, 100).lucks, chances, chances[1:], strict=False):
            error = abs(luck.luck.value - (after - before))
            assert error <= 2 * luck.luck.margin
            inside += error <= luck.luck.margin
            flips += 1
    assert inside >= 0.9 * flips
    assert flips == 12 * FLIPS


def test_a_flip_that_decides_nothing_is_no_luck() -> None:
    record = next(
        r for r in (coins_record(f"s{n}", "fair", "penny") for n in range(99)) if heads_of(r)[:2] == [True] * 2
    )
    last = reviewed(record).lucks[-1]
    assert (last.before, last.after) == (1.0, 1.0)
    assert last.luck.value == 0.0


def test_what_is_told_of_a_flip_without_words_is_what_comes_next() -> None:
    record = next(
        r for r in (coins_record(f"s{n}", "fair", "penny") for n in range(99)) if heads_of(r)[:2] == [False, True]
    )
    steps = follow(coins_game(), record).steps
    assert what_happened(steps, 2) == "Heads, which makes 1."
    assert what_happened(steps, 3) == "Heads, which makes 1."


# ---- choices ---------------------------------------------------------------------------------------------------------


def test_a_bad_choice_costs_what_it_costs() -> None:
    result = reviewed(coins_record("game", "bent", "florin"), 500)
    cost = chance(1 / 2, FLIPS, ENOUGH) - chance(1 / 4, FLIPS, ENOUGH)
    (costly,) = result.costliest
    assert (costly.number, costly.question, costly.chosen, costly.better) == (1, "Which coin?", "Bent", "Fair")
    assert costly.cost is not None
    assert costly.cost.value == pytest.approx(cost, abs=costly.cost.margin)
    assert costly.cost.margin < cost / 2
    assert result.choices.value == pytest.approx(-cost, abs=result.choices.margin)


def test_a_choice_that_changes_nothing_costs_nothing() -> None:
    result = reviewed(coins_record("game", "fair", "penny"))
    assert result.costliest == []
    assert result.choices.value == 0.0
    assert [decision.effect.value for decision in result.decisions] == [0.0, 0.0]


def test_a_cost_is_told_from_other_games_than_those_that_found_the_better_option() -> None:
    games = 40
    samples = prepare(coins_game(), coins_record("game", "gone", "penny"), plays_fair, games)
    result = review(samples, ALONE)
    assert result is not None
    assert result.decisions[0].better in ("Fair", "Bent")
    looked_at = (1 << games) - 1
    assert samples.ranked[0].wins.played & ~looked_at == 0
    assert samples.better[0].played & looked_at == 0
    assert samples.better[0].games == games * (DEEPER - 1)


# ---- the account -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coin", ["fair", "bent", "gone"])
def test_the_account_of_a_toy_game_adds_up(coin: str) -> None:
    result = reviewed(coins_record("sum", coin, "penny"), 50)
    assert adds_up(result)
    assert result.chances[-1] in (0.0, 1.0)
    steps = sum(luck.luck.value for luck in result.lucks) + sum(choice.effect.value for choice in result.decisions)
    assert result.luck.value + result.choices.value == pytest.approx(steps)


def tin_helm_record(bot: str, seed: str, choices: int, edition: str = "book", **changes: object) -> Record:
    """The first choices of a game of Tin Helm."""
    session = undercroft.start("tin-helm", seed, edition, changes)
    player = find_bot(bot, "tin-helm", seed)
    while session.decision is not None and len(session.choices) < choices:
        session.choose(session.consult(player))
    return session.record


def steady(seed: str) -> Player:
    """A simple bot for Tin Helm."""
    return find_bot("steady", "tin-helm", seed)


@pytest.mark.slow
def test_after_a_double_the_chance_is_that_of_whoever_rolls_again() -> None:
    """The Axe may still be used: the review counts on it, and a double is not the bad luck of a miss."""
    session = undercroft.start("tin-helm", "double 1")
    for choice in ("merfolk", "marauder"):
        session.choose(choice)
    while session.decision is not None and session.decision.prompt.name != "combat.own-dice":
        session.choose(session.consult(steady("axe")))
    assert session.decision is not None
    samples = prepare(session.game, session.record, games=20)
    result = review(samples, ALONE)
    assert result is not None
    double, games = result.lucks[-1], samples.wins[-1].games
    assert double.text == "You roll 4 and 4."
    moment, options = samples.course.moments[-1], [session.option("reroll"), session.option("keep")]
    played = play_options(session.game.play, moment, options, 1, 0, steady, samples.case.seed, 0, games)
    rerolled, kept = (sum(won) / games for won in played)
    assert double.after == rerolled
    assert kept < rerolled - 0.2
    assert abs(double.luck.value) < (double.before - kept) / 2


@pytest.mark.slow
def test_the_account_of_a_whole_game_adds_up_and_all_that_was_planned_is_done() -> None:
    samples = prepare(undercroft.GAMES["tin-helm"], tin_helm_record("random", "short-125", 999), games=20)
    told: list[int] = []
    result = review(samples, progress=told.append)
    assert result is not None
    assert result.course.outcome is not None
    assert adds_up(result)
    assert told == sorted(told)
    assert told[-1] == samples.planned


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_number_of_workers() -> None:
    record = tin_helm_record("random", "workers", 4)
    game = undercroft.GAMES["tin-helm"]
    alone, shared = (review(prepare(game, record, games=20), Here(workers)) for workers in (1, 3))
    assert alone is not None
    assert shared is not None
    assert as_json_of(alone) == as_json_of(shared)


def test_the_sentence_adds_up_as_well() -> None:
    result = reviewed(coins_record("sum", "bent", "penny"), 60)
    lost = replace(
        result,
        chances=[0.384, *result.chances[1:-1], 1.0],
        luck=replace(result.luck, value=0.484, margin=0.03),
        choices=replace(result.choices, value=0.132, margin=0.0),
    )
    record = next(r for r in (coins_record(f"s{n}", "fair", "penny") for n in range(99)) if sum(heads_of(r)) == 3)
    won = replace(lost, course=follow(coins_game(), record))
    assert (
        verdict(won) == "You won a game that stood at 38 % at the start: luck +49 ± 3 points, your choices +13 points."
    )


def test_what_stands_out_of_many_moments_by_chance_alone_is_not_listed() -> None:
    """One of twenty moments in which nothing happened looks sure at 95 %; among many, that says nothing."""
    result = reviewed(coins_record("many", "fair", "penny"), 60)
    luck, decision = result.lucks[0], result.decisions[0]
    still, looks_sure, sure = Gap(0.0, 0.04), Gap(0.05, 0.04), Gap(-0.2, 0.04)
    lucks = [replace(luck, luck=gap) for gap in [still] * 60 + [looks_sure, sure]]
    decisions = [replace(decision, cost=gap) for gap in [still] * 9 + [looks_sure, Gap(0.1, 0.04), sure]]
    many = replace(result, lucks=lucks, decisions=decisions)
    assert many.luckiest == []
    assert [luck.luck for luck in many.unluckiest] == [sure]
    assert [decision.cost for decision in many.costliest] == [Gap(0.1, 0.04)]
    alone = replace(result, lucks=[replace(luck, luck=looks_sure)], decisions=[replace(decision, cost=looks_sure)])
    assert (len(alone.luckiest), len(alone.costliest)) == (1, 1)


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [(12.5, 0, "+13"), (-12.5, 0, "−13"), (-7.5, 0, "−8"), (0.285 * 100, 0, "+29"), (-0.4, 0, "+0"), (2.25, 1, "+2.3")],
)
def test_a_half_is_always_rounded_away_from_zero(value: float, digits: int, text: str) -> None:
    assert signed(value, digits) == text
    assert rounded(-value, digits) == -rounded(value, digits)


def test_only_what_is_certain_is_said_to_be() -> None:
    assert [percent(share) for share in (0.0, 0.005, 0.125, 0.994, 0.995, 1.0)] == [
        "< 1 %",
        "1 %",
        "13 %",
        "99 %",
        "> 99 %",
        "> 99 %",
    ]
    assert (percent(0.0, certain=True), percent(1.0, certain=True)) == ("0 %", "100 %")
    assert points_text(Gap(-0.125, 0.0)) == "−12.5"


# ---- records of every kind -------------------------------------------------------------------------------------------


def test_an_unfinished_game_is_reviewed_as_far_as_it_was_played() -> None:
    result = reviewed(coins_record("half", "bent"))
    assert len(result.chances) == 2
    assert result.course.outcome is None
    assert adds_up(result)
    assert verdict(result).startswith("The game is not finished. It stood at ")


def test_a_game_of_which_nothing_was_played_is_all_chance_to_come() -> None:
    result = reviewed(coins_record("none"))
    assert result.chances == pytest.approx([1 / 2], abs=0.1)
    assert (result.luck.value, result.choices.value) == (0.0, 0.0)


def test_another_seat_has_the_other_side_of_it() -> None:
    record = coins_record("seats", "bent", "penny")
    seats = ("flipper", "watcher")
    first, second = (reviewed(record, seat=seat, seats=seats) for seat in (0, 1))
    assert second.chances == pytest.approx([1 - share for share in first.chances])
    assert second.others.value == pytest.approx(-first.choices.value)
    assert second.choices.value == first.others.value == 0.0
    assert second.costliest == []
    assert verdict(second).startswith("The watcher ")


def test_a_practice_game_is_followed_through_its_other_chance() -> None:
    record = tin_helm_record("random", "practice", 12)
    session = undercroft.load(record).undo()
    assert session.practice
    player = find_bot("random", "tin-helm", "other")
    while session.decision is not None:
        session.choose(session.consult(player))
    course = follow(session.game, session.record)
    assert course.outcome == session.outcome
    assert sum(isinstance(step, Choice) for step in course.steps) == len(session.choices)


class Heard(Chance):
    """Seeded chance, and a list of all that it gave."""

    def __init__(self, seed: str) -> None:
        self.then = Seeded(seed)
        self.given: list[int] = []
        self.draws: list[int] = []  # how many it took to give each of them

    def pick(self, stream: Stream, count: int) -> int:
        return self.keep(self.then.pick(stream, count), 1)

    def pick_pool(self, stream: Stream, pool: Pool) -> int:
        return self.keep(self.then.pick_pool(stream, pool), pool.dice)

    def keep(self, given: int, draws: int) -> int:
        self.given.append(given)
        self.draws.append(draws)
        return given

    def after(self, draws: int) -> list[int]:
        """What it gave after so many draws."""
        past = [sum(self.draws[:place]) for place in range(len(self.draws) + 1)]
        return self.given[past.index(draws) :]


@pytest.mark.parametrize("game", undercroft.GAMES)
def test_every_moment_leads_on_as_the_game_itself_did(game: str) -> None:
    """Given the rest of the game's own chance and choices, each moment comes to the game's own end."""
    found, heard, changes = undercroft.GAMES[game], Heard("moments"), BRIEFLY.get(game, {})
    session, state = undercroft.start(game, "moments", changes=changes), found.new("book", changes)
    player = find_bot("random", game, "moments")
    while session.decision is not None:
        session.choose(session.consult(player))
    names = [name for _, name in session.record.choices]
    opening = Opening(names, Player())
    found.play(state, Table([opening for _ in found.seats], heard))
    course = follow(found, session.record)
    for place, moment in list(enumerate(course.moments))[::5]:
        later = [step.option.name for step in course.steps[place:] if isinstance(step, Choice)]
        rest = [*moment.tape, *heard.after(sum(moment.past))[len(moment.tape) :]]
        opening = Opening([*(answer.name for answer in moment.answers), *later], Player())
        again = moment.head.copy()
        found.play(again, Table([opening for _ in found.seats], Replayed(rest, Heard("never"))))
        assert (again.outcome(), again.figures()) == (session.outcome, session.state.figures())


def test_changes_and_editions_are_played_on_with() -> None:
    record = tin_helm_record("steady", "change", 3, "printed", **{"enemy.wraith.health": 60})
    for moment in follow(undercroft.GAMES["tin-helm"], record).moments:
        assert isinstance(moment.head, TinHelm)
        assert max(enemy.health for enemy in moment.head.content.enemies) == 60


def test_a_record_that_no_longer_fits_is_refused_with_the_choice_that_does_not() -> None:
    with pytest.raises(
        ReplayError, match=r"choice 2, coin\.name guinea, does not fit: coin\.name offers penny, florin"
    ):
        prepare(coins_game(), coins_record("misfit", "fair", "guinea"), plays_fair)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"bot": "oracle"}, "no bot 'oracle'"),
        ({"bot": "mcts:50"}, "'mcts:50' thinks too long"),
        ({"games": 5}, "takes 20 games or more from each moment, and 5 are too few"),
        ({"seat": 1}, r"no seat 1; it has 0 \("),
    ],
)
def test_what_cannot_be_reviewed_is_refused_in_a_sentence(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(UndercroftError, match=words):
        prepare(undercroft.GAMES["tin-helm"], tin_helm_record("steady", "few", 2), **arguments)  # type: ignore[arg-type]


# ---- progress and interruptions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [(), ("bent",), ("bent", "penny")])
def test_a_review_ends_when_all_that_was_planned_is_done(names: tuple[str, ...]) -> None:
    samples = prepare(coins_game(), coins_record("whole", *names), plays_fair, 60)
    told: list[int] = []
    assert review(samples, ALONE, told.append) is not None
    assert told == sorted(told)
    assert told[-1] == samples.planned


def test_a_review_whose_games_never_end_is_stopped_and_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undercroft.lab.samples.GAME_SECONDS", SOON)
    monkeypatch.setattr("undercroft.lab.samples.CONTINUATION", 0.0)
    samples = prepare(coins_game(), coins_record("endless", "fair", "penny"), Endless, 20)
    told = r"^games that the bot played on after choice \d with the seed 'review' had not ended after 0\.3 s, so"
    with pytest.raises(UndercroftError, match=told):
        review(samples, ALONE)


def test_an_interrupted_review_keeps_what_is_finished() -> None:
    samples = prepare(coins_game(), coins_record("stop", "bent", "penny"), plays_fair, 200)
    enough = sum(piece.count for piece in samples.sweep())

    def stop(done: int) -> None:
        if done >= enough:
            raise KeyboardInterrupt

    result = review(samples, ALONE, stop)
    assert result is not None
    assert result.interrupted
    assert adds_up(result)


def test_a_review_interrupted_at_once_tells_nothing() -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    assert review(prepare(coins_game(), coins_record("stop", "bent", "penny"), plays_fair), ALONE, stop) is None


# ---- shares and differences ------------------------------------------------------------------------------------------


def test_the_interval_of_a_difference_covers_it_as_often_as_it_says() -> None:
    """Pairs that agree in most games, not all of them played on both sides."""
    generator = Random("pairs")
    covered = 0
    for _ in range(300):
        one, other = Wins(), Wins()
        firsts = [generator.random() for _ in range(300)]
        one.add(0, [int(first < 0.3) for first in firsts])
        other.add(0, [int(first < 0.3 and generator.random() < 0.8) for first in firsts[:100]])
        found = gap_between(one, other)
        covered += abs(found.value - 0.06) <= found.margin
    assert 0.92 * 300 <= covered <= 0.99 * 300


def test_a_few_games_that_all_agree_are_no_certainty() -> None:
    one, other = Wins(), Wins()
    one.add(0, [1] * 20)
    other.add(0, [1] * 20)
    assert gap_between(one, other).value == 0.0
    assert 0.05 < gap_between(one, other).margin < 0.2


def test_what_is_over_is_certain() -> None:
    assert over(True).interval == (1.0, 1.0)
    assert gap_between(over(True), over(False)) == Gap(1.0, 0.0)
    few = Wins()
    few.add(0, [0] * 10)
    assert gap_between(over(False), few).margin > 0.1


def test_only_picks_part_the_stretches() -> None:
    course = follow(coins_game(), coins_record("seed", "fair", "penny"))
    assert [type(step) for step in course.steps] == [Choice, Choice, Pick, Pick, Pick]
    assert course.stretches == [range(3), range(3, 4), range(4, 5)]
