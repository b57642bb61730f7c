"""A small table for rule tests of FreeQuest: given a map with figures on it, when something is done, then look.

Maps are rows of characters: `#` rock, a capital letter a room, a small letter a hallway, `S` the starting tile (one is
added in a corner of its own if there is none). Squares are (x, y) as in the ledger. Nothing of a test's map is checked
the way a quest's is. All areas are known from the start unless `hidden` names some.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any
from unittest.mock import patch

from tests.games.told import Told
from undercroft.core.chance import Scripted
from undercroft.core.game import Game
from undercroft.core.ground import NOWHERE
from undercroft.core.players import Paused
from undercroft.core.record import FORMAT, Record
from undercroft.core.session import Session
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games.freequest import content, quest_content
from undercroft.games.freequest.combat import die
from undercroft.games.freequest.contests import dice_of
from undercroft.games.freequest.exploring import add_monster, look_around, reveal
from undercroft.games.freequest.pieces import Book, Content, Quest
from undercroft.games.freequest.play import play, take_one_step
from undercroft.games.freequest.setup import begin_quest, create, seat_of, set_order, shuffle_treasure
from undercroft.games.freequest.sheets import arm, refresh
from undercroft.games.freequest.state import (
    BETWEEN_QUESTS,
    FIGURE_NAMES,
    HEROES_ACT,
    Board,
    Chronicle,
    FreeQuest,
    Hero,
    Monster,
    Notes,
)
from undercroft.games.freequest.turns import begin_turn
from undercroft.games.freequest.vocabulary import V

Place = tuple[int, int]

# the worked example of the ledger's gap "Quests"
KILN = [
    "#############",
    "#KKKKaLLLLLL#",
    "#KKKKaLLLLLL#",
    "#KKKKaLLLLLL#",
    "#bbbbbbbbbbb#",
    "#SS#cMMMMMM##",
    "#SS#cMMMMMM##",
    "####cMMMMMM##",
    "#############",
]
KILN_DOORS: Sequence[Any] = (
    ((4, 2), (5, 2)),
    ((8, 3), (8, 4)),
    ((4, 6), (5, 6)),
    ((10, 4), (10, 5), "secret"),
)
HALL = ["aaaaaaaa", "aaaaaaaa", "aaaaaaaa", "aaaaaaaa"]  # one wide hallway


class Spoken(Player):
    """Answers with options by name, in order, whoever is asked; stops at the question after the last."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.made = 0
        self.asked = ""
        self.offered: list[str] = []
        self.questions: list[str] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        if self.made == len(self.answers):
            self.asked = prompt.name
            self.offered = [option.name for option in options]
            raise Paused
        name = self.answers[self.made]
        self.made += 1
        self.questions.append(prompt.name)
        for option in options:
            if option.name == name:
                return option
        raise AssertionError(f"{prompt.name} does not offer {name}, but {[option.name for option in options]}")


def document(
    rows: Sequence[str],
    *,
    doors: Sequence[Any] = (),
    walls: Sequence[tuple[Place, Place]] = (),
    furniture: Mapping[Place, str] | None = None,
    traps: Mapping[Place, str] | None = None,
    treasure: Sequence[Mapping[str, Any]] = (),
    monsters: Sequence[Mapping[str, Any]] = (),
    devices: Sequence[Mapping[str, Any]] = (),
    **fields: Any,
) -> dict[str, Any]:
    """A quest document. A door is (square, square), with a state or further fields as a third part."""
    rows = list(rows)
    if not any("S" in row for row in rows):
        width = len(rows[0])
        rows += ["#" * width, "SS".ljust(width, "#"), "SS".ljust(width, "#")]
    letters = sorted({letter for row in rows for letter in row} - {"#"})
    kinds = {letter: "start" if letter == "S" else "room" if letter.isupper() else "hallway" for letter in letters}
    hung = []
    for at, to, *more in doors:
        extra = more[0] if more else {}
        hung.append({"at": [list(at), list(to)], **({"state": extra} if isinstance(extra, str) else extra)})
    return {
        "id": "test-quest",
        "title": "Test quest",
        "step": 1,
        "briefing": "Go in and come back.",
        "goal": "Reach any place.",
        "objective": {"kind": "reach", "ref": [letters[-1]]},
        "map": "\n".join(rows),
        "areas": {letter: {"kind": kind, "text": f"Area {letter}."} for letter, kind in kinds.items()},
        "doors": hung,
        "walls": [{"at": [list(at), list(to)]} for at, to in walls],
        "furniture": [{"name": name, "at": list(at)} for at, name in (furniture or {}).items()],
        "traps": [{"kind": kind, "at": list(at)} for at, kind in (traps or {}).items()],
        "treasure": list(treasure),
        "monsters": list(monsters),
        "devices": list(devices),
        **{name.replace("_", "-"): value for name, value in fields.items()},
    }


def build(known: Content, book: Book, paper: Mapping[str, Any]) -> Quest:
    """The quest that a document tells, without the checks that a real one must pass."""
    with patch.object(quest_content, "check", lambda *_: None):
        quest = quest_content.quest_from(paper, known, "test", book, weigh=False)
    quest_content.bind(book, quest)
    return quest


def given(
    rows: Sequence[str] = HALL,
    *,
    heroes: Mapping[str, Place] | None = None,
    monsters: Sequence[tuple[str, Place]] = (),
    hidden: str = "",
    known_traps: Mapping[Place, str] | None = None,
    players: int = 1,
    edition: str = "book",
    changes: Mapping[str, Any] | None = None,
    round: int = 1,
    **paper: Any,
) -> FreeQuest:
    """A game in mid-quest: these heroes (in this order) and monsters on the map, the first hero's turn begun.

    `heroes` are by id; `monsters` stand on the board already, numbered from 0; monsters of the quest itself, which wait
    in hidden areas, are `lairs=[{"kind": "goblin", "at": [3, 1]}]`. Areas named in `hidden` are not revealed, and
    `hidden="*"` leaves all but what heroes see. Everything else is a field of the quest's document.
    """
    heroes = heroes or {"warrior": (0, 0)}
    setup = {"play.party": list(heroes), "play.players": players, **(changes or {})}
    known = content.content_of(*content.read(content.DATA, edition, setup))
    book = quest_content.new_book(known)
    paper["monsters"] = paper.pop("lairs", [])
    quest = build(known, book, document(rows, **paper))
    game = FreeQuest(known, book, Board(known), Notes(None), Chronicle(1))
    table = Table([Spoken([]) for _ in range(5)], Scripted([], []))
    table.seat(game)
    game.table = table
    for index, key in enumerate(heroes):
        kind = next(kind for kind in known.heroes if kind.key == key)
        hero = Hero(kind, index, seat_of(game, index)) if kind.selections else create(game, kind, index)
        if kind.selections:
            hero.selections.append(0)
            hero.gear.extend(kind.selections[0].options[0])
            arm(known, hero)
        game.board.heroes.append(hero)
    begin_quest(game, 0)
    if len(heroes) > 1:
        set_order(game, list(range(len(heroes))))
    shuffle_treasure(game)
    board = game.board
    for hero, at in zip(board.heroes, heroes.values(), strict=True):
        hero.at = square(game, at)
        board.figures[hero.at] = hero.index + 1
        board.trodden[hero.at] = 1
    shown = 0
    for area in quest.areas:
        if hidden != "*" and area.letter not in hidden:
            shown |= 1 << area.index
    reveal(game, shown)
    look_around(game)
    for key, at in monsters:
        put(game, key, at)
    for at, trap in (known_traps or {}).items():
        kind_index = next(each.index for each in known.traps if each.key == trap)
        game.notes.traps.pop(square(game, at), None)
        board.traps[square(game, at)] = kind_index * 2
    board.phase = HEROES_ACT
    board.round = round
    board.turn = 0
    begin_turn(game, board.hero())
    return game


def put(game: FreeQuest, key: str, at: Place) -> Monster:
    """A monster on the board, ready to act in the referee's next turn."""
    kind = next(kind for kind in game.content.monsters if kind.key == key)
    monster = add_monster(game, kind.index, square(game, at), kind.name, kind.index)
    assert monster is not None
    return monster


def square(game: FreeQuest, at: Place) -> int:
    """The number of a square."""
    return at[1] * int(game.quest().ground.width) + at[0]


def option_at(game: FreeQuest, at: Place) -> str:
    """The name of the option that stands for a square."""
    return f"square-{game.quest().codes[square(game, at)]}"


def place_of(game: FreeQuest, at: int) -> Place | None:
    """Where a square is, or None for nowhere."""
    width = int(game.quest().ground.width)
    return None if at == NOWHERE else (at % width, at // width)


def hero(game: FreeQuest, key: str) -> Hero:
    """A hero by id."""
    return next(one for one in game.board.heroes if one.kind.key == key)


def where(game: FreeQuest, key: str) -> Place | None:
    """Where a hero stands."""
    return place_of(game, hero(game, key).at)


def item(game: FreeQuest, key: str) -> int:
    """The number of an item."""
    return next(int(each.index) for each in game.content.items if each.key == key)


def spell(game: FreeQuest, key: str) -> int:
    """The number of a spell."""
    return next(int(each.index) for each in game.content.spells if each.key == key)


def card(game: FreeQuest, key: str) -> int:
    """The number of a treasure card's kind, or of the enchanted item that comes out of a bundle."""
    kinds = [each.index for each in game.content.cards if each.key == key]
    return int(next(iter(kinds or [each.index for each in game.content.items if each.enchanted and each.key == key])))


def casts(game: FreeQuest, key: str) -> str:
    """The name of the option that casts a spell."""
    return f"cast-{spell(game, key)}"


def improvement(game: FreeQuest, key: str) -> int:
    """The number of an improvement."""
    return next(int(each.index) for each in game.content.improvements if each.key == key)


def equip(game: FreeQuest, who: str, *keys: str) -> Hero:
    """Let a hero hold and wear these things and nothing else."""
    one = hero(game, who)
    one.gear = [item(game, key) for key in keys]
    one.main_hand = one.other_hand = one.head = one.body = -1
    arm(game.content, one)
    return one


def learn(game: FreeQuest, who: str, *keys: str) -> Hero:
    """Let a hero hold these spells, unspent."""
    one = hero(game, who)
    one.spells = sum(1 << spell(game, key) for key in keys)
    one.spent = 0
    refresh(game.content, one)
    return one


def when(
    game: FreeQuest,
    *answers: str,
    dice: Sequence[int] = (),
    cards: Sequence[str] = (),
    rule: Callable[[FreeQuest], Any] | None = None,
) -> Told:
    """Play on with these answers, by option name, and these dice (attacker's first) and cards; all must be used.

    It goes on until the question after the last answer, which `asked` and `offered` tell, or to the end of the quest.
    `rule` runs a single function of the rules instead.
    """
    chance = Scripted(list(dice), [card(game, key) for key in cards])
    player = Spoken(answers)
    table = Table([player for _ in range(5)], chance)
    table.log = []
    table.keep_trail()
    table.seat(game)
    game.table = table
    with suppress(Paused):
        if rule is not None:
            rule(game)
        else:
            while game.outcome() is None:
                take_one_step(game)
    chance.finish()
    assert player.made == len(player.answers), f"left over: {player.answers[player.made :]}"
    return Told(table.log, player.asked, list(player.offered), game.outcome() is not None)


def offered(game: FreeQuest) -> list[str]:
    """The names of all that is offered now."""
    return when(game).offered


def kill(game: FreeQuest, who: str) -> Hero:
    """Let a hero drop dead on the spot."""
    one = hero(game, who)
    when(game, rule=lambda game: die(game, one))
    return one


def load_up(game: FreeQuest, who: str, body: str) -> Hero:
    """Let a hero be dead and on another's back."""
    one = hero(game, who)
    dead = kill(game, body)
    dead.body_at = NOWHERE
    one.carries = dead.index
    return one


def seat_asked(game: FreeQuest) -> int:
    """Whose question the last one was."""
    return int(game.table.keep_trail().asked)


def session(make: Callable[[], FreeQuest]) -> Session:
    """A live game that begins where `make` has brought it, with undo, odds and a record."""
    game = Game(
        name="freequest",
        title="FreeQuest",
        summary="",
        accent="",
        seats=("referee", "first", "second", "third", "fourth"),
        rules_version=1,
        data=content.DATA,
        vocabulary=V,
        figure_names=FIGURE_NAMES,
        ends=(),
        editions=dict,
        new=lambda edition, changes: make(),
        play=play,
        openings=lambda state: ((),),
        scene=nothing,
        nouns=nothing,
        facts=nothing,
        rank_name=nothing,
        words=nothing,
        ledger=nothing,
    )
    return Session(game, Record(FORMAT, "freequest", "book", "a seed", 1))


def nothing(*_: Any) -> Any:
    """Stands for what a session's game is not asked here."""
    raise AssertionError


def in_town(game: FreeQuest) -> FreeQuest:
    """The same party between two quests, as the campaign would go on with it."""
    board = game.board
    board.phase = BETWEEN_QUESTS
    board.end = None
    board.ready = 0
    board.changed = []
    return game


def faces(told: Told, name: str, field: str = "roll") -> list[list[int]]:
    """The dice that lay on the table in all events of a name."""
    return [dice_of(figures[field]) for figures in told.figures(name)]
