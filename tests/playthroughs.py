"""Golden playthroughs and digests: games written down once, so that any change of what happens in them is seen.

`python -m tests.playthroughs` writes them anew, into tests/golden. They tell that something changed, not that it is
wrong; a commit that changes them says why.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from undercroft import GAMES, Game, Session, start
from undercroft.bots import QUICK_BOTS, find_bot
from undercroft.bots.steady import STEADY
from undercroft.core.chance import Seeded
from undercroft.core.players import Opening
from undercroft.core.scene import log_lines, question
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Event

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

    @property
    def path(self) -> Path:
        """Where it is written."""
        return GOLDEN / f"{self.game}-{self.edition}-{'-'.join(self.opening)}.txt"


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
)


def written(playthrough: Playthrough) -> str:
    """A whole game as a text: every question with its answers, the one chosen, and what came of it."""
    game = GAMES[playthrough.game]
    session = start(game, seed=playthrough.seed, edition=playthrough.edition)
    bot = find_bot(playthrough.bot, playthrough.game, playthrough.seed)
    player: Player = Opening(list(playthrough.opening), bot)
    opening = " ".join(playthrough.opening)
    lines = [
        f"{game.title}, {playthrough.edition} edition, {opening}, seed {playthrough.seed}, {playthrough.bot} player"
    ]
    lines.extend(told(session, session.events))
    while session.decision is not None:
        lines.extend(asked(session))
        choice = player.choose(session.state, session.decision.prompt, session.decision.options)
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
    here = question(session, 0)
    assert here is not None
    assert session.decision is not None
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


def digest(game: Game, edition: str, seed: str, bot: str) -> str:
    """A short mark of everything that happens in a game of bots."""
    table = Table([find_bot(bot, game.name, f"{seed} {seat}") for seat in game.seats], Seeded(seed))
    log: list[Event] = []
    table.log = log
    game.play(game.new(edition, {}), table)
    told = "\n".join(f"{event.kind.name} {event.a} {event.b} {event.c} {event.d}" for event in log)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def bots_for(game: str) -> list[str]:
    """The bots that know a game."""
    return [bot for bot in QUICK_BOTS if bot != "steady" or game in STEADY]


def digests(bot: str = "random") -> dict[str, dict[str, dict[str, str]]]:
    """Digests by game, edition and seed, of the games that the bot knows."""
    seeds = [f"golden-{number}" for number in range(DIGEST_GAMES)]
    return {
        name: {edition: {seed: digest(game, edition, seed, bot) for seed in seeds} for edition in game.editions()}
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
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
