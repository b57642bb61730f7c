"""Everything that can change in a game of Tin Helm, and the small steps by which it does."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.chance import Chance
from undercroft.core.decks import Deck
from undercroft.core.state import Outcome, State
from undercroft.core.table import Table
from undercroft.core.vocabulary import EventKind, Option, Prompt
from undercroft.games.tin_helm.cards import Card, Content, Enemy
from undercroft.games.tin_helm.vocabulary import (
    CARD_USED,
    EAT_FOR_ENERGY,
    EAT_FOR_HEALTH,
    ENDS,
    FOOD_EATEN,
    LEVEL_BEGINS,
    SHARD_GAINED,
    WON,
    Menu,
)

HERO: Final = 0  # the only seat
NOBODY: Final = -1
FOOD_USES: Final[i64] = EAT_FOR_HEALTH.number | EAT_FOR_ENERGY.number
FIGURE_NAMES: Final = ("health", "energy", "food", "favor", "shards", "level", "enemy-health")
IDLE: Final = Table([], Chance())


class TinHelm(State):
    """One game: the adventurer, the dungeon, the fight, the end."""

    def __init__(self, content: Content, deck: Deck | None = None) -> None:
        self.content: Final = content
        self.deck = Deck(list(range(len(content.rooms)))) if deck is None else deck
        self.table = IDLE
        self.race: i64 = NOBODY
        self.cls: i64 = NOBODY
        self.bonus: list[int] = []
        self.health: i64 = 0
        self.health_cap: i64 = 0
        self.energy: i64 = 0
        self.energy_cap: i64 = 0
        self.food: i64 = 0
        self.favor: i64 = 0
        self.shards: i64 = 0
        self.hand: i64 = 0  # the cards held, as bits
        self.kit = content.bare
        self.used: i64 = 0  # the cards used up for this level, as bits
        self.flips: i64 = 0  # Kroling flips left on this level
        self.level: i64 = 1
        self.room_number: i64 = 0
        self.top: i64 = NOBODY  # the card whose room side is seen
        self.room: i64 = NOBODY
        self.results: i64 = NOBODY
        self.first_card = False  # the room is the first of its two cards: it was resolved, not skipped into
        self.icon: i64 = NOBODY  # which of the room's icons is being resolved
        self.enemy: i64 = NOBODY
        self.enemy_health: i64 = 0
        self.first: i64 = 0  # the dice as they lie
        self.second: i64 = 0
        self.end: EventKind | None = None

    def copy(self) -> TinHelm:
        other = TinHelm(self.content, self.deck.copy())
        other.race = self.race
        other.cls = self.cls
        other.bonus = self.bonus
        other.health = self.health
        other.health_cap = self.health_cap
        other.energy = self.energy
        other.energy_cap = self.energy_cap
        other.food = self.food
        other.favor = self.favor
        other.shards = self.shards
        other.hand = self.hand
        other.kit = self.kit
        other.used = self.used
        other.flips = self.flips
        other.level = self.level
        other.room_number = self.room_number
        other.top = self.top
        other.room = self.room
        other.results = self.results
        other.first_card = self.first_card
        other.icon = self.icon
        other.enemy = self.enemy
        other.enemy_health = self.enemy_health
        other.first = self.first
        other.second = self.second
        other.end = self.end
        return other

    def key(self) -> tuple[object, ...]:
        # without the dice: they matter only until they are read, and walks are not merged before that (mid_roll)
        return (
            *self.figures(), self.race, self.cls, self.health_cap, self.energy_cap, self.hand, self.used, self.flips,
            self.room_number, self.top, self.room, self.results, self.first_card, self.icon, self.enemy,
            tuple(self.deck.unseen), tuple(self.deck.top), tuple(self.deck.bottom), self.end_number(),
        )  # fmt: skip

    def figures(self) -> tuple[int, ...]:
        return (self.health, self.energy, self.food, self.favor, self.shards, self.level, self.enemy_health)

    def progress(self, seat: int) -> float:
        figures = self.content.figures
        return float(self.shards) / float(figures.shards_to_win)

    def outcome(self) -> Outcome | None:
        end = self.end
        if end is None:
            return None
        won = end is WON
        rank = self.rank() if won else ""
        return Outcome(end.name.removeprefix("end."), (HERO,) if won else (), self.score(), rank)

    def rank(self) -> str:
        """The rank that a won game has earned by its score; the lowest is for every win."""
        score = self.score()
        earned = ""
        for least, key, _ in self.content.ranks:
            if score >= least or not earned:
                earned = key
        return earned

    def score(self) -> i64:
        """Shards, body and favor, less the depth (score.shards, score.body, score.favor, score.level)."""
        figures = self.content.figures
        return (
            figures.score_shard * self.shards
            + self.health
            + self.energy
            + self.food
            + figures.score_favor * self.favor
            - figures.score_level * self.level
        )

    # ---- trackers ----------------------------------------------------------------------------------------------

    def gain_health(self, amount: i64) -> i64:
        """Raise health up to its cap (track.starting-values-are-caps); returns by how much."""
        gained = min(amount, self.health_cap - self.health)
        self.health += gained
        return gained

    def gain_energy(self, amount: i64) -> i64:
        """Raise energy up to its cap; returns by how much."""
        gained = min(amount, self.energy_cap - self.energy)
        self.energy += gained
        return gained

    def gain_food(self, amount: i64) -> i64:
        """Take food; what is beyond the limit is lost (track.food-cap). Returns how much was kept."""
        gained = max(min(amount, self.content.figures.food_limit - self.food), 0)
        self.food += gained
        return gained

    def gain_favor(self, amount: i64) -> i64:
        """Take favor up to the end of its track (track.favor); returns how much."""
        gained = max(min(amount, self.content.figures.favor_limit - self.favor), 0)
        self.favor += gained
        return gained

    def gain_shard(self) -> None:
        """Take a shard; the last one wins at once (end.victory)."""
        self.shards += 1
        self.table.tell(SHARD_GAINED, self.shards)
        if self.shards >= self.content.figures.shards_to_win:
            self.finish(WON)

    def lose_energy(self, amount: i64) -> i64:
        """Lose energy, as far as there is any (track.energy); returns how much."""
        lost = min(amount, self.energy)
        self.energy -= lost
        return lost

    def lose_health(self, amount: i64) -> None:
        """Lower health, not below 0 (track.health). Whether that ends the game is for the caller to say."""
        self.health -= min(amount, self.health)

    def finish(self, end: EventKind) -> None:
        """The game is over, here and now; whoever resolves a list of things looks at `end` before the next."""
        self.end = end
        self.table.tell(end, self.level)

    def tell_level(self) -> None:
        """A level lies before the adventurer: so many cards, two to a room."""
        cards = len(self.content.rooms)
        self.table.tell(LEVEL_BEGINS, self.level, cards, cards // 2)

    # ---- cards -------------------------------------------------------------------------------------------------

    def take_card(self, card: Card) -> None:
        """Put a card into the hand."""
        self.hand |= card.bit
        self.kit = self.content.kit(self.hand)

    def discard(self, card: Card) -> None:
        """Lose a card; loot can be found again (window.discarded-loot-returns)."""
        self.hand &= ~card.bit
        self.kit = self.content.kit(self.hand)

    # ---- questions ---------------------------------------------------------------------------------------------

    def ask(self, prompt: Prompt, menu: Menu) -> Option:
        """Ask until there is an answer; things used meanwhile lead back to the question."""
        answer: Option | None = None
        while answer is None:
            answer = self.ask_once(prompt, menu)
        return answer

    def ask_once(self, prompt: Prompt, menu: Menu) -> Option | None:
        """Ask, with what may be used at any time offered beside; None if that was used and all is to be asked anew."""
        uses = self.kit.uses
        if self.content.food_heals and self.food > 0:
            uses |= FOOD_USES
        answer = self.table.choose(HERO, prompt, menu.offers[uses])
        return None if uses and self.use(answer) else answer

    def use(self, answer: Option) -> bool:
        """Use the card or food that an answer names; False if it names none (window.any-time)."""
        if answer is EAT_FOR_HEALTH or answer is EAT_FOR_ENERGY:
            self.food -= 1
            if answer is EAT_FOR_HEALTH:
                self.table.tell(FOOD_EATEN, self.food, self.gain_health(1), 0)
            else:
                self.table.tell(FOOD_EATEN, self.food, 0, self.gain_energy(1))
            return True
        for card in self.kit.held:
            if card.use is answer:
                self.discard(card)
                self.table.tell(
                    CARD_USED, card.index, self.gain_health(card.use_health), self.gain_energy(card.use_energy)
                )
                return True
        return False

    # ---- short cuts --------------------------------------------------------------------------------------------

    def foe(self) -> Enemy:
        """The card of the enemy being fought."""
        return self.content.enemies[self.enemy]

    def end_number(self) -> int:
        """The end's place among the ends, or -1 while the game goes on."""
        return NOBODY if self.end is None else ENDS.index(self.end)
