"""A rule of thumb for Tiny Epic Dungeons: the party as one, every choice weighed in points of damage.

Whoever is asked weighs what it could do now, each action from the best room for it, in hundredths of a point of damage
to a Minion or the Boss. Act 1 is explored and fought by that; in Act 2 the Boss is led from altar to altar on the
shortest tour and then fought in its Lair.

The worths were set by hand, then varied at random on tracks with less light, the better third of each generation
drawing the next towards it, and rounded. On seeds of their own that gained 5 games in a hundred on those tracks and 2
on the book's (1200 games each, one standard error about 2).
"""

from __future__ import annotations

from undercroft.bots.random import RandomPlayer
from undercroft.bots.steady.tiny_epic_dungeons_answers import (
    best_rotation,
    best_victim,
    brace,
    favourite,
    nearest_middle,
    neediest,
    stoutest,
    takes_blow,
    weakest_counter,
)
from undercroft.bots.steady.tiny_epic_dungeons_cards import (
    best_reward,
    give_loot,
    give_spell,
    keep_loot,
    keep_spell,
    loot_or_spell,
)
from undercroft.bots.steady.tiny_epic_dungeons_dice import choose_dice, choose_reroll, choose_skill
from undercroft.bots.steady.tiny_epic_dungeons_lair import act_two, before_lair, leap_to
from undercroft.bots.steady.tiny_epic_dungeons_tour import best_way
from undercroft.bots.steady.tiny_epic_dungeons_turn import act_one
from undercroft.bots.steady.tiny_epic_dungeons_worth import Outlook
from undercroft.core.state import State
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games.tiny_epic_dungeons.state import Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    BEFORE_DIE,
    CAST_PAY,
    CAST_TARGET,
    CHECK_DICE,
    CHOOSE_HERO,
    COUNTER_BY,
    DISCARD_LOOT,
    DISCARD_SPELL,
    EFFECT_TARGET,
    ENEMY_PATH,
    ENEMY_TARGET,
    GOBLIN_REWARD,
    HEROES,
    KEEP_LOOT,
    KEEP_SPELL,
    LOOT_OR_SPELL,
    NEXT,
    NO,
    PAY,
    PUSH_WHERE,
    REACTION,
    REROLL_WHICH,
    REVEAL_NEXT,
    ROTATION,
    SEARCH_PAY,
    SHORT_DECK,
    STEP_WHERE,
    TAUNT_PATH,
    WAYS,
    WHICH_SKILL,
    YES,
)


class SteadyTinyEpicDungeons(RandomPlayer):
    """Plays any seat, and keeps nothing in mind between choices."""

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, Dungeon)
        if prompt is NEXT:
            outlook = Outlook(state, state.active)
            if state.act == 2:
                return act_two(outlook, options)
            if state.seals == len(state.heroes) and state.door >= 0:
                return before_lair(outlook, options)
            return act_one(outlook, options)
        if prompt is CHECK_DICE:
            return choose_dice(Outlook(state, state.asked), options)
        if prompt is ROTATION:
            return best_rotation(state, options)
        return answer(state, prompt, options)


def answer(game: Dungeon, prompt: Prompt, options: Options) -> Option:
    """Questions that an action leaves open."""
    if prompt is CHOOSE_HERO:
        return favourite(game, options)
    if prompt in (ENEMY_TARGET, ENEMY_PATH, TAUNT_PATH, SHORT_DECK, REVEAL_NEXT, PUSH_WHERE, STEP_WHERE):
        return where(game, prompt, options)
    if prompt is CAST_PAY or prompt is SEARCH_PAY:
        return PAY
    if prompt is CAST_TARGET or prompt is EFFECT_TARGET:
        return neediest(game, options) if options[0].family == HEROES[0].family else best_victim(game, options)
    if prompt is REACTION:
        return YES if takes_blow(game) else NO
    if not game.heroes:
        return options[0]
    return about_cards(Outlook(game, game.asked), prompt, options)


def where(game: Dungeon, prompt: Prompt, options: Options) -> Option:
    """Whom enemies seek, and where they and cards go."""
    if prompt is ENEMY_TARGET:
        return stoutest(game, options)
    if prompt is TAUNT_PATH or (prompt is ENEMY_PATH and options[0].family == WAYS[0].family):
        return best_way(game, options)
    if prompt is STEP_WHERE:
        return leap_to(game, options)
    if prompt is SHORT_DECK:
        return nearest_middle(options)
    return options[0]


def about_cards(outlook: Outlook, prompt: Prompt, options: Options) -> Option:
    """Dice, cards, rewards and blows of the hero who is asked."""
    if prompt is WHICH_SKILL:
        return choose_skill(outlook, options)
    if prompt is REROLL_WHICH:
        return choose_reroll(outlook, options)
    if prompt is GOBLIN_REWARD:
        return best_reward(outlook, options)
    if prompt is LOOT_OR_SPELL:
        return loot_or_spell(outlook, options)
    if prompt is KEEP_LOOT:
        return keep_loot(outlook, options)
    if prompt is KEEP_SPELL:
        return keep_spell(outlook, options)
    if prompt is DISCARD_LOOT:
        return give_loot(outlook, options)
    if prompt is DISCARD_SPELL:
        return give_spell(outlook, options)
    if prompt is BEFORE_DIE:
        return brace(outlook, options)
    if prompt is COUNTER_BY:
        return weakest_counter(outlook, options)
    return options[0]
