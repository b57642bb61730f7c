"""Checks in words: what is rolled, what the dice come to, and what that is good for."""

from __future__ import annotations

from typing import NamedTuple

from undercroft.core.words import Facts
from undercroft.games.tiny_epic_dungeons.bodies import dice_of, result_of
from undercroft.games.tiny_epic_dungeons.checks import (
    MOST_DICE,
    can_pay,
    changed_once,
    count_options,
    price_of_change,
    unused_worth,
    value_of,
)
from undercroft.games.tiny_epic_dungeons.combat import (
    defense_against,
    harm_to,
    special_of,
    spell_in,
    targets_in,
)
from undercroft.games.tiny_epic_dungeons.geometry import in_reach
from undercroft.games.tiny_epic_dungeons.pieces import (
    ANY_SKILL,
    DICE,
    ON_CAST,
    ON_DISARM,
    ON_EVADE,
    ON_MELEE,
    ON_MISSILE,
    ON_SEARCH,
    ON_SPELL,
    ON_STRENGTH,
    RESULT,
    Spell,
)
from undercroft.games.tiny_epic_dungeons.scene_effects import (
    SKILL_NAMES,
    cost_words,
    listed,
    room_later,
    search_words,
    spell_words,
)
from undercroft.games.tiny_epic_dungeons.scene_idle import most_use
from undercroft.games.tiny_epic_dungeons.scene_map import enemy_title
from undercroft.games.tiny_epic_dungeons.state import BOSS_TARGET, FIRST_MINION, Dungeon, Hero

STRIKES = ("strike-first", "strike-second", "strike-cantrip")
VERBS = {int(ON_MELEE): "strikes at", int(ON_MISSILE): "shoots at", int(ON_SPELL): "casts at"}
TASKS = {
    int(ON_EVADE): "evades the trap", int(ON_SEARCH): "searches", int(ON_DISARM): "disarms the trap",
    int(ON_CAST): "casts the Spell",
}  # fmt: skip


# ---- before the roll ------------------------------------------------------------------------------------------------


def roll_words(game: Dungeon, hero: Hero, skill: int, purpose: int, more_dice: int, bonus: int) -> str:
    """The dice and the bonus of a check: 2 dice +1."""
    if skill == ANY_SKILL:
        return "any Skill"
    dice = hero.mat.skills[skill] + more_dice + dice_of(game, hero, purpose) + dice_of(game, hero, ON_STRENGTH + skill)
    count = max(1, min(int(MOST_DICE), int(dice)))
    total = bonus + int(result_of(game, hero, purpose)) + int(result_of(game, hero, ON_STRENGTH + skill))
    return f"{count} {'die' if count == 1 else 'dice'}" + (f" {total:+d}" if total else "")


def about_attack(game: Dungeon, family: str, number: int) -> Facts:
    """An attack that may be made: on whom, with what, how many dice."""
    hero = game.hero()
    if family == "sweep":
        spell = spell_in(game, hero, number)
        assert spell is not None
        found = targets_in(game, hero, in_reach(game, hero.at, spell.range, spell.n))
        names = ", ".join(
            f"{enemy_title(game, each)} ({defense_against(game, ON_SPELL, each, False)})" for each in found
        )
        roll = roll_words(game, hero, int(spell.skill), int(ON_SPELL), 0, int(spell.result))
        return {"spell": spell.name, "enemy": names, "roll": roll, "cost": price_words(hero, spell)}
    kind = {"melee": int(ON_MELEE), "missile": int(ON_MISSILE)}.get(family, int(ON_SPELL))
    spell = spell_in(game, hero, STRIKES.index(family)) if family in STRIKES else None
    skill = int(spell.skill) if spell is not None else kind
    bonus = int(special_of(game, kind, number, RESULT)) + (int(spell.result) if spell is not None else 0)
    roll = roll_words(game, hero, skill, kind, int(special_of(game, kind, number, DICE)), bonus)
    return {
        "enemy": enemy_title(game, number),
        "defense": f"Defense {defense_against(game, kind, number, True)}",
        "roll": roll,
        "spell": spell.name if spell is not None else "",
        "cost": price_words(hero, spell) if spell is not None else "",
    }


def price_words(hero: Hero, spell: Spell) -> str:
    """What a Spell Attack that hits costs."""
    return f", {cost_words(int(spell.cost_focus), hero, ' if it hits')}" if spell.cost_focus else ""


def about_search(game: Dungeon) -> Facts:
    """A Search of the hero's room."""
    hero = game.hero()
    search = game.card_at(hero.at).search
    assert search is not None
    roll = roll_words(game, hero, int(search.skill), int(ON_SEARCH), 0, 0)
    return {"roll": roll, "does": without_any(search_words(search, hero, room_later(game)), int(search.target))}


def about_disarm(game: Dungeon) -> Facts:
    """Disarming the trap in the hero's room."""
    hero = game.hero()
    trap = game.card_at(hero.at).trap
    assert trap is not None
    roll = roll_words(game, hero, int(trap.disarm_skill), int(ON_DISARM), 0, 0)
    return {"roll": roll, "skill": f"{SKILL_NAMES[trap.disarm_skill]} {trap.disarm_target}"}


def about_cast(game: Dungeon, slot: int) -> Facts:
    """A Spell that may be cast."""
    hero = game.hero()
    spell = game.content.spells[hero.spells[slot]]
    roll = roll_words(game, hero, int(spell.skill), int(ON_CAST), 0, 0)
    text = spell_words(spell, hero, room_later(game)).removeprefix("Cast (").replace("): ", ", ", 1)
    return {"spell": spell.name, "roll": roll, "does": without_any(text, int(spell.target))}


def without_any(text: str, target: int) -> str:
    """What a check needs and gives, without the words that any Skill will do, which the label has said."""
    any_skill = f"{SKILL_NAMES[ANY_SKILL]} {target}"
    return text.replace(any_skill, f"{target} or more", 1) if text.startswith(any_skill) else text


def about_skill(game: Dungeon, skill: int) -> Facts:
    """One of the Skills that a check may be made with."""
    roll = roll_words(game, game.heroes[game.asked], skill, int(game.purpose), 0, 0)
    return {"skill": SKILL_NAMES[skill], "roll": roll}


# ---- the dice on the table ------------------------------------------------------------------------------------------


def task_words(game: Dungeon) -> str:
    """What the dice that lie there are for."""
    if game.purpose <= ON_SPELL:
        enemies = listed([f"{enemy_title(game, each)} (Defense {defense_now(game, each)})" for each in game.targets])
        return f"{VERBS[int(game.purpose)]} {enemies}"
    return f"{TASKS[int(game.purpose)]} ({SKILL_NAMES[game.skill]} {game.against})"


def dice_words(game: Dungeon) -> str:
    """The dice and the bonus."""
    bonus = f" and {int(game.bonus):+d}" if game.bonus else ""
    return ", ".join(str(face) for face in game.dice) + bonus


def about_count(game: Dungeon, counted: int) -> Facts:
    """What a choice of dice comes to."""
    dice, content = game.dice, game.content
    die = counted >> 3
    plus = [other for other in range(len(dice)) if counted >> other & 1]
    terms = [str(dice[die]), *(f"+ {content.hero_plus[dice[other]]}" for other in plus)]
    if game.bonus:
        terms.append(f"{'+' if game.bonus > 0 else '-'} {abs(int(game.bonus))}")
    total = int(value_of(content, dice, counted)) + int(game.bonus)
    shown = " ".join(terms) + (f" = {total}" if len(terms) > 1 else "")
    hero = game.heroes[game.asked]
    told = verdict(game, total, can_pay(game, hero, dice, counted, hero.focus))
    return {"sum": shown, "verdict": told + gains(game, counted, total)}


def verdict(game: Dungeon, total: int, is_paid: bool) -> str:
    """What a result does, if it can be paid for or not."""
    over = total - int(game.against)
    is_attack = game.purpose <= ON_SPELL
    if over < 0:
        return "no damage" if is_attack else "failure"
    if not is_paid:
        return f"{'no damage' if is_attack else 'nothing'}, as {game.price} Focus cannot be paid"
    if not is_attack:
        return "success"
    if len(game.targets) == 1:
        return harm_words(game, game.targets[0], over + 1, "it")
    return ", ".join(
        harm_words(game, each, total - defense_now(game, each), enemy_title(game, each))
        for each in game.targets
        if total > defense_now(game, each)
    )


def defense_now(game: Dungeon, target: int) -> int:
    """What the result of the attack on the table must beat to hurt an enemy."""
    return int(defense_against(game, game.purpose, target, len(game.targets) == 1))


def harm_words(game: Dungeon, target: int, damage: int, name: str) -> str:
    """What damage does to an enemy."""
    if target < FIRST_MINION:
        return f"kills {name}"
    dealt = f"{damage} damage" if name == "it" else f"{damage} to {name}"
    return f"{dealt}, kills it" if target != BOSS_TARGET and damage >= harm_to(game, target) else dealt


def gains(game: Dungeon, counted: int, total: int) -> str:
    """What the dice that are left over pay, if it is anything and there is room for it."""
    if total < game.against and not game.content.switches.unused_dice_on_failure:
        return ""
    hero, content = game.heroes[game.asked], game.content
    focus = min(int(unused_worth(content.hero_focus, game.dice, counted)), int(hero.max_focus - hero.focus))
    health = min(int(unused_worth(content.hero_health, game.dice, counted)), int(hero.max_health - hero.health))
    parts = [f"{by:+d} {word}" for by, word in ((focus, "Focus"), (health, "Health")) if by > 0]
    return "".join(f", {part}" for part in parts)


def about_die(game: Dungeon, family: str, place: int) -> Facts:
    """A die that may be changed or rolled again."""
    face = game.dice[place]
    if family == "reroll":
        return {"die": face}
    new = face + 1 if family == "raise" else face - 1
    changed = [*game.dice[:place], new, *game.dice[place + 1 :]]
    dice = sorted(changed, reverse=True)
    price = int(price_of_change(game, game.heroes[game.asked]))
    left = int(game.heroes[game.asked].focus) - price
    now = best_use(game, [dice], left)
    told = f"{now.result}, {verdict(game, now.result, now.is_paid)}{what_more_changes_do(game, dice, now, price)}"
    return {"die": face, "new": new, "price": price, "verdict": told}


class Use(NamedTuple):
    """What dice are good for."""

    done: int  # nothing, success, or the damage that it can do
    result: int
    is_paid: bool


def best_use(game: Dungeon, rolls: list[list[int]], focus: int) -> Use:
    """The most that can be done with one of these rolls by whoever has so much Focus left."""
    hero = game.heroes[game.asked]
    return max(
        use_of(game, int(value_of(game.content, dice, option.number)), can_pay(game, hero, dice, option.number, focus))
        for dice in rolls
        for option in count_options(game.content, dice)
    )


def use_of(game: Dungeon, value: int, is_paid: bool) -> Use:
    """What dice do that come to so much."""
    result = value + int(game.bonus)
    return Use(max(0, min(result - int(game.against) + 1, most_use(game))) if is_paid else 0, result, is_paid)


def what_more_changes_do(game: Dungeon, dice: list[int], now: Use, price: int) -> str:
    """What changing dice further leads to, where that does more: the most of it, for the least Focus."""
    left = int(game.heroes[game.asked].focus) - price
    rolls, best, more = [dice], now, 0
    for changes in range(1, left // price + 1):
        rolls = changed_once(rolls)
        reached = best_use(game, rolls, left - changes * price)
        if reached.done > best.done:
            best, more = reached, changes * price
    return f" ({best.result}, {verdict(game, best.result, best.is_paid)}, for {more} more Focus)" if more else ""
