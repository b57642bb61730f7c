"""The table: who is asked, what is rolled, what is written down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from tests.core.toy import AGAIN, BAG, DIG, FOUND, HOW, KEEP, LEAVE, LOOK, ROCK, SCRAPE, UP, Mine, play
from undercroft.core.chance import Chance, Scripted
from undercroft.core.errors import RuleError, ScriptError
from undercroft.core.pools import Pool
from undercroft.core.state import State
from undercroft.core.table import Player, Table, Trail
from undercroft.core.vocabulary import Event, Option, Options, Prompt, Stream


class Fixed(Player):
    """Always the same answer; notes what it was asked."""

    def __init__(self, answer: Option) -> None:
        self.answer = answer
        self.asked: list[str] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.asked.append(prompt.name)
        return self.answer


def table_of(player: Player, *dice: int) -> Table:
    """A table with one player, a trail and a log."""
    table = Table([player], Scripted(list(dice), []))
    table.trail = Trail()
    table.log = []
    table.seat(Mine())
    return table


def test_a_single_option_is_taken_without_asking_and_not_written_down() -> None:
    player = Fixed(KEEP)
    table = table_of(player)
    assert table.choose(0, LOOK, (UP,)) is UP
    assert player.asked == []
    assert table.trail is not None
    assert table.trail.answers == []


def test_a_table_may_ask_everything() -> None:
    player = Fixed(UP)
    table = table_of(player)
    table.asks_everything = True
    assert table.choose(0, LOOK, (UP,)) is UP
    assert player.asked == ["mine.look"]


def test_an_answer_is_written_down() -> None:
    table = table_of(Fixed(KEEP))
    assert table.choose(0, LOOK, (KEEP, AGAIN)) is KEEP
    assert table.trail is not None
    assert table.trail.answers == [KEEP]


def test_an_answer_that_is_not_offered_is_refused_and_not_written_down() -> None:
    table = table_of(Fixed(DIG))
    with pytest.raises(RuleError, match=r"^mine\.look: dig is not offered; choose one of keep, again$"):
        table.choose(0, LOOK, (KEEP, AGAIN))
    assert table.trail is not None
    assert table.trail.answers == []


def test_each_seat_answers_for_itself() -> None:
    table = Table([Fixed(KEEP), Fixed(AGAIN)], Chance())
    table.seat(Mine())
    assert table.choose(0, LOOK, (KEEP, AGAIN)) is KEEP
    assert table.choose(1, LOOK, (KEEP, AGAIN)) is AGAIN


class Secretive(Mine):
    """A mine that shows a seat no more than the gold."""

    def view(self, seat: int) -> State:
        return Mine(self.gold, air=-1 - seat)


class Curious(Player):
    """Notes what it may see."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, ...]] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.seen.append(state.figures())
        return options[0]


def test_a_player_sees_its_seats_view_and_nothing_else() -> None:
    player = Curious()
    table = Table([player, player], Chance())
    table.seat(Secretive(gold=4, air=9))
    table.choose(0, HOW, (DIG, LEAVE))
    table.choose(1, HOW, (DIG, LEAVE))
    assert player.seen == [(4, -1), (4, -2)]


def test_dice_are_counted_from_one_and_remembered() -> None:
    table = table_of(Fixed(KEEP), 1, 6, 2, 5)
    assert (table.roll(ROCK, 6), table.roll(ROCK, 6)) == (1, 6)
    assert table.roll_pair(ROCK, 6) == (2, 5)
    assert table.trail is not None
    assert table.trail.tape == [0, 5, 1 * 6 + 4]


def test_rolls_draws_and_lessons_teach_and_choices_and_events_do_not() -> None:
    table = table_of(Fixed(KEEP), 1, 2, 3)
    table.choose(0, LOOK, (KEEP, AGAIN))
    table.tell(FOUND, 1)
    assert table.learned == 0
    table.roll(ROCK, 6)
    table.roll_pair(ROCK, 6)
    assert table.learned == 2
    table.learn()
    assert table.learned == 3
    assert table.draw_position(BAG, [5]) == 0
    assert table.learned == 3


def test_events_are_kept_only_where_somebody_listens() -> None:
    table = Table([], Chance())
    table.tell(FOUND, 3)
    table.log = []
    table.tell(FOUND, 4)
    assert table.log == [Event(FOUND, 4, 0, 0, 0)]


def test_a_turn_begins_with_a_copy_and_an_empty_trail() -> None:
    mine = Mine(gold=2)
    table = table_of(Fixed(KEEP), 4)
    table.seat(mine)
    table.choose(0, LOOK, (KEEP, AGAIN))
    table.roll(ROCK, 6)
    table.begin_turn()
    trail = table.trail
    assert trail is not None
    assert (trail.answers, trail.tape) == ([], [])
    mine.gold = 9
    assert trail.checkpoint is not None
    assert trail.checkpoint.figures() == (2, 2)


class Worker(Player):
    """Scrapes until there is enough gold, then leaves."""

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        return SCRAPE if state.figures()[0] < 3 else LEAVE


def test_a_player_of_ones_own_plays_a_whole_game() -> None:
    mine = Mine()
    table = Table([Worker()], Scripted([1, 2], []))
    play(mine, table)
    outcome = mine.outcome()
    assert outcome is not None
    assert (outcome.score, outcome.won) == (2, True)


def test_the_player_that_is_given_takes_the_first_option() -> None:
    assert Player().choose(Mine(), HOW, (DIG, LEAVE)) is DIG


@pytest.mark.parametrize("outcome", [-1, 36, 99])
def test_a_chance_that_gives_what_cannot_be_is_refused(outcome: int) -> None:
    class Crooked(Chance):
        def pick(self, stream: Stream, count: int) -> int:
            return outcome

    for roll in every_roll(Table([], Crooked())):
        with pytest.raises(ScriptError, match="is not one of"):
            roll()


@pytest.mark.parametrize("outcome", [2.5, 1.0, None, "2", [1], 10**30, -(10**30), 1e300])
def test_a_chance_that_gives_no_whole_number_is_refused_alike_in_both_builds(outcome: Any) -> None:
    class Crooked(Chance):
        def pick(self, stream: Stream, count: int) -> int:
            return cast(int, outcome)

    class Twisted(Crooked):
        def pick_pair(self, stream: Stream, sides: int) -> int:
            return cast(int, outcome)

        def pick_card(self, stream: Stream, cards: list[int]) -> int:
            return cast(int, outcome)

        def pick_pool(self, stream: Stream, pool: Pool) -> int:
            return cast(int, outcome)

    if isinstance(outcome, int):
        refusal = "(rock|bag): .* is not one of"
    else:
        refusal = f"(rock|bag): chance decides by a whole number, not by {type(outcome).__name__}$"
    for chance in (Crooked(), Twisted()):
        for roll in every_roll(Table([], chance)):
            with pytest.raises(ScriptError, match=refusal):
                roll()


def test_what_can_stand_for_a_whole_number_is_one() -> None:
    class Two:
        def __index__(self) -> int:
            return 2

    class Steady(Chance):
        def pick(self, stream: Stream, count: int) -> int:
            return cast(int, Two())

    table = Table([], Steady())
    rolled = table.roll(ROCK, 6)
    assert (rolled, type(rolled)) == (3, int)


def test_an_error_in_a_chance_of_ones_own_is_shown_as_it_is() -> None:
    class Broken(Chance):
        def pick(self, stream: Stream, count: int) -> int:
            raise TypeError("broken in here") from KeyError("and why")

    for roll in every_roll(Table([], Broken())):
        with pytest.raises(TypeError, match="broken in here") as caught:
            roll()
        assert isinstance(caught.value.__cause__, KeyError)


def every_roll(table: Table) -> tuple[Callable[[], object], ...]:
    """All that chance can be asked."""
    return (
        lambda: table.roll(ROCK, 6),
        lambda: table.roll_pair(ROCK, 6),
        lambda: table.draw_position(BAG, [1, 2, 3]),
        lambda: table.roll_pool(ROCK, Pool(2, 6, [36], [0])),
    )
