"""The commands for who makes quests: `new quest` writes a small one to begin with, `check quest` says how one plays.

What a command needs of the lab it imports itself, so that a game starts without it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from undercroft.core.errors import UndercroftError
from undercroft.games.freequest.content import DATA
from undercroft.games.freequest.quest_content import QUESTS, read_campaign
from undercroft.terminal.lab_commands import Workers, answer, place_of, to_the_end
from undercroft.terminal.look import MUTED, STRONG, Look, look_at, printable, program, shell_word
from undercroft.terminal.options import AsJson, seed_of, whole_number

if TYPE_CHECKING:
    from rich.console import RenderableType

TEMPLATE = DATA / "template.toml"
TEMPLATE_ID, TEMPLATE_TITLE = "the-missing-ladle", "The Missing Ladle"
BEFORE_COMMENT = 37  # how far fields reach there
LONGEST_NAME = 40
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

To = Annotated[str | None, typer.Option(metavar="FILE", help="Where to write it; NAME.toml here if not said.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="The quest, a .toml file.")]
Games = Annotated[
    str | None, typer.Option(metavar="N", help="How many games for each party; 0: only look whether it can be played.")
]
HeroCount = Annotated[str | None, typer.Option("--heroes", metavar="N", help="Only a party of so many.")]
Level = Annotated[str, typer.Option("--referee", metavar="gentle|fair|cunning", help="How the monsters are played.")]
CheckSeed = Annotated[str, typer.Option("--seed", metavar="WORDS", help="Any words; the same give the same figures.")]


def add_quest_commands(app: typer.Typer) -> None:
    """Make them commands, each with an example."""
    new = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
    new.command("quest", epilog="For example: undercroft new quest old-mill")(new_quest)
    app.add_typer(new, name="new", help="Begin something of your own.")
    check = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
    check.command("quest", epilog="For example: undercroft check quest old-mill.toml --heroes 4")(check_quest)
    app.add_typer(check, name="check", help="Check something of your own.")


# ---- a new quest -----------------------------------------------------------------------------------------------------


def new_quest(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called, as in old-mill.")], to: To = None
) -> None:
    """Write a small FreeQuest quest to change as you like, every field explained; docs/making-a-quest.md says more."""
    check_name(name)
    path = Path(f"{name}.toml" if to is None else to)
    write_quest(path, quest_text(name))
    look = look_at(sys.stdout)
    look.console.print(f"{printable(str(path))} is written: a small quest that can be played as it is.", soft_wrap=True)
    look.show_command("  see how it plays  ", f"{program()} check quest {shell_word(str(path))}")
    look.show_command("  play it           ", f"{program()} play freequest --quest {shell_word(str(path))}")


def check_name(name: str) -> None:
    """Refuse a name that could not be an id, or is one of the book's."""
    if NAME.fullmatch(name) is None:
        words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:LONGEST_NAME].strip("-")
        near = f"do you mean {words}?" if words else "write it as in old-mill"
        said = printable(name, LONGEST_NAME)
        raise UndercroftError(
            f"a quest's name is made of small letters, figures and hyphens, and {said!r} is not; {near}"
        )
    if len(name) > LONGEST_NAME:
        raise UndercroftError(f"a quest's name has {LONGEST_NAME} characters at most, and this one has {len(name)}")
    if name in read_campaign(QUESTS).quests:
        raise UndercroftError(f"there is a quest {name!r} in the book already; call yours something else")


def quest_text(name: str) -> str:
    """The template under a name of its own."""
    title = " ".join(word.capitalize() for word in name.split("-"))
    text = TEMPLATE.read_text(encoding="utf-8")
    for field, old, new in (("id", TEMPLATE_ID, name), ("title", TEMPLATE_TITLE, title)):
        line = f'{field} = "{old}"'.ljust(BEFORE_COMMENT)
        assert text.count(line) == 1
        text = text.replace(line, f'{field} = "{new}" '.ljust(BEFORE_COMMENT))
    return text


def write_quest(path: Path, text: str) -> None:
    """Write the file of a quest, which must not be there yet."""
    from undercroft.lab.files import check_writable, write_new

    check_writable(path)
    try:
        write_new(path, text)
    except FileExistsError:
        said = printable(str(path))
        raise UndercroftError(f"{said!r} is there already and stays as it is; --to names another file") from None


# ---- how a quest plays -----------------------------------------------------------------------------------------------


def check_quest(
    file: File,
    games: Games = None,
    heroes: HeroCount = None,
    referee: Level = "fair",
    seed: CheckSeed = "check",
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Check a FreeQuest quest, and let bots play it: who wins, how long it takes, who dies where.

    Each hero is the first of a party in turn, and the steady bot chooses the others. Without --games a party plays 200,
    or 40 in pure Python.
    """
    from undercroft.core.build import compiled
    from undercroft.lab.quests import USUAL_GAMES, measure, open_quest
    from undercroft.terminal.simulate_text import progress

    count = USUAL_GAMES[compiled()] if games is None else whole_number("--games", games, 0)
    party = None if heroes is None else whole_number("--heroes", heroes, 1)
    place = place_of(None, workers)
    quest = open_quest(Path(file))
    parties = len(quest.sizes) if party is None else 1
    with to_the_end():
        with progress(max(count, 1) * parties) as done:
            measured = measure(quest, count, party, referee, seed_of(seed), place, done)
        figures = measured.as_json()
        answer(figures, lambda look: quest_parts(figures, look), as_json)


def quest_parts(figures: dict[str, Any], look: Look) -> list[RenderableType]:
    """The figures as tables."""
    name = printable(Path(figures["file"]).name, 60)
    parts: list[RenderableType] = [
        Text(f"{figures['title']}, step {figures['step']}, {parties_of(figures)}: {name} can be played.", STRONG)
    ]
    if not figures["games"]:
        return [*parts, Text(), threat_table(figures)]
    with_games = [party for party in figures["parties"] if party["games"]]
    setting = f"{figures['bot'].capitalize()} heroes, {figures['referee']} referee, seed {figures['seed']}"
    parts += [Text(printable(f"{setting}: {amount(figures)}")), Text(), threat_table(figures)]
    if with_games:
        parts += [
            Text(),
            ends_table(with_games),
            Text(),
            heroes_table(with_games),
            Text(),
            *deaths_part(with_games, figures["areas"]),
        ]
    if figures["warnings"]:
        parts += [Text(), *(Text(sentence) for sentence in figures["warnings"])]
    return parts


def amount(figures: dict[str, Any]) -> str:
    """How many games were played."""
    from undercroft.terminal.simulate_text import counted

    if figures["interrupted"]:
        return f"{counted(sum(party['games'] for party in figures['parties']), 'game')}, interrupted"
    return counted(figures["games"], "game") + (" for each party" if len(figures["parties"]) > 1 else "")


def parties_of(figures: dict[str, Any]) -> str:
    """For whom a quest is."""
    least, most = figures["heroes"]
    if least < most:
        return f"for {least} to {most} heroes"
    return f"for {named(least)}"


def named(heroes: int) -> str:
    """So many heroes."""
    return f"{heroes} heroes" if heroes > 1 else "one hero"


def whole_share(value: float | None) -> str:
    """A share as a whole percentage, as a few hundred games tell no more; what has happened is never told as 0 %."""
    if value is None:
        return "-"
    rounded = f"{value * 100:.0f} %"
    return "<1 %" if value > 0 and rounded == "0 %" else ">99 %" if value < 1 and rounded == "100 %" else rounded


def threat_table(figures: dict[str, Any]) -> Table:
    """By party: the threat against what it may be, in all and in the worst area, and how often it wins."""
    from undercroft.terminal.simulate_text import number, plain_table

    with_games = ("won", "95 %", "rounds") if figures["games"] else ()
    table = plain_table("Party", "threat", "in one area", *with_games)
    for party in figures["parties"]:
        by_area = party["threat_by_area"]
        worst = max(by_area, key=by_area.__getitem__, default="")
        low, high = party["win_rate_95"]
        row = [named(party["heroes"]), f"{party['threat']} of {party['budget']}"]
        row.append(f"{worst}: {by_area[worst]} of {party['budget'] * 3 // 4}" if worst else "-")
        if with_games:
            known = f"{low * 100:.0f} to {high * 100:.0f} %" if party["games"] else "-"
            row += [whole_share(party["win_rate"]), known, number(party["mean_rounds"])]
        table.add_row(*row)
    return table


def ends_table(parties: list[dict[str, Any]]) -> Table:
    """How the games of each party ended."""
    from undercroft.terminal.simulate_text import plain_table

    table = plain_table("How they ended", *(named(party["heroes"]) for party in parties))
    for end in parties[0]["ends"]:
        shares = (whole_share(party["ends"][end] / party["games"]) for party in parties)
        table.add_row(end.replace("-", " "), *shares)
    return table


def heroes_table(parties: list[dict[str, Any]]) -> Table:
    """How often each hero was in the party."""
    from undercroft.terminal.simulate_text import plain_table

    table = plain_table("Who played", *(named(party["heroes"]) for party in parties))
    for hero in dict.fromkeys(hero for party in parties for hero in party["played"]):
        shares = (whole_share(party["played"].get(hero, 0) / party["games"]) for party in parties)
        table.add_row(hero, *shares)
    return table


def deaths_part(parties: list[dict[str, Any]], areas: dict[str, str]) -> list[RenderableType]:
    """Who died how often, and where."""
    from undercroft.terminal.simulate_text import plain_table

    table = plain_table("Who died", "party", "how often")
    table.add_column("where")
    for party in parties:
        for hero, row in party["deaths"].items():
            if row["died"]:
                shares = {letter: whole_share(count / row["games"]) for letter, count in row["where"].items()}
                where = ", ".join(f"{areas[letter]} {letter} {share}" for letter, share in shares.items())
                table.add_row(hero, named(party["heroes"]), whole_share(row["died"] / row["games"]), where)
    return [table] if table.row_count else [Text("Nobody died.", MUTED)]
