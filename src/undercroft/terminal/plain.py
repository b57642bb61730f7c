"""Draws scenes as lines of text: one renderer for whatever tracks, slots, cards, maps, piles and dice a game lays out.

There are several grades of detail: cards of the board as boxes side by side or, which suits a pipe and a screen reader,
a line for each; the cards that somebody holds with their texts or by name; piles with what is in them or only counted;
maps as boxes or as rows of marks. `fitting` takes the fullest that fits the window. Beside a plan, which needs much
room, cards have a line each or run on; rows that are left go to the texts of those that matter most. Where there is no
window maps and slots are told in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from itertools import pairwise, product

import msgspec
from rich.text import Text

from undercroft.core.scene import Card, Dice, Line, Map, Pile, Scene, Slot, Standing, Track, Zone, told_once
from undercroft.terminal.lines import INDENT, flow, joined, trimmed, wrap
from undercroft.terminal.look import DANGER, MUTED, STRONG, Look
from undercroft.terminal.maps import (
    Numbers,
    full_legend,
    in_boxes,
    in_parts,
    in_rows,
    in_words,
    is_narrow,
    maps_of,
    noted,
    numbers_of,
    short_legend,
)
from undercroft.terminal.percents import wrapped
from undercroft.terminal.plans import (
    LEAST_LINES,
    least_lines,
    legend_beside,
    legend_of_plan,
    plan_in_lines,
    plan_in_parts,
    plan_in_words,
)
from undercroft.terminal.questions import Asked

MOST_PIPS = 12
MOST_PIPS_OF_A_HERO = 3
LEAST_BOX = 22
MOST_BOX = 38
PROMPT_ROWS = 1  # the line where one types
ENOUGH_ROWS = 7  # of a map that is cut, so that the odds may stay
ENOUGH_LINES = 9  # of a plan that is cut, so that more may be told around it
STOPS = (".", "!", "?")


class Detail(Enum):
    """How much is drawn: boxes for cards, texts of cards held, what is in piles, boxes for maps, nothing left out.

    Cards may have as many lines as they need, but a line each, or run on with nothing but their figures. Where there is
    no window maps and slots are told in words, whatever the detail.
    """

    FULL = (True, True, True, True, False, "")
    COUNTED = (True, True, False, True, False, "")
    NAMED = (True, False, False, True, False, "")
    LINED = (True, False, False, False, False, "")
    PLAIN = (False, True, True, False, False, "")
    SPARE = (False, False, False, False, False, "")
    TOLD = (False, False, False, False, False, "with all their texts")
    LISTED = (False, False, False, False, False, "a line each")
    RUN_ON = (False, False, False, False, False, "run on")
    WHOLE = (True, True, True, True, True, "")
    WHOLE_IN_ROWS = (True, True, True, False, True, "")

    def __init__(self, boxes: bool, texts: bool, piles: bool, roomy: bool, whole: bool, cards: str) -> None:
        self.boxes = boxes
        self.texts = texts
        self.piles = piles
        self.roomy = roomy
        self.whole = whole
        self.cards = cards


FOR_A_WINDOW = (Detail.FULL, Detail.COUNTED, Detail.NAMED, Detail.LINED, Detail.SPARE, Detail.LISTED)
BESIDE_A_PLAN = (Detail.TOLD, Detail.LISTED, Detail.RUN_ON)


@dataclass(frozen=True)
class View:
    """How a scene is drawn: on what, in which detail, compared with which figures and states, by which numbers.

    Where cards have a line each, `told` says of single ones how many of their texts are told whole.
    """

    look: Look
    detail: Detail
    figures: Mapping[str, int]
    states: Mapping[str, str]
    numbers: Numbers
    map_rows: int | None
    told: Mapping[str, int]


# ---- the table -------------------------------------------------------------------------------------------------------


def tableau(
    scene: Scene, before: Scene | None, seed: str, look: Look, detail: Detail, map_rows: int | None = None
) -> list[Text]:
    """The whole table; what differs from the scene before says so. A map may have to do with so many rows."""
    return draw(scene, seed, viewed(scene, before, look, detail, map_rows))


def viewed(scene: Scene, before: Scene | None, look: Look, detail: Detail, map_rows: int | None = None) -> View:
    """How a scene is drawn after another."""
    return View(look, detail, figures(before), states(before), numbers_of(scene.question), map_rows, {})


def draw(scene: Scene, seed: str, view: View) -> list[Text]:
    """The whole table, in a view of it."""
    look, detail = view.look, view.detail
    lines = wrap(header(scene, seed, look), look, hang=INDENT)
    loose: list[Text] = []
    for zone in scene.zones:
        if zone.aside:
            continue
        drawn = draw_zone(zone, view)
        if drawn:
            lines.extend(flow(loose, look, INDENT))
            lines.extend(drawn)
            loose = []
        loose.extend(loose_pieces(zone, detail))
    return [*lines, *flow(loose, look, INDENT)]


def whole_table(scene: Scene, seed: str, look: Look) -> list[Text]:
    """All there is, with what marks mean: maps in boxes if that fits the window, and nothing left out otherwise."""
    scene = nothing_aside(scene)
    if look.rows is None:
        return tableau(scene, None, seed, look, Detail.PLAIN)
    lines = tableau(scene, None, seed, look, Detail.WHOLE)
    numbers = numbers_of(scene.question)
    fits = len(lines) + PROMPT_ROWS <= look.rows and all(is_narrow(drawn, numbers, look) for drawn in maps_of(scene))
    return lines if fits or not maps_of(scene) else tableau(scene, None, seed, look, Detail.WHOLE_IN_ROWS)


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


def figures(scene: Scene | None) -> dict[str, int]:
    """All tracks of a scene that are not on a card, by key."""
    zones = scene.zones if scene is not None else ()
    return {item.key: item.value for zone in zones for item in zone.items if isinstance(item, Track)}


def states(scene: Scene | None) -> dict[str, str]:
    """The states of all slots of a scene, by key."""
    zones = scene.zones if scene is not None else ()
    return {item.key: item.state for zone in zones for item in zone.items if isinstance(item, Slot)}


def draw_zone(zone: Zone, view: View) -> list[Text]:
    """A zone with tracks or slots is somebody's sheet; one without is a part of the board, with its cards and maps."""
    cards = [item for item in zone.items if isinstance(item, Card)]
    if any(isinstance(item, Track | Slot) for item in zone.items):
        lines = draw_sheet(zone, cards, view)
    elif view.detail.boxes and cards:
        lines = boxes(cards, view.look)
    elif view.detail in (Detail.TOLD, Detail.LISTED):
        lines = listed_cards(cards, view)
    elif view.detail is Detail.RUN_ON:
        lines = cards_run_on(zone.title, cards, view)
    else:
        lines = [line for card in cards for line in wrap(card_line(card, view.look), view.look, INDENT, INDENT)]
    return [*lines, *(line for item in zone.items if isinstance(item, Map) for line in draw_map(item, view))]


def draw_map(drawn: Map, view: View) -> list[Text]:
    """A map in the view's detail."""
    look, detail, numbers = view.look, view.detail, view.numbers
    if not drawn.cells:
        return []
    if drawn.is_plan:
        return draw_plan(drawn, view)
    if look.rows is None:
        return in_words(drawn, look)
    if detail.whole:
        lines = in_boxes(drawn, numbers, look, ()) if detail.roomy else in_parts(drawn, numbers, look)
        return [*lines, *flow(full_legend(drawn), look, INDENT), *draw_notes(drawn, look)]
    beside = short_legend(drawn, numbers)
    if detail.roomy:
        return in_boxes(drawn, numbers, look, beside)
    return in_rows(drawn, numbers, look, beside, view.map_rows)


def draw_plan(drawn: Map, view: View) -> list[Text]:
    """A map with walls in the view's detail."""
    look, numbers = view.look, view.numbers
    if look.rows is None:
        return plan_in_words(drawn, look)
    if view.detail.whole:
        lines = plan_in_parts(drawn, numbers, look)
        return [*lines, *flow(legend_of_plan(drawn), look, INDENT), *draw_notes(drawn, look)]
    return plan_in_lines(drawn, numbers, look, legend_beside(drawn), view.map_rows)


def draw_notes(drawn: Map, look: Look) -> list[Text]:
    """What else is known of single places of a map."""
    return [line for note in noted(drawn) for line in wrap(note, look, INDENT, INDENT)]


def loose_pieces(zone: Zone, detail: Detail) -> list[Text]:
    """Dice and piles, which share a line with those of other zones."""
    result = []
    for item in zone.items:
        if isinstance(item, Dice):
            result.append(dice_text(item))
        elif isinstance(item, Pile):
            result.append(pile_text(item, detail))
    return result


def draw_sheet(zone: Zone, cards: list[Card], view: View) -> list[Text]:
    """Somebody's name, figures and slots, then what they hold."""
    look = view.look
    tracks = [item for item in zone.items if isinstance(item, Track)]
    slots = [item for item in zone.items if isinstance(item, Slot)]
    name = Text(zone.title, STRONG)
    lines = draw_tracks(name, tracks, view) if tracks else []
    lines += draw_slots([] if tracks else [name], slots, view)
    if view.detail.texts:
        return [*lines, *flow_cards(cards, look)]
    names = joined((card_title(card) for card in cards), ", ")
    return [*lines, *(wrap(Text("Cards ", MUTED) + names, look, INDENT, INDENT) if names.plain else [])]


def draw_tracks(name: Text, tracks: list[Track], view: View) -> list[Text]:
    """A name and figures, on one line if they fit."""
    shown = [track_text(track, view.look, MOST_PIPS_OF_A_HERO, view.figures.get(track.key)) for track in tracks]
    lines = flow([name, *shown], view.look)
    return lines if len(lines) == 1 else [name, *flow(shown, view.look, INDENT)]


def draw_slots(before: list[Text], slots: list[Slot], view: View) -> list[Text]:
    """Slots after what stands before them, or as a sentence where there is no window."""
    look = view.look
    if look.rows is None and slots:
        told = joined((slot_words(slot, view.states.get(slot.key)) for slot in slots), ", ")
        return wrap(joined([*before, told], ": "), look, 0 if before else INDENT, INDENT)
    pieces = [slot_text(slot, look, view.states.get(slot.key)) for slot in slots]
    lines = flow([*before, *pieces], look, hang=INDENT) if before else flow(pieces, look, INDENT)
    return [*lines, *slot_legend(slots, look)] if view.detail.whole else lines


def flow_cards(cards: list[Card], look: Look) -> list[Text]:
    """Cards with their texts, as a paragraph."""
    pieces = [card_title(card) + Text(": ") + Text(run_together(texts_of(card)), MUTED) for card in cards]
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
    if track.note:
        text.append(f": {track.note}", MUTED)
    return text


def figure_text(track: Track, look: Look, old: int | None = None) -> Text:
    """A figure and its limit as short as can be: where a glyph says what it is, there is no label."""
    if not look.token(track.key).glyph:
        return track_text(track, look, 0, old)
    text = track_text(msgspec.structs.replace(track, label=""), look, 0, old)
    return text[:2] + text[3:]


def slot_text(slot: Slot, look: Look, old: str | None) -> Text:
    """A slot with the glyph of its standing and, if that is new, the word for it."""
    style = STRONG if slot.standing == "had" else MUTED
    text = Text(f"{look.standing(slot.standing)} {slot.title}", style)
    if old is not None and old != slot.state:
        text.append(f" ({slot.state})", STRONG if slot.standing == "had" else DANGER)
    return text


def slot_words(slot: Slot, old: str | None) -> str:
    """A slot in words."""
    return f"{slot.title} {slot.state}" + (f" (was {old})" if old is not None and old != slot.state else "")


def slot_legend(slots: list[Slot], look: Look) -> list[Text]:
    """What the glyphs of slots mean."""
    words: dict[Standing, dict[str, None]] = {}
    for slot in slots:
        words.setdefault(slot.standing, {})[slot.state] = None
    shown = [Text(f"{look.standing(standing)} {' or '.join(told)}", MUTED) for standing, told in words.items()]
    return flow(shown, look, INDENT)


def dice_text(dice: Dice) -> Text:
    """Dice as they lie; a colon keeps a number in their title apart from them."""
    return Text(f"{dice.title}: ", MUTED).append(" ".join(str(face) for face in dice.faces), STRONG)


def pile_text(pile: Pile, detail: Detail) -> Text:
    """A pile's number and, with room for it, what is in it."""
    text = Text(f"{pile.title} ", MUTED).append(str(pile.count), STRONG)
    if pile.names and detail.piles:
        text.append(": " + ", ".join(pile.names), MUTED)
    return text


def card_line(card: Card, look: Look) -> Text:
    """A card on a line, with its kind before its title unless that begins with it."""
    tracks = [track_text(track, look, MOST_PIPS) for track in card.tracks]
    named = f"{card.title} ".casefold().startswith(f"{card.kind} ".casefold())
    text = Text("" if named else f"{card.kind.capitalize()} ", MUTED) + card_title(card)
    for part in (joined(tracks, "  "), Text(run_together(texts_of(card)))):
        if part.plain:
            text = text + Text("  ") + part
    return text


def texts_of(card: Card) -> list[str]:
    """What a card says, each thing once, without what its title or its kind says already."""
    told = {said(card.title), said(card.kind)}
    texts = []
    for text in card.lines:
        if said(text) not in told:
            told.add(said(text))
            texts.append(text)
    return texts


def said(text: str) -> str:
    """What a text says, however it is written."""
    return text.rstrip(".").casefold()


def run_together(texts: Sequence[str]) -> str:
    """Texts one after the other: what begins with a capital is a sentence, what does not goes on with the one before.

    Where there are commas inside, a comma would not keep two of them apart.
    """
    told = ""
    for before, text in pairwise(["", *texts]):
        if told and not told.endswith(STOPS):
            commas = "," in before or "," in text
            told += "." if text[:1].isupper() else ";" if commas else ","
        told += f" {text}" if told else text
    is_sentence = bool(texts) and texts[-1][:1].isupper() and not told.endswith(STOPS)
    return f"{told}." if is_sentence else told


def listed_cards(cards: list[Card], view: View) -> list[Text]:
    """Cards on a line each, or with all their texts, or with some; their figures below each other."""
    wide = widest(cards)
    whole = view.detail is Detail.TOLD
    counts = [len(card.lines) if whole else view.told.get(card.key, 0) for card in cards]
    return [line for card, count in zip(cards, counts, strict=True) for line in listed(card, wide, count, view)]


def widest(cards: Sequence[Card]) -> int:
    """How wide the column of these cards' titles is."""
    return max((len(card.title) for card in cards), default=0)


def listed(card: Card, wide: int, count: int, view: View) -> list[Text]:
    """A card with its figures and so many of its texts; where these fill no line, with what a line holds of them."""
    look = view.look
    figures = (figure_text(track, look, view.figures.get(track.key)) for track in card.tracks)
    text = joined([Text(f"{card.title:<{wide}}", STRONG), *figures, Text(card.state, DANGER)], "  ")
    texts = texts_of(card)
    told = run_together(texts[:count]) + (f" {look.glyphs.cut}" if count < len(texts) else "")
    lines = wrap(joined([text, told], "  "), look, INDENT, INDENT)
    if count >= len(texts) or (count and len(lines) > 1):
        return lines
    told = cut_to_a_line(texts, look.width - INDENT - text.cell_len - 2, look)
    return wrap(joined([text, told], "  "), look, INDENT, INDENT)


def cut_to_a_line(texts: Sequence[str], width: int, look: Look) -> str:
    """As many texts as so many columns hold, and dots in place of the rest."""
    told = ""
    for count in range(1, 1 + len(texts)):
        longer = run_together(texts[:count])
        if len(longer) > width:
            return cut_within(told, longer, width, look.glyphs.cut)
        told = longer
    return told


def cut_within(told: str, longer: str, width: int, dots: str) -> str:
    """Where to cut what does not fit: a list after a colon between its parts, what has no colon before it begins."""
    colon = longer.find(": ", len(told))
    comma = longer[: max(0, width - len(dots) - 1)].rfind(",")
    if colon < comma and colon >= 0:
        return f"{longer[:comma]}, {dots}"
    if told and colon < 0:
        return f"{told} {dots}" if len(told) + 1 + len(dots) <= width else told
    kept = longer[: max(0, width - len(dots))].rpartition(" ")[0].rstrip(",:;")
    return f"{kept} {dots}" if len(kept) > len(told) else told


def cards_run_on(title: str, cards: list[Card], view: View) -> list[Text]:
    """Those cards that have figures, one after the other, each with nothing but its figures and its state."""
    look = view.look
    pieces = []
    for card in cards:
        if card.tracks:
            figures = (figure_text(track, look, view.figures.get(track.key)) for track in card.tracks)
            pieces.append(joined([Text(card.title, STRONG), *figures, Text(card.state, DANGER)], " "))
    if not pieces:
        return []
    commas = [piece + Text(";", MUTED) for piece in pieces[:-1]]
    return flow([Text(f"{title}:", MUTED), *commas, pieces[-1]], look, INDENT, gap=1)


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
    texts.extend(Text(line) for line in texts_of(card))
    if card.state:
        texts.append(Text(card.state, DANGER))
    return [trimmed(line) for text in texts for line in wrapped(text, look.console, width - 4)]


def closed(card: Card, inside: list[Text], height: int, width: int, look: Look) -> list[Text]:
    """A box of that height around its lines, with the card's name in its upper edge."""
    glyphs = look.glyphs
    corners = glyphs.corners
    title = Text(f" {card.title} ", STRONG)
    title.truncate(width - 4)
    kind = f" {card.kind} "
    space = width - 3 - title.cell_len - len(kind) - 1
    upper = Text(corners[0] + glyphs.across, MUTED).append(title)
    if space >= 0:
        upper.append(glyphs.across * space + kind + glyphs.across, MUTED)
    else:
        upper.append(glyphs.across * (width - 1 - upper.cell_len), MUTED)
    lines = [upper.append(corners[1], MUTED)]
    for number in range(height):
        line = inside[number] if number < len(inside) else Text()
        gap = " " * (width - 4 - line.cell_len)
        lines.append(Text(f"{glyphs.down} ", MUTED).append(line).append(gap).append(f" {glyphs.down}", MUTED))
    return [*lines, Text(corners[2] + glyphs.across * (width - 2) + corners[3], MUTED)]


# ---- what happened, and the question ---------------------------------------------------------------------------------


def paragraph(lines: Sequence[Line], look: Look) -> list[Text]:
    """What happened, as one paragraph."""
    return wrap(Text(" ".join(line.text for line in told_once(lines, look.glyphs.times))), look) if lines else []


# ---- the window ------------------------------------------------------------------------------------------------------


def fitting(told: list[Text], scene: Scene, before: Scene | None, seed: str, asked: Asked, look: Look) -> list[Text]:
    """What happened, the table in the fullest detail that fits the window, and the fullest question that does.

    Before a question loses its odds what happened may leave the window; maps are cut last.
    """
    happened = [*told, Text()] if told else []
    if look.rows is None:
        return [*happened, *tableau(scene, before, seed, look, Detail.PLAIN), Text(), *asked.telling[0]]
    if any(drawn.is_plan for drawn in maps_of(scene)):
        return [*happened, *fitting_around_a_plan(len(happened), scene, before, seed, asked, look)]

    @cache
    def drawn(detail: Detail) -> list[Text]:
        return tableau(scene, before, seed, look, detail)

    room = look.rows - PROMPT_ROWS - 1
    for forms in (asked.telling, (asked.bare,)):
        for above, question, detail in product((len(happened), 0), forms, FOR_A_WINDOW):
            if above + len(drawn(detail)) + len(question) <= room:
                return [*happened, *drawn(detail), Text(), *question]
    around = len(drawn(FOR_A_WINDOW[-1])) - rows_of_maps(scene, look)
    enough = (form for form in asked.telling if room - around - len(form) >= ENOUGH_ROWS)
    question = next(enough, asked.bare)
    lines = tableau(scene, before, seed, look, Detail.SPARE, room - around - len(question))
    return [*happened, *lines, Text(), *question]


def fitting_around_a_plan(
    above: int, scene: Scene, before: Scene | None, seed: str, asked: Asked, look: Look
) -> list[Text]:
    """The table and the question, with room for the whole plan or, if that cannot be, for enough of it."""
    assert look.rows is not None
    room = look.rows - PROMPT_ROWS - 1
    bare = without_maps(scene)
    around = {detail: len(tableau(bare, before, seed, look, detail)) for detail in BESIDE_A_PLAN}
    ways = [
        (detail, question, room - happened - len(question) - around[detail])
        for happened, question, detail in product((above, 0), (*asked.telling, asked.bare), BESIDE_A_PLAN)
    ]
    numbers = numbers_of(scene.question)
    needed = sum(least_lines(drawn, numbers, look) for drawn in maps_of(scene))
    whole = (way for way in ways if way[2] >= needed)
    enough = (way for way in ways if way[2] >= ENOUGH_LINES)
    if max(way[2] for way in ways) < LEAST_LINES:
        detail = BESIDE_A_PLAN[-1]
        ways = [(detail, asked.names, room - len(asked.names) - around[detail])]
    most = max(way[2] for way in ways)
    nearly = (way for way in ways if way[2] >= max(most - 1, min(most, LEAST_LINES)))  # odds that cost a line stay
    detail, question, rows = next(whole, None) or next(enough, None) or next(nearly)
    view = viewed(scene, before, look, detail, rows)
    if detail is Detail.LISTED and rows > needed:
        told, spent = texts_that_fit(scene, rows - needed, view)
        view = replace(view, told=told, map_rows=rows - spent)
    return [*draw(scene, seed, view), Text(), *question]


def texts_that_fit(scene: Scene, spare: int, view: View) -> tuple[dict[str, int], int]:
    """How many texts of each card are told whole if so many rows are left for them, and how many rows that takes.

    The weightiest cards are told as far as it goes before the next; those of the same weight take turns.
    """
    told: dict[str, int] = {}
    spent = 0
    for cards in cards_by_weight(scene):
        for count in range(1, 1 + max(len(card.lines) for card, _ in cards)):
            for card, wide in cards:
                rows, more = (len(listed(card, wide, each, view)) for each in (told.get(card.key, 0), count))
                if count <= len(card.lines) and spent + more - rows <= spare:
                    told[card.key] = count
                    spent += more - rows
    return told, spent


def cards_by_weight(scene: Scene) -> list[list[tuple[Card, int]]]:
    """The cards of the board, each with the width of its zone's titles, in groups from the weightiest on.

    A card with a state, such as that of whoever acts, comes before others, and the other side's before one's own.
    """
    groups: dict[tuple[bool, bool], list[tuple[Card, int]]] = {}
    for zone in scene.zones:
        cards = [item for item in zone.items if isinstance(item, Card)]
        if not zone.aside and not any(isinstance(item, Track | Slot) for item in zone.items):
            for card in cards:
                groups.setdefault((not card.state, not zone.across), []).append((card, widest(cards)))
    return [groups[weight] for weight in sorted(groups)]


def without_maps(scene: Scene) -> Scene:
    """The scene with its maps taken off the table."""
    zones = (
        msgspec.structs.replace(zone, items=tuple(item for item in zone.items if not isinstance(item, Map)))
        for zone in scene.zones
    )
    return msgspec.structs.replace(scene, zones=tuple(zones))


def rows_of_maps(scene: Scene, look: Look) -> int:
    """How many rows the maps take at the least if nothing is cut from them."""
    return sum(len(in_rows(drawn, numbers_of(scene.question), look, ())) for drawn in maps_of(scene))
