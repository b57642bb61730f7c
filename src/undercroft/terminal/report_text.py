"""What the terminal says of a report: the gist of it, and where the page is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.text import Text

from undercroft.terminal.look import MUTED, STRONG, printable
from undercroft.terminal.simulate_text import counted, interval, share


def report_lines(figures: dict[str, Any], page: Path) -> list[Text]:
    """What was played, how often it was won, and the page."""
    games = counted(figures["games"], "game") + (", interrupted" if figures["interrupted"] else "")
    played = f"{figures['title']}, {figures['edition']} edition, {figures['bot']} bot, seed {figures['seed']}: {games}"
    lines = [Text(printable(played), STRONG)]
    if not figures["games"]:
        return [*lines, Text("No game was finished, so there is no page.")]
    won = Text("Won ").append(share(figures["win_rate"]), STRONG)
    won.append(f"   95 %: {interval(figures['win_rate_95'])}", "not bold")
    return [*lines, won, Text("The page is ", MUTED).append(printable(str(page)), "not dim bold")]
