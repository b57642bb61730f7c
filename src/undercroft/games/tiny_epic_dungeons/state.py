"""Everything that can change in a game of Tiny Epic Dungeons, and how it is copied and compared."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import bits_in
from undercroft.core.chance import Chance
from undercroft.core.decks import Deck
from undercroft.core.state import Outcome, State
from undercroft.core.table import Table
from undercroft.core.vocabulary import EventKind
from undercroft.games.tiny_epic_dungeons.pieces import (
    ALWAYS,
    COST,
    DEFENSE,
    DICE,
    ENCOUNTER_CARD,
    ENTRANCE_CARD,
    MAX_FOCUS,
    MAX_HEALTH,
    OF_RESEARCH,
    RESULT,
    ROOM_CARD,
    SPEED,
    BossMat,
    Content,
    DungeonCard,
    Effects,
    EnemyCard,
    HeroMat,
    Power,
)
from undercroft.games.tiny_epic_dungeons.vocabulary import CELLS, ENDS, WON

NOBODY: Final = -1
CENTRE: Final[i64] = 24  # the middle cell of the grid, where the Entrance lies
LAIR: Final[i64] = 49  # the Boss Mat is a room beside the grid
HANDS: Final[i64] = 2
LOOT_SLOTS: Final[i64] = 4  # two hands, the body, a charm
SPELL_SLOTS: Final[i64] = 2
BOTH_HANDS: Final = -2  # in the second hand: the first holds something for two
ABILITY: Final[i64] = 0  # sources of a hero's powers; the Loot slots follow
PASSIVE: Final[i64] = 1
FIRST_LOOT: Final[i64] = 2
GOBLINS: Final[i64] = 4
FIRST_MINION: Final[i64] = 4  # targets: Goblins 0 to 3, Minions 4 to 7, the Boss 8
BOSS_TARGET: Final[i64] = 8
MINION_NAMES: Final[i64] = 100  # where the names of Minions and Bosses begin among those of enemies
BOSS_NAMES: Final[i64] = 200
FIGURE_NAMES: Final = ("torch", "seals", "goblins", "health", "focus", "rooms", "boss")
IDLE: Final = Table([], Chance())


class Hero:
    """One hero: where it is, what it carries, and what its figures come to with all that."""

    def __init__(self, mat: HeroMat) -> None:
        self.mat: Final = mat
        self.health: i64 = mat.max_health
        self.focus: i64 = mat.max_focus
        self.at: i64 = CENTRE
        self.space: i64 = 0  # the Hero Space, in the Lair
        self.loot: list[int] = [NOBODY] * LOOT_SLOTS
        self.spells: list[int] = []
        self.used_this_turn: i64 = 0  # sources of powers, as bits
        self.used_for_good: i64 = 0  # the mat's own powers, as bits
        self.defense: i64 = mat.defense
        self.speed: i64 = mat.speed
        self.max_health: i64 = mat.max_health
        self.max_focus: i64 = mat.max_focus
        self.results: list[int] = [0] * 10  # what is added to each kind of check
        self.dice: list[int] = [0] * 10
        self.research_less: i64 = 0
        self.modify_less: i64 = 0

    def copy(self) -> Hero:
        """The same hero, apart."""
        other = Hero(self.mat)
        other.health = self.health
        other.focus = self.focus
        other.at = self.at
        other.space = self.space
        other.loot = self.loot[:]
        other.spells = self.spells[:]
        other.used_this_turn = self.used_this_turn
        other.used_for_good = self.used_for_good
        other.defense = self.defense
        other.speed = self.speed
        other.max_health = self.max_health
        other.max_focus = self.max_focus
        other.results = self.results[:]
        other.dice = self.dice[:]
        other.research_less = self.research_less
        other.modify_less = self.modify_less
        return other

    def key(self) -> tuple[object, ...]:
        """All that can change of the hero."""
        return (
            self.mat.index, self.health, self.focus, self.at, self.space, tuple(self.loot), tuple(self.spells),
            self.used_this_turn, self.used_for_good,
        )  # fmt: skip

    @property
    def conscious(self) -> bool:
        """Whether the hero stands (hero.unconscious)."""
        return self.health > 0

    def count_up(self, content: Content) -> None:
        """Work out the figures anew from the mat and the Loot carried (loot.in-force, loot.caps)."""
        mat = self.mat
        self.defense = mat.defense
        self.speed = mat.speed
        self.max_health = mat.max_health
        self.max_focus = mat.max_focus
        self.research_less = 0
        self.modify_less = 0
        for kind in range(10):
            self.results[kind] = 0
            self.dice[kind] = 0
        self._count(mat.passive)
        self._count(mat.ability)
        for card in self.loot:
            if card >= 0:
                self._count(content.loot[card].power)
        self.speed = min(max(self.speed, content.figures.speed_floor), content.figures.speed_cap)
        self.health = min(self.health, self.max_health)
        self.focus = min(self.focus, self.max_focus)

    def _count(self, power: Power) -> None:
        """Add what a standing power changes."""
        if not power.stands:
            return
        for effect in power.effects:
            if effect.do == RESULT:
                self.results[effect.on] += effect.by
            elif effect.do == DICE:
                self.dice[effect.on] += effect.by
            elif power.when == ALWAYS:
                self._change(effect.do, effect.by, effect.of)

    def _change(self, do: i64, by: i64, of: i64) -> None:
        """A standing change of an attribute or a price."""
        if do == DEFENSE:
            self.defense += by
        elif do == SPEED:
            self.speed += by
        elif do == MAX_HEALTH:
            self.max_health += by
        elif do == MAX_FOCUS:
            self.max_focus += by
        elif do == COST:
            if of == OF_RESEARCH:
                self.research_less += by
            else:
                self.modify_less += by


class Dungeon(State):
    """One game: the grid, the heroes, the enemies, the decks and the light.

    Nothing here is hidden. A facedown card is known by the deck it came from alone (A, B or C), and which card it is
    comes out of all that nobody has seen when it is turned faceup. Cells are counted row by row from the north-west;
    sets of cells are bits, and the Lair is one more beside the grid.
    """

    def __init__(self, content: Content) -> None:
        self.content: Final = content
        self.table = IDLE
        self.heroes: list[Hero] = []
        self.act: i64 = 0  # 0 before the set-up is done
        self.turns: i64 = 0
        self.active: i64 = 0
        self.end: EventKind | None = None
        # the grid
        self.room: list[int] = [NOBODY] * CELLS  # the card that lies faceup
        self.exits: list[int] = [0] * CELLS
        self.facedown: list[int] = [NOBODY] * CELLS  # the deck that a facedown card came from: 0, 1, 2
        self.rooms: i64 = 0  # cells with a room, as bits
        self.hidden: i64 = 0  # cells with a facedown card
        self.north: i64 = 0  # rooms with a passage to the north, and so on
        self.east: i64 = 0
        self.south: i64 = 0
        self.west: i64 = 0
        self.door: i64 = NOBODY  # the cell of the Lair Door, once it is faceup
        self.met: i64 = 0  # rooms whose Goblin or Minion has appeared
        self.disarmed: i64 = 0
        self.searched: i64 = 0  # rooms whose single Search is spent
        self.altars: i64 = 0
        # the Dungeon Deck: how many cards of A, B and C are left, and what nobody has seen
        self.left: list[int] = [0, 0, 0]
        self.unseen_rooms: list[int] = []
        self.unseen_encounters: list[int] = []
        self.unseen_in_b: list[int] = []  # Room or Encounter, a word for each card of Deck B that nobody has seen
        self.unseen_in_c: list[int] = []  # Room or Lair Door
        # other decks
        self.loot_deck = Deck([])
        self.loot_discards: list[int] = []
        self.spell_deck = Deck([])
        self.spell_discards: list[int] = []
        self.goblin_deck = Deck([])
        self.goblin_discards: list[int] = []
        self.minion_deck = Deck([])
        self.spent_loot: i64 = 0  # Loot whose one use of the game is gone, as bits
        # enemies
        self.goblins: list[int] = [NOBODY] * GOBLINS  # the card in each slot
        self.goblin_at: list[int] = [NOBODY] * GOBLINS
        self.minions: list[int] = []  # cards in the order of their appearance
        self.minion_at: list[int] = []
        self.minion_health: list[int] = []  # 0: dead
        self.seals: i64 = 0  # Minions slain
        self.boss: i64 = NOBODY
        self.boss_at: i64 = NOBODY
        self.markers: list[int] = []  # the Boss's Health Markers, highest first
        self.covered: i64 = 0  # Altar spaces of the track with a marker on them, from the top
        self.torch: i64 = 0
        # the turn
        self.speed_left: i64 = 0
        self.moving = False
        self.heroic_left: i64 = 0
        self.extra_taken = False
        # what a question is about, for whoever looks
        self.dice: list[int] = []
        self.against: i64 = 0  # what the result must reach
        self.bonus: i64 = 0
        self.price: i64 = 0  # Focus that success of the check costs
        self.purpose: i64 = 0  # the kind of check: ON_MELEE and so on
        self.skill: i64 = 0
        self.targets: list[int] = []  # the enemies that an attack is on
        self.drawn: i64 = NOBODY  # the card that may be kept
        self.about_spells = False  # whether the cards in question are Spells, not Loot
        self.asked: i64 = 0  # the hero who is asked
        self.source: i64 = NOBODY  # the power or the Spell slot in question
        self.threat: i64 = 0  # the enemy that moves or strikes, by its name
        self.threatened: i64 = 0
        self.braced: i64 = 0  # Defense bought so far against the Counter-Attack
        self.ways: list[int] = []  # where an enemy's ways end
        self.ways_altars: list[int] = []  # and which altars lie on each
        self.turned: i64 = NOBODY  # the card that is being laid, and where
        self.turned_at: i64 = NOBODY

    def copy(self) -> Dungeon:
        other = Dungeon(self.content)
        other.heroes = [hero.copy() for hero in self.heroes]
        other.act = self.act
        other.turns = self.turns
        other.active = self.active
        other.end = self.end
        self._copy_grid(other)
        self._copy_cards(other)
        self._copy_enemies(other)
        other.torch = self.torch
        other.speed_left = self.speed_left
        other.moving = self.moving
        other.heroic_left = self.heroic_left
        other.extra_taken = self.extra_taken
        self._copy_question(other)
        return other

    def _copy_grid(self, other: Dungeon) -> None:
        other.room = self.room[:]
        other.exits = self.exits[:]
        other.facedown = self.facedown[:]
        other.rooms = self.rooms
        other.hidden = self.hidden
        other.north = self.north
        other.east = self.east
        other.south = self.south
        other.west = self.west
        other.door = self.door
        other.met = self.met
        other.disarmed = self.disarmed
        other.searched = self.searched
        other.altars = self.altars

    def _copy_cards(self, other: Dungeon) -> None:
        other.left = self.left[:]
        other.unseen_rooms = self.unseen_rooms[:]
        other.unseen_encounters = self.unseen_encounters[:]
        other.unseen_in_b = self.unseen_in_b[:]
        other.unseen_in_c = self.unseen_in_c[:]
        other.loot_deck = self.loot_deck.copy()
        other.loot_discards = self.loot_discards[:]
        other.spell_deck = self.spell_deck.copy()
        other.spell_discards = self.spell_discards[:]
        other.goblin_deck = self.goblin_deck.copy()
        other.goblin_discards = self.goblin_discards[:]
        other.minion_deck = self.minion_deck.copy()
        other.spent_loot = self.spent_loot

    def _copy_enemies(self, other: Dungeon) -> None:
        other.goblins = self.goblins[:]
        other.goblin_at = self.goblin_at[:]
        other.minions = self.minions[:]
        other.minion_at = self.minion_at[:]
        other.minion_health = self.minion_health[:]
        other.seals = self.seals
        other.boss = self.boss
        other.boss_at = self.boss_at
        other.markers = self.markers[:]
        other.covered = self.covered

    def _copy_question(self, other: Dungeon) -> None:
        other.dice = self.dice[:]
        other.against = self.against
        other.bonus = self.bonus
        other.price = self.price
        other.purpose = self.purpose
        other.skill = self.skill
        other.targets = self.targets[:]
        other.drawn = self.drawn
        other.about_spells = self.about_spells
        other.asked = self.asked
        other.source = self.source
        other.threat = self.threat
        other.threatened = self.threatened
        other.braced = self.braced
        other.ways = self.ways[:]
        other.ways_altars = self.ways_altars[:]
        other.turned = self.turned
        other.turned_at = self.turned_at

    def key(self) -> tuple[object, ...]:
        # without what a question is about: it matters only until it is answered, and mid-roll no walks are merged
        return (
            tuple([hero.key() for hero in self.heroes]), self.act, self.turns, self.active, self.end_number(),
            tuple(self.room), tuple(self.exits), tuple(self.facedown), self.met, self.disarmed, self.searched,
            self.altars, tuple(self.left), tuple(self.unseen_in_b), tuple(self.unseen_in_c),
            tuple(sorted(self.loot_deck.unseen)), tuple(self.loot_discards), tuple(sorted(self.spell_deck.unseen)),
            tuple(self.spell_discards), tuple(sorted(self.goblin_deck.unseen)), tuple(self.goblin_discards),
            self.spent_loot, tuple(self.goblins), tuple(self.goblin_at), tuple(self.minions), tuple(self.minion_at),
            tuple(self.minion_health), self.boss, self.boss_at, tuple(self.markers), self.covered, self.torch,
            self.speed_left, self.moving, self.heroic_left, self.extra_taken, self.drawn, tuple(self.ways),
        )  # fmt: skip

    def figures(self) -> tuple[int, ...]:
        health: i64 = 0
        focus: i64 = 0
        for hero in self.heroes:
            health += hero.health
            focus += hero.focus
        boss = sum(self.markers) if self.act == 2 else self.content.figures.boss_track_top * len(self.heroes)
        return (self.torch, self.seals, self.goblin_count(), health, focus, bits_in(self.rooms), boss)

    def progress(self, seat: int) -> float:
        heroes = max(1, len(self.heroes))
        if self.act == 2:
            whole = self.content.figures.boss_track_top * heroes
            return 0.5 + 0.4 * (1.0 - sum(self.markers) / whole) + 0.033 * float(self.covered)
        explored = min(1.0, float(bits_in(self.rooms)) / 24.0)
        return 0.3 * float(self.seals) / heroes + 0.2 * explored

    def outcome(self) -> Outcome | None:
        end = self.end
        if end is None:
            return None
        won = end is WON
        seats = (0,) if self.content.players == 1 else tuple(range(self.content.players))
        return Outcome(end.name.removeprefix("end."), seats if won else (), int(won), "")

    def finish(self, end: EventKind) -> None:
        """The game is over, for everybody (goal.cooperative); only the first end counts (end.at-once)."""
        if self.end is None:
            self.end = end
            self.table.tell(end, self.turns)

    # ---- short cuts ------------------------------------------------------------------------------------------------

    def hero(self) -> Hero:
        """The hero whose turn it is."""
        return self.heroes[self.active]

    def seat_of(self, hero: i64) -> i64:
        """The seat that decides for a hero: alone, one seat plays both."""
        return 0 if self.content.players == 1 else hero

    def active_seat(self) -> i64:
        """The seat that decides on this turn (players.active-decides)."""
        return self.seat_of(self.active)

    def card_at(self, cell: i64) -> DungeonCard:
        """The Dungeon Card that lies faceup in a cell."""
        return self.content.dungeon[self.room[cell]]

    def goblin_count(self) -> i64:
        """How many Goblins are in play."""
        count: i64 = 0
        for card in self.goblins:
            if card >= 0:
                count += 1
        return count

    def boss_mat(self) -> BossMat:
        """The Boss of this game, once it is known."""
        return self.content.bosses[self.boss]

    def enemy_card(self, target: i64) -> EnemyCard:
        """The card of a Goblin or Minion."""
        if target < FIRST_MINION:
            return self.content.goblins[self.goblins[target]]
        return self.content.minions[self.minions[target - FIRST_MINION]]

    def enemy_at(self, target: i64) -> i64:
        """Where an enemy is, or NOBODY if it is not in play."""
        if target == BOSS_TARGET:
            return self.boss_at
        if target < FIRST_MINION:
            return self.goblin_at[target]
        number = target - FIRST_MINION
        if number < len(self.minions) and self.minion_health[number] > 0:
            return self.minion_at[number]
        return NOBODY

    def enemy_name(self, target: i64) -> i64:
        """The figure that stands for an enemy in events."""
        if target == BOSS_TARGET:
            return BOSS_NAMES + self.boss
        if target < FIRST_MINION:
            return self.goblins[target]
        return MINION_NAMES + self.minions[target - FIRST_MINION]

    def enemy_in(self, cell: i64) -> bool:
        """Whether any enemy is in a room."""
        return any(self.enemy_at(target) == cell for target in range(BOSS_TARGET + 1))

    def helped(self, hero: Hero) -> bool:
        """Whether another conscious hero is in the same room."""
        return any(other is not hero and other.health > 0 and other.at == hero.at for other in self.heroes)

    def power(self, hero: Hero, source: i64) -> Power | None:
        """The power that a source of a hero offers: its ability, its passive, or a card in a slot."""
        if source == ABILITY:
            return hero.mat.ability
        if source == PASSIVE:
            return hero.mat.passive
        card = hero.loot[source - FIRST_LOOT]
        return self.content.loot[card].power if card >= 0 else None

    def space_effects(self, hero: Hero) -> Effects:
        """What the Hero Space that a hero stands on does."""
        return self.boss_mat().spaces[hero.space - 1] if hero.space > 0 else ()

    def end_number(self) -> int:
        """The end's place among the ends, or -1 while the game goes on."""
        return NOBODY if self.end is None else ENDS.index(self.end)


def new_game(content: Content) -> Dungeon:
    """A game before its set-up."""
    game = Dungeon(content)
    for card in content.dungeon:
        if card.type == ROOM_CARD:
            game.unseen_rooms.append(card.index)
        elif card.type == ENCOUNTER_CARD:
            game.unseen_encounters.append(card.index)
        elif card.type == ENTRANCE_CARD:
            game.room[CENTRE] = card.index
    return game
