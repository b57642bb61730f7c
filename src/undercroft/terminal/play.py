"""A game in line mode: the table, the question, a line of input, and so on to the end.

A choice is written to the save before it is made. A practice branch (an undo past a roll) is written nowhere unless the
player saves it under a name.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import msgspec
from rich.text import Text

from undercroft.bots import read_budget
from undercroft.bots.mcts import Budget, Mcts
from undercroft.core.errors import RuleError, UndercroftError
from undercroft.core.rules import Rule
from undercroft.core.scene import Question, Scene, log_lines
from undercroft.core.session import Decision, Session
from undercroft.core.vocabulary import Event, Option
from undercroft.lab.beside import Unanswered
from undercroft.terminal.adviser import Adviser, Bot
from undercroft.terminal.company import UNDECIDED, Company
from undercroft.terminal.endings import played_now, show_ending
from undercroft.terminal.lines import wrap
from undercroft.terminal.look import MUTED, STRONG, Look, printable, program, shell_word
from undercroft.terminal.maps import cells_shown
from undercroft.terminal.odds_text import odds_table
from undercroft.terminal.plain import fitting, paragraph, whole_table
from undercroft.terminal.questions import Row, asked, asked_in_full, rows_of
from undercroft.terminal.rules_text import rule_lines, search_lines
from undercroft.terminal.saves import Save, keep_copy, path_of, safe_name
from undercroft.terminal.tables import draw
from undercroft.terminal.tell import Telling
from undercroft.terminal.thinking import hint_parts, shown_thinking

try:
    import readline  # noqa: F401  # arrow keys and a history at the prompt, where the system has it
except ImportError:
    pass

HELP = (
    ("N, or its name", "choose option N"),
    ("odds N", "all that option N may lead to, with its chances"),
    ("hint [5s]", "what a bot that thinks would choose, and its chance of winning beside the others'"),
    ("auto [BOT] [N]", "let a bot play on, to the end or for N choices; Ctrl-C hands back to you"),
    ("why [N]", "the rule behind what just happened and the question, or behind option N"),
    ("undo", "take the last choice back; past a roll this opens a practice branch"),
    ("back", "leave the practice branch for the real game"),
    ("look", "the whole table once more, and what its marks mean"),
    ("log [N]", "what happened so far, or the last N sentences"),
    ("rules WORDS", "look something up in the rules"),
    ("save NAME", "keep a copy of the game as it is now"),
    ("quit", "leave; every choice is saved already"),
)
WALKING = ("go EEN", "several steps at once, here two to the east and one to the north; whatever is new stops you")
WAYS = {"n": "step-north", "e": "step-east", "s": "step-south", "w": "step-west"}
HINT = "1.6s"  # and some more to check: as long as one likes to wait, and enough where nothing is compiled
FEWEST_GAMES = 10
HINT_USE = (
    "Type hint to have every option thought about: hint 5s for five seconds, "
    "hint 5000 for that many games (10 or more)."
)
WHAT_IT_THOUGHT = "What the computer did last, and why:"
AUTO = "mcts"
LONGEST_LINE = 1_000  # characters: a pipe without an end would fill the memory
LONGEST_NUMBER = 9  # digits of an option's number
TO_THE_END = sys.maxsize
AUTO_USE = "Auto plays to the end, auto 5 makes five choices, auto steady 5 lets that bot make them."
YES = ("yes", "y")
NO = ("no", "n", "")
SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo"}


class Play:
    """A person at a session."""

    def __init__(self, look: Look, session: Session, save: Save | None, go_on: str = "") -> None:
        self.look = look
        self.go_on = go_on  # the command that goes on with this table, where it is not the usual one
        self.adviser = Adviser()
        self.company = Company(session, self.adviser)
        look.accent = f"bold {session.game.accent}"
        self.session = session
        self.save = save
        self.shown: Scene | None = None
        self.made = 0  # choices of people, or of a bot in their place
        self.left = False
        self.without_odds: Decision | None = None  # the question whose odds nobody could work out
        self.resigning: Option | None = None  # what was chosen to give the game up, until that is confirmed
        self.commands: dict[str, Callable[[str], None]] = {
            "odds": self.odds,
            "hint": self.hint,
            "auto": self.auto,
            "go": self.go,
            "why": self.why,
            "undo": self.undo,
            "back": self.back,
            "look": self.look_around,
            "log": self.log,
            "rules": self.rules,
            "save": self.keep,
            "help": self.help,
            "quit": self.quit,
        }

    # ---- the loop ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the player leaves."""
        try:
            self.show([] if self.session.choices else list(self.session.events))  # a new game tells how it begins
            while not self.left and not self.is_over_in_a_pipe():
                self.answer(self.read())
        except (EOFError, KeyboardInterrupt):
            self.look.show("")
        finally:
            self.adviser.close()
            if self.save is not None:
                self.save.close()
        self.say_goodbye()

    def is_over_in_a_pipe(self) -> bool:
        """Whether nobody is there who could still want to look around."""
        return self.session.decision is None and not self.practising and not sys.stdin.isatty()

    def read(self) -> str:
        """A line of input; one that comes through a pipe is shown as if it had been typed."""
        if sys.stdin.isatty():
            return input(self.prompt()).strip()
        print(self.prompt(), end="", flush=True)
        line = sys.stdin.readline(LONGEST_LINE + 1)
        if not line:
            raise EOFError
        if len(line) > LONGEST_LINE:
            self.look.show("")
            raise UndercroftError(f"a line of more than {LONGEST_LINE:,} characters was given, which is no answer")
        line = line.removesuffix("\n")
        self.look.show(printable(line))
        return line.strip()

    def prompt(self) -> str:
        """What stands before the cursor."""
        decision = self.session.decision
        if decision is None:
            what = "undo, log, why; Enter leaves"
        elif self.resigning is not None:
            what = "yes or no"
        else:
            passive = self.passive_number()
            what = f"1-{len(decision.options)}{f' (Enter: {passive})' if passive else ''}, hint or help"
        return f"{'PRACTICE, ' if self.practising else ''}{what} > "

    def passive_number(self) -> int:
        """The number of the option that changes nothing, which Enter alone chooses; 0 if there is none."""
        decision = self.session.decision
        if decision is None or decision.prompt.passive not in decision.options:
            return 0
        return decision.options.index(decision.prompt.passive) + 1

    def answer(self, line: str) -> None:
        """Do what a line asks for; what cannot be done is said in a sentence."""
        resigning, self.resigning = self.resigning, None
        if resigning is not None and self.settle(line, resigning):
            return
        word, _, rest = line.partition(" ")
        command = self.commands.get(SHORT.get(word.lower(), word.lower()))
        try:
            if not line:
                self.nudge()
            elif command is not None:
                command(rest.strip())
            else:
                self.choose(self.find_option(line))
        except RuleError as error:
            self.say(as_sentence(str(error)))

    def nudge(self) -> None:
        """An empty line: it leaves a finished game, lets things be where that is an option, or says what to do."""
        decision = self.session.decision
        if decision is None:
            self.left = True
        elif self.passive_number():
            self.choose(decision.options[self.passive_number() - 1])
        else:
            self.say(f"Type a number from 1 to {len(decision.options)}, or help.")

    def find_option(self, text: str) -> Option:
        """The option that a number or a name stands for."""
        decision = self.open_decision()
        number = int(text[:LONGEST_NUMBER]) if text.isascii() and text.isdigit() else 0
        if 1 <= number <= len(decision.options) and len(text) <= LONGEST_NUMBER:
            return decision.options[number - 1]
        name = "-".join(text.lower().split())
        for option in decision.options:
            if option.name == name:
                return option
        most = len(decision.options)
        raise RuleError(f"{printable(text, 40)!r} is not offered here: type a number from 1 to {most}, or help.")

    def open_decision(self) -> Decision:
        """The question that waits, if the game is not over."""
        if self.session.decision is None:
            raise RuleError("The game is over: type undo to try the last choice again as practice, or quit.")
        return self.session.decision

    def choose(self, option: Option) -> None:
        """Make a choice; one that gives the game up has to be confirmed first."""
        if not option.resigns:
            self.make(option)
            return
        self.resigning = option
        self.say(f"Give up this game? Type {option.name} again (or yes) to do it; anything else goes on.")

    def settle(self, line: str, resigning: Option) -> bool:
        """Give up or go on, if the line says which; anything else is a line like any other."""
        if line.lower() in YES or self.names(line, resigning):
            self.make(resigning)
        elif line.lower() in NO:
            self.say("The game goes on.")
        else:
            return False
        return True

    def names(self, line: str, option: Option) -> bool:
        """Whether a line stands for an option."""
        try:
            return self.find_option(line) is option
        except RuleError:
            return False

    def make(self, option: Option) -> None:
        """Make a choice and show what comes of it."""
        self.show(self.saved(option))

    def let_company_play(self) -> list[Event]:
        """Let the computer answer wherever it is asked; returns what happened."""
        events: list[Event] = []
        undecided = self.company.undecided
        while (answer := self.company.answer(self.session)) is not None:
            events += self.saved(answer)
        if self.company.undecided > undecided:
            self.say(UNDECIDED)
        return events

    def saved(self, option: Option) -> list[Event]:
        """Save a choice, then make it; returns what happened."""
        session = self.session
        decision = session.decision
        assert decision is not None
        self.made += not self.company.plays(decision.seat)
        if not self.practising:
            if self.save is None:
                self.save = Save.create(session.record, default_name(session))
            self.save.choice(decision.prompt.name, option.name)
        return session.choose(option)

    @property
    def practising(self) -> bool:
        """Whether this is a branch of a game that waits elsewhere."""
        return self.session.real is not None

    # ---- showing -----------------------------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """A sentence to the player."""
        self.look.show(*wrap(Text(sentence), self.look))

    def show(self, events: list[Event]) -> None:
        """Let the computer's seats answer first; then what happened, the table, the question; or the end."""
        session = self.session
        told = paragraph(log_lines(session, [*events, *self.let_company_play()]), self.look)
        if self.company.needs_cover(session):
            self.look.show("", *told)
            self.cover()
            told = []
        scene = self.scene()
        if self.practising and not scene.practice:
            scene = msgspec.structs.replace(scene, practice=True)
        self.look.show("")
        if scene.question is None:
            self.look.show(*told)
            show_ending(session, scene, self.look)
        else:
            question = asked(scene.question, self.rows(scene), self.look)
            self.look.show(*fitting(told, scene, self.shown, played_now(session), question, self.look))
        self.shown = scene

    def scene(self) -> Scene:
        """The table as it may be shown to whoever sits before the screen."""
        return self.session.scene(self.company.viewer(self.session))

    def cover(self) -> None:
        """Another person is to look at the screen now, who may know other things (info.one-screen)."""
        who = self.session.game.seats[self.session.asked_seat]
        self.look.show(
            "", *wrap(Text(f"Now the {who} decides. Hand over the screen, then press Enter.", STRONG), self.look)
        )
        if sys.stdin.isatty():
            input("> ")
            self.look.console.clear()

    def rows(self, scene: Scene) -> list[Row]:
        """The options of the question as rows."""
        decision, question = self.session.decision, scene.question
        assert decision is not None
        assert question is not None
        on_maps = frozenset[str]() if self.look.rows is None else cells_shown(scene)
        return rows_of(question, self.odds_beside(decision), on_maps)

    def odds_beside(self, decision: Decision) -> list[list[str]]:
        """What stands beside the options; nothing, and a sentence, if that cannot be worked out."""
        if decision is not self.without_odds:
            try:
                return self.adviser.short_odds(self.session)
            except Unanswered as error:
                self.without_odds = decision
                self.say(f"No odds stand beside these options: {error}.")
        return [[] for _ in decision.options]

    def say_goodbye(self) -> None:
        """How to go on another time."""
        session = self.session if self.session.real is None else self.session.real
        if self.practising:
            self.say("The practice branch is gone; the game itself is as you left it.")
        if session.outcome is not None:
            return
        if self.save is None:
            self.say("Nothing was chosen, so nothing was saved.")
        else:
            self.look.show_command("Saved. Go on with:  ", self.resume_command(self.save))

    def resume_command(self, save: Save) -> str:
        """How to go on with a save; one that lies elsewhere is named by its path."""
        if self.go_on:
            return self.go_on
        own = save.path == path_of(save.name)
        name = save.name if own else shell_word(str(save.path))
        return f"{program()} play {self.session.game.name} --resume {name}"

    # ---- commands ----------------------------------------------------------------------------------------------

    def odds(self, rest: str) -> None:
        """odds N."""
        if not rest:
            raise RuleError("Say which option: odds 1, for example.")
        option = self.find_option(rest)
        scene = self.scene()
        assert scene.question is not None
        label = next(choice.label for choice in scene.question.choices if choice.name == option.name)
        self.look.show(Text(label, STRONG).append(f"  ({option.name})", MUTED))
        try:
            odds = self.adviser.all_odds(self.session, option, self.look.glyphs.arrow)
        except Unanswered as error:
            raise RuleError(f"No odds: {error}.") from None
        except KeyboardInterrupt:
            raise RuleError("No odds, then; the question is still yours.") from None
        for part in odds_table(odds, self.look):
            draw(part, self.look)

    def hint(self, rest: str) -> None:
        """hint [5s or 5000]."""
        session = self.session
        seed = f"{session.record.seed} hint {self.open_decision().number}"
        for_keeper = session.asked_seat == session.game.keeper
        name = "steady" if for_keeper else hint_bot(hint_budget(rest))
        bot = Bot(self.adviser, name, session.game.name, seed, candid=True, thorough=True)
        try:
            with shown_thinking(bot.player):
                chosen, reason = bot.choose_and_say(session) if for_keeper else (bot.choose(session), "")
        except Unanswered as error:
            raise RuleError(f"No hint: {error}. The question is still yours.") from None
        except KeyboardInterrupt:
            raise RuleError("No hint, then; the question is still yours.") from None
        question = self.scene().question
        assert question is not None
        if for_keeper:
            self.look.show(*keeper_hint(chosen, reason, question, self.look))
            return
        assert isinstance(bot.player, Mcts)
        for part in hint_parts(bot.player, question, self.look):
            draw(part, self.look)

    def auto(self, rest: str) -> None:
        """auto [BOT] [N]."""
        self.open_decision()
        bot, most = read_auto(rest)
        try:
            telling = Telling(self.session, bot, self.look, self.saved, self.adviser)
        except UndercroftError as error:
            raise RuleError(str(error)) from None
        telling.told = self.scene().status
        made = self.let_play(telling, most)
        if self.session.decision is not None:
            choices = f"{made or 'no'} {'choice' if made <= 1 else 'choices'}"
            self.look.show("", *wrap(Text(f"{bot} made {choices}; now it is your turn."), self.look))
        self.shown = None
        self.show([])

    def let_play(self, telling: Telling, most: int) -> int:
        """Let a bot make so many choices for people, or fewer if Ctrl-C stops it; returns how many.

        What the computer's own seats do in between is told, too, and does not count.
        """
        before = self.made
        try:
            while self.session.decision is not None and (self.made < before + most or self.is_the_computers_turn()):
                telling.tell_next()
        except Unanswered as error:
            self.say(f"It did not decide: {error}.")
        except KeyboardInterrupt:
            pass
        return self.made - before

    def is_the_computers_turn(self) -> bool:
        """Whether a seat of the computer's is asked."""
        return self.session.decision is not None and self.company.plays(self.session.asked_seat)

    def go(self, rest: str) -> None:
        """go EEN."""
        ways = rest.lower().replace(" ", "")
        if not ways or any(letter not in WAYS for letter in ways):
            raise RuleError("Type go and N, E, S or W for each of your steps, such as go EEN.")
        events: list[Event] = []
        for letter in ways:
            decision = self.open_decision()
            option = next((one for one in decision.options if one.name == WAYS[letter]), None)
            if option is None:
                self.say(f"There is no {WAYS[letter].replace('-', ' ')} from here.")
                break
            new = [*self.saved(option), *self.let_company_play()]
            events += new
            if new or self.session.asked_seat != decision.seat or self.session.decision is None:
                break  # something happened
        self.show(events)

    def why(self, rest: str) -> None:
        """why [N]."""
        ledger = self.session.game.ledger().rules
        shown: list[tuple[str, Rule | None]] = []
        scene = self.scene()
        question = scene.question
        if rest:
            name = self.find_option(rest).name
            assert question is not None
            shown = [(choice.label, ledger.get(choice.rule)) for choice in question.choices if choice.name == name]
        else:
            shown = [(line.text, ledger.get(line.rule)) for line in scene.log[-1:]]
            shown += [(question.text, ledger.get(question.rule))] if question is not None else []
        for about, rule in shown:
            self.look.show(*wrap(Text(about, STRONG), self.look))
            if rule is not None:
                self.look.show(*rule_lines(rule, self.look))
        if not rest and self.company.reasons:
            self.look.show(Text(WHAT_IT_THOUGHT, STRONG))
            for reason in self.company.reasons:
                self.look.show(*wrap(Text(reason), self.look, 2, 2))

    def undo(self, rest: str) -> None:
        """Take the last choice back."""
        session = self.session
        free = session.can_undo()
        earlier = session.undo()
        while self.company.plays(earlier.asked_seat) and earlier.choices:  # back to what a person chose
            free = free and earlier.can_undo()
            earlier = earlier.undo()
        if earlier.real is not None or (free and not self.stays_the_same_game(earlier)):
            earlier.real = session.real or session  # the game itself, not a step on the way back through the computer's
        if earlier.real is None:
            assert self.save is not None
            for _ in range(len(session.choices) - len(earlier.choices)):
                self.save.undo()
        if free:
            self.say("Taken back.")
        elif not self.practising:
            self.say(
                "Something was rolled or revealed since, so this opens a practice branch: other dice from here on, and "
                "nothing of it is saved. Your game waits as it was; back returns to it."
            )
        else:
            self.say("Taken back; you are still practising, and back returns to your game.")
        self.session = earlier
        self.shown = None
        self.show([])

    def stays_the_same_game(self, earlier: Session) -> bool:
        """Whether the save can go on from there: it is open, and not a practice record from before its practice."""
        return self.save is not None and earlier.record.practice == self.session.record.practice

    def back(self, rest: str) -> None:
        """From a practice branch to the game."""
        if self.session.real is None:
            raise RuleError("This is the game itself, not a practice branch; there is nowhere to go back to.")
        self.session = self.session.real
        self.shown = None
        self.say("Back in your game.")
        self.show([])

    def look_around(self, rest: str) -> None:
        """The table in full."""
        scene = self.scene()
        self.look.show("", *whole_table(scene, played_now(self.session), self.look))
        if scene.question is not None:
            self.look.show("", *asked_in_full(scene.question, self.rows(scene), self.look))

    def log(self, rest: str) -> None:
        """log [N]."""
        lines = log_lines(self.session, self.session.events)
        if rest and not (rest.isascii() and rest.isdigit()):
            raise RuleError("Log shows everything so far, log 10 the last ten sentences.")
        for line in lines[-int(rest[:9]) :] if rest else lines:
            self.look.show(*wrap(Text(line.text), self.look, hang=2))
        if not lines:
            self.say("Nothing has happened yet.")

    def rules(self, rest: str) -> None:
        """rules WORDS."""
        if not rest:
            raise RuleError(f"Say what to look up, such as: rules {self.example_word()}.")
        self.look.show(*search_lines(self.session.game.ledger(), rest, self.look))

    def example_word(self) -> str:
        """A word that the rules know: the chapter of the question's clause."""
        decision = self.session.decision
        return decision.prompt.rule.partition(".")[0] if decision is not None else "end"

    def keep(self, rest: str) -> None:
        """save [NAME]."""
        if not rest and not self.practising:
            name = self.save.name if self.save is not None else default_name(self.session)
            when = "is saved as it is made" if self.save is not None else "will be saved as soon as you choose"
            self.say(f"Every choice {when}, as {name}. save NAME keeps a copy of this moment.")
            return
        try:
            path = keep_copy(
                self.session.record,
                rest or f"{default_name(self.session)}-practice",
                self.save.path if self.save is not None else None,
            )
        except UndercroftError as error:
            raise RuleError(str(error)) from None
        kind = "This practice branch is" if self.practising else "This moment is"
        self.say(f"{kind} kept as {path.name.removesuffix(path.suffix)}; you go on where you are.")

    def help(self, rest: str) -> None:
        """All commands."""
        walks = any(option.name in WAYS.values() for option in self.session.game.vocabulary.options)
        lines = [*HELP, WALKING] if walks else HELP
        width = max(len(command) for command, _ in lines)
        for command, text in lines:
            line = Text(f"{command:<{width}}  ", STRONG).append(text, "not bold")
            self.look.show(*wrap(line, self.look, 2, width + 2))
        decision = self.session.decision
        if decision is not None:
            names = ", ".join(option.name for option in decision.options)
            self.look.show(*wrap(Text(f"Names here: {names}.", MUTED), self.look, 2))

    def quit(self, rest: str) -> None:
        """Leave."""
        self.left = True


def as_sentence(text: str) -> str:
    """What is wrong, as a sentence of its own; where commands are refused it follows the program's name."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def default_name(session: Session) -> str:
    """What a save is called if nobody says: the game and its seed."""
    return f"{session.game.name}-{safe_name(session.record.seed) or 'game'}"


def hint_budget(text: str) -> Budget:
    """How long a hint is to think."""
    wanted = text.replace(" ", "").replace(",", "").lower() or HINT
    try:
        budget = read_budget(text, wanted)
    except UndercroftError:
        raise RuleError(HINT_USE) from None
    if 0 < budget.simulations < FEWEST_GAMES:  # perhaps the number of an option
        raise RuleError(HINT_USE)
    return budget


def hint_bot(budget: Budget) -> str:
    """The name of the bot that thinks about a hint for so long."""
    return f"mcts:{budget.seconds}s" if budget.seconds else f"mcts:{budget.simulations}"


def keeper_hint(chosen: Option, reason: str, question: Question, look: Look) -> list[Text]:
    """What the computer would do on the seat of whoever knows more, who plays for no victory, and why."""
    label = next(choice.label for choice in question.choices if choice.name == chosen.name)
    return [*wrap(Text(f"The computer would: {label}", STRONG), look), *wrap(Text(reason), look, 2, 2)]


def read_auto(text: str) -> tuple[str, int]:
    """The bot and the number of choices that auto is asked for."""
    words = text.lower().split()
    numbers = [int(word[:9]) for word in words if word.isascii() and word.isdigit()]
    bots = [word for word in words if not (word.isascii() and word.isdigit())]
    if len(numbers) > 1 or len(bots) > 1 or 0 in numbers:
        raise RuleError(AUTO_USE)
    return bots[0] if bots else AUTO, numbers[0] if numbers else TO_THE_END
