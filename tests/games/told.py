"""What a rule test looks at afterwards, the same for every game."""

from __future__ import annotations

from dataclasses import dataclass

from undercroft.core.vocabulary import Event


@dataclass
class Told:
    """What came of it: the events, and the question at which the script ended (empty if none was left open)."""

    events: list[Event]
    asked: str
    offered: list[str]
    ended: bool

    @property
    def names(self) -> list[str]:
        """The events' names in order."""
        return [event.kind.name for event in self.events]

    def figures(self, name: str) -> list[dict[str, int]]:
        """The figures of all events of that name."""
        return [event.figures for event in self.events if event.kind.name == name]
