"""What stands on the shelf: each game as a card of the lobby, its rulebook by chapter, and how a game of it ended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape
from msgspec.structs import replace

from undercroft.core.game import Edition, Game, Setting
from undercroft.core.rules import Ledger, Rule
from undercroft.core.scene import Ending, Scene, Track
from undercroft.web.drawing import draw
from undercroft.web.icons import icons_of
from undercroft.web.pictures import Picture, picture_of
from undercroft.web.views import DayResult, ReplayView, TableView

LONGEST_QUERY = 100
BOOK = "book"
BOT_WORDS = {
    "random": "Random: any legal choice",
    "steady": "Steady: quick, by rule of thumb",
    "mcts": "Thinker: looks ahead, takes its time",
}


# ---- cards of the lobby ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GameCard:
    """A game as the lobby shows it; `picture` is drawn, `own_picture` is one that the game brings itself."""

    name: str
    title: str
    summary: str
    seats: tuple[str, ...]
    settings: tuple[Setting, ...]
    players: str
    length: str
    hardness: str
    editions: tuple[Edition, ...]
    usual: str
    emblem: str
    picture: Picture
    own_picture: Markup


def game_cards(games: Mapping[str, Game]) -> list[GameCard]:
    """The games of a registry, in its order."""
    return [game_card(game) for game in games.values()]


def game_card(game: Game) -> GameCard:
    """A game as the lobby shows it."""
    editions = game.editions()
    usual = BOOK if BOOK in editions else next(iter(editions))
    return GameCard(
        name=game.name,
        title=game.title,
        summary=game.summary,
        seats=game.seats,
        settings=game.settings(),
        players=players_of(game, usual),
        length=length_of(game.minutes),
        hardness=game.hardness,
        editions=tuple(editions.values()),
        usual=usual,
        emblem=icons_of(game).emblem,
        picture=picture_of(game.name, game.accent),
        own_picture=own_picture(game),
    )


def players_of(game: Game, edition: str) -> str:
    """For how many people a game is: as it is usually set up, up to one on each seat."""
    most = len(game.seats)
    company = game.company(game.new(edition, game.usual_changes()))
    least = company.count("") if company else most
    if most == 1:
        return "1 player"
    return f"{most} players" if least == most else f"{least} to {most} players"


def settings_in(game: Game, form: Mapping[str, object]) -> dict[str, str | int]:
    """The settings that a form asks for, the usual ones where it does not say."""
    asked = {path: value for path, value in form.items() if isinstance(value, str)}
    return {
        setting.path: setting.read(asked[setting.path]) if setting.path in asked else setting.usual
        for setting in game.settings()
    }


def settings_told(game: Game, chosen: Mapping[str, str | int]) -> list[tuple[str, str]]:
    """Settings in words: what was decided, and how."""
    return [
        (setting.title, each.title)
        for setting in game.settings()
        for each in setting.alternatives
        if setting.path in chosen and each.value == chosen[setting.path]
    ]


def setting_trouble(game: Game, sentence: str) -> str:
    """Why settings do not go together, by the name of the one that is at fault."""
    for setting in game.settings():
        place = f"--set: {setting.path.replace('.', ': ')}: "
        if sentence.startswith(place):
            return as_sentence(f"{setting.title}: {sentence.removeprefix(place)}")
    return as_sentence(sentence)


def length_of(minutes: tuple[int, int]) -> str:
    """How long a game takes, in words."""
    shortest, longest = minutes
    if not longest:
        return ""
    return f"{longest} minutes" if shortest == longest else f"{shortest} to {longest} minutes"


def own_picture(game: Game) -> Markup:
    """The picture that lies beside a game's data, if it has one: an <svg> of 640 by 400 without style attributes."""
    path = game.data / "picture.svg"
    return Markup(path.read_text(encoding="utf-8")) if path.is_file() else Markup("")


def bot_words(bots: Iterable[str]) -> list[tuple[str, str]]:
    """Bots by name, each with what to expect of it."""
    return [(bot, BOT_WORDS.get(bot.partition(":")[0], bot)) for bot in bots]


# ---- the rulebook ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Clause:
    """A clause of a rulebook, with the words that were looked for marked; `name` is its id, marked as well."""

    id: str
    name: Markup
    text: Markup
    ruling: Markup
    why: Markup
    source: str


@dataclass(frozen=True)
class Chapter:
    """Clauses that belong together."""

    key: str
    title: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Rulebook:
    """A game's rules, or those of them that hold all the words looked for; `contents` are the chapters of the whole."""

    query: str
    source: str
    contents: tuple[tuple[str, str], ...]
    chapters: tuple[Chapter, ...]
    found: int
    rulings: int


def rulebook(game: Game, query: str = "") -> Rulebook:
    """A game's rules by chapter, and of these only what is looked for."""
    ledger = game.ledger()
    query = " ".join(query.split())[:LONGEST_QUERY]
    rules = ledger.search(query) if query else list(ledger.rules.values())
    return Rulebook(
        query=query,
        source=str(ledger.tables.get("source", "")),
        contents=tuple((key, chapter_title(ledger, key)) for key in by_chapter(ledger.rules.values())),
        chapters=tuple(
            Chapter(key, chapter_title(ledger, key), tuple(clause_of(rule, query) for rule in those))
            for key, those in by_chapter(rules).items()
        ),
        found=len(rules),
        rulings=sum(1 for rule in rules if rule.ruling),
    )


def by_chapter(rules: Iterable[Rule]) -> dict[str, list[Rule]]:
    """Clauses by the first word of their id, chapters and clauses in the order of the rulebook."""
    chapters: dict[str, list[Rule]] = {}
    for rule in rules:
        chapters.setdefault(rule.id.partition(".")[0], []).append(rule)
    return chapters


def chapter_title(ledger: Ledger, key: str) -> str:
    """What the ledger calls a chapter."""
    return str(ledger.tables.get("chapters", {}).get(key, key.capitalize()))


def clause_of(rule: Rule, query: str) -> Clause:
    """A clause with the words of a query marked."""
    words = query.split()
    return Clause(
        id=rule.id,
        name=marked(rule.id, words),
        text=marked(rule.text, words),
        ruling=marked(rule.ruling, words),
        why=escape(rule.why),
        source=rule.source,
    )


def marked(text: str, words: list[str]) -> Markup:
    """A text with words marked wherever they occur, in capitals or not."""
    if not words:
        return escape(text)
    wanted = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    parts = re.split(f"({wanted})", text, flags=re.IGNORECASE)  # what was wanted is every second part
    return Markup("").join(
        Markup("<mark>{}</mark>").format(part) if number % 2 else escape(part) for number, part in enumerate(parts)
    )


# ---- a finished game -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Finish:
    """How a game ended: the hero, where that was, and the parts of the score."""

    ending: Ending
    hero: str
    status: str
    parts: tuple[Track, ...]


def finish_of(scene: Scene) -> Finish | None:
    """How a game ended, once it has."""
    if scene.ending is None:
        return None
    zones = {zone.key: zone for zone in scene.zones}
    parts = [item for item in zones["score"].items if isinstance(item, Track)] if "score" in zones else []
    return Finish(scene.ending, scene.hero, scene.status, tuple(parts))


def end_values(view: TableView, share: str, results: Iterable[DayResult] = ()) -> dict[str, Any]:
    """What the page of a finished game draws."""
    return {
        "view": view,
        "card": game_card(view.game),
        "finish": finish_of(view.scene),
        "set_up": settings_told(view.game, view.settings),
        "share": share,
        "results": list(results),
    }


# ---- a replay --------------------------------------------------------------------------------------------------------


def replay_values(replay: ReplayView) -> dict[str, Any]:
    """What the replay draws: on the table only what was chosen next is marked, as nothing else can be done there."""
    return {"replay": replay, "drawing": draw(chosen_only(replay.scene, replay.chosen), replay.game)}


def chosen_only(scene: Scene, chosen: str) -> Scene:
    """A scene whose question offers only what was chosen."""
    if scene.question is None:
        return scene
    choices = tuple(choice for choice in scene.question.choices if choice.name == chosen)
    return replace(scene, question=replace(scene.question, choices=choices))


# ---- when something is in the way ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trouble:
    """What went wrong, in a few words and a sentence, and what to do next."""

    status: int
    title: str
    sentence: str
    next: str


TROUBLES = {
    400: ("That did not make sense", "Something in what was sent cannot be read.", "Go back and try again."),
    403: (
        "This seat is not yours",
        "You hold no seat here, or it was given to somebody else.",
        "Ask whoever opened the table for an invitation link, or open a table of your own.",
    ),
    404: (
        "Nothing here but dust",
        "There is no such page, table or clause.",
        "Check the link: it may have been cut short. Everything else is in the lobby.",
    ),
    405: ("A door that opens the other way", "This page is not used like that.", "Go on from the lobby."),
    409: (
        "The table has moved on",
        "Somebody was faster: the question is gone.",
        "Go back and look at it as it is now.",
    ),
    413: ("Too much to carry", "What was sent is larger than any game.", "Send a single record, as it was saved."),
    422: ("Something is missing", "Not all that is needed was sent.", "Go back, fill in what is missing, try again."),
    429: ("One step at a time", "That was very much at once.", "Wait a minute, then go on. Nothing was lost."),
    500: (
        "A stone came loose",
        "Something broke on our side. Your games are safe: every choice is kept before it is answered.",
        "Try again. If it happens twice, tell whoever keeps this house.",
    ),
    503: ("The house is full", "There is more to do than hands to do it.", "Try again in a moment. Nothing was lost."),
    504: ("Lost in thought", "Nobody came to an answer in time.", "The game goes on without it. Nothing was lost."),
}


def trouble(status: int, sentence: str = "") -> Trouble:
    """What to say of an error; a sentence of its own says more than the usual one."""
    title, usual, then = TROUBLES.get(status, TROUBLES[500 if status >= 500 else 400])
    return Trouble(status, title, as_sentence(sentence or usual), then)


def as_sentence(words: str) -> str:
    """Words with a capital and a full stop, as people read them on a page; errors of the engine have neither."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")
