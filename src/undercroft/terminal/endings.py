"""The end of a game: one card with how it ended, what it scored, and the way to the same dungeon again."""

from __future__ import annotations

import json

import msgspec
from rich.text import Text

from undercroft.core.record import Record
from undercroft.core.scene import Scene, Track
from undercroft.core.session import Session
from undercroft.terminal.lines import trimmed
from undercroft.terminal.look import DANGER, MUTED, STRONG, Look, printable, program, shell_word
from undercroft.terminal.options import FLAGS
from undercroft.terminal.percents import wrapped

LONGEST_SEED = 30
LONGEST_CHANGE = 60
SCORE_ZONE = "score"
WIDEST = 68


def ending_card(session: Session, scene: Scene, look: Look) -> list[Text]:
    """The card: how it ended, the score with its parts, the rank."""
    width = min(WIDEST, look.width)
    inside: list[Text] = []
    for text in contents(session, scene, width - 6):
        inside.extend(trimmed(line) for line in wrapped(text, look.console, width - 6) or [Text()])
    return framed(inside, width, look)


def show_ending(session: Session, scene: Scene, look: Look) -> None:
    """The card, and below it the command for the same seed, unless it goes on from a whole document."""
    look.show("", *ending_card(session, scene, look), "")
    if not any(isinstance(value, dict) for value in session.record.changes.values()):
        look.show_command("The same seed again:  ", play_command(session.record))


def contents(session: Session, scene: Scene, width: int) -> list[Text]:
    """What the card says, from top to bottom."""
    ending = scene.ending
    assert ending is not None
    lines = [Text(scene.title.upper(), STRONG), Text()]
    if scene.practice:
        lines = [Text("PRACTICE: this does not count", DANGER), *lines]
    lines += [Text(ending.text, f"bold {session.game.accent}"), Text(facts(session, scene), MUTED), Text()]
    parts = [item for zone in scene.zones if zone.key == SCORE_ZONE for item in zone.items if isinstance(item, Track)]
    lines += [score_line(part.label, part.value, width, "") for part in parts]
    lines.append(score_line(ending.counts, ending.score, width, STRONG))
    last = Text(f"seed {played_now(session)}", MUTED)
    rank = [Text(f"Rank: {ending.rank}", STRONG)] if ending.rank else []
    return [*lines, *rank, Text(), last]


def facts(session: Session, scene: Scene) -> str:
    """Who it was, where it ended, and how many choices that took."""
    hero = next((zone.title for zone in scene.zones if zone.key == "hero"), "")
    return ", ".join(part for part in (hero, scene.status, f"{len(session.choices)} choices") if part)


def score_line(label: str, value: int, width: int, style: str) -> Text:
    """A part of the score, its figure at the right."""
    space = max(1, min(width, 36) - len(label) - len(str(value)))
    return Text(label + " " * space + str(value), style)


def which_game(record: Record) -> str:
    """The seed, and what else makes this game another."""
    return printable(record.seed, LONGEST_SEED) + variant(record)


def played_now(session: Session) -> str:
    """The same for a table that shows itself how it was set up."""
    tables = {setting.path.partition(".")[0] for setting in session.game.settings()}
    record = session.record
    rest = {path: value for path, value in record.changes.items() if path.partition(".")[0] not in tables}
    return which_game(msgspec.structs.replace(record, changes=rest))


def variant(record: Record) -> str:
    """The edition and the changes, where they are not the usual ones."""
    edition = f", edition {record.edition}" if record.edition != "book" else ""
    return edition + "".join(
        f", {printable(f'{path} = {value}', LONGEST_CHANGE)}"
        for path, value in record.changes.items()
        if not isinstance(value, dict)  # a whole document: the table shows what it says
    )


def framed(inside: list[Text], width: int, look: Look) -> list[Text]:
    """Lines in a box."""
    glyphs = look.glyphs
    corners, edge = glyphs.corners, glyphs.across * (width - 2)
    lines = [Text(corners[0] + edge + corners[1], MUTED)]
    for line in [Text(), *inside, Text()]:
        gap = " " * (width - 6 - line.cell_len)
        lines.append(Text(f"{glyphs.down}  ", MUTED) + line + Text(gap) + Text(f"  {glyphs.down}", MUTED))
    return [*lines, Text(corners[2] + edge + corners[3], MUTED)]


def play_command(record: Record) -> str:
    """The command that starts the same game anew."""
    words = [program(), "play", record.game, "--seed", shell_word(record.seed)]
    if record.edition != "book":
        words += ["--edition", record.edition]
    for path, value in record.changes.items():
        if path in FLAGS:
            plain = ",".join(str(one) for one in value) if isinstance(value, list) else str(value)
            words += [FLAGS[path], shell_word(plain)]
        else:
            words += ["--set", shell_word(f"{path}={toml(value)}")]
    return " ".join(words)


def toml(value: object) -> str:
    """A changed value as --set takes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(toml(item) for item in value)}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
