"""The command `undercroft`: play, go on, replay, look things up, watch a bot, simulate."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table
from rich.text import Text

import undercroft
from undercroft.core.errors import Failure, RecordError, ReplayError, UndercroftError
from undercroft.core.game import Game
from undercroft.games import GAMES, find_game
from undercroft.terminal import saves
from undercroft.terminal.campaign_commands import add_campaign_commands
from undercroft.terminal.lab_commands import add_lab_commands
from undercroft.terminal.lines import wrap
from undercroft.terminal.look import MUTED, STRONG, Look, look_at, printable, program, survive_any_text
from undercroft.terminal.options import (
    FIRST,
    AsJson,
    BossName,
    BotName,
    Changes,
    EditionName,
    GameName,
    PartyNames,
    PlayerCount,
    QuestName,
    RefereeName,
    Seed,
    random_seed,
    seconds,
    seed_of,
    set_up,
    whole_number,
    write_json,
)
from undercroft.terminal.play import Play
from undercroft.terminal.quest_commands import add_quest_commands
from undercroft.terminal.rules_text import find_rules, index_lines, search_lines
from undercroft.terminal.serve_command import add_serve_command
from undercroft.terminal.tables import draw
from undercroft.terminal.tell import replay as tell_replay
from undercroft.terminal.tell import replay_json
from undercroft.terminal.tell import watch as tell_watch

LATEST = ""  # the value of --resume without a name
REFUSED = 2  # as for an option that there is not

SETTINGS = {"help_option_names": ["-h", "--help"]}
app = typer.Typer(
    add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None, context_settings=SETTINGS
)
saves_app = typer.Typer(rich_markup_mode=None, context_settings=SETTINGS)
app.add_typer(saves_app, name="saves")


# ---- the bare command ------------------------------------------------------------------------------------------------


def show_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        made = "compiled" if undercroft.compiled() else "pure Python"
        print(f"undercroft {undercroft.__version__} ({made}, on Python {platform.python_version()})")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start_here(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Tabletop dungeon games in your terminal."""
    if context.invoked_subcommand is not None:
        return
    look = look_at(sys.stdout)
    look.show(Text("Undercroft", STRONG).append("  Tabletop dungeon games in your terminal.", "not bold"), "")
    for game in GAMES.values():
        command = f"undercroft play {game.name}  "
        look.show(*wrap(Text(command, STRONG).append(game.summary, "not bold"), look, 2, 2))
    look.show("")
    for command, text in (
        ("undercroft play GAME --resume", "go on where you stopped"),
        ("undercroft watch GAME", "let a bot play and read along"),
        ("undercroft rules GAME WORDS", "look up a rule"),
        ("undercroft review SAVE", "what in a game was luck, what was skill"),
        ("undercroft simulate GAME", "a thousand games at once"),
        ("undercroft compare GAME", "what a change of the rules does"),
        ("undercroft --help", "all commands"),
    ):
        look.show(Text(f"  {command:<30}  ", STRONG).append(text, "not bold"))


@app.command("games")
def list_games(as_json: AsJson = False) -> None:
    """List the games and their editions."""
    if as_json:
        write_json({"games": [game_json(game) for game in GAMES.values()]})
        return
    look = look_at(sys.stdout)
    for game in GAMES.values():
        look.show(Text(game.name, STRONG).append(f"  {game.title}", "not bold"), *wrap(Text(game.summary), look, 2))
        for edition in game.editions().values():
            text = Text(f"--edition {edition.key}", STRONG).append(f"  {edition.title}. {edition.summary}", "not bold")
            look.show(*wrap(text, look, 2, 2))


def game_json(game: Game) -> dict[str, Any]:
    """A game as plain data."""
    editions = {key: {"title": value.title, "summary": value.summary} for key, value in game.editions().items()}
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "seats": list(game.seats),
        "editions": editions,
    }


# ---- playing ---------------------------------------------------------------------------------------------------------


@app.command(epilog=f"For example: undercroft play {FIRST} --seed amber-gate-41")
def play(
    game: GameName,
    seed: Seed = None,
    edition: EditionName = None,
    changes: Changes = None,
    quest: QuestName = None,
    party: PartyNames = None,
    players: PlayerCount = None,
    referee: RefereeName = None,
    boss: BossName = None,
    resume: Annotated[
        str | None, typer.Option(metavar="[NAME]", help="Go on with a save; without a name, with the latest.")
    ] = None,
) -> None:
    """Play a game. Every choice is saved as you make it; type help while you play."""
    found = find_game(game)
    look = look_at(sys.stdout)
    if resume is None:
        seed = random_seed() if seed is None else seed_of(seed)
        values = set_up(found, changes, quest=quest, party=party, players=players, referee=referee, boss=boss)
        session = undercroft.start(found, seed, edition or "book", values)
        Play(look, session, None).run()
        return
    if any(one is not None for one in (seed, edition, quest, party, players, referee, boss)) or changes:
        raise UndercroftError(
            "--resume goes on with a game as it is, so leave out --seed, --edition and --set, and what sets it up"
        )
    take_up(found, resume, look)


def take_up(game: Game, name: str, look: Look) -> None:
    """Go on with a save."""
    path = latest(game) if name == LATEST else saves.find_save(name)
    record, _ = saves.read_save(path)
    if record.game != game.name:
        raise RecordError(f"{printable(str(path))} is a save of {printable(record.game, 40)}, not of {game.name}")
    session, misfit = saves.load_what_fits(path, record)
    save: saves.Save | None = None
    if misfit and record.rules == game.rules_version:
        raise RecordError(f"{misfit}; the rules are the same as then, so the record was not made by playing")
    if misfit:
        save, sentence = saves.copy_what_fits(session, misfit, saves.name_of(path))
        complain(sentence)
    elif session.outcome is None:
        save, record = saves.Save.open(path)
        session = saves.load(path, record)
        if record.rules != game.rules_version:
            complain(f"{save.name} {saves.OLDER}")
    Play(look, session, save).run()


def latest(game: Game) -> Path:
    """The save that --resume without a name means."""
    path, broken = saves.latest_unfinished(game.name)
    if path is None and broken:
        raise RecordError(broken[0].trouble)
    for entry in broken:
        complain(entry.trouble)
    if path is None:
        raise UndercroftError(f"there is no unfinished game of {game.title}; `{program()} play {game.name}` starts one")
    return path


# ---- looking back ----------------------------------------------------------------------------------------------------


@app.command()
def replay(
    save: Annotated[str, typer.Argument(metavar="SAVE", help="The name of a save, or a file.")],
    to: Annotated[str | None, typer.Option(metavar="N", help="Stop after so many choices.")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell a game again, from its first choice on."""
    path = saves.find_save(save)
    record, _ = saves.read_save(path)
    if to is not None:
        record = msgspec.structs.replace(record, choices=record.choices[: whole_number("--to", to, 0)])
    fresh = saves.load(path, msgspec.structs.replace(record, choices=()))
    try:
        if as_json:
            write_json(replay_json(fresh, record))
        else:
            tell_replay(fresh, record.choices, look_at(sys.stdout))
    except ReplayError as error:
        raise RecordError(f"{printable(str(path))}: {error}") from None


@saves_app.callback(invoke_without_command=True)
def list_saves(context: typer.Context, as_json: AsJson = False) -> None:
    """List the saves, the latest first.

    They are kept in your data folder, or in the one that UNDERCROFT_HOME names.
    """
    if context.invoked_subcommand is not None:
        return
    entries = [saves.entry(path) for path in saves.all_saves()]
    if as_json:
        write_json({"folder": str(saves.folder()), "saves": [entry.as_json() for entry in entries]})
        return
    look = look_at(sys.stdout)
    if not entries:
        look.show(f"There are no saves in {saves.folder()} yet.")
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=MUTED, pad_edge=False)
    for title in ("save", "where it stands", "changed"):
        table.add_column(title, no_wrap=title == "changed", overflow="fold")
    for entry in entries:
        changed = entry.changed.strftime("%Y-%m-%d %H:%M")
        table.add_row(Text(entry.name, STRONG), entry.where_it_stands, Text(changed, MUTED))
    draw(table, look)
    for entry in entries:
        if entry.trouble:
            look.show("", *wrap(Text(entry.trouble), look))


@saves_app.command("mend")
def mend_save(save: Annotated[str, typer.Argument(metavar="SAVE", help="The name of a save, or a file.")]) -> None:
    """Copy what is whole of a broken save to NAME-mended; the broken one stays as it is."""
    path = saves.find_save(save)
    copy, count = saves.mend(path)
    if copy is None:
        print(f"{saves.name_of(path)} is whole, with {count} choices; there is nothing to mend.")
    else:
        print(f"The first {count} choices are whole and are now the save {saves.name_of(copy)}.")


@app.command()
def rules(
    game: GameName,
    words: Annotated[list[str] | None, typer.Argument(metavar="[ID or WORDS]", help="What to look for.")] = None,
    as_json: AsJson = False,
) -> None:
    """Look up the rules: all of them, one by its id, or those that contain some words."""
    ledger = find_game(game).ledger()
    wanted = " ".join(words or [])
    found = find_rules(ledger, wanted) if wanted else list(ledger.rules.values())
    look = look_at(sys.stdout)
    if as_json:
        write_json({"game": game, "rules": [msgspec.to_builtins(rule) for rule in found]})
    elif wanted:
        look.show(*search_lines(ledger, wanted, look))
    else:
        look.show(*index_lines(found, look), "", f"{len(found)} clauses; undercroft rules {game} ID shows one in full.")


# ---- bots ------------------------------------------------------------------------------------------------------------


@app.command()
def watch(
    game: GameName,
    bot: BotName = "steady",
    seed: Seed = None,
    edition: EditionName = None,
    changes: Changes = None,
    quest: QuestName = None,
    party: PartyNames = None,
    players: PlayerCount = None,
    referee: RefereeName = None,
    boss: BossName = None,
    delay: Annotated[str, typer.Option(metavar="SECONDS", help="Wait so long after each choice.")] = "0",
) -> None:
    """Let a bot play, and read what happens."""
    pause = seconds("--delay", delay)
    seed = random_seed() if seed is None else seed_of(seed)
    found = find_game(game)
    values = set_up(found, changes, quest=quest, party=party, players=players, referee=referee, boss=boss)
    session = undercroft.start(found, seed, edition or "book", values)
    try:
        tell_watch(session, bot, pause, look_at(sys.stdout))
    except KeyboardInterrupt:
        print("\nStopped.")


add_lab_commands(app)
add_serve_command(app)
add_campaign_commands(app)
add_quest_commands(app)


# ---- errors, and the way out -----------------------------------------------------------------------------------------


def complain(sentence: str) -> None:
    """One sentence on the error stream."""
    print(f"undercroft: {printable(sentence)}", file=sys.stderr)


def with_resume_value(arguments: Sequence[str]) -> list[str]:
    """Give --resume a value where it has none: at the end, before another option, before the game's name."""
    result: list[str] = []
    for place, argument in enumerate(arguments):
        following = arguments[place + 1] if place + 1 < len(arguments) else "-"
        names_the_game = following in GAMES and not any(word in GAMES for word in arguments[:place])
        bare = argument == "--resume" and (following.startswith("-") or names_the_game)
        result.append(f"--resume={LATEST}" if bare else argument)
    return result


@cache
def commands() -> Callable[..., Any]:
    """All commands, as they are parsed; typer itself would put them together anew for every call."""
    return typer.main.get_command(app)


def run(arguments: Sequence[str]) -> int:
    """Run a command; whatever goes wrong is one sentence and an exit code: 2 if it is refused, 1 if it fails."""
    try:
        commands()(args=with_resume_value(arguments), prog_name="undercroft")
        sys.stdout.flush()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0
    except BrokenPipeError:
        return 1
    except UndercroftError as error:
        complain(str(error))
        return 1 if isinstance(error, Failure) else REFUSED
    except OSError as error:
        place = f"{printable(str(error.filename))}: " if error.filename is not None else ""
        complain(f"{place}{error.strerror or error}")
    return 1


def main() -> None:
    """The entry point."""
    survive_any_text()
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except (BrokenPipeError, ValueError):
        code = code or 1
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads: say no more at the end
    sys.exit(code)


if __name__ == "__main__":
    main()
