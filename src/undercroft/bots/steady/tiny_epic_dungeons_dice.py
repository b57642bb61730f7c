"""Hero Dice on the table: which to change for Focus, which to count, which to roll again."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.steady.tiny_epic_dungeons_attacks import Prize, enemy_prize
from undercroft.bots.steady.tiny_epic_dungeons_odds import CHANGES, pack
from undercroft.bots.steady.tiny_epic_dungeons_worth import (
    FALLING,
    NEVER,
    POINT,
    Outlook,
    effects_worth,
    loot_hope,
    spell_hope,
)
from undercroft.core.vocabulary import Option, Options
from undercroft.games.tiny_epic_dungeons.checks import SIDES, value_of
from undercroft.games.tiny_epic_dungeons.combat import CANTRIP, defense_against, spell_in
from undercroft.games.tiny_epic_dungeons.pieces import ON_DISARM, ON_EVADE, ON_SEARCH, ON_SPELL, ON_STRENGTH, RESULT
from undercroft.games.tiny_epic_dungeons.state import Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import COUNT, LOWER, RAISE, STOP, USE

COUNTING: Final = COUNT[0][0].family
RAISING: Final = RAISE[0].family
LOWERING: Final = LOWER[0].family
USING: Final = USE[0].family


class Stake:
    """What a roll is about: one prize, or one for each enemy that it strikes."""

    def __init__(self, outlook: Outlook) -> None:
        game = outlook.game
        self.need: i64 = game.against - game.bonus
        self.reserve: i64 = 0  # Focus that success will cost
        self.prizes: Final[list[Prize]] = []
        if game.purpose > ON_SPELL or not game.targets:
            prize = Prize(self.need)
            prize.point = success_worth(self, outlook)
            self.prizes.append(prize)
            return
        alone = len(game.targets) == 1
        for target in game.targets:
            defense = defense_against(game, game.purpose, target, alone)
            self.prizes.append(enemy_prize(outlook, target, defense + 1 - game.bonus))
        if game.purpose == ON_SPELL:
            self.reserve = dearest_attack(game, outlook)

    def brings(self, result: i64) -> i64:
        """What a result is worth, bonuses aside."""
        worth: i64 = 0
        for prize in self.prizes:
            worth += prize.brings(result)
        return worth


def dearest_attack(game: Dungeon, outlook: Outlook) -> i64:
    """The Focus that the dearest attack Spell of the hero costs, as far as it can be paid."""
    dearest: i64 = 0
    for slot in range(CANTRIP + 1):
        spell = spell_in(game, outlook.hero, slot)
        if spell is not None and spell.attack and spell.cost_focus <= outlook.hero.focus:
            dearest = max(dearest, spell.cost_focus)
    return dearest


def success_worth(stake: Stake, outlook: Outlook) -> i64:
    """What the success of a check brings."""
    game = outlook.game
    hero = outlook.hero
    purpose = game.purpose
    if purpose == ON_EVADE:
        trap = game.card_at(hero.at).trap
        damage: i64 = trap.damage if trap is not None else 1
        falls = FALLING * 4 if damage >= hero.health and game.active == outlook.number else 0
        return damage * outlook.health + falls
    if purpose == ON_SEARCH:
        search = game.card_at(hero.at).search
        if search is not None:
            stake.reserve = search.cost_focus
            return max(10, effects_worth(outlook, search.success) - effects_worth(outlook, search.failure))
    if purpose == ON_DISARM:
        return max(loot_hope(outlook), spell_hope(outlook)) + 10
    if 0 <= game.source < len(hero.spells):
        spell = game.content.spells[hero.spells[game.source]]
        stake.reserve = spell.cost_focus
        return max(60, effects_worth(outlook, spell.effects))
    return POINT


def choose_dice(outlook: Outlook, options: Options) -> Option:
    """Change a die, use a power, or choose what counts: whatever brings most."""
    game = outlook.game
    stake = Stake(outlook)
    roll = pack(game.dice)
    changes = min(CHANGES, outlook.changes(stake.reserve))
    best = best_count(outlook, stake, options)
    most = count_worth(outlook, stake, best)
    many = best_changes(outlook, stake, roll, changes, most, 0)
    answer = best
    if many > 0:
        most = stake.brings(outlook.odds.best[roll * (CHANGES + 1) + many]) - many * outlook.change * outlook.focus
        answer = right_change(outlook, options, roll, many)
    for option in options:
        if option.family == USING:
            worth = power_worth(outlook, stake, option.number - 1, changes)
            if worth > most:
                most = worth
                answer = option
    return answer


def best_changes(outlook: Outlook, stake: Stake, roll: i64, changes: i64, most: i64, more: i64) -> i64:
    """How many changes pay best; none if none brings more than the dice as they lie."""
    many: i64 = 0
    for change in range(1, changes + 1):
        worth = stake.brings(outlook.odds.best[roll * (CHANGES + 1) + change] + more)
        worth -= change * outlook.change * outlook.focus
        if worth > most:
            most = worth
            many = change
    return many


def right_change(outlook: Outlook, options: Options, roll: i64, many: i64) -> Option:
    """A change after which the others lead to the best result."""
    dice = outlook.game.dice
    goal = outlook.odds.best[roll * (CHANGES + 1) + many]
    for option in options:
        if option.family == RAISING or option.family == LOWERING:
            other = dice[:]
            other[option.number - 1] += 1 if option.family == RAISING else -1
            other.sort(reverse=True)
            if outlook.odds.best[pack(other) * (CHANGES + 1) + many - 1] == goal:
                return option
    return options[0]


def best_count(outlook: Outlook, stake: Stake, options: Options) -> Option:
    """The dice that count best, with what the others pay."""
    best = options[0]
    most: i64 = NEVER
    for option in options:
        if option.family == COUNTING:
            worth = count_worth(outlook, stake, option)
            if worth > most:
                best = option
                most = worth
    return best


def count_worth(outlook: Outlook, stake: Stake, option: Option) -> i64:
    """What it brings to count dice so."""
    game = outlook.game
    content = game.content
    counted = option.number
    result = value_of(content, game.dice, counted)
    worth = stake.brings(result)
    if not content.switches.unused_dice_on_failure and result < stake.need:
        return worth
    focus: i64 = 0
    health: i64 = 0
    for other in range(len(game.dice)):
        if other != counted >> 3 and not counted >> other & 1:
            focus += content.hero_focus[game.dice[other]]
            health += content.hero_health[game.dice[other]]
    hero = outlook.hero
    worth += min(focus, hero.max_focus - hero.focus) * outlook.focus
    return worth + min(health, hero.max_health - hero.health) * outlook.health


def power_worth(outlook: Outlook, stake: Stake, source: i64, changes: i64) -> i64:
    """What a power of the hero's brings if it is used on these dice."""
    game = outlook.game
    power = game.power(outlook.hero, source)
    if power is None:
        return NEVER
    cost = power.cost_focus * outlook.focus
    left = max(0, outlook.hero.focus - stake.reserve - power.cost_focus) // outlook.change
    more: i64 = 0
    for effect in power.effects:
        if effect.do == RESULT and effect.on in (game.purpose, ON_STRENGTH + game.skill):
            more += effect.by
    if more > 0:
        return best_from(outlook, stake, pack(game.dice), min(changes, left), more) - cost
    return reroll_worth(outlook, stake, game.dice, worst_die(outlook, stake, game.dice), min(changes, left)) - cost


def best_from(outlook: Outlook, stake: Stake, roll: i64, changes: i64, more: i64) -> i64:
    """The most that a roll can bring with so many changes."""
    most: i64 = 0
    for change in range(changes + 1):
        worth = stake.brings(outlook.odds.best[roll * (CHANGES + 1) + change] + more)
        most = max(most, worth - change * outlook.change * outlook.focus)
    return most


def reroll_worth(outlook: Outlook, stake: Stake, dice: list[int], place: i64, changes: i64) -> i64:
    """What the dice bring on average if one of them is rolled again."""
    total: i64 = 0
    for face in range(1, SIDES + 1):
        other = dice[:]
        other[place] = face
        other.sort(reverse=True)
        total += best_from(outlook, stake, pack(other), changes, 0)
    return total // SIDES


def worst_die(outlook: Outlook, stake: Stake, dice: list[int]) -> i64:
    """The die that is best rolled again."""
    best: i64 = 0
    most: i64 = NEVER
    for place in range(len(dice)):
        worth = reroll_worth(outlook, stake, dice, place, 0)
        if worth > most:
            best = place
            most = worth
    return best


def choose_reroll(outlook: Outlook, options: Options) -> Option:
    """Roll that die again from which most is to be hoped, or none."""
    stake = Stake(outlook)
    dice = outlook.game.dice
    best = STOP
    most = best_from(outlook, stake, pack(sorted(dice, reverse=True)), 0, 0)
    for option in options:
        if option is not STOP:
            worth = reroll_worth(outlook, stake, dice, option.number - 1, 0)
            if worth > most:
                best = option
                most = worth
    return best


def choose_skill(outlook: Outlook, options: Options) -> Option:
    """The Skill with most dice, and of those the one with the highest bonus."""
    hero = outlook.hero
    best = options[0]
    most: i64 = NEVER
    for option in options:
        skill = option.number
        worth = 10 * (hero.mat.skills[skill] + hero.dice[ON_STRENGTH + skill]) + 7 * hero.results[ON_STRENGTH + skill]
        if worth > most:
            best = option
            most = worth
    return best
