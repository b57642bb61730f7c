"""A rule of thumb for FreeQuest: stay together, do one errand at a time, weigh each blow with its danger.

It knows what heroes know: the board. What is done in a fight is in `freequest_fights.py`, what is done in peace in
`freequest_errands.py`, what is bought in `freequest_town.py`. At the referee's seat it is the computer referee.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.random import RandomPlayer
from undercroft.bots.referee.freequest import decide
from undercroft.bots.steady.freequest_errands import (
    ENTER,
    EXPLORE,
    HUNT,
    LOOK_FOR_DOORS,
    LOW,
    SEARCH,
    SEARCH_ALL,
    UNLOCK,
    WORK,
    Errand,
    body_to_fetch,
    next_errand,
    start_squares,
    wants_home,
)
from undercroft.bots.steady.freequest_fights import (
    Plan,
    aid_worth,
    best_aid,
    blow,
    enemies,
    is_alarm,
    is_beset,
    plan_fight,
    sees_any,
)
from undercroft.bots.steady.freequest_paths import NO_WAY, next_on_the_way, reach_of_hero, stride, ways_to
from undercroft.bots.steady.freequest_town import at_the_counter, best_gift, best_offering, is_better_gear, whom_to_give
from undercroft.core.ground import NOWHERE, SIDES
from undercroft.core.state import State
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games.freequest.contests import successes
from undercroft.games.freequest.movement import is_passing
from undercroft.games.freequest.paths import distances
from undercroft.games.freequest.pieces import FIRST_AID, HEAL, HEAL_AROUND, NOTHING, SACRIFICE
from undercroft.games.freequest.sheets import attack_dice, defense_dice, movement
from undercroft.games.freequest.state import (
    ARMED,
    CAPTIVE,
    DID_MOVE,
    NOBODY,
    REFEREE_ACTS,
    Board,
    FreeQuest,
    Hero,
    Monster,
)
from undercroft.games.freequest.turns import MOST_AIDED
from undercroft.games.freequest.vocabulary import (
    ACCEPT,
    ACTION,
    AGREE,
    AS_JOINED,
    BELL_SQUARE,
    BETWEEN,
    BREATH,
    CAST_ON,
    CAST_ON_MORE,
    CAST_SHARE,
    CHOOSE_HERO,
    CONSENT,
    DISARMS,
    DRAFT,
    END_MOVE,
    END_TURN,
    ENOUGH,
    FAIL_RESULT,
    GIVE_AMOUNT,
    GIVE_TO,
    LAY_DOWN,
    LEAPS,
    MONSTER_ACTION,
    MONSTER_CAST_ON,
    MONSTER_MOVE,
    NEXT_MONSTER,
    NO,
    OFFERING,
    OPENS,
    ORDER,
    ROAR_ON,
    SEARCH_DOORS,
    SEARCH_TRAPS,
    SEARCH_TREASURE,
    SHARE_ITEM,
    STEP,
    STEPS,
    THIMBLE,
    TILE_SQUARE,
    TURN_TO_SIX,
    UNLOCKS,
    WANDER_SQUARE,
    WITHDRAW,
    WORKS,
    YES,
)
from undercroft.games.freequest.vocabulary import SACRIFICE as ASK_SACRIFICE

FAVOURITES: Final = ("warrior", "wizard", "sworn-defender", "medic", "barbarian", "delver", "ranger")
SPELLS: Final = (
    "hail-of-nails", "flame-burst", "healing-water", "immolate", "warm-hands", "cold-ring", "last-ember",
    "borrowed-shield", "keen-edge", "unpicking", "ward-of-straw", "leaden-limbs", "shared-breath", "burning-rage",
    "owls-candle", "hares-gift", "undertow", "homeward", "smoke-walk", "change-of-places",
)  # fmt: skip
REFEREES: Final = (
    NEXT_MONSTER, MONSTER_ACTION, MONSTER_MOVE, MONSTER_CAST_ON, WANDER_SQUARE, BELL_SQUARE, TILE_SQUARE, FAIL_RESULT,
)  # fmt: skip
TOGETHER: Final = (EXPLORE, HUNT, ENTER, UNLOCK)  # errands on which nobody goes far ahead
CLOSE: Final = 4  # steps within which all are before a door is opened
APART: Final = 6  # steps that somebody may be behind before the others wait
LEAP: Final = 4  # steps that a leap must save
PATIENCE: Final = 4  # rounds that an errand may take before it is done without those who do not come
HINDERS: Final = 100  # steps that a square seems further if somebody there hinders whoever does the errand
BOTHERS: Final = 3  # or perhaps somebody else
BANDAGE: Final = 0.5  # what first aid must be worth to be given in peace


class SteadyFreeQuest(RandomPlayer):
    """Plays any seat. It remembers the way it is going and the errand it is on, as long as nothing new is seen."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.way: list[int] = []  # the last step first
        self.on_way: i64 = NOWHERE  # the square where it should be now
        self.moment: i64 = 0  # what there was to see when it set out
        self.target: Option | None = None
        self.known: tuple[int, ...] = ()  # what the errand depends on
        self.errand: Errand | None = None
        self.waits_with: i64 = NOBODY  # the errand that the others may have to come for
        self.waits_at: i64 = NOWHERE
        self.waits_since: i64 = 0
        self.front: i64 = NOWHERE  # where whoever does the errand stands
        self.behind: list[int] = []  # and how far it is to there

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, FreeQuest)
        if prompt is ACTION or prompt is STEP:
            return self.take_turn(state.board, options)
        if prompt in REFEREES:
            return decide(state.board, prompt, options, state.content.referee)
        return self.answer(state.board, prompt, options)

    def answer(self, board: Board, prompt: Prompt, options: Options) -> Option:
        """Questions that an action leaves open, and those outside a turn."""
        if prompt is CAST_ON or prompt is CAST_ON_MORE:
            target = self.target
            self.target = None
            return target if target is not None and target in options else best_target(board, options)
        if prompt is CAST_SHARE:
            return fair_share(board, options)
        if prompt is ROAR_ON:
            return best_roar(board, options)
        if prompt is ASK_SACRIFICE:
            return YES if worth_sacrifice(board) else NO
        if prompt is THIMBLE:
            return TURN_TO_SIX
        if prompt is WITHDRAW:
            return YES if wants_home(board) else NO
        if prompt is BREATH or prompt is AGREE or prompt is ACCEPT or prompt is CONSENT:
            return YES
        return before_a_quest(board, prompt, options)

    # ---- a hero's turn ---------------------------------------------------------------------------------------------

    def take_turn(self, board: Board, options: Options) -> Option:
        """What to do now."""
        hero = board.hero()
        if board.walking and self.way and hero.at == self.on_way and self.moment == moment_of(board, hero):
            return self.go_on(board, hero, options)
        self.way = []
        foes = enemies(board)
        alarm = is_alarm(board, foes)
        free = free_act(board, hero, options, foes, alarm)
        if free is not None:
            return free
        plan = self.fight(board, hero, options, foes) if alarm else self.in_peace(board, hero, options)
        return self.follow(board, hero, options, plan)

    def go_on(self, board: Board, hero: Hero, options: Options) -> Option:
        """The next step of the way that was chosen."""
        to = self.way.pop()
        self.on_way = to
        step = stride(board, hero.at, to)
        if step in options:
            return step
        self.way = []
        return END_MOVE if END_MOVE in options else step_aside(board, hero, options)

    def follow(self, board: Board, hero: Hero, options: Options, plan: Plan) -> Option:
        """Do what was planned, and remember the way or the target."""
        self.target = plan.target
        if plan.way:
            self.way = plan.way
            self.on_way = self.way.pop()
            self.moment = moment_of(board, hero)
        return plan.option if plan.option in options else rest(board, hero, options)

    def fight(self, board: Board, hero: Hero, options: Options, foes: list[Monster]) -> Plan:
        """Weigh what can be done."""
        home = ways_to(board, start_squares(board)) if wants_home(board) else []
        return plan_fight(board, hero, options, foes, home)

    def in_peace(self, board: Board, hero: Hero, options: Options) -> Plan:
        """Bandage, go home if it is time, do the errand, or keep close to whoever does it."""
        if not board.walking:
            mend = mending(board, hero, options)
            if mend is not None:
                return Plan(mend, None, [])
        if wants_home(board):
            return go_home(board, hero, options)
        errand = self.party_errand(board)
        if hero.can(FIRST_AID):
            patient = patient_of(board, hero)
            if patient is not None:
                return walk(board, hero, options, ways_to(board, [patient.at]), 1, errand)
        if errand.doer == hero.index:
            return run_errand(board, hero, options, errand, self.is_out_of_patience(board, errand))
        return keep_up(board, hero, options, errand, self.ways_behind(board, board.heroes[errand.doer].at))

    def party_errand(self, board: Board) -> Errand:
        """What the party is about, worked out anew when anything has changed that it depends on."""
        known = what_matters(board)
        errand = self.errand
        if errand is None or known != self.known:
            errand = next_errand(board)
            self.errand = errand
            self.known = known
            self.front = NOWHERE
        return errand

    def is_out_of_patience(self, board: Board, errand: Errand) -> bool:
        """Whether the same errand has been waited for so long that it is done without those who do not come."""
        if errand.kind != self.waits_with or errand.about != self.waits_at:
            self.waits_with = errand.kind
            self.waits_at = errand.about
            self.waits_since = board.round
        return board.round - self.waits_since > PATIENCE

    def ways_behind(self, board: Board, front: i64) -> list[int]:
        """How far it is to whoever does the errand."""
        if front != self.front:
            self.front = front
            self.behind = ways_to(board, [front])
        return self.behind


def moment_of(board: Board, hero: Hero) -> i64:
    """All that makes a hero stop and think, as one number: another turn, something new in sight, a wound, a trap."""
    number = board.round * 8 + board.turn
    number = number * 128 + len(board.monsters)
    number = number * 64 + len(board.shown)
    number = number * 64 + len(board.traps)
    return number * 64 + hero.health


def what_matters(board: Board) -> tuple[int, ...]:
    """All that an errand depends on; where monsters are changes from round to round only."""
    searched: i64 = 0
    held: i64 = 0
    living: i64 = 0
    for hero in board.heroes:
        searched |= hero.searched
        if hero.lives():
            held |= hero.quest_items
            living |= 1 << hero.index
    return (
        board.quest, board.try_number, board.round, board.areas, board.doors_open, board.doors_locked, board.worked,
        board.reached, searched, held, living, board.captive_at, len(board.traps), len(board.rubble), board.killed,
    )  # fmt: skip


# ---- in peace -------------------------------------------------------------------------------------------------------


def mending(board: Board, hero: Hero, options: Options) -> Option | None:
    """First aid, a healing spell that would not be wasted, or a knife for a snare."""
    aid = best_aid(board, hero, options)
    if aid is not None and aid.worth >= BANDAGE:
        return aid.option
    for option in options:
        if option.family == "cast" and heals_enough(board, hero, option.number):
            return option
    return None


def heals_enough(board: Board, hero: Hero, index: i64) -> bool:
    """Whether a healing spell finds somebody who is low and can take all of it."""
    spell = board.content.spells[index]
    if spell.effect == HEAL:
        for other in board.heroes:
            low = other.lives() and other.health <= LOW and other.full - other.health >= spell.number
            if low and (not spell.adjacent or board.adjacent(hero.at, other.at)):
                return not spell.second or other.health <= spell.second
    if spell.effect == HEAL_AROUND:
        missing: i64 = 0
        for other in board.heroes:
            if other is hero or (other.lives() and board.adjacent(hero.at, other.at)):
                missing += min(spell.number, other.full - other.health)
        return missing >= 3 * spell.number - 1
    return False


def patient_of(board: Board, hero: Hero) -> Hero | None:
    """Whom to bandage next."""
    best: Hero | None = None
    most = BANDAGE
    for other in board.heroes:
        if other is not hero and other.lives() and not other.aided and 0 < other.health <= MOST_AIDED:
            worth = aid_worth(hero, other)
            if worth >= most and other.health < other.full:
                best = other
                most = worth
    return best


def run_errand(board: Board, hero: Hero, options: Options, errand: Errand, alone: bool) -> Plan:
    """Go where the errand can be done, not too far ahead of the others, and do it."""
    if errand.far[hero.at] == 0 and not is_passing(board, hero):
        deed = deed_of(board, hero, options, errand, alone)
        return Plan(rest(board, hero, options) if deed is None else deed, None, [])
    if errand.kind in TOGETHER and not alone and not is_followed(board, hero, APART):
        return Plan(rest(board, hero, options), None, [])
    return walk(board, hero, options, errand.far, 0, errand)


def deed_of(board: Board, hero: Hero, options: Options, errand: Errand, alone: bool) -> Option | None:
    """What is to be done on the spot; None if it must wait."""
    wanted = NO
    if errand.kind == SEARCH or errand.kind == SEARCH_ALL:
        wanted = SEARCH_TREASURE
    elif errand.kind == LOOK_FOR_DOORS:
        wanted = SEARCH_DOORS
    elif errand.kind == WORK:
        wanted = WORKS[errand.about]
    elif board.did == 0 and not board.moved and (alone or is_followed(board, hero, CLOSE)):
        if errand.kind == UNLOCK:
            wanted = UNLOCKS[side_of_door(board, hero, errand.about)]
        elif errand.kind == EXPLORE:
            wanted = OPENS[errand.about % SIDES]
    return wanted if wanted in options else None


def side_of_door(board: Board, hero: Hero, door: i64) -> i64:
    """On which side of a hero a door is."""
    for side in range(SIDES):
        if board.ground.door[hero.at * SIDES + side] == door:
            return side
    return 0


def is_followed(board: Board, hero: Hero, most: i64) -> bool:
    """Whether all the others are close to a hero; nobody waits for those who cannot come."""
    if len(board.heroes) == 1:
        return True
    steps = distances(board, hero.at)
    return not any(other.lives() and steps[other.at] > most for other in board.heroes)


def keep_up(board: Board, hero: Hero, options: Options, errand: Errand, behind: list[int]) -> Plan:
    """Stay close to whoever does the errand, and out of the way."""
    if behind[hero.at] == NO_WAY:
        return Plan(rest(board, hero, options), None, [])
    return walk(board, hero, options, behind, 1, errand)


def walk(board: Board, hero: Hero, options: Options, far: list[int], until: i64, errand: Errand | None) -> Plan:
    """Walk on until it is so far and no less; through a closed door or over a trap if that is where the way leads.

    Somebody else's errand is not to be stood in the way of.
    """
    crosses = errand is None or errand.doer == hero.index or waits_for_all(board, errand)
    reach = reach_of_hero(board, hero, board.steps_left if board.walking else moves_left(board, hero), crosses)
    must_leave = hero.in_pit or is_passing(board, hero)
    best: i64 = NOWHERE
    least: i64 = 0
    for at in reach.squares:
        if far[at] == NO_WAY or (at == hero.at and must_leave):
            continue
        rank = far[at] - until if far[at] >= until else 2 * (until - far[at])
        rank += hindrance(board, hero, at, errand)
        if reach.risky and reach.is_risky(at):
            rank += LEAP
        if best == NOWHERE or rank < least:
            best = at
            least = rank
    if best != NOWHERE and best != hero.at:
        way = reach.way(best)
        return Plan(stride(board, hero.at, way[-1]), None, way)
    if best == hero.at and least >= HINDERS:
        for side in range(SIDES):
            if LEAPS[side] in options:
                return Plan(LEAPS[side], None, [])
    if far[hero.at] > until and crosses:
        side = next_on_the_way(board, hero, far)
        if side != NOWHERE:
            if OPENS[side] in options:
                return Plan(OPENS[side], None, [])
            other = board.step(hero.at, side)
            if other != NOWHERE and board.trap_state(other) != NOTHING:
                return Plan(over_a_trap(board, hero, options, side), None, [])
    return Plan(rest(board, hero, options), None, [])


def waits_for_all(board: Board, errand: Errand) -> bool:
    """Whether whoever does the errand waits for somebody who is behind, so that a trap must be crossed to keep up."""
    if errand.kind not in TOGETHER:
        return False
    doer = board.heroes[errand.doer]
    return any(hero.lives() and apart(board, hero.at, doer.at) > CLOSE for hero in board.heroes)


def apart(board: Board, one: i64, other: i64) -> i64:
    """How many steps two squares are apart as the crow flies, if crows flew along rows and columns."""
    width = board.ground.width
    across = one % width - other % width
    down = one // width - other // width
    return (across if across > 0 else -across) + (down if down > 0 else -down)


def hindrance(board: Board, hero: Hero, at: i64, errand: Errand | None) -> i64:
    """How many steps further a square seems because somebody there hinders who is in a pit or does the errand."""
    for other in board.heroes:
        trapped = other.in_pit and other is not hero and board.adjacent(other.at, at)
        if trapped and is_last_way_out(board, hero, other, at):
            return HINDERS
    if errand is None or errand.doer == hero.index:
        return 0
    if errand.far[at] == 0:
        return HINDERS
    doer = board.heroes[errand.doer]
    side = next_on_the_way(board, doer, errand.far)
    if side != NOWHERE and board.step(doer.at, side) == at:
        return HINDERS
    for side in range(SIDES):
        trap = board.step(at, side)
        if trap == NOWHERE or board.trap_state(trap) == NOTHING:
            continue
        beyond = board.step(trap, side)  # somebody there may want to leap to here
        if beyond != NOWHERE and beyond != hero.at and board.hero_at(beyond) != NOBODY:
            return HINDERS if beyond == doer.at else BOTHERS
    return 0


def is_last_way_out(board: Board, hero: Hero, other: Hero, at: i64) -> bool:
    """Whether somebody in a pit could climb out to this square only."""
    for side in range(SIDES):
        beside = board.step(other.at, side)
        if beside != NOWHERE and beside != at and (beside == hero.at or board.is_free(beside)):
            return False
    return True


def moves_left(board: Board, hero: Hero) -> i64:
    """How far a Move would take a hero now."""
    if board.did & DID_MOVE or board.actions_left <= 0 or hero.snared:
        return 0
    return movement(board.content, hero)


def over_a_trap(board: Board, hero: Hero, options: Options, side: i64) -> Option:
    """A known trap that bars the way: leap over it, or disarm it, or else risk it; but not onto a companion."""
    if LEAPS[side] in options:
        return LEAPS[side]
    if DISARMS[side] in options:
        return DISARMS[side]
    trap = board.step(hero.at, side)
    beyond = board.step(trap, side)
    if beyond != NOWHERE and board.hero_at(beyond) != NOBODY:
        return rest(board, hero, options)
    if board.trap_state(trap) == ARMED and board.walking and board.actions_left > 0:
        return END_MOVE  # and disarm it then
    return STEPS[side]


def rest(board: Board, hero: Hero, options: Options) -> Option:
    """Nothing to do: look for traps if nobody has here, and let the others act."""
    if board.walking:
        return END_MOVE if END_MOVE in options else step_aside(board, hero, options)
    area = board.ground.area[hero.at]
    if not board.safe_areas >> area & 1 and SEARCH_TRAPS in options and not board.sees_a_monster(hero):
        return SEARCH_TRAPS
    return END_TURN


def step_aside(board: Board, hero: Hero, options: Options) -> Option:
    """Off a square that somebody else stands on, best to a free one without a trap."""
    for side in range(SIDES):
        other = board.step(hero.at, side)
        if other != NOWHERE and STEPS[side] in options and board.is_free(other) and board.trap_state(other) == NOTHING:
            return STEPS[side]
    return options[0]


def go_home(board: Board, hero: Hero, options: Options) -> Plan:
    """Back to the starting tile, with a dead companion if there is one to carry."""
    body = body_to_fetch(board, hero)
    if body != NOBODY:
        return walk(board, hero, options, ways_to(board, [board.heroes[body].body_at]), 0, None)
    if board.in_start(hero.at) and not is_passing(board, hero):
        return Plan(rest(board, hero, options), None, [])
    return walk(board, hero, options, ways_to(board, start_squares(board)), 0, None)


# ---- free acts ------------------------------------------------------------------------------------------------------


def free_act(board: Board, hero: Hero, options: Options, foes: list[Monster], alarm: bool) -> Option | None:
    """What costs nothing and helps."""
    for option in options:
        family = option.family
        if family == "take-all":
            return option
        if family == "drink" and is_time_to_drink(board, hero, options, option.number, foes, alarm):
            return option
        if family == "guard" and alarm:
            return whom_to_guard(board, options)
        if family == "take-body" and not alarm and is_worth_carrying(board, hero, option.number):
            return option
        if option is LAY_DOWN and alarm and sees_any(board, hero, foes) and not board.walking:
            return option
        if family == "wear" and is_better_gear(board, hero, option.number):
            return option
    return None


def is_time_to_drink(board: Board, hero: Hero, options: Options, index: i64, foes: list[Monster], alarm: bool) -> bool:
    """Whether a potion helps now."""
    item = board.content.items[index]
    if item.heals:
        return hero.health <= LOW and hero.full - hero.health >= 2
    if not alarm or board.walking:
        return False
    if item.shields:
        return hero.shield == 0 and is_beset(board, hero, foes)
    return not hero.edge and any(option.family == "attack" for option in options)


def whom_to_guard(board: Board, options: Options) -> Option | None:
    """The companion at hand who would be hurt worst."""
    best: Option | None = None
    least: i64 = 1000
    for option in options:
        if option.family == "guard":
            other = board.heroes[option.number]
            rank = other.health + 2 * defense_dice(other)
            if rank < least:
                best = option
                least = rank
    return best


def is_worth_carrying(board: Board, hero: Hero, index: i64) -> bool:
    """Whether to take up the captive, or the dead hero who is to be brought home."""
    return index == CAPTIVE or index == body_to_fetch(board, hero)


# ---- questions ------------------------------------------------------------------------------------------------------


def best_target(board: Board, options: Options) -> Option:
    """For what hurts, the monster that is easiest to be rid of; for what helps, whoever is lowest."""
    best = options[0]
    most = -1.0
    for option in options:
        if option is ENOUGH:
            continue
        worth = 0.0
        if option.family == "on-monster":
            worth = 1.0 + blow(2, board.monsters[option.number])
        elif option.family == "on-hero":
            worth = 1.0 / float(1 + board.heroes[option.number].health)
        if worth > most:
            best = option
            most = worth
    return best


def fair_share(board: Board, options: Options) -> Option:
    """The division of Health that leaves both much the same."""
    return options[len(options) // 2]


def best_roar(board: Board, options: Options) -> Option:
    """The second blow goes where it is worth most."""
    hero = board.hero()
    best = options[0]
    most = -1.0
    for option in options:
        if option is not NO:
            worth = blow(attack_dice(board.content, hero, hero.main_hand), board.monsters[option.number])
            if worth > most:
                best = option
                most = worth
    return best


def worth_sacrifice(board: Board) -> bool:
    """Whether a defender should take the blow: to save a life, or with more Health to spare than the victim."""
    defender: Hero | None = None
    for hero in board.heroes:
        if hero.lives() and hero.can(SACRIFICE):
            defender = hero
    if defender is None:
        return False
    victim: Hero | None = None
    for hero in board.heroes:
        near = hero is not defender and hero.lives() and board.adjacent(hero.at, defender.at)
        if near and (victim is None or hero.health < victim.health):
            victim = hero
    if victim is None:
        return False
    damage = max(successes(board.roll, board.against), 1) if board.phase == REFEREE_ACTS else 1
    if damage >= victim.health:
        return defender.health > damage
    return defender.health - damage >= victim.health


def before_a_quest(board: Board, prompt: Prompt, options: Options) -> Option:
    """Who goes, in which order, with which spells; and what is done in town."""
    if prompt is CHOOSE_HERO:
        return by_key([board.content.heroes[option.number].key for option in options], FAVOURITES, options)
    if prompt is DRAFT:
        return by_key([board.content.spells[option.number].key for option in options], SPELLS, options)
    if prompt is ORDER:
        return AS_JOINED if AS_JOINED in options else options[0]
    if prompt is BETWEEN:
        return at_the_counter(board, options)
    if prompt is OFFERING:
        return best_offering(options)
    if prompt is GIVE_TO or prompt is SHARE_ITEM:
        return whom_to_give(board, options)
    if prompt is GIVE_AMOUNT:
        return best_gift(options)
    return options[0]


def by_key(keys: list[str], wanted: tuple[str, ...], options: Options) -> Option:
    """The option whose key comes first in a list of favourites."""
    for key in wanted:
        if key in keys:
            return options[keys.index(key)]
    return options[0]
