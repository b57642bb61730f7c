"""Setting up: heroes, the order of turns, the draft of spells, the starting tile."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit, bits_in
from undercroft.core.decks import Deck
from undercroft.core.ground import NOWHERE
from undercroft.core.vocabulary import Option, Prompt
from undercroft.games.freequest.exploring import look_around
from undercroft.games.freequest.pieces import COUNTERS, FETCH, NOTHING, STANDS_OPEN, WANDERING_CARD, HeroKind, Quest
from undercroft.games.freequest.referee import begin_round
from undercroft.games.freequest.sheets import arm, gain, has_weapon, put_on, refresh
from undercroft.games.freequest.spells import free_start_squares
from undercroft.games.freequest.state import (
    BETWEEN_QUESTS,
    CHOOSING_QUEST,
    DRAFTING,
    NO_MATTER,
    NOBODY,
    ORDERING,
    PLACING,
    FreeQuest,
    Hero,
    Matter,
    Notes,
)
from undercroft.games.freequest.vocabulary import (
    AGREE,
    AS_JOINED,
    CHOOSE_HERO,
    CHOOSE_QUEST,
    DECK_SHUFFLED,
    DRAFT,
    DRAFTED,
    DRAFTS,
    FIRST_IN_ORDER,
    HERO_CHOSEN,
    HERO_SELECTED,
    HEROES,
    LENT,
    NO,
    ORDER,
    ORDER_REFUSED,
    ORDER_SET,
    PLACE,
    PLACED,
    QUEST_CHOSEN,
    QUESTS,
    SELECT,
    SELECTION,
    SELECTS,
    YES,
)

# ---- heroes ---------------------------------------------------------------------------------------------------------


def create_heroes(game: FreeQuest) -> None:
    """Each hero begins as one of those supplied, none twice (hero.choose, hero.one-of-each)."""
    content = game.content
    board = game.board
    wanted = len(content.party) or content.heroes_wanted
    index = len(board.heroes)
    if index < wanted:
        kind = content.heroes[content.party[index]] if content.party else choose_hero(game, seat_of(game, index))
        board.heroes.append(create(game, kind, index))
        return
    if content.quest == NOTHING:
        board.phase = BETWEEN_QUESTS
        return
    step = game.book.quests[content.quest].step
    for hero in board.heroes:
        hero.savings += content.step_gold * (step - 1)
        hero.counters[0] += step - 1
        hero.may_improve = step > 1
    board.completed = step - 1
    board.phase = BETWEEN_QUESTS if step > 1 else CHOOSING_QUEST


def seat_of(game: FreeQuest, index: i64) -> i64:
    """The seat that controls a hero: heroes go round among the players (play.referee-seat)."""
    return 1 + index % max(game.content.players, 1)


def choose_hero(game: FreeQuest, seat: i64) -> HeroKind:
    """A player picks a supplied hero who is not in the party."""
    options: list[Option] = []
    for kind in game.content.heroes:
        if not any(hero.kind is kind and not hero.lost for hero in game.board.heroes):
            options.append(HEROES[kind.index])
    return game.content.heroes[game.table.choose(seat, CHOOSE_HERO, tuple(options)).number]


def create(game: FreeQuest, kind: HeroKind, index: i64) -> Hero:
    """A new record sheet, with the selections that its definition asks for (hero.record-sheet, hero.selections)."""
    content = game.content
    hero = Hero(kind, index, seat_of(game, index))
    game.table.tell(HERO_CHOSEN, kind.index)
    for place in range(len(kind.selections)):
        selection = kind.selections[place]
        options = tuple([SELECTS[place * SELECTION + number] for number in range(len(selection.options))])
        answer = game.ask(hero.seat, SELECT, options, Matter(kind=kind.index, selection=place))
        hero.selections.append(answer.number - place * SELECTION)
        for item in selection.options[answer.number - place * SELECTION]:
            hero.gear.append(item)
            game.table.tell(HERO_SELECTED, kind.index, item)
    arm(content, hero)
    hero.health = hero.full
    return hero


# ---- the quest ------------------------------------------------------------------------------------------------------


def choose_quest(game: FreeQuest) -> None:
    """The party votes among the open quests (play.group-choices); then the quest is laid out."""
    board = game.board
    if game.content.quest != NOTHING:
        begin_quest(game, game.content.quest)
        return
    options = tuple([QUESTS[quest] for quest in board.open_quests])
    begin_quest(game, vote(game, CHOOSE_QUEST, options, board.heroes).number)


def vote(
    game: FreeQuest, prompt: Prompt, options: tuple[Option, ...], voters: list[Hero], matter: Matter = NO_MATTER
) -> Option:
    """One vote for each hero, by the heroes' players; most win, a tie goes to the first hero (play.group-choices)."""
    votes: dict[int, int] = {}
    answers: dict[int, Option] = {}
    for hero in voters:
        if hero.seat not in answers:
            answers[hero.seat] = game.ask(hero.seat, prompt, options, matter)
        place = answers[hero.seat].index
        votes[place] = votes.get(place, 0) + 1
    best = answers[voters[0].seat]
    for hero in voters:
        answer = answers[hero.seat]
        if votes[answer.index] > votes[best.index]:
            best = answer
    return best


def begin_quest(game: FreeQuest, index: i64) -> None:
    """Briefing and objective are read (setup.order); wounds and spent spells are forgotten (hero.starts-whole)."""
    board = game.board
    quest = game.book.quests[index]
    tries = game.chronicle.tries[index]
    game.notes = notes_for(quest, game.chronicle.taken[index] if tries else 0)
    board.quest = index
    board.title = quest.title
    board.briefing = quest.briefing
    board.goal = quest.goal
    board.try_number = tries + 1
    board.rounds = game.content.last_round or quest.rounds
    board.objective = quest.objective
    board.sought = quest.wanted if quest.objective == FETCH else 0
    board.captive_name = quest.captive_name
    game.table.tell(QUEST_CHOSEN, index, tries + 1, index)
    for hero in board.heroes:
        make_whole(game, hero)
    clear_board(game, quest)
    board.order = []
    board.phase = ORDERING
    if len(board.heroes) == 1:
        set_order(game, [0])


def notes_for(quest: Quest, taken: i64) -> Notes:
    """The referee's notes at the start of a try; treasure that was brought out before is not there (fail.cost)."""
    notes = Notes(quest)
    notes.traps = quest.traps.copy()
    for area in quest.areas:
        gone = taken >> area.index & 1
        notes.gold.append(0 if gone else area.gold)
        notes.items.append([] if gone else area.items[:])
        notes.quest_items.append(area.quest_items)
        notes.holder.append(NOBODY)
    return notes


def make_whole(game: FreeQuest, hero: Hero) -> None:
    """A hero as every quest begins: whole, with every spell unspent, and never without a weapon."""
    content = game.content
    if not has_weapon(content, hero):
        dagger = lent_weapon(game)
        gain(content, hero, dagger)
        put_on(content, hero, dagger)
        hero.lent = dagger
        game.table.tell(LENT, hero.kind.index, dagger)
    refresh(content, hero)
    hero.health = hero.full
    hero.at = NOWHERE
    hero.dead = False
    hero.body_at = NOWHERE
    hero.spells = 0
    hero.spent = 0
    hero.searched = 0
    hero.loot = 0
    hero.quest_items = 0
    hero.carries = NOBODY
    hero.brought_by = NOBODY
    hero.deeds = [0] * len(COUNTERS)
    hero.powers_used = []


def lent_weapon(game: FreeQuest) -> i64:
    """What is lent to a hero without a weapon: the cheapest one of the shop (between.lent-weapon)."""
    cheapest = game.content.items[0]
    for item in game.content.items:
        if item.in_shop and item.sort == 0 and item.cost < cheapest.cost:
            cheapest = item
    return cheapest.index


def clear_board(game: FreeQuest, quest: Quest) -> None:
    """An empty board for a quest."""
    board = game.board
    size = quest.ground.size
    board.areas = 0
    board.shown = []
    board.doors_known = 0
    board.doors_open = 0
    board.doors_locked = 0
    board.keys = {}
    for door in quest.doors:
        if door.state == STANDS_OPEN:
            board.doors_open |= bit(door.index)
    board.start = quest.start
    board.codes = quest.codes
    board.figures = [0] * size
    board.trodden = bytearray(size)
    board.furniture = {}
    board.rubble = []
    board.traps = {}
    board.fixtures = []
    board.safe_areas = bit(quest.start)
    board.captive_at = NOWHERE
    board.monsters = []
    board.killed = 0
    board.worked = 0
    board.reached = 0
    board.round = 0
    board.achieved = False
    board.told_objective = False
    board.unveiled = False
    board.thing_names = {}
    board.ground = quest.known(bit(quest.start), 0)
    board.areas = 0


def shuffle_treasure(game: FreeQuest) -> None:
    """A fresh deck, with one more wandering monster for each earlier failure (treasure.deck-per-quest, fail.cost)."""
    tries = game.chronicle.tries[game.board.quest]
    cards: list[int] = []
    for card in game.content.cards:
        copies = card.copies + (tries if card.sort == WANDERING_CARD else 0)
        cards.extend([card.index] * copies)
    game.board.deck = Deck(cards)
    game.table.tell(DECK_SHUFFLED, len(cards))


# ---- order, draft, places -------------------------------------------------------------------------------------------


def choose_order(game: FreeQuest) -> None:
    """The players agree on an order of turns, or it is the order of joining (play.hero-order)."""
    board = game.board
    proposer = board.heroes[0].seat
    order: list[int] = []
    while len(order) < len(board.heroes):
        left = [hero.index for hero in board.heroes if hero.index not in order]
        options: list[Option] = [FIRST_IN_ORDER[index] for index in left]
        if not order:
            options.insert(0, AS_JOINED)
        answer = game.ask(proposer, ORDER, tuple(options), Matter(order=tuple(order)))
        if answer is AS_JOINED:
            set_order(game, left)
            return
        order.append(answer.number)
    agreed: i64 = 0
    for hero in board.heroes:
        if hero.seat == proposer:
            agreed += 1
    asked: i64 = bit(proposer)
    for hero in board.heroes:
        if not asked >> hero.seat & 1:
            asked |= bit(hero.seat)
            if game.ask(hero.seat, AGREE, (YES, NO), Matter(order=tuple(order))) is YES:
                agreed += sum(1 for other in board.heroes if other.seat == hero.seat)
            else:
                game.table.tell(ORDER_REFUSED, hero.kind.index, board.heroes[0].kind.index)
    set_order(game, order if 2 * agreed >= len(board.heroes) else sorted(order))


def set_order(game: FreeQuest, order: list[int]) -> None:
    """The order holds for the whole quest."""
    board = game.board
    board.order = order
    for place in range(len(order)):
        game.table.tell(ORDER_SET, board.heroes[order[place]].kind.index, place + 1)
    board.drafting = 0
    board.phase = DRAFTING


def draft(game: FreeQuest) -> None:
    """In hero order each caster takes one spell, until each has enough or none is left (spell.draft)."""
    board = game.board
    taken: i64 = 0
    for hero in board.heroes:
        taken |= hero.spells
    options: list[Option] = []
    for index in range(game.content.drafted):
        if not taken >> index & 1:
            options.append(DRAFTS[index])
    if options:
        for _ in range(len(board.order)):
            hero = board.heroes[board.order[board.drafting % len(board.order)]]
            if hero.magic_dice > 0 and bits_in(hero.spells) < hero.spells_allowed:
                answer = game.table.choose(hero.seat, DRAFT, tuple(options))
                hero.spells |= bit(answer.number)
                board.drafting += 1
                game.table.tell(DRAFTED, hero.kind.index, answer.number)
                return
            board.drafting += 1
    shuffle_treasure(game)
    board.drafting = 0
    board.phase = PLACING


def place_hero(game: FreeQuest) -> None:
    """In hero order each hero takes a free square of the starting tile; then what they see is revealed."""
    board = game.board
    if board.drafting < len(board.order):
        hero = board.heroes[board.order[board.drafting]]
        options = tuple(free_start_squares(board))
        answer = game.table.choose(hero.seat, PLACE, options)
        board.drafting += 1
        hero.at = board.codes.index(answer.number)
        board.figures[hero.at] = hero.index + 1
        board.trodden[hero.at] = 1
        board.reached |= bit(board.start)
        game.table.tell(PLACED, hero.kind.index)
        return
    board.areas = 0
    look_around(game)
    begin_round(game)
