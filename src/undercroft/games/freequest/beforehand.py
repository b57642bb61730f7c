"""What is decided before a game begins: the quest, how many heroes, who leads them, and who plays the monsters."""

from __future__ import annotations

from undercroft.core.game import Alternative, Setting
from undercroft.core.words import Words
from undercroft.games.freequest.pieces import REFEREES, Box, Quest
from undercroft.games.freequest.vocabulary import MOST_HEROES

FIRST_QUEST = "cold-kiln"


def settings_of(box: Box, words: Words) -> tuple[Setting, ...]:
    """The settings for the quests of a book, as the words tell them."""
    says = words.file.settings
    quests = tuple(Alternative(quest.key, quest.title, quest_line(quest)) for quest in box.book.quests)
    counts = tuple(range(1, MOST_HEROES + 1))
    return (
        Setting("play.quest", says["play.quest"], FIRST_QUEST, quests),
        setting(says, "play.heroes", MOST_HEROES, counts),
        setting(says, "play.referee", "fair", ("fair", *(name for name in REFEREES if name != "fair"))),
        setting(says, "play.players", 1, counts),
    )


def setting(says: dict[str, str], path: str, usual: str | int, values: tuple[str | int, ...]) -> Setting:
    """A setting all of whose alternatives have words."""
    return Setting(path, says[path], usual, tuple(spoken(value, says[f"{path}.{value}"]) for value in values))


def spoken(value: str | int, words: str) -> Alternative:
    """An alternative whose words may say behind a colon what it means."""
    title, _, summary = words.partition(": ")
    return Alternative(value, title, summary)


def quest_line(quest: Quest) -> str:
    """What there is to do, and for how many heroes if not for any party."""
    few = f" For {quest.least} heroes." if quest.least == quest.most else ""
    return f"{quest.goal}{few}"
