"""Saves of FreeQuest from before its rules changed: one that ended, by a death, where today the quest goes on.

The record of the errand was made by playing under the first rules, which ended the quest with the warrior's death:
the objective was achieved, and the other hero was at home.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from undercroft.core.record import FORMAT, Record

OLD_RULES = 1
ERRAND: dict[str, Any] = {
    "play.own": {
        "id": "errand",
        "title": "A short errand",
        "step": 1,
        "briefing": "Look round the corner.",
        "goal": "Look round the corner, and come back.",
        "objective": {"kind": "reach", "ref": "a"},
        "map": "#######\n#SSaaa#\n#SSaaa#\n#######",
        "areas": {"S": {"kind": "start"}, "a": {"kind": "hallway", "text": "A yard."}},
        "traps": [{"kind": "pitfall", "at": [3, 1]}],
    },
    "play.quest": "errand",
    "play.party": ["warrior", "barbarian"],
    "hero.warrior.health": 1,
}
ENDED = Record(
    undercroft=FORMAT,
    game="freequest",
    edition="book",
    seed="errand",
    rules=OLD_RULES,
    changes=ERRAND,
    choices=(
        ("setup.hero-order", "as-joined"),
        ("setup.place-hero", "square-2080"),
        ("setup.place-hero", "square-2081"),
        ("turn.choose-action", "step-east"),
        ("move.step", "step-east"),
    ),
)
GOES_ON = replace(ENDED, choices=ENDED.choices[:4])
DOES_NOT_FIT = replace(ENDED, choices=(*ENDED.choices, ("turn.choose-action", "step-up")))
FIT = len(ENDED.choices)  # of those of the last one
