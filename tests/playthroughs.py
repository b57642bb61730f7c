"""Golden playthroughs and digests: games written down once, so that any change of what happens in them is seen.

`python -m tests.playthroughs` writes them anew, into tests/golden. They tell that something changed, not that it is
wrong; a commit that changes them says why.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import fill
from typing import Any

from tests.limits import GOLDEN_LIMITS, limits
from undercroft import GAMES, Game, Session, start
from undercroft.bots import QUICK_BOTS, find_bot
from undercroft.bots.steady import STEADY
from undercroft.core.chance import Seeded
from undercroft.core.players import Opening
from undercroft.core.scene import log_lines, question
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Event, Option
from undercroft.games.freequest.campaign import document
from undercroft.games.freequest.content import load
from undercroft.games.freequest.state import FreeQuest

GOLDEN = Path(__file__).parent / "golden"
DIGESTS = GOLDEN / "digests.json"
DIGEST_GAMES = 40
WIDTH = 120


@dataclass(frozen=True)
class Playthrough:
    """A game to write down: the first choices make the adventurer, a bot makes the rest."""

    game: str
    edition: str
    opening: tuple[str, ...]
    seed: str
    bot: str = "random"
    changes: Mapping[str, Any] = field(default_factory=dict)
    after: Playthrough | None = None  # of a campaign: what was played before

    @property
    def path(self) -> Path:
        """Where it is written."""
        return GOLDEN / f"{self.game}-{self.edition}-{'-'.join(self.opening) or 'next-quest'}.txt"

    def heading(self) -> Iterator[str]:
        """What the text says first."""
        yield f"{self.edition} edition"
        if self.opening:
            yield " ".join(self.opening)
        if self.after is not None:
            yield f"after {self.after.path.stem}"
        yield from (f"{path}={value}" for path, value in self.changes.items())
        yield f"seed {self.seed}"
        yield f"{self.bot} player"

    def begin(self) -> Session:
        """The game at its first question; a campaign goes on from the end of the game before."""
        changes = dict(self.changes)
        if self.after is not None:
            before, player = self.after.begin(), self.after.player()
            while before.decision is not None:
                before.choose(answer(before, player))
            assert isinstance(before.state, FreeQuest)
            changes["play.campaign"] = document(before.state)
        return start(self.game, seed=self.seed, edition=self.edition, changes=changes)

    def player(self) -> Player:
        """Who plays all seats."""
        return Opening(list(self.opening), find_bot(self.bot, self.game, self.seed))


def answer(session: Session, player: Player) -> Option:
    """What a player chooses at a session's question, by what the seat that is asked may see."""
    decision = session.decision
    assert decision is not None
    return player.choose(session.state.view(decision.seat), decision.prompt, decision.options)


KILN = {"play.quest": "cold-kiln", "play.heroes": 2}
LANTERNS = {"play.quest": "two-lanterns", "play.heroes": 2, "figures.last-round": 4}
FIRST_QUEST = Playthrough("freequest", "book", ("hero-0",), "tallow-stair-12", "steady", {"play.players": 2})
PLAYTHROUGHS = (
    Playthrough("tin-helm", "book", ("kroling", "marauder"), "amber-dice-24"),
    Playthrough("tin-helm", "book", ("gnome", "parson"), "lone-basin-44"),
    Playthrough("tin-helm", "printed", ("merfolk", "alchemist"), "frost-kettle-71"),
    Playthrough("tin-helm", "printed", ("human", "footpad"), "hidden-dice-39"),
    Playthrough("elbereth", "book", ("start-with-sword-armour",), "glass-mirror-66", "steady"),
    Playthrough("elbereth", "bosses", ("start-with-staff-gauntlets",), "ivory-feather-48", "steady"),
    Playthrough("elbereth", "forty-nine", ("start-with-sword-staff",), "lone-ghost-28"),
    Playthrough("elbereth", "forty-nine-gentle", ("start-with-armour-helm",), "quick-cave-21"),
    Playthrough("elbereth", "forty-nine-grim", ("start-with-bow-gauntlets",), "dim-road-24"),
    Playthrough("elbereth", "ten-floors", ("start-with-staff-bow",), "salt-bell-31"),
    FIRST_QUEST,
    Playthrough("freequest", "book", (), "tallow-stair-13", "steady", {"figures.last-round": 2}, FIRST_QUEST),
    Playthrough("freequest", "book", ("hero-1",), "cold-lantern-7", "steady", KILN),
    Playthrough("freequest", "later-draft", ("hero-4",), "grey-ladle-9", "random", LANTERNS),
    Playthrough("tiny-epic-dungeons", "book", ("take-3",), "spent-wick-27", "steady", {"play.players": 3}),
    Playthrough("tiny-epic-dungeons", "book", ("take-5",), "chalk-antler-8", "random", {"play.players": 2}),
    Playthrough("tiny-epic-dungeons", "printed", ("take-1",), "salt-windlass-63", "steady", {"play.players": 4}),
    Playthrough("tiny-epic-dungeons", "printed", ("take-7",), "brass-gutter-5", "random"),
)


def written(playthrough: Playthrough) -> str:
    """A whole game as a text: every question with its answers, the one chosen, and what came of it."""
    game, session, player = GAMES[playthrough.game], playthrough.begin(), playthrough.player()
    lines = [f"{game.title}, {', '.join(playthrough.heading())}"]
    lines.extend(told(session, session.events))
    while session.decision is not None:
        lines.extend(asked(session))
        choice = answer(session, player)
        lines.append(f"  > {choice.name}")
        lines.extend(told(session, session.choose(choice)))
    outcome = session.outcome
    assert outcome is not None
    lines.append("")
    words = game.words()
    lines.append(f"{words.end(outcome.end)} {words.file.score} {outcome.score}, rank {outcome.rank or 'none'}.")
    return "\n".join([*lines, ""])


def asked(session: Session) -> Iterator[str]:
    """The waiting question and its answers, after the figures."""
    assert session.decision is not None
    here = question(session, session.decision.seat)
    assert here is not None
    figures = ", ".join(
        f"{name} {value}" for name, value in zip(session.game.figure_names, session.state.figures(), strict=True)
    )
    yield ""
    yield f"{session.decision.number}. {here.prompt} ({figures})"
    yield fill(here.text, WIDTH, initial_indent="  ", subsequent_indent="  ")
    for choice in here.choices:
        yield fill(f"- {choice.name}: {choice.label}", WIDTH, initial_indent="  ", subsequent_indent="      ")


def told(session: Session, events: list[Event]) -> Iterator[str]:
    """Events as sentences."""
    for line in log_lines(session, events):
        yield fill(f"  {line.text} [{line.rule}]", WIDTH, subsequent_indent="    ")


# ---- digests --------------------------------------------------------------------------------------------------------


def setting(game: str, number: int) -> dict[str, Any]:
    """What a digest's game is played with: of FreeQuest, whose games are long, a few rounds of one quest or another."""
    if game != "freequest":
        return {}
    quests = load("book", {}).book.quests
    return {"play.quest": quests[number % len(quests)].key, "play.heroes": 2, "figures.last-round": 4}


def digest(game: Game, edition: str, seed: str, bot: str, changes: Mapping[str, Any]) -> str:
    """A short mark of everything that happens in a game of bots."""
    table = Table([find_bot(bot, game.name, f"{seed} {seat}") for seat in game.seats], Seeded(seed))
    log: list[Event] = []
    table.log = log
    game.play(game.new(edition, changes), table)
    told = "\n".join(f"{event.kind.name} {event.a} {event.b} {event.c} {event.d}" for event in log)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def bots_for(game: str) -> list[str]:
    """The bots that know a game."""
    return [bot for bot in QUICK_BOTS if bot != "steady" or game in STEADY]


def digests(bot: str = "random") -> dict[str, dict[str, dict[str, str]]]:
    """Digests by game, edition and seed, of the games that the bot knows."""
    return {
        name: {
            edition: {
                f"golden-{number}": digest(game, edition, f"golden-{number}", bot, setting(name, number))
                for number in range(DIGEST_GAMES)
            }
            for edition in game.editions()
        }
        for name, game in GAMES.items()
        if bot in bots_for(name)
    }


def main() -> None:
    """Write everything anew, and remove what is no longer wanted."""
    GOLDEN.mkdir(exist_ok=True)
    wanted = {playthrough.path: written(playthrough) for playthrough in PLAYTHROUGHS}
    for path in GOLDEN.glob("*.txt"):
        if path not in wanted:
            path.unlink()
            print(f"removed {path.name}")
    wanted[DIGESTS] = json.dumps(digests(), indent=1) + "\n"
    wanted[GOLDEN_LIMITS] = json.dumps(limits(), indent=1) + "\n"
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
