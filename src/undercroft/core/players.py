"""Players the engine itself needs: one that repeats what was chosen before, one that follows a script."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.errors import ReplayError, ScriptError
from undercroft.core.state import State
from undercroft.core.table import Player, Table, names
from undercroft.core.vocabulary import Event, Option, Options, Prompt


def find(name: str, options: Options) -> Option | None:
    """The option of that name among those offered."""
    for option in options:
        if option.name == name:
            return option
    return None


class Opening(Player):
    """Answers the first questions as told, then hands over to another player; `made` counts all answers."""

    def __init__(self, choices: list[str], then: Player) -> None:
        self.choices: Final = choices
        self.then: Final = then
        self.made: i64 = 0

    def join(self, table: Table) -> None:
        self.then.join(table)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        made = self.made
        self.made = made + 1
        if made >= len(self.choices):
            return self.then.choose(state, prompt, options)
        name = self.choices[made]
        option = find(name, options)
        if option is None:
            number = made + 1
            raise ReplayError(f"choice {number}, {name}, does not fit: {prompt.name} offers {names(options)}", number)
        return option


class Cue:
    """Answers to be repeated, whoever at the table gives them."""

    def __init__(self, answers: list[Option]) -> None:
        self.answers: Final = answers
        self.made: i64 = 0


class Repeat(Player):
    """Repeats the answers of a cue, then hands over to another player."""

    def __init__(self, cue: Cue, then: Player) -> None:
        self.cue: Final = cue
        self.then: Final = then

    def join(self, table: Table) -> None:
        self.then.join(table)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        cue = self.cue
        made = cue.made
        if made < len(cue.answers):
            cue.made = made + 1
            return cue.answers[made]
        return self.then.choose(state, prompt, options)


class Paused(Exception):
    """Raised by `Probe` at the first decision that it was not told how to answer."""


class Probe(Player):
    """Repeats answers from a trail, then goes on to the next decision and stops there.

    It sits at a table that asks everything. A question with a single answer is no decision, nor, with `follow`, one
    that has a passive answer (keep the dice, use nothing): it is given. After the trail's own answers `to_pass` such
    questions are passed; at the one after the probe stops, too, so that walks that have become alike can be merged.
    Where a question ends the odds it always stops. One that is asked between a roll and its effect is let be, which
    `let_be` remembers; but a probe that `steps_in` stops there, unless something notable has happened already.
    """

    def __init__(self, answers: list[Option], follow: bool, veiled_from: i64 = 0) -> None:
        self.answers: Final = answers
        self.follow: Final = follow
        self.veiled_from: Final = veiled_from  # so many answers are old; with the next, somebody looks ahead
        self.log: Final[list[Event]] = []  # what happened since the last of the answers
        self.to_pass: i64 = 0
        self.made: i64 = 0
        self.passed: i64 = 0
        self.asked = ""
        self.forced = False
        self.state: State | None = None  # the state that walks, and the seat that is about to know more
        self.seat: i64 = 0
        self.let_be = False
        self.steps_in = False
        self.most_means: i64 = 0  # so many of them it takes where no answer is passive
        self.opened = False  # whether it stopped at dice that it can do something about, though no answer is passive
        self.offered: Options = ()  # where it steps in
        self.given: Final[list[Option]] = []  # the passive answers on the way there

    def begin(self, to_pass: i64) -> None:
        """Start over for another run."""
        self.to_pass = to_pass
        self.made = 0
        self.passed = 0
        self.asked = ""
        self.forced = False
        self.opened = False
        self.given.clear()
        self.log.clear()

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        passive = prompt.passive
        if len(options) == 1 and (options[0] is passive or self.made < len(self.answers)):
            return options[0]
        if self.made < len(self.answers):
            self.made += 1
            if self.made == len(self.answers):
                self.log.clear()
            if self.made == self.veiled_from + 1 and self.state is not None:
                self.state.veil(self.seat)
            return self.answers[self.made - 1]
        given = options[0] if len(options) == 1 else passive if self.follow else None
        if given is not None and not prompt.ends_odds:
            if prompt.mid_roll and (len(options) == 1 or not self.stops_at(options)):
                return self.give(given, options)
            if prompt.mid_roll:
                self.forced = True
                self.asked = prompt.name
                raise Paused
            self.passed += 1
            if self.passed <= self.to_pass:
                return self.give(given, options)
            self.forced = True
        elif prompt.means and len(options) > 1:
            self.opens_at(prompt, options)
        self.asked = prompt.name
        raise Paused

    def opens_at(self, prompt: Prompt, options: Options) -> None:
        """Note what can be done about dice that are not let be: they are taken as they lie, or one of the means is."""
        means = [option for option in options if option in prompt.means]
        if not means:
            return
        self.let_be = True
        used = [option for option in self.answers[self.veiled_from + 1 :] if option in prompt.means]
        if self.steps_in and len(used) < self.most_means:
            self.forced = self.opened = True
            self.offered = (options[0], *means)

    def give(self, given: Option, options: Options) -> Option:
        """Let a question be, and remember it if whoever repeats these answers has to let it be as well."""
        if len(options) > 1:
            self.given.append(given)
        return given

    def stops_at(self, options: Options) -> bool:
        """Whether the dice that lie there are a reason to stop."""
        self.let_be = True
        if not self.steps_in or self.is_settled():
            return False
        self.offered = options
        return True

    def is_settled(self) -> bool:
        """Whether something notable has happened since the last of the answers."""
        return any(event.kind.notable for event in self.log)


class ScriptedPlayer(Player):
    """Chooses by a script of (prompt, option) names; every line must fit and all must be used."""

    def __init__(self, script: list[tuple[str, str]]) -> None:
        self.script: Final = list(script)
        self.made: i64 = 0
        self.asked = ""  # the question at which the script ended
        self.offered: list[str] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        if self.made == len(self.script):
            self.asked = prompt.name
            self.offered = [option.name for option in options]
            raise Paused
        expected, name = self.script[self.made]
        self.made += 1
        option = find(name, options)
        if expected != prompt.name or option is None:
            raise ScriptError(
                f"the script answers {expected} with {name}, the game asks {prompt.name}: {names(options)}"
            )
        return option

    def finish(self) -> None:
        """Complain about answers that no question asked for."""
        if self.made < len(self.script):
            raise ScriptError(f"left over in the script: {self.script[self.made :]}")
