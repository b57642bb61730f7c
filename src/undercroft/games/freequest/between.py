"""Between quests: shopping, learning, giving, and vigils for the dead."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.vocabulary import Option
from undercroft.games.freequest.contests import contest
from undercroft.games.freequest.pieces import NOTHING, STATS, Improvement
from undercroft.games.freequest.setup import choose_hero, create, vote
from undercroft.games.freequest.sheets import gain, lose, may_wear, put_away, put_on, refresh
from undercroft.games.freequest.state import CHOOSING_QUEST, IS_OPEN, NOBODY, Board, FreeQuest, Hero, Matter
from undercroft.games.freequest.vocabulary import (
    ACCEPT,
    AMOUNTS,
    BETWEEN,
    BOUGHT,
    BURIED,
    BUYS,
    CONSENT,
    DECLINED_GOLD,
    DECLINED_ITEM,
    GAVE_GOLD,
    GAVE_ITEM,
    GIVE_AMOUNT,
    GIVE_TO,
    GIVES_GOLD,
    GIVES_ITEM,
    INHERITED,
    ITEM_INHERITED,
    LEARNS,
    LEARNT,
    NO,
    NO_QUEST,
    NO_VIGIL,
    OFFERING,
    OFFERS,
    OWN_SHARE_REFUSED,
    PUT_AWAY,
    PUTS_AWAY,
    READY,
    RETURNED_MARKED,
    RETURNED_WHOLE,
    SELLS,
    SHARE_ITEM,
    SHARE_REFUSED,
    SOLD,
    TO_HERO,
    VIGIL,
    VIGILS,
    WEARS,
    WORN,
    YES,
)

GIFTS: Final = (25, 50, 100, 200, 0)  # gold that can be given at once; 0: all of it
MOVE_STAT: Final = 0
SKILL_STAT: Final = 1
MAGIC_STAT: Final = 2
HEALTH_STAT: Final = 3
SPELLS_STAT: Final = 4


def between_step(game: FreeQuest) -> None:
    """One decision between quests, hero after hero until all are ready (between.order)."""
    board = game.board
    replaced = next_lost(board)
    if replaced is not None:
        replace(game, replaced)
        return
    if board.left_over:
        share_left_over(game)
        return
    hero = at_counter(board)
    if hero is None:
        leave_town(game)
        return
    board.at_counter = hero.index
    answer = game.table.choose(hero.seat, BETWEEN, counter_options(game, hero))
    deal(game, hero, answer)


def at_counter(board: Board) -> Hero | None:
    """The first hero who is not ready; the dead do not trade."""
    for hero in board.heroes:
        if not hero.dead and not board.ready >> hero.index & 1:
            return hero
    if all(hero.dead for hero in board.heroes):  # after a wipe somebody must see to the vigils
        for hero in board.heroes:
            if hero.awaits_vigil and not board.ready >> hero.index & 1:
                return hero
    return None


def leave_town(game: FreeQuest) -> None:
    """All are ready: bodies not kept vigil for are buried (raise.once-and-now); without an open quest it is over."""
    board = game.board
    board.at_counter = NOBODY
    for hero in board.heroes:
        if hero.awaits_vigil:
            bury(game, hero)
    if board.left_over or next_lost(board) is not None:
        board.ready = 0
        return
    board.ready = 0
    if game.content.quest == NOTHING:
        quests = game.book.quests
        party = len(board.heroes)
        standing = game.chronicle.standing
        board.open_quests = [
            quest.index for quest in quests if standing[quest.index] == IS_OPEN and quest.least <= party <= quest.most
        ]
        if not board.open_quests:
            give_up_campaign(game)
            return
    board.phase = CHOOSING_QUEST


def give_up_campaign(game: FreeQuest) -> None:
    """No quest is open to this party: the campaign is lost."""
    from undercroft.games.freequest.state import ALL_OVER

    game.board.end = NO_QUEST
    game.board.phase = ALL_OVER
    game.table.tell(NO_QUEST, 0)


# ---- the counter ----------------------------------------------------------------------------------------------------


def counter_options(game: FreeQuest, hero: Hero) -> tuple[Option, ...]:
    """What a hero may do between quests (between.what)."""
    board = game.board
    options: list[Option] = [READY]
    if not hero.dead:
        offer_wares(game, hero, options)
        for improvement in game.content.improvements:
            if may_learn(game, hero, improvement):
                options.append(LEARNS[improvement.index])
    for other in board.heroes:
        if other.awaits_vigil:
            options.append(VIGILS[other.index])
    if not hero.dead and len(board.heroes) > 1:
        offer_gifts(board, hero, options)
    return tuple(options)


def offer_wares(game: FreeQuest, hero: Hero, options: list[Option]) -> None:
    """What a hero can pay for, could sell, or could put on (shop.buy, shop.sell)."""
    for item in game.content.items:
        if item.in_shop and item.cost <= hero.savings:
            options.append(BUYS[item.index])
    seen: list[int] = []
    for index in hero.gear:
        if index in seen:
            continue
        seen.append(index)
        if game.content.items[index].sells and index != hero.lent:
            options.append(SELLS[index])
        if may_wear(game.content, hero, index) and index not in game.board.changed:
            options.append(PUTS_AWAY[index] if hero.wears(index) else WEARS[index])


def offer_gifts(board: Board, hero: Hero, options: list[Option]) -> None:
    """Gold and things for companions (between.trade)."""
    others = False
    for other in board.heroes:
        if other is not hero and not other.dead:
            others = True
            if hero.savings >= GIFTS[0]:
                options.append(GIVES_GOLD[other.index])
    if others:
        for index in hero.gear:
            if index != hero.lent and GIVES_ITEM[index] not in options:
                options.append(GIVES_ITEM[index])


def deal(game: FreeQuest, hero: Hero, answer: Option) -> None:
    """Do what was chosen at the counter."""
    content = game.content
    family = answer.family
    number = answer.number
    board = game.board
    if answer is READY:
        board.ready |= bit(hero.index)
        board.changed = []
    elif family == "buy":
        item = content.items[number]
        hero.savings -= item.cost
        gain(content, hero, number)
        game.table.tell(BOUGHT, hero.kind.index, number, item.cost)
    elif family == "sell":
        lose(content, hero, number)
        hero.savings += content.items[number].sells
        game.table.tell(SOLD, hero.kind.index, number, content.items[number].sells)
    elif family == "wear":
        board.changed.append(number)
        put_on(content, hero, number)
        game.table.tell(WORN, hero.kind.index, number)
    elif family == "put-away":
        board.changed.append(number)
        put_away(content, hero, number)
        game.table.tell(PUT_AWAY, hero.kind.index, number)
    elif family == "learn":
        learn(game, hero, content.improvements[number])
    elif family == "vigil":
        keep_vigil(game, hero, board.heroes[number])
    elif family == "give-gold":
        give_gold(game, hero, board.heroes[number])
    else:
        give_item(game, hero, number)


# ---- gifts ----------------------------------------------------------------------------------------------------------


def give_gold(game: FreeQuest, hero: Hero, other: Hero) -> None:
    """Gold for a companion, if the companion's player agrees (between.trade-consent)."""
    options: list[Option] = []
    for place in range(len(GIFTS)):
        if 0 < GIFTS[place] < hero.savings or GIFTS[place] == 0:
            options.append(AMOUNTS[place])
    answer = game.ask(hero.seat, GIVE_AMOUNT, tuple(options), Matter(other=other.index))
    gold = GIFTS[answer.number] or hero.savings
    if accepts(game, hero, other, NOTHING, gold):
        hero.savings -= gold
        other.savings += gold
        game.board.ready &= ~bit(other.index)
        game.table.tell(GAVE_GOLD, hero.kind.index, other.kind.index, gold)


def give_item(game: FreeQuest, hero: Hero, item: i64) -> None:
    """A thing for a companion."""
    board = game.board
    options = [TO_HERO[other.index] for other in board.heroes if other is not hero and not other.dead]
    other = board.heroes[game.ask(hero.seat, GIVE_TO, tuple(options), Matter(item=item)).number]
    if accepts(game, hero, other, item, 0):
        lose(game.content, hero, item)
        gain(game.content, other, item)
        board.ready &= ~bit(other.index)
        game.table.tell(GAVE_ITEM, hero.kind.index, other.kind.index, item)


def accepts(game: FreeQuest, hero: Hero, other: Hero, item: i64, gold: i64) -> bool:
    """Whether a gift, a thing or gold, is welcome; who controls both heroes is not asked."""
    gift = Matter(hero=hero.index, other=other.index, item=item, amount=gold)
    if other.seat == hero.seat or game.ask(other.seat, ACCEPT, (YES, NO), gift) is YES:
        return True
    if item == NOTHING:
        game.table.tell(DECLINED_GOLD, other.kind.index, hero.kind.index, gold)
    else:
        game.table.tell(DECLINED_ITEM, other.kind.index, hero.kind.index, item)
    return False


# ---- learning -------------------------------------------------------------------------------------------------------


def may_learn(game: FreeQuest, hero: Hero, improvement: Improvement) -> bool:
    """Whether all that an improvement needs holds, and no cap is passed (improve.requirements-on-sheet)."""
    if not hero.may_improve or improvement.index in hero.improvements:
        return False
    if improvement.hero != NOTHING and improvement.hero != hero.kind.index:
        return False
    for counter in range(len(improvement.needs)):
        if hero.counters[counter] < improvement.needs[counter]:
            return False
    for before in improvement.after:
        if before not in hero.improvements:
            return False
    return within_caps(game, hero, improvement)


def within_caps(game: FreeQuest, hero: Hero, improvement: Improvement) -> bool:
    """Whether a hero stays within how far improvements may raise a stat, against the hero's own start."""
    for stat in range(len(STATS)):
        more = improvement.stats[stat]
        if stat == SPELLS_STAT:
            more += improvement.stats[MAGIC_STAT] * hero.kind.spells_per_magic
        if more and raised(game, hero, stat) + more > game.content.caps[stat]:
            return False
    return True


def raised(game: FreeQuest, hero: Hero, stat: i64) -> i64:
    """How far a hero's improvements have raised a stat so far."""
    total: i64 = 0
    for index in hero.improvements:
        stats = game.content.improvements[index].stats
        total += stats[stat]
        if stat == SPELLS_STAT:
            total += stats[MAGIC_STAT] * hero.kind.spells_per_magic
    return total


def learn(game: FreeQuest, hero: Hero, improvement: Improvement) -> None:
    """A hero improves; at most once between two quests."""
    hero.may_improve = False
    hero.improvements.append(improvement.index)
    stats = improvement.stats
    hero.move += stats[MOVE_STAT]
    hero.skill += stats[SKILL_STAT]
    hero.magic += stats[MAGIC_STAT]
    hero.most_health += stats[HEALTH_STAT]
    hero.spells_allowed += stats[SPELLS_STAT] + stats[MAGIC_STAT] * hero.kind.spells_per_magic
    if improvement.ability != NOTHING:
        hero.abilities |= bit(improvement.ability)
    refresh(game.content, hero)
    hero.health = hero.full
    game.table.tell(LEARNT, hero.kind.index, improvement.index)


# ---- vigils ---------------------------------------------------------------------------------------------------------


def keep_vigil(game: FreeQuest, proposer: Hero, dead: Hero) -> None:
    """Gold is offered, and life is rolled against death, once for each body (raise.vigil-*)."""
    content = game.content
    purse: i64 = 0
    for hero in game.board.heroes:
        purse += hero.savings
    options: list[Option] = [NO_VIGIL]
    for place in range(len(OFFERS)):
        gold = place * content.offering_step
        if gold <= min(purse, content.most_offering):
            options.append(OFFERS[place])
    answer = game.ask(proposer.seat, OFFERING, tuple(options), Matter(other=dead.index))
    if answer is NO_VIGIL:
        return
    gold = answer.number * content.offering_step
    if not collect(game, proposer, dead, gold):
        return
    made = contest(game, content.life_dice + answer.number, content.death_dice + dead.returns)
    game.table.tell(VIGIL, dead.kind.index, gold, game.board.roll, game.board.against)
    dead.awaits_vigil = False
    if made == 0:
        bury(game, dead)
        return
    dead.dead = False
    dead.returns += 1
    if made == 1 and dead.most_health > 1:
        dead.most_health -= 1
        game.table.tell(RETURNED_MARKED, dead.kind.index, dead.most_health)
    else:
        game.table.tell(RETURNED_WHOLE, dead.kind.index)
    refresh(content, dead)
    dead.health = dead.full


def collect(game: FreeQuest, proposer: Hero, dead: Hero, gold: i64) -> bool:
    """The proposer pays first, then the others in their order, each with their player's consent."""
    shares: list[int] = [0] * len(game.board.heroes)
    left = gold
    order = [proposer, *[hero for hero in game.board.heroes if hero is not proposer]]
    for hero in order:
        share = min(hero.savings, left)
        shares[hero.index] = share
        left -= share
    asked: i64 = bit(proposer.seat)
    for hero in order:
        if shares[hero.index] and not asked >> hero.seat & 1:
            asked |= bit(hero.seat)
            asks = Matter(other=dead.index, amount=share_of_seat(game.board, shares, hero.seat))
            if game.ask(hero.seat, CONSENT, (YES, NO), asks) is NO:
                tell_refusal(game, dead, shares, hero.seat)
                return False
    for hero in order:
        hero.savings -= shares[hero.index]
    return True


def tell_refusal(game: FreeQuest, dead: Hero, shares: list[int], seat: i64) -> None:
    """A player refuses a share; a hero of theirs says so, and the dead one only if nobody else of theirs would pay."""
    gold = share_of_seat(game.board, shares, seat)
    for hero in game.board.heroes:
        if hero.seat == seat and shares[hero.index] and hero is not dead:
            game.table.tell(SHARE_REFUSED, hero.kind.index, dead.kind.index, gold)
            return
    game.table.tell(OWN_SHARE_REFUSED, dead.kind.index, gold)


def share_of_seat(board: Board, shares: list[int], seat: i64) -> i64:
    """What the heroes of one player would pay together."""
    total: i64 = 0
    for hero in board.heroes:
        if hero.seat == seat:
            total += shares[hero.index]
    return total


def bury(game: FreeQuest, hero: Hero) -> None:
    """A hero is lost for good; what was brought out is shared (raise.vigil-lost)."""
    hero.awaits_vigil = False
    hero.lost = True
    game.board.left_over.extend(hero.gear)
    hero.gear = []
    game.table.tell(BURIED, hero.kind.index)


def share_left_over(game: FreeQuest) -> None:
    """Which hero gets a thing of the dead; with nobody left it is gone."""
    board = game.board
    item = board.left_over[0]
    living = [hero for hero in board.heroes if not hero.dead and not hero.lost]
    if not living:
        board.left_over = []
        return
    answer = vote(game, SHARE_ITEM, tuple([TO_HERO[hero.index] for hero in living]), living, Matter(item=item))
    board.left_over.pop(0)
    heir = board.heroes[answer.number]
    gain(game.content, heir, item)
    game.table.tell(ITEM_INHERITED, heir.kind.index, item)


# ---- new heroes -----------------------------------------------------------------------------------------------------


def next_lost(board: Board) -> Hero | None:
    """The first hero of the party who is lost for good."""
    for hero in board.heroes:
        if hero.lost:
            return hero
    return None


def replace(game: FreeQuest, lost: Hero) -> None:
    """The player of a lost hero creates a new one, who has the old savings (between.new-heroes)."""
    board = game.board
    fresh = create(game, choose_hero(game, lost.seat), lost.index)
    gold = lost.savings + lost.loot  # after `lost` the result leaves something extra there
    fresh.savings += gold
    board.heroes[lost.index] = fresh
    if gold:
        game.table.tell(INHERITED, fresh.kind.index, gold, lost.kind.index)
