"""What the laws of every game share: the dungeons they are tried in, players, and how games are played and compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter
from typing import Any

import pytest
from hypothesis import strategies as st

import undercroft
from tests.effort import is_long, is_sample
from undercroft import GAMES, Game, Session, State
from undercroft.bots.random import RandomPlayer
from undercroft.bots.referee.freequest import FreeQuestReferee
from undercroft.core.build import compiled
from undercroft.core.chance import Chance, Seeded
from undercroft.core.odds import NOTHING, Told
from undercroft.core.table import Player, Table, Trail
from undercroft.core.vocabulary import Event, Option, Options, Prompt
from undercroft.games import find_game
from undercroft.games.freequest.content import load
from undercroft.games.tiny_epic_dungeons import content as tiny_epic_dungeons

STEPS = 5_000
GIVES_UP = 35
OFTEN, SELDOM = 25, 11
SEEDS = st.text(max_size=8)
WHIMS = st.lists(st.integers(0, GIVES_UP), max_size=40)


@dataclass(frozen=True)
class Dungeon:
    """A game in one of its editions, perhaps with changes."""

    name: str
    edition: str
    changes: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        quest = self.changes.get("play.quest", "small" if self.changes else "")
        return "-".join([self.name, self.edition, *([str(quest)] if quest else [])])

    @property
    def game(self) -> Game:
        """The game."""
        return find_game(self.name)

    def new(self) -> State:
        """A state before set-up."""
        return self.game.new(self.edition, self.changes)

    def start(self, seed: str) -> Session:
        """A game that waits for its first choice."""
        return undercroft.start(self.game, seed=seed, edition=self.edition, changes=self.changes)

    def table(self, player: Player, chance: Chance) -> Table:
        """A table with one player on all seats, but for a computer's, and a log."""
        table = Table([answerer(self.changes, seat, player) for seat in range(len(self.game.seats))], chance)
        table.log = []
        return table

    def play(self, player: Player, seed: str) -> tuple[State, list[Event]]:
        """A whole game, and all that happened in it."""
        table, state = self.table(player, Seeded(seed)), self.new()
        self.game.play(state, table)
        assert table.log is not None
        return state, table.log


def answerer(changes: Mapping[str, Any], seat: int, player: Player) -> Player:
    """Who answers for a seat: the player, or the computer referee where there is one."""
    return FreeQuestReferee() if seat == 0 and "play.referee" in changes else player


WHOLE = [Dungeon(name, edition) for name, game in GAMES.items() if name != "freequest" for edition in game.editions()]

# Where a game takes a good player or a long time to see all of it, a dungeon that anybody can cross.
SMALL = [
    Dungeon(
        "elbereth",
        "bosses",
        {
            "figures.floors": 3,
            "figures.removed": 2,
            **{f"card.{key}.count": 0 for key in "spider snake".split()},
            **{f"card.item-{key}.count": 0 for key in "sword staff bow armour helm gauntlets".split()},
            **{f"card.{key}.count": 1 for key in "rat wall item-coin shop".split()},
            **{f"boss.{key}.strength": 3 for key in "knight mage marksman merchant smith ogre dragon".split()},
        },
    )
]


def sheet(hero: str, figures: tuple[int, ...], gear: str, **more: Any) -> dict[str, Any]:
    """A FreeQuest hero's sheet, as a campaign's document has it; the first thing is in the hand."""
    named = dict(zip(("move", "skill", "magic", "health", "spells"), figures, strict=True))
    return {"hero": hero, **named, "gold": 100, "gear": gear.split(), "worn": {"main-hand": gear.split()[0]}, **more}


# FreeQuest's quests, each with a party of another size, and a referee who is a person or plays at a level
QUESTS = (
    ("cold-kiln", 4, ""), ("three-sluices", 1, "gentle"), ("snuffed-vault", 2, "fair"), ("two-lanterns", 2, "cunning"),
    ("borrowed-clerk", 3, "gentle"), ("drowned-archive", 4, "fair"), ("eel-stairs", 1, "cunning"),
    ("toll-house", 2, "gentle"), ("slag-works", 3, "fair"), ("quarter-day", 4, "cunning"),
)  # fmt: skip
BRIEF = [
    Dungeon(
        "freequest",
        "later-draft" if number == 0 else "book",
        {
            "play.quest": quest,
            "play.heroes": heroes,
            "play.players": 1 + number % heroes,
            "figures.last-round": 2 if heroes < 3 else 1,
            **({"play.referee": level} if level else {}),
        },
    )
    for number, (quest, heroes, level) in enumerate(QUESTS)
]
BRAWL = Dungeon(  # a quest that begins with a fight, so that its few rounds see many dice
    "freequest",
    "book",
    {
        "play.own": {
            "id": "brawl",
            "title": "A brawl",
            "step": 1,
            "briefing": "There they are.",
            "goal": "Beat the one who began it.",
            "objective": {"kind": "kill", "ref": "rowdy"},
            "map": "#########\n#SSaaaaa#\n#SSaaaaa#\n#########",
            "areas": {"S": {"kind": "start"}, "a": {"kind": "hallway", "text": "A yard."}},
            "furniture": [{"name": "bench", "at": [4, 2]}],
            "traps": [{"kind": "pitfall", "at": [4, 1]}],
            "monsters": [
                {"kind": "goblin", "at": [5, 1], "id": "rowdy", "name": "Rowdy"},
                {"kind": "goblin", "at": [5, 2]},
                {"kind": "gutter-hound", "at": [6, 1], "from": 2},
            ],
        },
        "play.quest": "brawl",
        "play.party": ["ranger", "sworn-defender"],
        "figures.last-round": 2,
    },
)
BOSSES = [boss.key for boss in tiny_epic_dungeons.load("book", {}).bosses]
PARTIES = [  # every Boss, and every number of players
    Dungeon("tiny-epic-dungeons", "book", {"play.players": 1 + number % 4, "play.boss": boss})
    for number, boss in enumerate(BOSSES)
]
BRIEFLY: Mapping[str, Mapping[str, Any]] = {"freequest": BRAWL.changes}  # by game: changes that make a long one short
EDITIONS = [*WHOLE, BRAWL, BRIEF[0]]  # one for each, which for FreeQuest is a round or two of its long games
ROLLING = [*WHOLE, *SMALL, BRAWL]  # where much is left to chance
MANY = compiled() or is_long()  # all of the long games where that is fast, or time does not matter
DUNGEONS = EDITIONS if is_sample() else [
    *EDITIONS, *SMALL, *(BRIEF[1:] if MANY else []), *(PARTIES if MANY else PARTIES[1:4]),
]  # fmt: skip

# Where FreeQuest shows what takes an ill-fated party to see: one hero waits for a vigil, two can die of the first trap
# or blow, their rare items have something to do in a few squares, and a small deck holds dangers alone or soon nothing.
CARDS = [card.key for card in load("book", {}).content.cards]
TRIALS = [
    Dungeon(
        "freequest",
        edition,
        {
            "play.own": {
                "id": "trials",
                "title": "Trials",
                "step": 5,
                "heroes": [4, 4],
                "rounds": 14,
                "briefing": "Everything at once.",
                "goal": "Bring the cup home.",
                "objective": {"kind": "item", "ref": "cup"},
                "wandering": ["goblin"],
                "map": "############\n#AAA#B#C####\n#AAAhhhhhSS#\n#AAAhhhhhSS#\n####hhhhh###\n############",
                "areas": {
                    "S": {"kind": "start"},
                    "h": {"kind": "hallway", "text": "A yard."},
                    **{letter: {"kind": "room", "text": "A cell."} for letter in "ABC"},
                },
                "doors": [
                    {"at": [[3, 2], [4, 2]], "state": "locked", "key": "key"},
                    *({"at": [[x, 1], [x, 2]], "state": "open"} for x in (5, 7)),
                ],
                "traps": [
                    {"kind": "loose-vault", "at": [8, 2]},
                    {"kind": "pitfall", "at": [7, 3]},
                    {"kind": "loose-vault", "at": [6, 2]},
                ],
                "monsters": [
                    {"kind": "marsh-notary", "at": [4, 3]},
                    *({"kind": "goblin", "at": at} for at in ([5, 3], [6, 3], [5, 2], [2, 2])),
                ],
                "treasure": [{"area": "B", "quest-items": ["key"]}, {"area": "A", "quest-items": ["cup"]}],
                "quest-items": [{"id": "key", "name": "the key"}, {"id": "cup", "name": "the cup"}],
            },
            "play.campaign": {
                "format": 1,
                "party": [
                    sheet("ranger", (8, 3, 2, 2, 1), "short-bow dagger nine-knot-rope widows-thimble bellows-locket"),
                    sheet("barbarian", (8, 2, 0, 3, 0), "the-sulking-blade widows-thimble"),
                    sheet("delver", (6, 4, 0, 1, 0), "shortsword helmet widows-thimble", selections=[0]),
                    sheet("wizard", (8, 2, 5, 5, 10), "dagger", fate="awaits-vigil"),
                ],
                "quests": {quest: {"standing": "open"} for quest in quests},
                "completed": 3,
            },
            "play.players": 3,
            **{f"treasure.{card}.copies": 0 for card in CARDS if card != left},
        },
    )
    for edition, left, quests in (
        ("book", "something-was-asleep-here", ("trials",)),
        ("later-draft", "somebody-was-faster", ("trials", "cold-kiln")),
        ("book", "somebody-was-faster", ()),
    )
]
QUESTING = [
    Dungeon("freequest", "book", {"play.quest": quest, "play.heroes": 2 if quest == "two-lanterns" else 4})
    for quest, _, _ in QUESTS
]
# Somebody to be carried home, a few steps away
RESCUE = Dungeon(
    "freequest",
    "book",
    {
        "play.own": {
            **BRAWL.changes["play.own"],
            "objective": {"kind": "rescue"},
            "captive": {"at": [4, 1], "name": "the ferryman"},
            "monsters": [],
            "traps": [],
            "furniture": [],
        },
        "play.quest": "brawl",
        "play.party": ["ranger"],
        "figures.last-round": 4,
    },
)


def showing(name: str, number: int) -> list[Dungeon]:
    """Where the words of a game are looked for: in all of its dungeons, or in one of the long ones after another."""
    if name == "freequest":
        return [*TRIALS, RESCUE, QUESTING[number % len(QUESTING)]]
    if name == "tiny-epic-dungeons":
        return [dungeon for dungeon in WHOLE if dungeon.name == name] + [PARTIES[number % len(PARTIES)]]
    return [dungeon for dungeon in [*WHOLE, *SMALL] if dungeon.name == name]


every_game = pytest.mark.parametrize("name", GAMES)
every_edition = pytest.mark.parametrize("dungeon", EDITIONS, ids=str)
every_dungeon = pytest.mark.parametrize("dungeon", DUNGEONS, ids=str)
every_rolling_dungeon = pytest.mark.parametrize("dungeon", ROLLING, ids=str)


# ---- players --------------------------------------------------------------------------------------------------------


class Whimsical(Player):
    """Answers by a list of numbers, of which one gives up where that is possible, then at random."""

    def __init__(self, whims: list[int], seed: str = "") -> None:
        self.whims = iter(list(whims))
        self.random = RandomPlayer(seed)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        whim = next(self.whims, None)
        if whim is None:
            return self.random.choose(state, prompt, options)
        wanted = [option for option in options if option.resigns == (whim == GIVES_UP)] or options
        return wanted[whim % len(wanted)]


class Staying(Player):
    """Answers at random, but never goes home before a quest is over, and is fond of looking for traps and disarming."""

    def __init__(self, seed: str) -> None:
        self.random = RandomPlayer(seed)
        self.asked = 0

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.asked += 1
        if prompt.name == "quest.withdraw":
            return options[-1]
        fond = ("disarm", "disarm-here", "turn-a-die", *(("search-traps",) if self.asked % 3 == 0 else ()))
        return self.random.choose(state, prompt, tuple(one for one in options if one.family in fond) or options)


class Listening(Player):
    """Notes what another player is asked, and stops a game without end."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.offered: list[tuple[Prompt, Options]] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.offered.append((prompt, options))
        assert len(self.offered) <= STEPS, "this game does not end"
        return self.player.choose(state, prompt, options)


class Stop(Exception):
    """Ends a game where somebody wants to look at it."""


class Stopper(Whimsical):
    """Plays by whims and stops at a decision."""

    def __init__(self, whims: list[int], seed: str, count: int) -> None:
        super().__init__(whims, seed)
        self.left = count

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.tick()
        return super().choose(state, prompt, options)

    def tick(self) -> None:
        """One decision more."""
        if self.left == 0:
            raise Stop
        self.left -= 1


class Watched(Player):
    """Answers as another does, while a stopper counts."""

    def __init__(self, player: Player, stopper: Stopper) -> None:
        self.player = player
        self.stopper = stopper

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.stopper.tick()
        return self.player.choose(state, prompt, options)


class Follower(Player):
    """Repeats answers, the last one behind a veil as odds do; at the question after, notes the state and stops.

    It is asked everything: a question with one answer is none, unless odds end there.
    """

    def __init__(self, answers: list[Option], state: State | None = None, seat: int = 0) -> None:
        self.answers = answers
        self.state = state
        self.seat = seat
        self.made = 0
        self.asked = ""
        self.log: list[Event] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        over = self.made == len(self.answers)
        if len(options) == 1 and not (over and prompt.ends_odds):
            return options[0]
        if over:
            self.asked = prompt.name
            raise Stop
        self.made += 1
        if self.made == len(self.answers):
            self.log.clear()
            if self.state is not None:
                self.state.veil(self.seat)
        return self.answers[self.made - 1]


# ---- games part of the way ------------------------------------------------------------------------------------------


def steps(session: Session, player: Player) -> Iterator[Session]:
    """The session at each of its decisions, played by a player."""
    while session.decision is not None:
        yield session
        decision = session.decision
        who = answerer(session.record.changes, decision.seat, player)
        session.choose(who.choose(session.state.view(decision.seat), decision.prompt, decision.options))


def part_way(dungeon: Dungeon, whims: list[int], seed: str, count: int) -> Session:
    """A session after so many choices, or at its last decision if there are fewer."""
    session = dungeon.start(seed)
    for _ in steps(session, Whimsical(whims, seed)):
        pass
    again = dungeon.start(seed)
    for option in session.choices[: min(count, len(session.choices) - 1)]:
        again.choose(option)
    return again


def stopped_at(dungeon: Dungeon, whims: list[int], seed: str, count: int) -> tuple[Trail, Chance]:
    """The trail of a game that is stopped after so many choices, or at its end, and its chance from there on."""
    stopper = Stopper(whims, seed, count)
    table = dungeon.table(stopper, Seeded(seed))
    for seat, player in enumerate(table.players):
        if player is not stopper:
            table.players[seat] = Watched(player, stopper)
    trail = Trail()
    table.trail = trail
    with suppress(Stop):
        dungeon.game.play(dungeon.new(), table)
    return trail, table.chance


def now_and_then(number: int) -> bool:
    """Whether to look at a decision: at all of a short game, here and there later in a long one."""
    return number < OFTEN or number % SELDOM == 0


# ---- what is compared -----------------------------------------------------------------------------------------------


def face(session: Session) -> tuple[object, ...]:
    """All that can be seen of a session from outside."""
    decision = session.decision
    return (
        (decision.number, decision.seat, decision.prompt, decision.options) if decision else None,
        portrait(session.state),
        list(session.events),
        session.record,
        session.outcome,
    )


def portrait(thing: object) -> object:
    """All attributes of a state, and of what it copies along, as plain values; what it shares, by identity."""
    if type(thing) in PLAIN:
        return thing
    if isinstance(thing, bytearray):
        return bytes(thing)
    if isinstance(thing, (list, tuple)):
        return gallery(thing)
    if isinstance(thing, dict):
        return (tuple(thing), gallery(tuple(thing.values())))  # keys are plain
    if not hasattr(thing, "copy"):
        return None if isinstance(thing, Table) else id(thing)
    take = PAINTED.get(type(thing))
    if take is None:
        public = [name for name in dir(thing) if not name.startswith("_")]
        take = PAINTED[type(thing)] = attrgetter(*[name for name in public if not callable(getattr(thing, name))], WHAT)
    return gallery(take(thing))


def gallery(things: Sequence[object]) -> tuple[object, ...]:
    """The portraits of some things, of which most are plain and need none."""
    if PLAIN.issuperset(map(type, things)):
        return tuple(things)
    return tuple([thing if type(thing) in PLAIN else portrait(thing) for thing in things])


PLAIN: frozenset[type] = frozenset((int, bool, float, str, bytes, Fraction, type(None), type))
WHAT = "__class__"  # with it there are always several attributes, which are taken as a tuple
PAINTED: dict[type, Callable[[object], tuple[object, ...]]] = {}  # what takes the attributes of what was painted before


def told(events: list[Event]) -> Told:
    """The notable events of a list, each once, as odds tell them."""
    pairs = [(event.kind.index, event.a if event.kind.about else NOTHING) for event in events if event.kind.notable]
    return tuple(dict.fromkeys(pairs))
