"""Words for what is counted over many games: labels and sentences without what differs from game to game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from undercroft.core.game import Game
from undercroft.core.vocabulary import EventKind, Option, Prompt
from undercroft.core.words import FIGURE, LIST, WHERE, Nouns
from undercroft.lab.traits import SIGHTINGS, Sighting, label_of

ANY = "…"
CLAUSE = re.compile(r"[,;:.!?](?:\s|$)")
HANGING = ("and", "at", "by", "for", "from", "of", "on", "to", "with")


def plain_name(name: str) -> str:
    """A name of the vocabulary for people: use-ring, enemy.met."""
    return name.replace("-", " ").replace(".", " ")


def choice_name(game: Game, prompt: Prompt, option: Option, sightings: Sequence[Sighting]) -> str:
    """An option by its label, as far as that is the same in all games."""
    known = {**lasting_facts(sightings), WHERE: ""}
    text = first_clause(without_gaps(filled(game, label_of(game, prompt, option), known).partition(": ")[0]))
    return text if text.strip(f" {ANY}") else plain_name(option.name)


def lasting_facts(sightings: Sequence[Sighting]) -> dict[str, str | int]:
    """The facts that all sightings agree on; a figure may well be the same by chance in a few of them."""
    values: dict[str, set[str | int]] = {}
    for _, facts in sightings:
        for name, value in facts.items():
            values.setdefault(name, set()).add(value)
    alike = {name: each.pop() for name, each in values.items() if len(each) == 1}
    enough = len(sightings) == SIGHTINGS
    return {name: value for name, value in alike.items() if enough or isinstance(value, str)}


def choice_moment(game: Game, prompt: Prompt) -> str:
    """When a question is asked."""
    return game.words().file.moments.get(prompt.name) or plain_name(prompt.name)


def happening_name(game: Game, kind: EventKind, thing: int, nouns: Nouns) -> str:
    """An event by its sentence, up to where it tells what differs from game to game."""
    figure = kind.figures[0] if kind.about else ""
    noun = nouns[figure][thing] if kind.about and figure in nouns else None
    sentence = game.words().file.events.get(kind.name) or plain_name(kind.name)
    tells = f"{{{figure}}}" in sentence
    known: dict[str, str | int] = {figure: noun.name if noun else thing}
    text = first_clause(filled(game, sentence, known, noun.plural if noun else False))
    if kind.about and not tells:
        text = f"{text} ({noun.name if noun else thing})"
    return text[:1].upper() + text[1:]


def filled(game: Game, template: str, known: Mapping[str, str | int], plural: bool = False) -> str:
    """A template with what is known filled in; what is not known is left open."""

    def put(match: re.Match[str]) -> str:
        name, one, many = match.groups()
        if one is None:
            return str(known.get(name, ANY))
        return str(one if name in game.vocabulary.things and not plural else many)

    return FIGURE.sub(put, LIST.sub(r"\1", template))


def without_gaps(text: str) -> str:
    """A text without brackets around what is left open."""
    return re.sub(rf"\s*\({ANY}\)", "", text).strip()


def first_clause(sentence: str) -> str:
    """A sentence up to the first clause that leaves something open; the first clause itself is always told."""
    whole = sentence.rstrip(" .!?")
    open_later = (match for match in CLAUSE.finditer(whole) if ANY in whole[match.end() :])
    cut = next(open_later, None)
    return without_hanging_end(whole[: cut.start()] if cut else whole)


def without_hanging_end(text: str) -> str:
    """A text that does not end in what is left open, nor in a word that leads to it."""
    words = (text.partition(ANY)[0] if text.endswith(ANY) else text).rstrip(" +-.!?,;:").split(" ")
    while words[-1] in HANGING:
        words.pop()
    return " ".join(words)
