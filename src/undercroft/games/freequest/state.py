"""Everything that can change in a game of FreeQuest.

`Board` is what lies on the table for all to see; `Notes` is what the referee keeps behind a screen. What heroes are
offered and shown is worked out from the board alone, so that a seat's view is the board without the notes.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from undercroft.core.chance import Chance, Unveiled
from undercroft.core.decks import Deck
from undercroft.core.ground import NOWHERE, Ground
from undercroft.core.state import Outcome, State
from undercroft.core.table import Table
from undercroft.core.vocabulary import EventKind, Option, Options, Prompt
from undercroft.games.freequest.pieces import (
    COUNTERS,
    NOTHING,
    Book,
    Box,
    Content,
    HeroKind,
    Item,
    MonsterKind,
    Quest,
)
from undercroft.games.freequest.vocabulary import COMPLETE, ENDS, UNKNOWN

REFEREE: Final = 0  # the referee's seat
NOBODY: Final = -1
CAPTIVE: Final = 4  # carried like the fifth of the dead
BOTH_HANDS: Final = -2  # in the other hand: a weapon that needs both
IDLE: Final = Table([], Chance())
FIGURE_NAMES: Final = ("round", "living", "health", "monsters", "loot", "areas")

CREATING: Final = 0  # phases
BETWEEN_QUESTS: Final = 1
CHOOSING_QUEST: Final = 2
ORDERING: Final = 3
DRAFTING: Final = 4
PLACING: Final = 5
HEROES_ACT: Final = 6
REFEREE_ACTS: Final = 7
QUEST_OVER: Final = 8
ALL_OVER: Final = 9

DID_MOVE: Final = 1  # actions of a turn, as bits
DID_ATTACK: Final = 2
DID_CAST: Final = 4
DID_SEARCH: Final = 8
DID_ACTIVATE: Final = 16
DID_AID: Final = 32

ARMED: Final = 0  # a trap that is known
OPEN_PIT: Final = 1

FIRST_MONSTER: Final = 10  # on `Board.figures`: heroes are 1 to 4, monsters from here


@mypyc_attr(acyclic=True)
class Hero:
    """A hero: the record sheet, and what becomes of the hero in a quest."""

    def __init__(self, kind: HeroKind, index: i64, seat: i64) -> None:
        self.kind: Final = kind
        self.index: Final = index  # in the party
        self.seat: Final = seat
        # the sheet
        self.move = kind.move
        self.skill = kind.skill
        self.magic = kind.magic
        self.most_health = kind.health
        self.spells_allowed = kind.spells
        self.abilities = kind.abilities
        self.gear: list[int] = kind.gear[:]  # all that is carried, worn things too
        self.main_hand: i64 = NOTHING
        self.other_hand: i64 = NOTHING
        self.head: i64 = NOTHING
        self.body: i64 = NOTHING
        self.savings: i64 = kind.gold
        self.counters: list[int] = [0] * len(COUNTERS)
        self.improvements: list[int] = []
        self.selections: list[int] = []
        self.returns: i64 = 0  # how often raised
        self.may_improve = False
        self.awaits_vigil = False
        self.lost = False  # for good
        self.lent: i64 = NOTHING  # an item that goes back after the quest
        # worked out from what is held and worn
        self.defense: i64 = 0
        self.speed: i64 = 0
        self.skill_dice: i64 = 0
        self.magic_dice: i64 = 0
        self.leap_more: i64 = 0
        self.full = kind.health  # the most Health that can be had now
        # in a quest
        self.at: i64 = NOWHERE
        self.health: i64 = kind.health
        self.dead = False
        self.body_at: i64 = NOWHERE  # where the body lies; NOWHERE while it is carried
        self.loot: i64 = 0
        self.quest_items: i64 = 0  # as bits
        self.spells: i64 = 0  # held, as bits
        self.spent: i64 = 0
        self.carries: i64 = NOBODY  # a dead hero, or the captive
        self.dropped: i64 = 0  # whom the hero has laid down this turn, as bits
        self.searched: i64 = 0  # areas, for treasure
        self.raging = False
        self.rage_attack: i64 = 0
        self.rage_defense: i64 = 0
        self.shield: i64 = 0  # more Defense until the end of the referee's next turn
        self.edge: i64 = 0  # more Attack in the next Attack action
        self.ward: i64 = 0  # less of the next damage
        self.hare: i64 = 0  # more Movement in the next Move
        self.smoke = False
        self.hindered = False  # one action in the next turn
        self.in_pit = False
        self.snared: i64 = 0  # the target that frees from it
        self.guarded_by: i64 = NOBODY
        self.guarded = False  # has guarded somebody this turn
        self.aided = False  # not again before a monster hurts this hero
        self.roared = False
        self.powers_used: list[int] = []  # items whose power is gone for this quest
        self.sulking = False
        self.deeds: list[int] = [0] * len(COUNTERS)  # of this quest
        self.brought_by: i64 = NOBODY  # who carried this hero's body last

    def copy(self) -> Hero:
        """The same hero, apart."""
        other = Hero(self.kind, self.index, self.seat)
        other.move = self.move
        other.skill = self.skill
        other.magic = self.magic
        other.most_health = self.most_health
        other.spells_allowed = self.spells_allowed
        other.abilities = self.abilities
        other.gear = self.gear[:]
        other.main_hand = self.main_hand
        other.other_hand = self.other_hand
        other.head = self.head
        other.body = self.body
        other.savings = self.savings
        other.counters = self.counters[:]
        other.improvements = self.improvements[:]
        other.selections = self.selections[:]
        other.returns = self.returns
        other.may_improve = self.may_improve
        other.awaits_vigil = self.awaits_vigil
        other.lost = self.lost
        other.lent = self.lent
        other.defense = self.defense
        other.speed = self.speed
        other.skill_dice = self.skill_dice
        other.magic_dice = self.magic_dice
        other.leap_more = self.leap_more
        other.full = self.full
        other.at = self.at
        other.health = self.health
        other.dead = self.dead
        other.body_at = self.body_at
        other.loot = self.loot
        other.quest_items = self.quest_items
        other.spells = self.spells
        other.spent = self.spent
        other.carries = self.carries
        other.dropped = self.dropped
        other.searched = self.searched
        other.raging = self.raging
        other.rage_attack = self.rage_attack
        other.rage_defense = self.rage_defense
        other.shield = self.shield
        other.edge = self.edge
        other.ward = self.ward
        other.hare = self.hare
        other.smoke = self.smoke
        other.hindered = self.hindered
        other.in_pit = self.in_pit
        other.snared = self.snared
        other.guarded_by = self.guarded_by
        other.guarded = self.guarded
        other.aided = self.aided
        other.roared = self.roared
        other.powers_used = self.powers_used[:]
        other.sulking = self.sulking
        other.deeds = self.deeds[:]
        other.brought_by = self.brought_by
        return other

    def key(self) -> tuple[object, ...]:
        """All that can change, as plain values."""
        return (
            self.kind.index, self.seat, self.move, self.skill, self.magic, self.most_health, self.spells_allowed,
            self.abilities, tuple(self.gear), self.main_hand, self.other_hand, self.head, self.body, self.savings,
            tuple(self.counters), tuple(self.improvements), tuple(self.selections), self.returns, self.may_improve,
            self.awaits_vigil, self.lost, self.lent, self.at, self.health, self.dead, self.body_at, self.loot,
            self.quest_items, self.spells, self.spent, self.carries, self.dropped, self.searched, self.raging,
            self.shield, self.edge, self.ward, self.hare, self.smoke, self.hindered, self.in_pit, self.snared,
            self.guarded_by, self.guarded, self.aided, self.roared, tuple(self.powers_used), self.sulking,
            tuple(self.deeds), self.brought_by,
        )  # fmt: skip

    def can(self, ability: i64) -> bool:
        """Whether the hero has an ability."""
        return bool(self.abilities >> ability & 1)

    def lives(self) -> bool:
        """Whether the hero is on the board and alive."""
        return not self.dead and self.at != NOWHERE

    def wears(self, item: i64) -> bool:
        """Whether an item is held or worn."""
        return item == self.main_hand or item == self.other_hand or item == self.head or item == self.body


@mypyc_attr(acyclic=True)
class Monster:
    """A monster on the board; its number is the order of being placed."""

    def __init__(self, kind: MonsterKind, number: i64, at: i64, name: str, noun: i64) -> None:
        self.kind: Final = kind
        self.number: Final = number
        self.name: Final = name
        self.noun: Final = noun
        self.at = at  # NOWHERE once it is dead
        self.most_health = kind.health
        self.health = kind.health
        self.unpicked: i64 = 0  # Defense dice lost
        self.slowed = False
        self.asleep = False  # slow to wake, and just placed
        self.provoked = False
        self.spells_used: i64 = 0
        self.acted = False
        self.lair: i64 = NOTHING

    def copy(self) -> Monster:
        """The same monster, apart."""
        other = Monster(self.kind, self.number, self.at, self.name, self.noun)
        other.most_health = self.most_health
        other.health = self.health
        other.unpicked = self.unpicked
        other.slowed = self.slowed
        other.asleep = self.asleep
        other.provoked = self.provoked
        other.spells_used = self.spells_used
        other.acted = self.acted
        other.lair = self.lair
        return other

    def key(self) -> tuple[object, ...]:
        """All that can change, as plain values."""
        return (
            self.kind.index, self.at, self.most_health, self.health, self.unpicked, self.slowed, self.asleep,
            self.provoked, self.spells_used, self.acted, self.lair,
        )  # fmt: skip


@mypyc_attr(acyclic=True)
class Fixture:
    """A device as all may know it."""

    def __init__(self, device: i64, name: str, at: i64, public: str, test: i64, uses: i64) -> None:
        self.device: Final = device
        self.name: Final = name
        self.at: Final = at
        self.public: Final = public
        self.test: Final = test
        self.uses = uses

    def copy(self) -> Fixture:
        """The same device, apart."""
        return Fixture(self.device, self.name, self.at, self.public, self.test, self.uses)


@mypyc_attr(acyclic=True)
class Matter:
    """What a question in the midst of a rule is about, as far as the board does not say it; it is never changed."""

    def __init__(
        self,
        hero: i64 = NOBODY,  # of the party
        other: i64 = NOBODY,
        monster: i64 = NOBODY,
        item: i64 = NOTHING,
        spell: i64 = NOTHING,
        amount: i64 = 0,  # of gold, damage or Health
        order: tuple[int, ...] = (),  # of turns, as it is proposed
        kind: i64 = NOTHING,  # of a hero who is about to join
        selection: i64 = 0,  # which of that hero's selections
    ) -> None:
        self.hero: Final = hero
        self.other: Final = other
        self.monster: Final = monster
        self.item: Final = item
        self.spell: Final = spell
        self.amount: Final = amount
        self.order: Final = order
        self.kind: Final = kind
        self.selection: Final = selection

    def copy(self) -> Matter:
        """The same, as nobody changes it."""
        return self

    def key(self) -> tuple[object, ...]:
        """All of it as plain values."""
        return (
            self.hero, self.other, self.monster, self.item, self.spell, self.amount, self.order, self.kind,
            self.selection,
        )  # fmt: skip


NO_MATTER: Final = Matter()
NO_GROUND: Final = Ground(0, 0)


class Board:
    """What lies on the table for all to see."""

    def __init__(self, content: Content) -> None:
        self.content: Final = content
        self.phase: i64 = CREATING
        self.heroes: list[Hero] = []
        self.order: list[int] = []
        # the quest
        self.title = ""
        self.briefing = ""
        self.goal = ""
        self.quest: i64 = NOTHING  # its number; a title that all may know
        self.try_number: i64 = 1
        self.rounds: i64 = 0
        self.objective: i64 = 0
        self.sought: i64 = 0  # the quest items that are to be brought back, as bits
        self.captive_name = ""
        self.thing_names: dict[int, str] = {}  # of quest items that somebody has seen
        self.completed: i64 = 0  # quests so far in the campaign
        self.open_quests: list[int] = []
        # the map as far as it is known
        self.ground: Ground = NO_GROUND
        self.codes: list[int] = []
        self.areas: i64 = 0
        self.start: i64 = 0
        self.doors_known: i64 = 0
        self.doors_open: i64 = 0
        self.doors_locked: i64 = 0
        self.keys: dict[int, int] = {}  # by locked door: the quest item that opens it
        self.figures: list[int] = []
        self.furniture: dict[int, str] = {}
        self.rubble: list[int] = []
        self.traps: dict[int, int] = {}  # known ones: square, and kind * 2 + ARMED or OPEN_PIT
        self.fixtures: list[Fixture] = []
        self.safe_areas: i64 = 0  # searched for traps
        self.trodden = bytearray()
        self.captive_at: i64 = NOWHERE
        # figures and cards
        self.monsters: list[Monster] = []
        self.killed: i64 = 0  # lairs whose monster is dead, as bits
        self.worked: i64 = 0  # devices
        self.reached: i64 = 0  # areas that a hero has stood in
        self.deck = Deck([])
        # the turn
        self.round: i64 = 0
        self.turn: i64 = 0  # whose turn, as a place in the order
        self.did: i64 = 0  # actions taken
        self.actions_left: i64 = 0
        self.walking = False
        self.steps_left: i64 = 0
        self.walked: i64 = 0
        self.moved = False  # whether this turn has left a square
        self.came_home: i64 = 0  # who has come onto the starting tile in this action, as bits
        self.changed: list[int] = []  # items put on or off this turn
        self.acting: i64 = NOBODY  # a monster
        self.roll: i64 = 0  # the dice of the last contest or test
        self.against: i64 = 0
        self.matter = NO_MATTER  # until the answer is there
        # before and after a quest
        self.at_counter: i64 = NOBODY  # whose hero trades
        self.ready: i64 = 0  # seats, as bits
        self.left_over: list[int] = []  # items of the dead to be shared
        self.paid: i64 = 0
        self.drafting: i64 = 0
        self.end: EventKind | None = None
        self.result: i64 = NOTHING
        self.achieved = False
        self.told_objective = False
        self.final: tuple[int, ...] = ()  # the figures when the quest was over, before anybody went home
        self.unveiled = False  # the quest is over for good, and its whole map may be seen
        self.shown: list[int] = []  # areas in the order in which they were revealed

    def copy(self) -> Board:
        """The same board, apart."""
        other = Board(self.content)
        other.phase = self.phase
        other.heroes = [hero.copy() for hero in self.heroes]
        other.order = self.order[:]
        other.title = self.title
        other.briefing = self.briefing
        other.goal = self.goal
        other.quest = self.quest
        other.try_number = self.try_number
        other.rounds = self.rounds
        other.objective = self.objective
        other.sought = self.sought
        other.captive_name = self.captive_name
        other.thing_names = self.thing_names  # replaced, never changed
        other.completed = self.completed
        other.open_quests = self.open_quests  # replaced, never changed
        other.ground = self.ground
        other.codes = self.codes
        other.areas = self.areas
        other.start = self.start
        other.doors_known = self.doors_known
        other.doors_open = self.doors_open
        other.doors_locked = self.doors_locked
        other.keys = self.keys  # replaced, never changed
        other.figures = self.figures[:]
        other.furniture = self.furniture  # replaced, never changed
        other.rubble = self.rubble[:]
        other.traps = self.traps.copy()
        other.fixtures = [fixture.copy() for fixture in self.fixtures]
        other.safe_areas = self.safe_areas
        other.trodden = bytearray(self.trodden)
        other.captive_at = self.captive_at
        other.monsters = [monster.copy() for monster in self.monsters]
        other.killed = self.killed
        other.worked = self.worked
        other.reached = self.reached
        other.deck = self.deck.copy()
        other.round = self.round
        other.turn = self.turn
        other.did = self.did
        other.actions_left = self.actions_left
        other.walking = self.walking
        other.steps_left = self.steps_left
        other.walked = self.walked
        other.moved = self.moved
        other.came_home = self.came_home
        other.changed = self.changed[:]
        other.acting = self.acting
        other.roll = self.roll
        other.against = self.against
        other.matter = self.matter  # replaced, never changed
        other.at_counter = self.at_counter
        other.ready = self.ready
        other.left_over = self.left_over[:]
        other.paid = self.paid
        other.drafting = self.drafting
        other.end = self.end
        other.result = self.result
        other.achieved = self.achieved
        other.told_objective = self.told_objective
        other.final = self.final
        other.unveiled = self.unveiled
        other.shown = self.shown[:]
        return other

    def key(self) -> tuple[object, ...]:
        """All that can change, as plain values."""
        return (
            self.phase, tuple([hero.key() for hero in self.heroes]), tuple(self.order), self.quest, self.try_number,
            self.completed, tuple(self.open_quests), self.areas, self.doors_known, self.doors_open, self.doors_locked,
            tuple(self.rubble), tuple(sorted(self.traps.items())), tuple([each.uses for each in self.fixtures]),
            self.safe_areas, bytes(self.trodden), self.captive_at, tuple([monster.key() for monster in self.monsters]),
            self.killed, self.worked, self.reached, tuple(self.deck.unseen), self.round, self.turn, self.did,
            self.actions_left, self.walking, self.steps_left, self.walked, self.moved, self.came_home,
            tuple(self.changed), self.acting, self.at_counter, self.ready, tuple(self.left_over), self.paid,
            self.drafting, self.result, self.achieved, self.told_objective, tuple(self.shown),
            NOBODY if self.end is None else ENDS.index(self.end), self.matter.key(),
        )  # fmt: skip

    # ---- short cuts --------------------------------------------------------------------------------------------

    def hero(self) -> Hero:
        """The hero whose turn it is."""
        return self.heroes[self.order[self.turn]]

    def item(self, index: i64) -> Item:
        """An item by its number."""
        return self.content.items[index]

    def step(self, at: i64, side: i64) -> i64:
        """The known square on a side of another, if nothing is between them; else NOWHERE."""
        return self.ground.step(at, side, self.doors_open)

    def adjacent(self, one: i64, other: i64) -> bool:
        """Whether two squares share an edge without wall or closed door (attack.adjacent)."""
        return self.ground.adjacent(one, other, self.doors_open)

    def sees(self, one: i64, other: i64) -> bool:
        """Whether two known squares are in line of sight (sight.definition)."""
        return self.ground.sees(one, other, self.doors_open)

    def is_solid(self, at: i64) -> bool:
        """Whether furniture or rubble fills a square (move.not-through-furniture)."""
        return self.ground.solid[at] != 0 or (len(self.rubble) > 0 and at in self.rubble)

    def is_free(self, at: i64) -> bool:
        """Whether a figure could stand on a square: nobody and no furniture is there."""
        return self.figures[at] == 0 and not self.is_solid(at)

    def monster_at(self, at: i64) -> i64:
        """The number of the monster on a square, or NOBODY."""
        figure = self.figures[at]
        return figure - FIRST_MONSTER if figure >= FIRST_MONSTER else NOBODY

    def hero_at(self, at: i64) -> i64:
        """The hero on a square, or NOBODY."""
        figure = self.figures[at]
        return figure - 1 if 0 < figure < FIRST_MONSTER else NOBODY

    def trap_state(self, at: i64) -> i64:
        """ARMED or OPEN_PIT for a trap that is known there, or NOTHING."""
        trap = self.traps.get(at, NOTHING)
        return NOTHING if trap == NOTHING else trap & 1

    def in_start(self, at: i64) -> bool:
        """Whether a square belongs to the starting tile."""
        return self.ground.area[at] == self.start

    def sees_a_monster(self, hero: Hero) -> bool:
        """Whether a hero has any placed monster in sight."""
        sight = self.ground.sight(hero.at, self.doors_open)
        return any(monster.at != NOWHERE and sight[monster.at] for monster in self.monsters)

    def living(self) -> i64:
        """How many heroes live."""
        count: i64 = 0
        for hero in self.heroes:
            if hero.lives():
                count += 1
        return count


class Notes:
    """What the referee keeps behind the screen."""

    def __init__(self, quest: Quest | None) -> None:
        self.quest: Final = quest
        self.traps: dict[int, int] = {}  # hidden ones: square and kind
        self.gold: list[int] = []  # placed treasure by area
        self.items: list[list[int]] = []
        self.quest_items: list[int] = []
        self.wandered: i64 = 0
        self.holder: list[int] = []  # by area: the hero who has its placed treasure
        self.veiled = False  # for odds: stop where something unknown would be shown

    def copy(self) -> Notes:
        """The same notes, apart."""
        other = Notes(self.quest)
        other.traps = self.traps.copy()
        other.gold = self.gold[:]
        other.items = [items[:] for items in self.items]
        other.quest_items = self.quest_items[:]
        other.wandered = self.wandered
        other.holder = self.holder[:]
        other.veiled = self.veiled
        return other

    def key(self) -> tuple[object, ...]:
        """All that can change, as plain values."""
        return (
            tuple(sorted(self.traps.items())), tuple(self.gold), tuple([tuple(items) for items in self.items]),
            tuple(self.quest_items), self.wandered, tuple(self.holder), self.veiled,
        )  # fmt: skip


CLOSED_YET: Final = 0  # what has become of a quest in the campaign
IS_OPEN: Final = 1
IS_COMPLETE: Final = 2
IS_LOST: Final = 3


class Chronicle:
    """How the campaign stands, quest by quest; for the referee's eyes."""

    def __init__(self, quests: i64) -> None:
        self.standing: list[int] = [CLOSED_YET] * quests
        self.tries: list[int] = [0] * quests
        self.taken: list[int] = [0] * quests  # areas whose placed treasure was brought out, as bits

    def copy(self) -> Chronicle:
        """The same chronicle, apart."""
        other = Chronicle(0)
        other.standing = self.standing[:]
        other.tries = self.tries[:]
        other.taken = self.taken[:]
        return other


class FreeQuest(State):
    """One game: the board, the notes, the chronicle of the campaign."""

    def __init__(self, content: Content, book: Book, board: Board, notes: Notes, chronicle: Chronicle) -> None:
        self.content: Final = content
        self.book = book  # another one only where it is imagined
        self.board: Final = board
        self.notes = notes
        self.chronicle: Final = chronicle
        self.table = IDLE
        self._heroes_view: FreeQuest | None = None

    def copy(self) -> FreeQuest:
        return FreeQuest(self.content, self.book, self.board.copy(), self.notes.copy(), self.chronicle.copy())

    def view(self, seat: int) -> FreeQuest:
        """The referee sees everything; heroes see the board, and the map once it is over (info.heroes-see)."""
        if seat == REFEREE:
            return self
        view = self._heroes_view
        if view is None:
            view = FreeQuest(self.content, NO_BOOK, self.board, NO_NOTES, NO_CHRONICLE)
            self._heroes_view = view
        view.notes = self.notes if self.board.unveiled else NO_NOTES
        return view

    def imagine(self, seat: int, chance: Chance) -> None:
        """For heroes all that lies behind the screen is made up anew; the referee knows it (info.heroes-do-not-see)."""
        from undercroft.games.freequest.imagining import imagine

        if seat != REFEREE:
            imagine(self, chance)

    def veil(self, seat: int) -> None:
        """For heroes odds stop at what they have not seen; hidden traps are as if there were none."""
        if seat != REFEREE:
            self.notes.veiled = True

    def look_behind(self) -> None:
        """Something is about to be shown that heroes cannot know."""
        if self.notes.veiled:
            raise Unveiled(UNKNOWN.name)

    def key(self) -> tuple[object, ...]:
        chronicle = self.chronicle
        return (
            self.board.key(), self.notes.key(), tuple(chronicle.standing), tuple(chronicle.tries),
            tuple(chronicle.taken),
        )  # fmt: skip

    def figures(self) -> tuple[int, ...]:
        if self.board.final:
            return self.board.final
        health: i64 = 0
        loot: i64 = 0
        for hero in self.board.heroes:
            if hero.lives():
                health += hero.health
                loot += hero.loot
        monsters: i64 = 0
        for monster in self.board.monsters:
            if monster.at != NOWHERE:
                monsters += 1
        areas: i64 = 0
        bits = self.board.areas
        while bits:
            bits &= bits - 1
            areas += 1
        return (self.board.round, self.board.living(), health, monsters, loot, areas)

    def progress(self, seat: int) -> float:
        return 0.5 if self.board.achieved else 0.0

    def outcome(self) -> Outcome | None:
        end = self.board.end
        if end is None or self.board.phase != ALL_OVER:
            return None
        won = end is COMPLETE
        seats = tuple(sorted({int(hero.seat) for hero in self.board.heroes}))
        score = sum(1 for hero in self.board.heroes if not hero.dead and not hero.lost)
        return Outcome(end.name.removeprefix("end."), seats if won else (), score, "")

    # ---- short cuts --------------------------------------------------------------------------------------------

    def ask(self, seat: i64, prompt: Prompt, options: Options, matter: Matter) -> Option:
        """Let a seat decide in the midst of a rule, with what it is about on the board for all to see."""
        self.board.matter = matter
        answer = self.table.choose(seat, prompt, options)
        self.board.matter = NO_MATTER
        return answer

    def quest(self) -> Quest:
        """The quest that is played."""
        quest = self.notes.quest
        assert quest is not None
        return quest


NO_BOOK: Final = Book()
NO_NOTES: Final = Notes(None)
NO_CHRONICLE: Final = Chronicle(0)


def new_game(box: Box) -> FreeQuest:
    """A state before set-up."""
    chronicle = Chronicle(len(box.book.quests))
    for quest in box.book.first:
        chronicle.standing[quest] = IS_OPEN
    return FreeQuest(box.content, box.book, Board(box.content), Notes(None), chronicle)
