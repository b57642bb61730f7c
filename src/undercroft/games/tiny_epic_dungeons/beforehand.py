"""What is decided before a game begins: how many players there are, and which Boss waits."""

from __future__ import annotations

from undercroft.core.game import Alternative, Setting
from undercroft.core.words import Words
from undercroft.games.tiny_epic_dungeons.pieces import Content
from undercroft.games.tiny_epic_dungeons.vocabulary import MOST_HEROES

SURPRISE = ""


def settings_of(content: Content, words: Words) -> tuple[Setting, ...]:
    """The settings, as the words tell them; Bosses go by their names."""
    says = words.file.settings
    players = tuple(spoken(count, says[f"play.players.{count}"]) for count in range(1, MOST_HEROES + 1))
    bosses = tuple(Alternative(boss.key, boss.name, boss.text) for boss in content.bosses)
    return (
        Setting("play.players", says["play.players"], 1, players),
        Setting("play.boss", says["play.boss"], SURPRISE, (spoken(SURPRISE, says["play.boss.surprise"]), *bosses)),
    )


def spoken(value: str | int, words: str) -> Alternative:
    """An alternative whose words may say behind a colon what it means."""
    title, _, summary = words.partition(": ")
    return Alternative(value, title, summary)
