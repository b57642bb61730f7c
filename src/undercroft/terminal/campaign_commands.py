"""The commands of a campaign: new, show, play, watch."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from undercroft.core.errors import RuleError, UndercroftError
from undercroft.core.session import Session
from undercroft.games import find_game
from undercroft.lab.beside import Unanswered
from undercroft.lab.files import check_writable
from undercroft.terminal import campaigns, saves
from undercroft.terminal.adviser import Adviser, Bot
from undercroft.terminal.campaigns import KIND, CampaignFile, Chapter
from undercroft.terminal.lines import wrap
from undercroft.terminal.look import MUTED, STRONG, Look, look_at, program, shell_word
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
    set_up,
    whole_number,
    write_json,
)
from undercroft.terminal.play import Play
from undercroft.terminal.tell import undecided

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
    said = set_up(find_game("freequest"), party=party, players=players, referee=referee)
    paper = CampaignFile(
        KIND,
        edition or "book",
        random_seed() if seed is None else seed_of(seed),
        str(said.get("play.referee", "fair")),
        int(said.get("play.players", 1)),
        list(said.get("play.party", [])),
        int(said.get("play.heroes", 4)),
    )
    campaigns.create(file, paper)
    look = look_at(sys.stdout)
    look.show_command("A new campaign. Play with:  ", play_command(file))


def show(file: CampaignPath, as_json: AsJson = False) -> None:
    """How a campaign stands: the quests played, the party, what is open."""
    paper = campaigns.read(file)
    if as_json:
        write_json(msgspec.to_builtins(paper))
        return
    look = look_at(sys.stdout)
    for number, chapter in enumerate(paper.chapters, 1):
        look.show(*chapter_lines(number, chapter, look))
    for sheet in campaigns.party_of(paper):
        fate = "" if sheet.fate == "alive" else f", {sheet.fate.replace('-', ' ')}"
        line = Text(f"{sheet.hero}{fate}", STRONG)
        line.append(f"  {sheet.gold} gold, Health {sheet.health}; {', '.join(sheet.gear) or 'nothing'}", MUTED)
        look.show(*wrap(line, look, 2, 2))
    if paper.over:
        look.show(f"The campaign is {paper.over}.")
        return
    waiting = campaigns.open_quests(paper)
    look.show(f"Open: {', '.join(waiting)}." if waiting else "The first quest waits.")


def chapter_lines(number: int, chapter: Chapter, look: Look) -> list[Text]:
    """A quest that was played, in a paragraph."""
    line = Text(f"{number}. {chapter.quest}", STRONG)
    line.append(f"  {chapter.end.replace('-', ' ')} in round {chapter.rounds}", "not bold")
    if chapter.told:
        line.append(f". {'; '.join(chapter.told)}", MUTED)
    return wrap(line, look, 0, 2)


def play_command(file: Path) -> str:
    """How to go on with a campaign."""
    return f"{program()} campaign play {shell_word(str(file))}"


def play(file: CampaignPath) -> None:
    """Play on: the town, then the next quest; the file is written when the quest is over."""
    look = look_at(sys.stdout)
    paper, begun = catch_up(file, going_on(file), look)
    if paper.over:
        show(file)
        return
    session, save = begun or new_chapter(file, paper)
    table = Play(look, session, save, play_command(file))
    table.run()
    session = table.session.real or table.session
    if session.outcome is not None:
        campaigns.write(file, campaigns.after(paper, session))
        show(file)


def watch(
    file: CampaignPath,
    quests: Annotated[str, typer.Option(metavar="N", help="How many quests to play.")] = "1",
    bot: BotName = "steady",
) -> None:
    """Let a bot play on, quest after quest, from where you left; the file is written after each."""
    look = look_at(sys.stdout)
    paper = going_on(file)
    for _ in range(whole_number("--quests", quests, 1)):
        paper, begun = catch_up(file, paper, look)
        if paper.over:
            break
        session, save = begun or (campaigns.begin(paper), None)
        let_play(session, bot, save)
        paper = enter(file, paper, session, look)
    if paper.over:
        look.show(f"The campaign is {paper.over}.")


def let_play(session: Session, bot: str, save: saves.Save | None) -> None:
    """A bot on every seat, to the end of the quest; a save that was begun grows along."""
    adviser = Adviser()
    players = [Bot(adviser, bot, session.game.name, f"{session.record.seed} seat {seat}") for seat in range(5)]
    try:
        while (decision := session.decision) is not None:
            option = players[int(decision.seat)].choose(session)
            if save is not None:
                save.choice(decision.prompt.name, option.name)
            session.choose(option)
    except RuleError as error:
        raise UndercroftError(str(error)) from None
    except Unanswered as error:
        raise undecided(session, bot, error) from None
    finally:
        adviser.close()
    if save is not None:
        save.close()


# ---- chapters and their saves ----------------------------------------------------------------------------------------


def going_on(file: Path) -> CampaignFile:
    """A campaign that is not over yet, and whose next chapter can be written."""
    paper = campaigns.read(file)
    if paper.over:
        raise UndercroftError(f"the campaign of {str(file)!r} is {paper.over}; campaign show tells its story")
    check_writable(file)
    return paper


def catch_up(file: Path, paper: CampaignFile, look: Look) -> tuple[CampaignFile, tuple[Session, saves.Save] | None]:
    """Enter the chapters that were finished and not yet entered; then the one that was begun, if there is one."""
    while not paper.over:
        begun = take_up(file, paper, look)
        if begun is None or begun[0].outcome is None:
            return paper, begun
        session, save = begun
        sentence = f"The save {save.name} is a finished quest that the campaign did not know of; it is entered now."
        look.show(*wrap(Text(sentence), look))
        paper = enter(file, paper, session, look)
        save.close()
    return paper, None


def take_up(file: Path, paper: CampaignFile, look: Look) -> tuple[Session, saves.Save] | None:
    """The campaign's present chapter from its latest save; other campaigns may have saves of the same name."""
    fresh = campaigns.begin(paper).record
    for path in saves.saves_like(chapter_name(file, paper)):
        start = saves.read_start(path)
        if start is None or not campaigns.is_same_chapter(start, fresh):
            continue
        save, record = saves.Save.open(path)
        session, misfit = saves.load_what_fits(path, record)
        is_older = record.rules != session.game.rules_version
        if not misfit:
            look.show(*wrap(Text(f"The save {save.name} {saves.OLDER}."), look) if is_older else [])
            return session, save
        save.close()
        if is_older:
            save, sentence = saves.copy_what_fits(session, misfit, chapter_name(file, paper))
            look.show(*wrap(Text(f"{sentence}."), look))
            return session, save
        look.show(*wrap(Text(f"The save {save.name} was not made by playing and is left as it is."), look))
    return None


def new_chapter(file: Path, paper: CampaignFile) -> tuple[Session, saves.Save]:
    """The campaign's next chapter, with a save of its own."""
    session = campaigns.begin(paper)
    return session, saves.Save.create(session.record, chapter_name(file, paper))


def chapter_name(file: Path, paper: CampaignFile) -> str:
    """What the save of the present chapter is called."""
    return f"campaign-{saves.safe_name(file.stem) or 'freequest'}-{len(paper.chapters) + 1}"


def enter(file: Path, paper: CampaignFile, session: Session, look: Look) -> CampaignFile:
    """Write a finished chapter into the campaign's file, and tell it."""
    later = campaigns.after(paper, session)
    campaigns.write(file, later)
    if len(later.chapters) > len(paper.chapters):
        look.show(*chapter_lines(len(later.chapters), later.chapters[-1], look))
    return later
