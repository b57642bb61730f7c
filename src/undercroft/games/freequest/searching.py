"""Search: treasure, traps or secret doors; the treasure deck and the monsters that wander in."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.ground import NOWHERE, SIDES
from undercroft.core.vocabulary import Option
from undercroft.games.freequest.combat import square_of, strike, suffer
from undercroft.games.freequest.contests import test
from undercroft.games.freequest.exploring import add_monster, find_secrets
from undercroft.games.freequest.pieces import (
    BUNDLE_CARD,
    DIMS,
    GOLD_CARD,
    HAZARD_CARD,
    ITEM_CARD,
    KEEN_EYES,
    POTION_CARD,
    QUIET,
    SECRET_DOORS_FOUND,
    WANDERING_CARD,
    WIDE_SEARCH,
    TreasureCard,
)
from undercroft.games.freequest.sheets import gain
from undercroft.games.freequest.state import DID_SEARCH, OPEN_PIT, REFEREE, Board, FreeQuest, Hero
from undercroft.games.freequest.vocabulary import (
    BUNDLE,
    CARD_DRAWN,
    DECK_EMPTY,
    GOLD_FOUND,
    HAZARD_AVOIDED,
    ITEM_FOUND,
    KEY_FOUND,
    NOBODY_CAME,
    SEARCH_DOORS,
    SEARCH_TRAPS,
    SEARCH_TREASURE,
    SEARCHED,
    SEARCHED_DOORS,
    SEARCHED_TRAPS,
    SQUARES,
    TREASURE,
    WANDER_SQUARE,
    WANDERED_IN,
)


def offer_searches(board: Board, hero: Hero, options: list[Option]) -> None:
    """The three kinds of search, whatever there may be to find (search.always-offered)."""
    area = board.ground.area[hero.at]
    for monster in board.monsters:
        if monster.at != NOWHERE and monster.kind.traits & DIMS and board.ground.area[monster.at] == area:
            return
    if area != board.start and not hero.searched >> area & 1:
        options.append(SEARCH_TREASURE)
    options.append(SEARCH_TRAPS)
    options.append(SEARCH_DOORS)


def search(game: FreeQuest, hero: Hero, kind: Option) -> None:
    """One Search action looks for one of the three (search.one-thing)."""
    board = game.board
    board.did |= DID_SEARCH
    board.actions_left -= 1
    area = board.ground.area[hero.at]
    if kind is SEARCH_TREASURE:
        hero.searched |= bit(area)
        search_for_treasure(game, hero, area)
        return
    traps_too = kind is SEARCH_TRAPS or hero.can(KEEN_EYES)
    doors_too = kind is SEARCH_DOORS or has_power(board, hero, WIDE_SEARCH)
    traps, doors = find_secrets(game, area, traps_too, doors_too)
    hero.deeds[SECRET_DOORS_FOUND] += doors
    if traps_too:
        game.table.tell(SEARCHED_TRAPS, hero.kind.index, traps)
    if doors_too:
        game.table.tell(SEARCHED_DOORS, hero.kind.index, doors)


def has_power(board: Board, hero: Hero, power: i64) -> bool:
    """Whether an item that a hero wears, or that works from the pack, has a power."""
    for index in hero.gear:
        item = board.content.items[index]
        if item.power == power and (item.place == 0 or hero.wears(index)):
            return True
    return False


def search_for_treasure(game: FreeQuest, hero: Hero, area: i64) -> None:
    """All the treasure that is placed here, or else a card (search.treasure-placed, search.treasure-deck)."""
    notes = game.notes
    table = game.table
    table.learn()
    if not any(other is not hero and other.searched >> area & 1 for other in game.board.heroes):
        game.look_behind()  # where somebody has searched before, nothing is placed any more
    if not notes.gold[area] and not notes.items[area] and not notes.quest_items[area]:
        draw_treasure(game, hero)
        return
    table.tell(SEARCHED, hero.kind.index)
    if notes.gold[area] or notes.items[area]:
        notes.holder[area] = hero.index
    if notes.gold[area]:
        table.tell(GOLD_FOUND, hero.kind.index, notes.gold[area])
        hero.loot += notes.gold[area]
    for item in notes.items[area]:
        find_item(game, hero, item)
    take_quest_items(game, hero, notes.quest_items[area])
    notes.gold[area] = 0
    notes.items[area] = []
    notes.quest_items[area] = 0


def find_item(game: FreeQuest, hero: Hero, item: i64) -> None:
    """An item goes to its finder; an enchanted one that somebody owns already is gold instead."""
    if game.content.items[item].enchanted and is_owned(game.board, item):
        hero.loot += game.content.bundle_gold
        game.table.tell(GOLD_FOUND, hero.kind.index, game.content.bundle_gold)
        return
    gain(game.content, hero, item)
    game.table.tell(ITEM_FOUND, hero.kind.index, item)


def is_owned(board: Board, item: i64) -> bool:
    """Whether an enchanted item is in the campaign already (enchanted.separate)."""
    return any(item in hero.gear and not hero.lost for hero in board.heroes)


def take_quest_items(game: FreeQuest, hero: Hero, things: i64) -> None:
    """Keys and what is looked for."""
    quest = game.quest()
    for index in range(len(quest.quest_items)):
        if things >> index & 1:
            hero.quest_items |= bit(index)
            game.board.thing_names = {**game.board.thing_names, index: quest.quest_items[index]}
            game.table.tell(KEY_FOUND, hero.kind.index, game.book.things[quest.index] + index)


# ---- the deck -------------------------------------------------------------------------------------------------------


def draw_treasure(game: FreeQuest, hero: Hero) -> None:
    """A random treasure; dangers go back into the deck (treasure.after-draw)."""
    board = game.board
    if len(board.deck) == 0:
        game.table.tell(DECK_EMPTY, hero.kind.index)
        return
    card = game.content.cards[board.deck.draw(game.table, TREASURE)]
    game.table.tell(CARD_DRAWN, hero.kind.index, card.index)
    if card.sort == GOLD_CARD:
        hero.loot += card.amount
        game.table.tell(GOLD_FOUND, hero.kind.index, card.amount)
    elif card.sort == ITEM_CARD or card.sort == POTION_CARD:
        find_item(game, hero, card.item)
    elif card.sort == BUNDLE_CARD:
        open_bundle(game, hero)
    elif card.sort == HAZARD_CARD:
        board.deck.shuffle([card.index])
        meet_hazard(game, hero, card)
    elif card.sort == WANDERING_CARD:
        board.deck.shuffle([card.index])
        wander_in(game, hero)


def open_bundle(game: FreeQuest, hero: Hero) -> None:
    """An enchanted item at random of those not in the campaign, or gold."""
    left = [item.index for item in game.content.items if item.enchanted and not is_owned(game.board, item.index)]
    if left:
        find_item(game, hero, left[game.table.draw_position(BUNDLE, left)])
    else:
        hero.loot += game.content.bundle_gold
        game.table.tell(GOLD_FOUND, hero.kind.index, game.content.bundle_gold)


def meet_hazard(game: FreeQuest, hero: Hero, card: TreasureCard) -> None:
    """A hazard hurts, unless a Skill test saves the searcher."""
    if card.test and test(game, hero.skill_dice, card.test):
        game.table.tell(HAZARD_AVOIDED, hero.kind.index, game.board.roll)
        return
    suffer(game, hero, card.amount, False)


def wander_in(game: FreeQuest, hero: Hero) -> None:
    """The next of the quest's wandering monsters comes, and attacks if it stands beside the hero (wander.*)."""
    board = game.board
    places = wander_squares(board, hero)
    if not places:
        game.table.tell(NOBODY_CAME)
        return
    game.look_behind()
    wandering = game.quest().wandering
    kind = wandering[min(game.notes.wandered, len(wandering) - 1)]
    options = tuple([SQUARES[board.codes[at]] for at in places])
    at = square_of(board, game.table.choose(REFEREE, WANDER_SQUARE, options))
    monster = add_monster(game, kind, at, game.book.nouns[kind], kind)
    if monster is None:
        game.table.tell(NOBODY_CAME)
        return
    game.notes.wandered += 1
    game.table.tell(WANDERED_IN, kind)
    if board.adjacent(at, hero.at) and not has_power(board, hero, QUIET):
        strike(game, monster, hero)


def wander_squares(board: Board, hero: Hero) -> list[int]:
    """Free squares beside a hero, else the nearest free ones of the area (wander.place)."""
    beside: list[int] = []
    for side in range(SIDES):
        at = board.step(hero.at, side)
        if at != NOWHERE and may_appear(board, at):
            beside.append(at)
    if beside:
        return beside
    area = board.ground.area[hero.at]
    seen: list[int] = [hero.at]
    ring: list[int] = [hero.at]
    while ring:
        after: list[int] = []
        for one in ring:
            for side in range(SIDES):
                other = board.step(one, side)
                if other != NOWHERE and other not in seen and not board.is_solid(other):
                    seen.append(other)
                    after.append(other)
        free = [at for at in after if board.ground.area[at] == area and may_appear(board, at)]
        if free:
            return sorted(free)
        ring = after
    return []


def may_appear(board: Board, at: i64) -> bool:
    """Whether a wandering monster could appear on a square."""
    return board.is_free(at) and not board.in_start(at) and board.trap_state(at) != OPEN_PIT
