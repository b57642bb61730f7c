"""After a quest: who comes home with what, what a failed quest costs, what it opens."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.ground import NOWHERE
from undercroft.core.vocabulary import Option
from undercroft.games.freequest.combat import die
from undercroft.games.freequest.ending import is_retrieved
from undercroft.games.freequest.pieces import (
    BODIES_BROUGHT_OUT,
    LOST,
    NOTHING,
    QUESTS,
    RANSOM,
    Quest,
)
from undercroft.games.freequest.setup import vote
from undercroft.games.freequest.sheets import lose, refresh
from undercroft.games.freequest.state import (
    ALL_OVER,
    CLOSED_YET,
    IS_COMPLETE,
    IS_LOST,
    IS_OPEN,
    NOBODY,
    REFEREE,
    Board,
    FreeQuest,
    Hero,
    Matter,
)
from undercroft.games.freequest.vocabulary import (
    BODY_OUT,
    BOUGHT_FREE,
    COMPLETE,
    FAIL_RESULT,
    LOST_FOREVER,
    PAID_BY,
    PAYS,
    RANSOM_PURSE,
    RANSOM_WHOM,
    RESULT,
    RESULTS,
    REWARDED,
    TIME_UP,
    WIPED,
)


def take_stock(game: FreeQuest) -> None:
    """The quest is over: settle what becomes of everybody and everything."""
    board = game.board
    quest = game.quest()
    end_last_rage(game)
    board.final = game.figures()
    wiped = board.end is WIPED or (board.end is TIME_UP and not anybody_on_tile(board))
    note_treasure(game, quest, wiped)
    if wiped:
        after_a_wipe(game, quest)
    else:
        come_home(game, quest)
    for hero in board.heroes:
        tidy(game, hero)
    write_chronicle(game, quest)
    board.phase = ALL_OVER


def end_last_rage(game: FreeQuest) -> None:
    """Burning Rage ends with the quest; whoever is at zero Health dies on the spot (spell.burning-rage-quest-end)."""
    for hero in game.board.heroes:
        if hero.raging and hero.lives():
            hero.raging = False
            if hero.health == 0:
                die(game, hero)


def anybody_on_tile(board: Board) -> bool:
    """Whether any living hero stands on the starting tile."""
    return any(hero.lives() and board.in_start(hero.at) for hero in board.heroes)


def comes_home(board: Board, hero: Hero) -> bool:
    """Whether a hero comes home alive; after the last round only those on the tile do (quest.round-limit)."""
    return hero.lives() and (board.end is not TIME_UP or board.in_start(hero.at))


def come_home(game: FreeQuest, quest: Quest) -> None:
    """Survivors keep what they have and are healed; the dead who were brought out may be raised (quest.complete)."""
    board = game.board
    complete = board.end is COMPLETE
    home = [hero for hero in board.heroes if comes_home(board, hero)]
    retrieved = [hero for hero in board.heroes if hero.dead and is_brought(board, hero, home)]
    for hero in board.heroes:
        if hero in home:
            survive(game, hero, quest, complete)
        elif hero in retrieved:
            hero.awaits_vigil = True
            hero.savings += hero.loot  # what was brought out with the body may be offered
            game.table.tell(BODY_OUT, hero.kind.index)
            if complete and hero.brought_by != NOBODY and board.heroes[hero.brought_by] in home:
                board.heroes[hero.brought_by].counters[BODIES_BROUGHT_OUT] += 1
        else:
            be_lost(game, hero)


def is_brought(board: Board, hero: Hero, home: list[Hero]) -> bool:
    """Whether a dead hero was brought out by somebody who came home, or lies on the starting tile."""
    if hero.body_at != NOWHERE:
        return is_retrieved(board, hero.index)
    return any(other.carries == hero.index for other in home)


def survive(game: FreeQuest, hero: Hero, quest: Quest, complete: bool) -> None:
    """A hero who came home: loot joins the savings; a completed quest pays and counts (improve.through-quests)."""
    hero.savings += hero.loot
    if not complete:
        return
    if quest.reward:
        hero.savings += quest.reward
        game.table.tell(REWARDED, hero.kind.index, quest.reward)
    for counter in range(len(hero.counters)):
        hero.counters[counter] += hero.deeds[counter]
    hero.counters[QUESTS] += 1
    hero.may_improve = True


def be_lost(game: FreeQuest, hero: Hero) -> None:
    """A hero who was left behind is lost forever, and all that lay with the body (body.lost-forever)."""
    hero.dead = True
    hero.lost = True
    hero.gear = []
    hero.loot = 0
    game.table.tell(LOST_FOREVER, hero.kind.index)


# ---- after a wipe ---------------------------------------------------------------------------------------------------


def after_a_wipe(game: FreeQuest, quest: Quest) -> None:
    """The referee determines the result; the quest's own is offered first (fail.referee-decides)."""
    board = game.board
    options = [RESULTS[quest.on_wipe], *[option for option in RESULTS if option.number != quest.on_wipe]]
    answer = game.table.choose(REFEREE, FAIL_RESULT, tuple(options))
    board.result = answer.number
    game.table.tell(RESULT, answer.number)
    for hero in board.heroes:
        hero.dead = True
        hero.loot = 0
    if board.result == RANSOM:
        pay_ransom(game)
        return
    for hero in board.heroes:
        if board.result == LOST:
            hero.lost = True
            hero.gear = []
            hero.loot = game.content.new_hero_gold * board.completed  # for the new hero, besides the savings
            game.table.tell(LOST_FOREVER, hero.kind.index)
        else:
            hero.gear = []
            hero.awaits_vigil = True
            game.table.tell(BODY_OUT, hero.kind.index)


def pay_ransom(game: FreeQuest) -> None:
    """The players buy heroes free while savings last; the others are lost (fail.ransom)."""
    board = game.board
    price = game.content.ransom
    purse: i64 = 0
    for hero in board.heroes:
        purse += hero.savings
    waiting = list(board.heroes)
    voters = [board.heroes[index] for index in board.order]
    while waiting and purse >= price:
        options: list[Option] = [PAYS[hero.index] for hero in waiting]
        if purse >= price * len(waiting):
            options = options[:1]  # there is enough for all
        answer = vote(game, RANSOM_WHOM, tuple(options), voters)
        hero = board.heroes[answer.number]
        waiting.remove(hero)
        purse -= price
        pay(game, hero, price, voters)
        hero.dead = False
        hero.gear = starting_gear(hero)
        game.table.tell(BOUGHT_FREE, hero.kind.index)
    for hero in waiting:
        be_lost(game, hero)


def pay(game: FreeQuest, captured: Hero, gold: i64, voters: list[Hero]) -> None:
    """The players say whose savings pay for a hero."""
    while gold > 0:
        options = tuple([PAID_BY[hero.index] for hero in game.board.heroes if hero.savings])
        asks = Matter(other=captured.index, amount=gold)
        hero = game.board.heroes[vote(game, RANSOM_PURSE, options, voters, asks).number]
        share = min(hero.savings, gold)
        hero.savings -= share
        gold -= share


def starting_gear(hero: Hero) -> list[int]:
    """What a hero still has of the equipment that the hero began with."""
    began = hero.kind.gear[:]
    for place in range(len(hero.selections)):
        began.extend(hero.kind.selections[place].options[hero.selections[place]])
    kept: list[int] = []
    for item in hero.gear:
        if item in began:
            began.remove(item)
            kept.append(item)
    return kept


# ---- the sheets and the chronicle -----------------------------------------------------------------------------------


def tidy(game: FreeQuest, hero: Hero) -> None:
    """A sheet as it is kept between quests: healed, without what was lent or belongs to the quest."""
    content = game.content
    if hero.lent != NOTHING:
        if hero.lent in hero.gear:
            lose(content, hero, hero.lent)
        hero.lent = NOTHING
    if not hero.lost:
        hero.loot = 0
    hero.quest_items = 0
    hero.carries = NOBODY
    hero.at = NOWHERE
    hero.body_at = NOWHERE
    hero.in_pit = False
    hero.snared = 0
    hero.shield = 0
    hero.edge = 0
    hero.ward = 0
    hero.hare = 0
    hero.smoke = False
    hero.hindered = False
    hero.guarded_by = NOBODY
    hero.aided = False
    hero.roared = False
    hero.sulking = False
    hero.raging = False
    for item in (hero.main_hand, hero.other_hand, hero.head, hero.body):
        if item >= 0 and item not in hero.gear:
            drop(hero, item)
    refresh(content, hero)
    if not hero.dead:
        hero.health = hero.full


def drop(hero: Hero, item: i64) -> None:
    """What is gone is not held or worn any more."""
    if hero.main_hand == item:
        hero.main_hand = NOTHING
        hero.other_hand = max(hero.other_hand, NOTHING)
    if hero.other_hand == item:
        hero.other_hand = NOTHING
    if hero.head == item:
        hero.head = NOTHING
    if hero.body == item:
        hero.body = NOTHING


def note_treasure(game: FreeQuest, quest: Quest, wiped: bool) -> None:
    """Which areas' placed treasure was brought out: it is not replaced in another try (fail.cost)."""
    board = game.board
    if wiped:
        return
    home = [hero for hero in board.heroes if comes_home(board, hero)]
    for area in quest.areas:
        holder = game.notes.holder[area.index]
        if holder == NOBODY:
            continue
        hero = board.heroes[holder]
        if hero in home or (hero.dead and is_brought(board, hero, home)):
            game.chronicle.taken[quest.index] |= bit(area.index)


def write_chronicle(game: FreeQuest, quest: Quest) -> None:
    """A completed quest opens others; one that failed too often is closed and opens what comes after a loss."""
    board = game.board
    chronicle = game.chronicle
    if board.end is COMPLETE:
        chronicle.standing[quest.index] = IS_COMPLETE
        board.completed += 1
        opened = quest.opens
    else:
        chronicle.tries[quest.index] += 1
        if chronicle.tries[quest.index] < game.content.tries:
            return
        chronicle.standing[quest.index] = IS_LOST
        opened = quest.after_lost
    board.unveiled = True  # info.after-quest
    for index in opened:
        if chronicle.standing[index] == CLOSED_YET:
            chronicle.standing[index] = IS_OPEN
