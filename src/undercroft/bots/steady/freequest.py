"""A rule of thumb for FreeQuest: stay together, do one errand at a time, weigh each blow with its danger.

It knows what heroes know: the board. What is done in a fight is in `freequest_fights.py`, what is done in peace in
`freequest_errands.py` and `freequest_peace.py`, what is bought in `freequest_town.py`. At the referee's seat it is the
computer referee.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.random import RandomPlayer
from undercroft.bots.referee.freequest import decide, why
from undercroft.bots.steady.freequest_errands import (
    LOW,
    Errand,
    body_to_fetch,
    next_errand,
    start_squares,
    wants_home,
)
from undercroft.bots.steady.freequest_fights import (
    Plan,
    blow,
    enemies,
    is_alarm,
    is_beset,
    plan_fight,
    sees_any,
)
from undercroft.bots.steady.freequest_paths import stride, ways_to
from undercroft.bots.steady.freequest_peace import (
    go_home,
    keep_up,
    mending,
    patient_of,
    rest,
    run_errand,
    step_aside,
    walk,
)
from undercroft.bots.steady.freequest_town import at_the_counter, best_gift, best_offering, is_better_gear, whom_to_give
from undercroft.core.bits import bit
from undercroft.core.ground import NOWHERE
from undercroft.core.state import State
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games.freequest.contests import successes
from undercroft.games.freequest.pieces import FIRST_AID, SACRIFICE
from undercroft.games.freequest.sheets import attack_dice, defense_dice
from undercroft.games.freequest.state import (
    CAPTIVE,
    NOBODY,
    REFEREE_ACTS,
    Board,
    FreeQuest,
    Hero,
    Monster,
)
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
    DRAFT,
    END_MOVE,
    ENOUGH,
    FAIL_RESULT,
    GIVE_AMOUNT,
    GIVE_TO,
    LAY_DOWN,
    MONSTER_ACTION,
    MONSTER_CAST_ON,
    MONSTER_MOVE,
    NEXT_MONSTER,
    NO,
    OFFERING,
    ORDER,
    ROAR_ON,
    SHARE_ITEM,
    STEP,
    THIMBLE,
    TILE_SQUARE,
    TURN_TO_SIX,
    WANDER_SQUARE,
    WITHDRAW,
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
PATIENCE: Final = 4  # rounds that an errand may take before it is done without those who do not come
LARGE: Final = 2**40


class SteadyFreeQuest(RandomPlayer):
    """Plays any seat. It remembers the way it is going and the errand it is on, as long as nothing new is seen."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.forget()

    def forget(self) -> None:
        self.way: list[int] = []  # the last step first
        self.on_way: i64 = NOWHERE  # the square where it should be now
        self.moment: i64 = 0  # what there was to see when it set out
        self.target: Option | None = None
        self.known: tuple[int, ...] = ()  # what the errand depends on
        self.errand: Errand | None = None
        self.home_known: i64 = 0  # what the ways home depend on
        self.home: list[int] = []
        self.foes_known: i64 = 0  # and those to enemies
        self.foes_far: list[int] = []
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

    def reason(self, state: State, prompt: Prompt, options: Options) -> str:
        assert isinstance(state, FreeQuest)
        if prompt in REFEREES:
            return why(state.board, prompt, options, state.content.referee)
        return ""

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
        if wants_home(board):
            return plan_fight(board, hero, options, foes, self.ways_home(board), True)
        return plan_fight(board, hero, options, foes, self.ways_to_foes(board, foes), False)

    def in_peace(self, board: Board, hero: Hero, options: Options) -> Plan:
        """Bandage, go home if it is time, do the errand, or keep close to whoever does it."""
        if not board.walking:
            mend = mending(board, hero, options)
            if mend is not None:
                return Plan(mend, None, [])
        if wants_home(board):
            return go_home(board, hero, options, self.ways_home(board))
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

    def ways_home(self, board: Board) -> list[int]:
        """How far it is to the starting tile, worked out anew when anything has changed on the way."""
        known = lie_of_the_land(board)
        if known != self.home_known:
            self.home_known = known
            self.home = ways_to(board, start_squares(board))
        return self.home

    def ways_to_foes(self, board: Board, foes: list[Monster]) -> list[int]:
        """How far it is to the nearest enemy, worked out anew when anything has changed on the way."""
        known = lie_of_the_land(board)
        if known != self.foes_known:
            self.foes_known = known
            self.foes_far = ways_to(board, [foe.at for foe in foes])
        return self.foes_far

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


def lie_of_the_land(board: Board) -> i64:
    """All that ways depend on, as one number: what is known and open, traps, and where the monsters are."""
    number = (board.areas * 31 + board.doors_open) % LARGE
    number = number * 31 + len(board.traps) * 16 + len(board.rubble)
    for monster in board.monsters:
        number = number * 1009 % LARGE + monster.at
    return number * 64 + board.round


def what_matters(board: Board) -> tuple[int, ...]:
    """All that an errand depends on; where monsters are changes from round to round only."""
    searched: i64 = 0
    held: i64 = 0
    living: i64 = 0
    for hero in board.heroes:
        searched |= hero.searched
        if hero.lives():
            held |= hero.quest_items
            living |= bit(hero.index)
    return (
        board.quest, board.try_number, board.round, board.areas, board.doors_open, board.doors_locked, board.worked,
        board.reached, searched, held, living, board.captive_at, len(board.traps), len(board.rubble), board.killed,
    )  # fmt: skip


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
