"""A rule of thumb for Elbereth: weigh everything in hundredths of a helm, look one roll ahead, take the better.

A helm that is turned down has cost 100. Other pieces, the spaces that an enemy or a wall would open, and a boss's key
have worths of their own; what chance decides is weighed by the average over the six faces of the die. The way down
costs nothing and brings nothing, so that it is taken as soon as all else costs more than it brings.

The worths were found in two steps. First a few hundred thousand games were played by whatever looked best, while a
logistic regression learned from their ends what each thing at hand adds to the odds of winning: that said which things
matter, that a weapon is worth most, and that some are worth more the fewer floors are left. Then the worths were varied
at random, the better half of each generation being averaged, and rounded. The seeds for this were others than those of
any measurement. The hill is flat on top: a tenth more or less of any worth loses hardly a game in two hundred.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.random import RandomPlayer
from undercroft.core.bits import bit, bits_in
from undercroft.core.grid import SIDES, beside
from undercroft.core.state import State
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games.elbereth.cards import ALL_WEAPONS, BOSS, COIN, ITEM, SHOP
from undercroft.games.elbereth.state import NOBODY, OLDER, Elbereth
from undercroft.games.elbereth.vocabulary import ACTION, ATTACK_FAILED, ATTACKS, DESCEND, PIECES, WEAPONS

PROTECTION: Final = 100  # an equipped piece, over and above the same piece face-down
WEAPON: Final = 80
WEAPON_LATE: Final = 400  # and this, divided by the floors that are left
PROTECTION_DOWN: Final = 100  # a piece that lies face-down, over and above the same piece discarded
WEAPON_DOWN: Final = 150
HERE: Final = 100  # and this if its card is still in the deck of this floor
LATER: Final = 180  # and this if its card comes on a later floor
AGAIN: Final = 20  # a piece costs so much less to turn down if its card is still in the deck of this floor
RESERVE: Final = 75  # or only so much in a hundred if its card lies on the table
FEAR: Final = 200  # a payment costs this more, divided by the payments that are left
DEATH: Final = 750
KEY: Final = 140
KEY_LATE: Final = 900  # divided by the floors that are left
SPACE: Final = 20  # a card laid while boss or stairs are still to be found
OPEN: Final = 133  # an item brings further cards to the table; it counts so many times, in hundredths
CASH: Final = 75  # a coin, or with a coin a shop

SHOPS: Final = len(PIECES) + 1  # the place of shops among items
THOUSAND: Final = 1000  # cards that may be there are counted in thousandths
NEVER: Final = -1_000_000


class SteadyElbereth(RandomPlayer):
    """Plays by worth; it begins with any two weapons, as its seed says.

    It remembers what the deck held when it last counted. A bag only ever shrinks, so the same one with as many cards
    still holds the same.
    """

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.forget()

    def forget(self) -> None:
        self.bag: list[int] = []
        self.size: i64 = 0
        self.in_deck: list[int] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, Elbereth)
        if prompt is ACTION:
            free = free_action(state, options)
            return best_action(self.outlook(state), options) if free is None else free
        if prompt is ATTACK_FAILED:
            return answer_to_failure(self.outlook(state), options)
        armed = [option for option in options if bits_in(option.number & ALL_WEAPONS) > 1]
        return armed[self.generator.below(len(armed))]

    def outlook(self, game: Elbereth) -> Outlook:
        """What everything is worth now."""
        bag = game.bags[-1]
        if bag is not self.bag or len(bag) != self.size:
            self.bag = bag
            self.size = len(bag)
            self.in_deck = cards_in_deck(game)
        return Outlook(game, self.in_deck)


class Outlook:
    """What everything is worth at a moment of a game."""

    def __init__(self, game: Elbereth, in_deck: list[int]) -> None:
        left = game.content.floors - game.floor + 1
        self.game: Final = game
        self.ready: Final = game.key_held and game.stairs_found
        self.weapon: Final[i64] = WEAPON + WEAPON_LATE // left
        self.key: Final[i64] = KEY + KEY_LATE // left
        self.in_deck: Final = in_deck
        self.on_table: Final = reserves(game)
        self.turning: Final[list[int]] = []  # by piece: what it costs to turn it face-down
        self.losing: Final[list[int]] = []  # by piece: what it costs to discard it from there
        weigh_pieces(self)
        self.paying: Final = cheapest_payment(self)
        self.swings: Final = cheapest_weapons(self)
        self.space: Final = space_worth(self)

    def equipped_worth(self, piece: i64) -> i64:
        """A piece that is equipped, over and above the same piece face-down."""
        return self.weapon if piece < WEAPONS else PROTECTION


# ---- what may still come --------------------------------------------------------------------------------------------


def cards_in_deck(game: Elbereth) -> list[int]:
    """How many cards of each item, and of shops, the deck holds on average, in thousandths.

    A card of an older bag stands for any card of it alike.
    """
    kinds = game.content.kinds
    held = [0] * (SHOPS + 1)
    size: i64 = 1
    for bag in game.bags:
        older: i64 = bag.count(OLDER)
        for place in range(SHOPS + 1):
            held[place] = held[place] * older // size
        for index in bag:
            if index >= 0:
                kind = kinds[index]
                if kind.sort == ITEM:
                    held[kind.item] += THOUSAND
                elif kind.sort == SHOP:
                    held[SHOPS] += THOUSAND
        size = max(len(bag), 1)
    return held


def cards_in_play(game: Elbereth, in_deck: list[int]) -> list[int]:
    """The same for this floor's table and deck together, taken items and all."""
    held = in_deck[:]
    for index in game.cards:
        kind = game.content.kinds[index]
        if kind.sort == ITEM:
            held[kind.item] += THOUSAND
    return held


def reserves(game: Elbereth) -> i64:
    """The pieces whose cards lie on the table to be picked up, as bits."""
    bits: i64 = 0
    for number in game.items:
        bits |= bit(game.kind(number).item)
    return bits


def return_chance(game: Elbereth) -> i64:
    """How likely a card that is in play comes on a later floor, in thousandths: less and less with every floor."""
    content = game.content
    now = len(content.ordinary) - content.removed * (game.floor - 1)
    later: i64 = 0
    rest = now - content.removed
    for _ in range(game.floor, content.floors):
        later += max(rest, 0)
        rest -= content.removed
    return THOUSAND * later // (now + later) if later else 0


# ---- equipment ------------------------------------------------------------------------------------------------------


def weigh_pieces(outlook: Outlook) -> None:
    """What each piece costs to turn down and to discard.

    A piece whose card lies on the table is picked up again, and costs nothing once one could descend, as what lies
    there then is left behind. A piece that is gone takes the worth of its cards with it.
    """
    game = outlook.game
    in_play = cards_in_play(game, outlook.in_deck)
    returning = return_chance(game)
    fear = FEAR // (payments_left(game) + 1)
    for piece in range(len(PIECES)):
        worth = outlook.equipped_worth(piece)
        here = 0 if outlook.ready else outlook.in_deck[piece]
        if not outlook.on_table >> piece & 1:
            outlook.turning.append(worth - AGAIN * here // THOUSAND + fear)
        else:
            outlook.turning.append(0 if outlook.ready else worth * RESERVE // 100)
        down = WEAPON_DOWN if piece < WEAPONS else PROTECTION_DOWN
        later = LATER * in_play[piece] * returning // (THOUSAND * THOUSAND)
        outlook.losing.append(down + HERE * here // THOUSAND + later + fear)


def payments_left(game: Elbereth) -> i64:
    """How many failed attacks one could pay for: an equipped piece can be turned down and then discarded."""
    return 2 * bits_in(game.equipped) + bits_in(game.face_down())


def cheapest_payment(outlook: Outlook) -> i64:
    """The least that a failed attack costs."""
    game = outlook.game
    least: i64 = DEATH
    for piece in range(len(PIECES)):
        if game.equipped >> piece & 1:
            least = min(least, outlook.turning[piece])
        elif not game.gone >> piece & 1:
            least = min(least, outlook.losing[piece])
    return least


def cheapest_weapons(outlook: Outlook) -> list[int]:
    """What it costs to use no weapon, the cheapest, the cheapest two, ... of those equipped."""
    equipped = outlook.game.equipped
    costs = sorted([outlook.turning[piece] for piece in range(WEAPONS) if equipped >> piece & 1])
    sums = [0]
    for cost in costs:
        sums.append(sums[-1] + cost)
    return sums


# ---- the floor ------------------------------------------------------------------------------------------------------


def space_worth(outlook: Outlook) -> i64:
    """A card from the deck: the hope for what one lacks, and for boss and stairs."""
    game = outlook.game
    size = game.deck_size()
    if size == 0:
        return 0
    in_deck = outlook.in_deck
    lacking = game.face_down()
    hope: i64 = 0
    for piece in range(len(PIECES)):
        if lacking >> piece & 1:
            hope += in_deck[piece] * outlook.equipped_worth(piece)
    if game.can_take(COIN):
        hope += in_deck[COIN] * CASH
    elif lacking and not game.shop_found:
        hope += in_deck[SHOPS] * CASH
    worth = hope * OPEN // (100 * THOUSAND * size)
    return worth + SPACE if is_searching(game) else worth


def is_searching(game: Elbereth) -> bool:
    """Whether the boss, or stairs that are needed, are still to be found."""
    content = game.content
    needs_stairs = not (content.last_dragon_wins and game.floor == content.floors)
    return game.boss == NOBODY or (needs_stairs and not game.stairs_found)


def spaces(game: Elbereth, number: i64) -> i64:
    """How many cards would be laid around a card if it were turned over, as far as one sees."""
    here = game.places[number]
    empty: i64 = 0
    for side in range(SIDES):
        if beside(here, side) not in game.at:
            empty += 1
    return min(empty, game.deck_size())


def success_worth(outlook: Outlook, number: i64) -> i64:
    """What it brings to beat an enemy; the first of two hits is half of that."""
    game = outlook.game
    worth = spaces(game, number) * outlook.space
    kind = game.kind(number)
    if kind.sort != BOSS:
        return worth
    worth += outlook.key
    return worth // 2 if kind.hits_needed > 1 and not game.hit_once else worth


def attack_worth(outlook: Outlook, number: i64) -> i64:
    """Six attacks, one for each face of the die: what they bring, less what they cost; never one for nothing."""
    brings = success_worth(outlook, number)
    if brings == 0:
        return NEVER
    strength = outlook.game.kind(number).strength
    worth: i64 = 0
    for die in range(1, 7):
        short = max(strength - die, 0)
        failed = -outlook.paying
        worth += failed if short >= len(outlook.swings) else max(brings - outlook.swings[short], failed)
    return worth


def wall_worth(outlook: Outlook, number: i64) -> i64:
    """Six walls, one for each face of the die, which always opens the wall and hits one piece."""
    game = outlook.game
    worth = 6 * spaces(game, number) * outlook.space
    if worth == 0:
        return NEVER
    for piece in range(len(PIECES)):
        if game.equipped >> piece & 1:
            worth -= outlook.turning[piece]
        elif not game.gone >> piece & 1:
            worth -= outlook.losing[piece]
    return worth


def bribe_worth(outlook: Outlook, item: i64) -> i64:
    """Six bribes: the boss steps aside at once, and the gift is gone for good."""
    gift: i64 = CASH if item == COIN else outlook.turning[item] + outlook.losing[item]
    return 6 * (success_worth(outlook, outlook.game.boss) - gift)


def purchase_worth(outlook: Outlook, piece: i64) -> i64:
    """What a coin brings: more if it brings back what was discarded, less if the card may turn up anyway."""
    worth = outlook.equipped_worth(piece)
    if outlook.game.gone >> piece & 1:
        return worth + outlook.losing[piece]
    return worth - AGAIN * outlook.in_deck[piece] // THOUSAND


# ---- decisions ------------------------------------------------------------------------------------------------------


def free_action(game: Elbereth, options: Options) -> Option | None:
    """What is done without weighing: what costs nothing, and a boss hit once is hit again at once."""
    if game.hit_once:
        return ATTACKS[game.boss - 1]
    for option in options:
        if option.family == "pick-up" or (option is DESCEND and game.floor == game.content.floors):
            return option
    return None


def best_action(outlook: Outlook, options: Options) -> Option:
    """A purchase if there is one to make, otherwise what brings most."""
    best = options[0]
    best_worth: i64 = 2 * NEVER
    for option in options:
        worth = action_worth(outlook, option)
        if worth > best_worth:
            best = option
            best_worth = worth
    return best


def action_worth(outlook: Outlook, option: Option) -> i64:
    """What an action brings less what it costs, six times."""
    family = option.family
    if family == "attack":
        return attack_worth(outlook, option.number)
    if family == "break":
        return wall_worth(outlook, option.number)
    if family == "bribe-with":
        return bribe_worth(outlook, option.number)
    if family == "buy":
        return purchase_worth(outlook, option.number) - NEVER
    return 0 if option is DESCEND else 2 * NEVER


def answer_to_failure(outlook: Outlook, options: Options) -> Option:
    """The answer that costs least; enough weapons bring the success as well."""
    best = options[0]
    best_cost: i64 = -NEVER
    for option in options:
        cost = answer_cost(outlook, option)
        if cost < best_cost:
            best = option
            best_cost = cost
    return best


def answer_cost(outlook: Outlook, option: Option) -> i64:
    """What an answer to a failed attack costs, less what it brings."""
    game = outlook.game
    number = option.number
    if option.family == "protect-with":
        return outlook.turning[number]
    if option.family == "discard":
        equipped = game.equipped >> number & 1
        return outlook.losing[number] + (outlook.turning[number] if equipped else 0)
    cost: i64 = 0
    for piece in range(WEAPONS):
        if number >> piece & 1:
            cost += outlook.turning[piece]
    if game.die + bits_in(number) < game.kind(game.target).strength:
        return cost
    return cost + NEVER if is_last_blow(game) else cost - success_worth(outlook, game.target)


def is_last_blow(game: Elbereth) -> bool:
    """Whether a hit wins the game, or leaves nothing to do but descend: no weapon is too good for that."""
    kind = game.kind(game.target)
    beats_boss = kind.sort == BOSS and (kind.hits_needed == 1 or game.hit_once)
    return beats_boss and game.floor == game.content.floors and not is_searching(game)
