"""The commands of a campaign: new, show, play, watch."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from undercroft.bots import find_bot
from undercroft.core.errors import RuleError, UndercroftError
from undercroft.core.session import Session
from undercroft.games import find_game
from undercroft.terminal import campaigns, saves
from undercroft.terminal.campaigns import KIND, CampaignFile, Chapter
from undercroft.terminal.lines import wrap
from undercroft.terminal.look import MUTED, STRONG, Look, look_at
from undercroft.terminal.options import (
    AsJson,
    BotName,
    EditionName,
    PartyNames,
    PlayerCount,
    RefereeName,
    Seed,
    random_seed,
    seed_of,
    table_changes,
    whole_number,
    write_json,
)
from undercroft.terminal.play import Play

CampaignPath = Annotated[Path, typer.Argument(metavar="FILE", help="The campaign's file.")]


def add_campaign_commands(app: typer.Typer) -> None:
    """Make them commands of `campaign`."""
    campaign = typer.Typer(help="A party that goes from quest to quest, in a file of its own.", no_args_is_help=True)
    campaign.command("new", epilog="For example: undercroft campaign new marsh.json --party warrior,wizard")(new)
    campaign.command("show")(show)
    campaign.command("play")(play)
    campaign.command("watch", epilog="For example: undercroft campaign watch marsh.json --quests 1")(watch)
    app.add_typer(campaign, name="campaign")


def new(
    file: CampaignPath,
    party: PartyNames = None,
    players: PlayerCount = None,
    referee: RefereeName = None,
    edition: EditionName = None,
    seed: Seed = None,
) -> None:
    """Begin a campaign; the first quest is played by `campaign play` or `campaign watch`."""
    set_up = table_changes(find_game("freequest"), None, party, players, referee)
    paper = CampaignFile(
        KIND,
        edition or "book",
        random_seed() if seed is None else seed_of(seed),
        str(set_up.get("play.referee", "fair")),
        int(set_up.get("play.players", 1)),
        list(set_up.get("play.party", [])),
        int(set_up.get("play.heroes", 4)),
    )
    campaigns.create(file, paper)
    look = look_at(sys.stdout)
    look.show_command("A new campaign. Play with:  ", f"undercroft campaign play {file}")


def show(file: CampaignPath, as_json: AsJson = False) -> None:
    """How a campaign stands: the quests played, the party, what is open."""
    paper = campaigns.read(file)
    if as_json:
        write_json(msgspec.to_builtins(paper))
        return
    look = look_at(sys.stdout)
    for number, chapter in enumerate(paper.chapters, 1):
        look.show(*chapter_lines(number, chapter, look))
    for sheet in paper.campaign.get("party", ()):
        fate = "" if sheet["fate"] == "alive" else f", {sheet['fate'].replace('-', ' ')}"
        line = Text(f"{sheet['hero']}{fate}", STRONG)
        line.append(f"  {sheet['gold']} gold, Health {sheet['health']}; {', '.join(sheet['gear']) or 'nothing'}", MUTED)
        look.show(*wrap(line, look, 2, 2))
    if paper.over:
        look.show(f"The campaign is {paper.over}.")
        return
    standing = paper.campaign.get("quests", {})
    waiting = [key for key, quest in standing.items() if quest["standing"] == "open"]
    look.show(f"Open: {', '.join(waiting)}." if waiting else "The first quest waits.")


def chapter_lines(number: int, chapter: Chapter, look: Look) -> list[Text]:
    """A quest that was played, in a paragraph."""
    line = Text(f"{number}. {chapter.quest}", STRONG)
    line.append(f"  {chapter.end.replace('-', ' ')} in round {chapter.rounds}", "not bold")
    if chapter.told:
        line.append(f". {'; '.join(chapter.told)}", MUTED)
    return wrap(line, look, 0, 2)


def play(file: CampaignPath) -> None:
    """Play on: the town, then the next quest; the file is written when the quest is over."""
    paper = going_on(file)
    session, save = take_up(file, paper)
    table = Play(look_at(sys.stdout), session, save)
    table.run()
    if table.session.outcome is not None and not table.practising:
        campaigns.write(file, campaigns.after(paper, table.session))
        show(file)


def take_up(file: Path, paper: CampaignFile) -> tuple[Session, saves.Save | None]:
    """The chapter that was begun, or a new one."""
    stem = f"campaign-{saves.safe_name(file.stem) or 'freequest'}-{len(paper.chapters) + 1}"
    path = saves.path_of(stem)
    if path.exists():
        record, _ = saves.read_save(path)
        if campaigns.belongs_to(record, paper):
            session, misfit = saves.load_what_fits(path, record)
            if not misfit and session.outcome is None:
                save, record = saves.Save.open(path)
                return saves.load(path, record), save
    session = campaigns.begin(paper)
    return session, saves.Save.create(session.record, stem)


def watch(
    file: CampaignPath,
    quests: Annotated[str, typer.Option(metavar="N", help="How many quests to play.")] = "1",
    bot: BotName = "steady",
) -> None:
    """Let a bot play on, quest after quest; the file is written after each."""
    look = look_at(sys.stdout)
    paper = going_on(file)
    for _ in range(whole_number("--quests", quests, 1)):
        if paper.over:
            break
        session = campaigns.begin(paper)
        let_play(session, bot)
        paper = campaigns.after(paper, session)
        campaigns.write(file, paper)
        if paper.chapters:
            look.show(*chapter_lines(len(paper.chapters), paper.chapters[-1], look))
    if paper.over:
        look.show(f"The campaign is {paper.over}.")


def let_play(session: Session, bot: str) -> None:
    """A bot on every seat, to the end of the quest."""
    players = [find_bot(bot, session.game.name, f"{session.record.seed} seat {seat}") for seat in range(5)]
    while session.decision is not None:
        try:
            session.choose(session.consult(players[int(session.decision.seat)]))
        except RuleError as error:
            raise UndercroftError(str(error)) from None


def going_on(file: Path) -> CampaignFile:
    """A campaign that is not over yet."""
    paper = campaigns.read(file)
    if paper.over:
        raise UndercroftError(f"the campaign of {str(file)!r} is {paper.over}; campaign show tells its story")
    return paper
