"""Games played on: the same possible futures wherever they set in, and never the game's own."""

from __future__ import annotations

import undercroft
from tests.lab.coins import BENT, COIN, FAIR, FLORIN, GONE, coins_game, coins_record, heads_of, play, plays_fair
from undercroft.bots import find_bot
from undercroft.core.chance import Seeded
from undercroft.core.pools import Pool
from undercroft.core.table import Player
from undercroft.games.freequest import FREEQUEST
from undercroft.games.tin_helm import TIN_HELM
from undercroft.lab.course import follow
from undercroft.lab.futures import Abreast, answer_at, play_options, play_stretch

GAMES = 200


def along(seed: str, coin: str, first: int, last: int) -> list[list[int]]:
    """The results of continuations from some moments of a game with the Florin."""
    course = follow(coins_game(), coins_record(seed, coin, "florin"))
    chosen = [FAIR if coin == "fair" else BENT, FLORIN][first:last]
    moments = course.moments[first : last + 1]
    return play_stretch(play, moments, chosen, 1, 0, plays_fair, "future", 0, GAMES)


def test_chance_after_a_tape_stands_where_it_would_without_one() -> None:
    plain, abreast = Seeded("seed"), Abreast("seed", [2], [3, 0])
    expected = [plain.pick(COIN, 4) for _ in range(7)]
    assert [abreast.pick(COIN, 4) for _ in range(5)] == [3, 0, *expected[4:]]


def test_a_pool_of_dice_is_one_entry_of_a_tape_and_as_many_of_chance() -> None:
    pool = Pool(3, 6, [216], [0])
    plain, abreast = Seeded("seed"), Abreast("seed", [2], [100])
    expected = [plain.pick(COIN, 6) for _ in range(8)]
    assert abreast.pick_pool(COIN, pool) == 100
    assert abreast.pick_pool(COIN, pool) == (expected[5] * 6 + expected[6]) * 6 + expected[7]


def test_games_with_pools_of_dice_are_followed_and_played_on() -> None:
    session = undercroft.start("freequest", seed="pools", changes={"play.quest": "cold-kiln"})
    while len(session.choices) < 220 and session.decision is not None:
        session.choose(session.consult(find_bot("steady", "freequest", f"seat {session.decision.seat}")))
    course = follow(FREEQUEST, session.record)
    last = [moment for moment in course.moments if moment.tape][-1]
    results = play_stretch(
        FREEQUEST.play, [last], [], len(FREEQUEST.seats), 1, lambda seed: find_bot("steady", "freequest", seed),
        "future", 0, 4,
    )  # fmt: skip
    assert len(results[0]) == 4


def test_a_continuation_does_not_know_the_games_own_chance_to_come() -> None:
    assert along("one seed", "fair", 0, 2) == along("another", "fair", 0, 2)


def test_a_continuation_that_rolls_the_same_goes_on_the_same() -> None:
    record = coins_record("seed", "fair", "florin")
    moments = follow(coins_game(), record).moments
    before, after = (play_stretch(play, [moments[place]], [], 1, 0, plays_fair, "f", 0, GAMES)[0] for place in (2, 3))
    rolls = [Seeded(f"f/{number}").pick(COIN, 4) for number in range(GAMES)]
    same = [number for number in range(GAMES) if (rolls[number] < FAIR.number) == heads_of(record)[0]]
    assert [before[number] for number in same] == [after[number] for number in same]
    assert before != after


def test_whoever_chooses_what_was_chosen_passes_through_the_next_moment_too() -> None:
    at_start, named, chosen = along("seed", "fair", 0, 2)
    assert at_start == named == chosen


def test_whoever_chooses_otherwise_does_not() -> None:
    at_start, bent, _ = along("seed", "bent", 0, 2)
    assert sum(at_start) > sum(bent)
    assert all(fair >= worse for fair, worse in zip(at_start, bent, strict=True))


def test_options_are_compared_on_the_same_futures() -> None:
    moment = follow(coins_game(), coins_record("seed", "bent", "penny")).moments[0]
    fair, bent, gone = play_options(play, moment, [FAIR, BENT, GONE], 1, 0, plays_fair, "future", 0, GAMES)
    assert fair == along("seed", "fair", 0, 2)[0]
    assert bent == along("seed", "bent", 0, 2)[1]
    assert not any(gone)


def test_any_part_of_the_continuations_can_be_played_alone() -> None:
    moment = follow(coins_game(), coins_record("seed", "bent", "penny")).moments[1]
    whole = play_stretch(play, [moment], [], 1, 0, plays_fair, "future", 0, 30)[0]
    part = play_stretch(play, [moment], [], 1, 0, plays_fair, "future", 10, 15)[0]
    assert part == whole[10:25]


def test_a_player_is_asked_without_playing_on() -> None:
    course = follow(coins_game(), coins_record("seed", "bent", "penny"))
    player: Player = plays_fair("")
    assert answer_at(play, course.moments[0], player, 1) is FAIR
    assert answer_at(play, course.moments[1], player, 1) is FLORIN


def test_after_a_double_games_are_played_on_with_the_reroll_that_is_still_open() -> None:
    """So the chance that a review names there does not take the double for a miss."""
    session = undercroft.start("tin-helm", seed="double 0")
    bot = find_bot("steady", "tin-helm", "axe")
    for choice in ("merfolk", "marauder"):
        session.choose(choice)
    while session.decision is not None and session.decision.prompt.name != "combat.own-dice":
        session.choose(session.consult(bot))
    assert session.decision is not None
    moment = follow(TIN_HELM, session.record).moments[-1]
    assert answer_at(TIN_HELM.play, moment, bot, 1).name == "reroll"
