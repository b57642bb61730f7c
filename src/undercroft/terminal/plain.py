"""Draws scenes as lines of text: one renderer for whatever tracks, cards, piles and dice a game lays on its table.

There are several grades of detail: cards of the board as boxes side by side or, which suits a pipe and a screen reader,
a line for each; the cards that somebody holds with their texts or by name; piles with what is in them or only counted.
`fitting` takes the fullest that fits the window.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

import msgspec
from rich.text import Text

from undercroft.core.scene import Card, Dice, Line, Pile, Question, Scene, Track, Zone
from undercroft.terminal.look import DANGER, MUTED, NARROWEST, STRONG, Look

MOST_PIPS = 12
MOST_PIPS_OF_A_HERO = 3
LEAST_BOX = 22
MOST_BOX = 38
INDENT = 2
FEW_CHOICES = 3
PROMPT_ROWS = 1  # the line where one types


class Detail(Enum):
    """How much of the table is drawn: with boxes, with the texts of cards held, with what is in piles."""

    FULL = (True, True, True)
    COUNTED = (True, True, False)
    NAMED = (True, False, False)
    PLAIN = (False, True, True)
    SPARE = (False, False, False)

    @property
    def boxes(self) -> bool:
        """Whether cards of the board are boxes."""
        return self.value[0]

    @property
    def texts(self) -> bool:
        """Whether cards that somebody holds show their texts."""
        return self.value[1]

    @property
    def piles(self) -> bool:
        """Whether piles show what is in them."""
        return self.value[2]


FOR_A_WINDOW = (Detail.FULL, Detail.COUNTED, Detail.NAMED, Detail.SPARE)


# ---- lines -----------------------------------------------------------------------------------------------------------


def wrap(text: Text, look: Look, indent: int = 0, hang: int = 0) -> list[Text]:
    """A text as lines that fit, indented, all but the first by `hang` more."""
    width = max(look.width - indent, NARROWEST // 2)
    lines = text.wrap(look.console, width)
    if hang and len(lines) > 1:
        first = lines[0]
        rest = text[len(first.plain.rstrip()) + 1 :]
        return [*indented([first], indent), *indented(rest.wrap(look.console, width - hang), indent + hang)]
    return indented(lines, indent)


def indented(lines: Iterable[Text], indent: int) -> list[Text]:
    """Lines with blanks before them and none after."""
    return [Text(" " * indent) + trimmed(line) for line in lines]


def trimmed(line: Text) -> Text:
    """A line without the blanks at its end."""
    line.rstrip()
    return line


def flow(pieces: Sequence[Text], look: Look, indent: int = 0, gap: int = 2) -> list[Text]:
    """Pieces one after the other, a new line where the next piece would not fit."""
    lines: list[Text] = []
    for piece in pieces:
        if lines and lines[-1].cell_len + gap + piece.cell_len <= look.width:
            lines[-1] = lines[-1] + Text(" " * gap) + piece
        else:
            lines.extend(wrap(piece, look, indent, INDENT))
    return lines


def joined(pieces: Iterable[Text | str], between: str) -> Text:
    """Pieces with something between them."""
    texts = [Text(piece) if isinstance(piece, str) else piece for piece in pieces]
    return Text(between).join(text for text in texts if text.plain)


# ---- the table -------------------------------------------------------------------------------------------------------


def tableau(scene: Scene, before: Scene | None, seed: str, look: Look, detail: Detail) -> list[Text]:
    """The whole table; figures that differ from those of the scene before say by how much."""
    old = figures(before) if before is not None else {}
    lines = wrap(header(scene, seed, look), look, hang=INDENT)
    loose: list[Text] = []
    for zone in scene.zones:
        if zone.aside:
            continue
        drawn = draw_zone(zone, old, look, detail)
        if drawn:
            lines.extend(flow(loose, look, INDENT))
            lines.extend(drawn)
            loose = []
        loose.extend(loose_pieces(zone, look, detail))
    return [*lines, *flow(loose, look, INDENT)]


def nothing_aside(scene: Scene) -> Scene:
    """The scene with all that otherwise lies aside on the table."""
    zones = tuple(msgspec.structs.replace(zone, aside=False) for zone in scene.zones)
    return msgspec.structs.replace(scene, zones=zones)


def header(scene: Scene, seed: str, look: Look) -> Text:
    """Which game, where in it, and its seed; a practice branch is marked."""
    line = Text()
    if scene.practice:
        line.append("PRACTICE ", DANGER).append(f"{look.glyphs.dot} ", MUTED)
    line.append(scene.title, STRONG)
    for part in (scene.status, f"seed {seed}"):
        line.append(f" {look.glyphs.dot} ", MUTED).append(part, MUTED)
    return line


def figures(scene: Scene) -> dict[str, int]:
    """All tracks of a scene that are not on a card, by key."""
    return {item.key: item.value for zone in scene.zones for item in zone.items if isinstance(item, Track)}


def draw_zone(zone: Zone, old: dict[str, int], look: Look, detail: Detail) -> list[Text]:
    """A zone with tracks is somebody's sheet; one without is a part of the board, with its cards."""
    tracks = [item for item in zone.items if isinstance(item, Track)]
    cards = [item for item in zone.items if isinstance(item, Card)]
    if tracks:
        return draw_sheet(zone.title, tracks, cards, old, look, detail)
    if detail.boxes and cards:
        return boxes(cards, look)
    return [line for card in cards for line in wrap(card_line(card, look), look, INDENT, INDENT)]


def loose_pieces(zone: Zone, look: Look, detail: Detail) -> list[Text]:
    """Dice and piles, which share a line with those of other zones."""
    result = []
    for item in zone.items:
        if isinstance(item, Dice):
            result.append(dice_text(item))
        elif isinstance(item, Pile):
            result.append(pile_text(item, detail))
    return result


def draw_sheet(
    title: str, tracks: list[Track], cards: list[Card], old: dict[str, int], look: Look, detail: Detail
) -> list[Text]:
    """Somebody's name and figures, then what they hold."""
    shown = [track_text(track, look, MOST_PIPS_OF_A_HERO, old.get(track.key)) for track in tracks]
    lines = flow([Text(title, STRONG), *shown], look)
    if len(lines) > 1:
        lines = [Text(title, STRONG), *flow(shown, look, INDENT)]
    if not detail.texts:
        names = joined((card_title(card) for card in cards), ", ")
        return [*lines, *(wrap(Text("Cards ", MUTED) + names, look, INDENT, INDENT) if names.plain else [])]
    return [*lines, *flow_cards(cards, look)]


def flow_cards(cards: list[Card], look: Look) -> list[Text]:
    """Cards with their texts, as a paragraph."""
    pieces = [card_title(card) + Text(": ") + Text(" ".join(card.lines), MUTED) for card in cards]
    return wrap(joined(pieces, "  "), look, INDENT) if pieces else []


def card_title(card: Card) -> Text:
    """A card's name, and what is the matter with it."""
    title = Text(card.title, STRONG)
    return title.append(f" ({card.state})", DANGER) if card.state else title


# ---- things ----------------------------------------------------------------------------------------------------------


def track_text(track: Track, look: Look, most_pips: int, old: int | None = None) -> Text:
    """A figure with its glyph, its limit and what changed."""
    token = look.token(track.key)
    text = Text()
    if token.glyph:
        text.append(f"{token.glyph} ", token.style)
    text.append(f"{track.label} ", MUTED)
    if track.most is not None and 0 < track.most <= most_pips:
        full = min(max(track.value, 0), track.most)
        text.append(look.glyphs.full * full + look.glyphs.empty * (track.most - full) + " ", token.style)
        text.append(str(track.value), STRONG)
    else:
        text.append(str(track.value), STRONG)
        text.append(f"/{track.most}" if track.most is not None else "", MUTED)
    if old is not None and old != track.value:
        text.append(f" ({track.value - old:+d})", DANGER if track.value < old else STRONG)
    return text


def dice_text(dice: Dice) -> Text:
    """Dice as they lie."""
    return Text(f"{dice.title} ", MUTED).append(" ".join(str(face) for face in dice.faces), STRONG)


def pile_text(pile: Pile, detail: Detail) -> Text:
    """A pile's number and, with room for it, what is in it."""
    text = Text(f"{pile.title} ", MUTED).append(str(pile.count), STRONG)
    if pile.names and detail.piles:
        text.append(": " + ", ".join(pile.names), MUTED)
    return text


def card_line(card: Card, look: Look) -> Text:
    """A card on a line."""
    tracks = [track_text(track, look, MOST_PIPS) for track in card.tracks]
    text = Text(f"{card.kind.capitalize()} ", MUTED) + card_title(card)
    for part in (joined(tracks, "  "), Text(", ".join(line.rstrip(".") for line in card.lines))):
        if part.plain:
            text = text + Text("  ") + part
    return text


def boxes(cards: list[Card], look: Look) -> list[Text]:
    """Cards as boxes, as many side by side as fit."""
    beside = max(1, min(len(cards), (look.width + 1) // (LEAST_BOX + 1)))
    width = min(MOST_BOX, (look.width + 1) // beside - 1)
    lines: list[Text] = []
    for first in range(0, len(cards), beside):
        row = [box(card, width, look) for card in cards[first : first + beside]]
        height = max(len(inside) for inside in row)
        drawn = [closed(card, inside, height, width, look) for card, inside in zip(cards[first:], row, strict=False)]
        lines.extend(joined(parts, " ") for parts in zip(*drawn, strict=True))
    return lines


def box(card: Card, width: int, look: Look) -> list[Text]:
    """What is written in a card's box."""
    texts = [track_text(track, look, min(MOST_PIPS, width - 16)) for track in card.tracks]
    texts.extend(Text(line) for line in card.lines)
    if card.state:
        texts.append(Text(card.state, DANGER))
    return [trimmed(line) for text in texts for line in text.wrap(look.console, width - 4)]


def closed(card: Card, inside: list[Text], height: int, width: int, look: Look) -> list[Text]:
    """A box of that height around its lines, with the card's name in its upper edge."""
    glyphs = look.glyphs
    corners = glyphs.corners
    title = Text(f" {card.title} ", STRONG)
    title.truncate(width - 4)
    kind = f" {card.kind} "
    space = width - 3 - title.cell_len - len(kind) - 1
    upper = Text(corners[0] + glyphs.across, MUTED) + title
    if space >= 0:
        upper.append(glyphs.across * space + kind + glyphs.across, MUTED)
    else:
        upper.append(glyphs.across * (width - 1 - upper.cell_len), MUTED)
    lines = [upper.append(corners[1], MUTED)]
    for number in range(height):
        line = inside[number] if number < len(inside) else Text()
        gap = " " * (width - 4 - line.cell_len)
        lines.append(Text(f"{glyphs.down} ", MUTED) + line + Text(gap) + Text(f" {glyphs.down}", MUTED))
    return [*lines, Text(corners[2] + glyphs.across * (width - 2) + corners[3], MUTED)]


# ---- what happened, and the question ---------------------------------------------------------------------------------


def paragraph(lines: Sequence[Line], look: Look) -> list[Text]:
    """What happened, as one paragraph."""
    return wrap(Text(" ".join(line.text for line in lines)), look) if lines else []


def ask(question: Question, odds: Sequence[Sequence[str]], look: Look) -> list[Text]:
    """The question and its numbered options, each with its odds beside it, or below it where there is no room."""
    lines = wrap(Text(question.text, look.accent), look)
    digits = len(str(len(question.choices)))
    indent = INDENT + digits + 1
    labels = [indent + len(choice.label) + 3 for choice in question.choices]
    column = odds_column(labels, [len(", ".join(words)) for words in odds], look.width)
    for number, (choice, words) in enumerate(zip(question.choices, odds, strict=True), 1):
        label = Text(f"{number:>{digits}} ", STRONG).append(choice.label, "not bold")
        drawn = wrap(label, look, INDENT, digits + 1)
        beside = ", ".join(words)
        at = max(column, labels[number - 1])
        if words and at + len(beside) <= look.width:
            drawn[0].append(" " * (at - drawn[0].cell_len)).append(beside, MUTED)
        elif words:
            rows = 2 if len(question.choices) <= FEW_CHOICES else 1
            drawn.extend(as_many_as_fit(words, look, indent + 2, rows))
        lines.extend(drawn)
    return lines


def odds_column(labels: Sequence[int], odds: Sequence[int], width: int) -> int:
    """Where odds begin: after the longest label that leaves room for the odds of all shorter ones."""
    for column in sorted(set(labels), reverse=True):
        if all(column + long <= width for label, long in zip(labels, odds, strict=True) if label <= column):
            return column
    return min(labels, default=0)


def as_many_as_fit(words: Sequence[str], look: Look, indent: int, rows: int) -> list[Text]:
    """Words with commas on so many rows, and dots in place of those that do not fit."""
    lines = listed(words, look, indent)
    for count in range(len(words) - 1, 0, -1):
        if len(lines) <= rows:
            break
        lines = listed([*words[:count], "..."], look, indent)
    return lines


def listed(words: Sequence[str], look: Look, indent: int) -> list[Text]:
    """Words with commas, none of them broken."""
    commas = [f"{word}," for word in words[:-1]]
    return flow([Text(word, MUTED) for word in (*commas, *words[-1:])], look, indent, gap=1)


# ---- the window ------------------------------------------------------------------------------------------------------


def fitting(
    told: list[Text], scene: Scene, before: Scene | None, seed: str, asked: list[Text], look: Look
) -> list[Text]:
    """What happened, the table in the fullest detail that fits the window, and what is asked."""
    happened = [*told, Text()] if told else []
    if look.rows is None:
        return [*happened, *tableau(scene, before, seed, look, Detail.PLAIN), Text(), *asked]
    drawn = [tableau(scene, before, seed, look, detail) for detail in FOR_A_WINDOW]
    for above in (len(happened), 0):
        for lines in drawn:
            if above + len(lines) + 1 + len(asked) + PROMPT_ROWS <= look.rows:
                return [*happened, *lines, Text(), *asked]
    return [*happened, *drawn[-1], Text(), *asked]
