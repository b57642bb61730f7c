"""Checks in words: what is rolled, what the dice come to, and what that is good for."""

from __future__ import annotations

from undercroft.core.words import Facts
from undercroft.games.tiny_epic_dungeons.bodies import dice_of, result_of
from undercroft.games.tiny_epic_dungeons.checks import (
    MOST_DICE,
    best_of,
    changed_once,
    count_options,
    price_of_change,
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
from undercroft.games.tiny_epic_dungeons.scene_effects import SKILL_NAMES, listed, search_words, spell_words
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
    if spell.cost_focus == 0:
        return ""
    lacks = f", you have {hero.focus}" if hero.focus < spell.cost_focus else ""
    return f", {spell.cost_focus} Focus if it hits{lacks}"


def about_search(game: Dungeon) -> Facts:
    """A Search of the hero's room."""
    hero = game.hero()
    search = game.card_at(hero.at).search
    assert search is not None
    roll = roll_words(game, hero, int(search.skill), int(ON_SEARCH), 0, 0)
    return {"roll": roll, "does": without_any(search_words(search), int(search.target))}


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
    text = spell_words(spell).removeprefix("Cast (").replace("): ", ", ", 1)
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
    unused = unused_of(dice, counted)
    focus = int(game.heroes[game.asked].focus)
    told = verdict(game, total, focus + focus_gained(game, unused, total, focus))
    return {"sum": shown, "verdict": told + gains(game, unused, total)}


def unused_of(dice: list[int], counted: int) -> list[int]:
    """The dice that a choice leaves over."""
    return [dice[other] for other in range(len(dice)) if other != counted >> 3 and not counted >> other & 1]


def verdict(game: Dungeon, total: int, focus: int) -> str:
    """What a result does for whoever has so much Focus when it is to be paid for."""
    over = total - int(game.against)
    if game.purpose > ON_SPELL:
        return "success" if over >= 0 else "failure"
    if over < 0:
        return "no damage"
    if focus < game.price:
        return f"no damage, as {game.price} Focus cannot be paid"
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


def gains(game: Dungeon, unused: list[int], total: int) -> str:
    """What the dice that are left over pay, if it is anything and there is room for it."""
    if total < game.against and not game.content.switches.unused_dice_on_failure:
        return ""
    hero = game.heroes[game.asked]
    focus = focus_gained(game, unused, total, int(hero.focus))
    health = min(sum(game.content.hero_health[face] for face in unused), int(hero.max_health - hero.health))
    parts = [f"{by:+d} {word}" for by, word in ((focus, "Focus"), (health, "Health")) if by > 0]
    return "".join(f", {part}" for part in parts)


def focus_gained(game: Dungeon, unused: list[int], total: int, focus: int) -> int:
    """The Focus that dice left over pay to whoever has so much."""
    if total < game.against and not game.content.switches.unused_dice_on_failure:
        return 0
    most = int(game.heroes[game.asked].max_focus)
    return min(sum(game.content.hero_focus[face] for face in unused), most - focus)


def about_die(game: Dungeon, family: str, place: int) -> Facts:
    """A die that may be changed or rolled again."""
    face = game.dice[place]
    if family == "reroll":
        return {"die": face}
    new = face + 1 if family == "raise" else face - 1
    changed = [*game.dice[:place], new, *game.dice[place + 1 :]]
    dice = sorted(changed, reverse=True)
    best = int(best_of(game.content, dice)) + int(game.bonus)
    price = int(price_of_change(game, game.heroes[game.asked]))
    focus = int(game.heroes[game.asked].focus) - price
    unused = unused_of(dice, int(count_options(game.content, dice)[0].number))
    focus += focus_gained(game, unused, best, focus)
    told = f"{best}, {verdict(game, best, focus)}{what_more_changes_do(game, dice, best, price)}"
    return {"die": face, "new": new, "price": price, "verdict": told}


def what_more_changes_do(game: Dungeon, dice: list[int], now: int, price: int) -> str:
    """What changing dice further leads to, where that does more: the most of it, for the least Focus."""
    left = int(game.heroes[game.asked].focus) - price
    rolls, result, more = [dice], now, 0
    for changes in range(1, left // price + 1):
        rolls = changed_once(rolls)
        reached = max(int(best_of(game.content, each)) for each in rolls) + int(game.bonus)
        if use_of(game, reached) > use_of(game, result) and left - changes * price >= game.price:
            result, more = reached, changes * price
    return f" ({result}, {verdict(game, result, left - more)}, for {more} Focus more)" if more else ""


def use_of(game: Dungeon, result: int) -> int:
    """How much a result does: nothing, success, or the damage that it can do."""
    return max(0, min(result - int(game.against) + 1, most_use(game)))
