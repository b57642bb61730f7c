"""The words that questions and events need: who is asked what, and what each option does with its figures."""

from __future__ import annotations

from undercroft.core.state import State
from undercroft.core.vocabulary import Option
from undercroft.core.words import IDLE, LIES, WHERE, Facts, Noun, Nouns
from undercroft.games.tiny_epic_dungeons.bodies import defense_of
from undercroft.games.tiny_epic_dungeons.combat import CANTRIP, counter_of
from undercroft.games.tiny_epic_dungeons.enemies import LAIR_NAME
from undercroft.games.tiny_epic_dungeons.exploring import facedown_beside
from undercroft.games.tiny_epic_dungeons.geometry import beside, cells_of, distance
from undercroft.games.tiny_epic_dungeons.movement import mat_costs
from undercroft.games.tiny_epic_dungeons.pieces import (
    GOBLIN_DANGER,
    LAIR_DOOR_CARD,
    MINION_DANGER,
    ON_EVADE_SUCCESS,
    ON_REST,
    DungeonCard,
)
from undercroft.games.tiny_epic_dungeons.powers import LOOT_NAMES, POWER_NAMES
from undercroft.games.tiny_epic_dungeons.scene_checks import (
    about_attack,
    about_cast,
    about_count,
    about_die,
    about_disarm,
    about_search,
    about_skill,
    dice_words,
    task_words,
)
from undercroft.games.tiny_epic_dungeons.scene_effects import (
    FIFTH,
    aim_words,
    capital,
    counter_words,
    doing,
    listed,
    loot_slot,
    many,
    power_words,
    room_of,
    spell_words,
    torch_words,
    trap_words,
)
from undercroft.games.tiny_epic_dungeons.scene_idle import is_idle, steps_in_vain
from undercroft.games.tiny_epic_dungeons.scene_map import (
    COMPASS,
    DECKS,
    cell_key,
    enemy_key,
    enemy_title,
    first_name,
    hero_key,
    space_key,
    whereabouts,
)
from undercroft.games.tiny_epic_dungeons.state import (
    BOSS_NAMES,
    FIRST_LOOT,
    GOBLINS,
    LAIR,
    MINION_NAMES,
    NOBODY,
    Dungeon,
    Hero,
)
from undercroft.games.tiny_epic_dungeons.turns import price_of_research
from undercroft.games.tiny_epic_dungeons.vocabulary import SEATS

FACTS = (
    "ask", "hero", "who", "left", "task", "dice", "enemy", "defense", "roll", "spell", "cost", "room", "danger", "deck",
    "exits", "power", "does", "card", "slot", "text", "sum", "verdict", "die", "new", "price", "damage", "because",
    "away", "speed", "space", "skill", "marker", "reward", "altars", "torch", "health", "focus", WHERE,
)  # fmt: skip
ATTACKS = ("melee", "missile", "strike-first", "strike-second", "strike-cantrip")
ON_CELLS = ("go", "explore", "place")
MOST_HARM = 40


# ---- what figures of events stand for -------------------------------------------------------------------------------


def nouns(state: State) -> Nouns:
    """The things that figures of events stand for."""
    assert isinstance(state, Dungeon)
    content = state.content
    heroes = [Noun(mat.name.split()[0]) for mat in content.heroes]
    enemies = {int(card.index): Noun(card.name) for card in content.goblins}
    enemies |= {int(MINION_NAMES + card.index): Noun(card.name) for card in content.minions}
    enemies |= {int(BOSS_NAMES + boss.index): Noun(boss.name) for boss in content.bosses}
    powers = {int(LOOT_NAMES + card.index): Noun(card.name) for card in content.loot}
    for mat in content.heroes:
        powers |= {
            int(mat.index * POWER_NAMES): Noun(mat.ability.name),
            int(mat.index * POWER_NAMES + 1): Noun(mat.passive.name),
        }
    rooms = {int(card.index): Noun(with_article(card.name)) for card in content.dungeon}
    return {
        "hero": heroes,
        "other": heroes,
        "enemy": enemies,
        "room": {**rooms, int(LAIR_NAME): Noun("the Lair")},
        "loot": [Noun(card.name) for card in content.loot],
        "spell": [Noun(card.name) for card in content.spells],
        "power": powers,
        "cantrip": {int(mat.index): Noun(mat.cantrip.name) for mat in content.heroes if mat.cantrip is not None},
        "boss": [Noun(boss.name) for boss in content.bosses],
        "harm": [Noun(f"{damage} damage") for damage in range(MOST_HARM)],
        "danger": [Noun(word) for word in ("quiet room", "Goblin", "Minion", "trap", "Lair Door")],
        "exits": [Noun(exits_words(exits)) for exits in range(16)],
    }


def with_article(name: str) -> str:
    """A room's name within a sentence."""
    return f"the {name.removeprefix('The ')}"


def exits_words(exits: int) -> str:
    """Exits in words."""
    sides = [COMPASS[side] for side in range(4) if exits >> side & 1]
    return "on all sides" if len(sides) == 4 else listed(sides) if sides else "nowhere"


# ---- what questions mention -----------------------------------------------------------------------------------------


def facts(state: State) -> Facts:
    """Figures and phrases for the questions and labels of this moment."""
    assert isinstance(state, Dungeon)
    result: dict[str, str | int] = dict.fromkeys(FACTS, "")
    result["ask"] = who_takes(state)
    if state.act == 0:
        return result
    hero, who = state.hero(), state.heroes[state.asked]
    result |= {
        "hero": first_name(hero),
        "who": first_name(who),
        "left": left_words(state),
        "defense": int(defense_of(state, hero) + state.braced),
        "enemy": name_of(state, int(state.threat)),
        "damage": int(state.against),
    }
    if state.dice:
        result |= {"task": task_words(state), "dice": dice_words(state)}
    if state.turned >= 0:
        card = state.content.dungeon[state.turned]
        result |= {"room": card.name, "danger": danger_words(card)}
    elif hero.at != LAIR and state.card_at(hero.at).search is not None:
        search = state.card_at(hero.at).search
        assert search is not None
        price = int(search.cost_focus)
        result |= {"price": price, "does": doing(search.success, room=room_of(state, hero, price))}
    return result | source_facts(state, who) | drawn_facts(state)


def who_takes(game: Dungeon) -> str:
    """Who is asked for a hero, as several may look at one screen."""
    taken = len(game.heroes)
    if game.content.players == 1:
        return f"You lead two heroes. Who is the {'second' if taken else 'first'}?"
    return f"{capital(SEATS[min(taken, len(SEATS) - 1)])}: which hero do you take?"


def source_facts(game: Dungeon, who: Hero) -> dict[str, str | int]:
    """The power or Spell that a question is about."""
    result: dict[str, str | int] = {}
    if 0 <= game.source < len(who.spells):
        spell = game.content.spells[who.spells[game.source]]
        result |= {"spell": spell.name, "cost": int(spell.cost_focus), "text": spell_words(spell)}
    power = game.power(who, game.source) if game.source >= 0 else None
    if power is not None:
        struck = first_name(game.heroes[game.threatened])
        because = f"{name_of(game, int(game.threat))} strikes {struck}"
        if power.when == ON_EVADE_SUCCESS:
            because = "The trap is evaded"
        elif power.when == ON_REST:
            because = f"{first_name(who)} rests"
        result |= {
            "power": power_title(game, who, int(game.source)),
            "reward": doing(power.effects, room=room_of(game, who, int(power.cost_focus))),
            "because": because,
            "price": f" ({power.cost_focus} Focus)" if power.cost_focus else "",
        }
    return result


def drawn_facts(game: Dungeon) -> dict[str, str | int]:
    """The Loot or Spell that may be kept; a Loot goes with a slot, a Spell has none."""
    if game.drawn == NOBODY:
        return {}
    loot, spell = game.content.loot, game.content.spells
    result: dict[str, str | int] = {}
    if game.drawn < len(loot):
        card = loot[game.drawn]
        result |= {"card": card.name, "slot": loot_slot(card), "text": power_words(card.power)}
    if game.drawn < len(spell):
        result |= {"spell": spell[game.drawn].name, "reward": spell_words(spell[game.drawn])}
    return result


def left_words(game: Dungeon) -> str:
    """What the active hero may still do this turn."""
    heroic = {0: "no Heroic Action left", 1: "a Heroic Action left"}.get(int(game.heroic_left), "Heroic Actions left")
    return f"{game.speed_left} Speed and {heroic}" if game.moving and game.speed_left else heroic


def name_of(game: Dungeon, name: int) -> str:
    """The name of an enemy by the figure that stands for it in events."""
    content = game.content
    if name >= BOSS_NAMES:
        return content.bosses[name - BOSS_NAMES].name
    return content.minions[name - MINION_NAMES].name if name >= MINION_NAMES else content.goblins[name].name


def danger_words(card: DungeonCard) -> str:
    """What waits on a card."""
    if card.trap is not None:
        return trap_words(card.trap)[0].lower() + trap_words(card.trap)[1:]
    if card.type == LAIR_DOOR_CARD:
        return "the Lair Door"
    return {int(GOBLIN_DANGER): "a Goblin waits", int(MINION_DANGER): "a Minion waits"}.get(int(card.danger), "quiet")


def power_title(game: Dungeon, hero: Hero, source: int) -> str:
    """The name of a power: its own, or that of its Loot."""
    if source >= FIRST_LOOT:
        return game.content.loot[hero.loot[source - FIRST_LOOT]].name
    power = game.power(hero, source)
    assert power is not None
    return power.name


# ---- what labels mention --------------------------------------------------------------------------------------------


def about(state: State, option: Option) -> Facts:
    """What the label of one option mentions, and whether anything speaks for it."""
    assert isinstance(state, Dungeon)
    said = about_label(state, option)
    return {**said, IDLE: 1} if state.act and is_idle(state, option) else said


def about_label(state: Dungeon, option: Option) -> Facts:
    """What the label of one option mentions."""
    family, number = option.family, int(option.number)
    if family == "take":
        return about_mat(state, number - 1)
    if family in ("hero", "begin-with"):
        hero = state.heroes[number - 1]
        return {"hero": first_name(hero), "health": f"Health {hero.health} of {hero.max_health}"}
    if family == "rotate":
        lies = "".join(" " if number >> side & 1 else "#" for side in range(4))
        return {"exits": exits_words(number), "does": opens(state, number), LIES: lies}
    if family == "with-skill":
        return about_skill(state, number)
    if family == "count":
        return about_count(state, number)
    if family in ("raise", "lower", "reroll"):
        return about_die(state, family, number - 1)
    if family in ATTACKS or family == "sweep":
        return about_attack(state, family, number - 1)
    if family in ON_CELLS:
        return about_cell(state, family, number - 1)
    return about_card(state, family, number)


def about_mat(game: Dungeon, index: int) -> Facts:
    """A hero that may be taken."""
    mat = game.content.heroes[index]
    return {"hero": mat.name, "text": mat.calling}


def about_cell(game: Dungeon, family: str, cell: int) -> Facts:
    """A cell that one may go to."""
    where: dict[str, str | int] = {WHERE: f", {whereabouts(cell)}"}
    if family in ("go", "explore"):
        here = game.hero().at
        side = next((side for side in range(4) if beside(here, side) == cell), NOBODY)
        where = {WHERE: f" {COMPASS[side]}" if side >= 0 else ""}
    if game.hidden >> cell & 1:
        deck = DECKS[game.facedown[cell]]
        return {"deck": f"Deck {deck}", "room": f"The facedown card of Deck {deck}", "danger": "", **where}
    if not game.rooms >> cell & 1:
        return {"room": "An empty place", "danger": "", **where}
    return {"room": game.card_at(cell).name.removeprefix("The "), "danger": entry_words(game, cell), **where}


def entry_words(game: Dungeon, cell: int) -> str:
    """What happens to whoever enters a room."""
    card = game.card_at(cell)
    figures = game.content.figures
    words = ""
    if card.trap is not None and not game.disarmed >> cell & 1:
        words += ", a trap"
    if card.danger == GOBLIN_DANGER and not game.met >> cell & 1:
        words += f", {FIFTH if game.goblin_count() == GOBLINS else f'a Goblin strikes for {figures.ambush_goblin}'}"
    if card.danger == MINION_DANGER and not game.met >> cell & 1:
        words += f", a Minion strikes for {figures.ambush_minion}"
    if game.enemy_in(cell):
        words += ", an enemy ends your movement"
    return words


def opens(game: Dungeon, exits: int) -> str:
    """What a way to lay a card leads to."""
    rooms = new = 0
    for side in range(4):
        other = beside(game.turned_at, side)
        if not exits >> side & 1 or other < 0:
            continue
        if game.rooms >> other & 1:
            rooms += int(bool(game.exits[other] >> ((side + 2) % 4) & 1))
        else:
            new += 1
    parts = [many(rooms, "passage")]
    if new:
        parts.append(f"{many(new, 'way')} into the dark")
    return listed(parts)


def about_card(game: Dungeon, family: str, number: int) -> Facts:
    """Loot, Spells, powers, enemies and the rest."""
    who = game.heroes[game.asked] if game.act else None
    if family == "enemy":
        return {"enemy": enemy_title(game, number - 1), "text": counter_text(game, number - 1)}
    if family == "use":
        assert who is not None
        return about_power(game, who, number - 1)
    if family in ("swap", "give"):
        assert who is not None
        return about_slot(game, who, number - 1)
    if family == "swap-hands":
        assert who is not None
        held = [game.content.loot[card].name for card in who.loot[:2] if card >= 0]
        return {"card": listed(held)}
    if family == "reward":
        assert who is not None
        rewards = game.content.goblins[game.threat].rewards
        return {"reward": capital(doing(rewards[number - 1], room=room_of(game, who)))}
    if family == "way":
        end, altars = int(game.ways[number - 1]), cells_of(game.ways_altars[number - 1])
        room = "the Lair" if end == LAIR else with_article(game.card_at(end).name)
        names = listed([with_article(game.card_at(cell).name) for cell in altars]) if altars else ""
        broken = f", breaking the {'altar' if len(altars) == 1 else 'altars'} in {names}" if altars else ""
        return {"room": room, "altars": broken}
    if family == "marker":
        return {"marker": number, "new": number - 1, "text": marker_text(game, number - 1)}
    return about_turn(game, family, number)


def about_turn(game: Dungeon, family: str, number: int) -> Facts:
    """The rest of what a hero may do on its turn."""
    hero, figures = game.hero() if game.act else None, game.content.figures
    if hero is None:
        return {}
    if family in ("space", "leave-lair"):
        cost = int(mat_costs(game, hero)[number])
        does = doing(game.boss_mat().spaces[number - 1], room=room_of(game, hero)) if number else ""
        return {"space": number, "cost": f"{cost} Speed", "does": does}
    if family == "rest":
        health = min(int(figures.rest_health), int(hero.max_health - hero.health))
        focus = min(int(figures.rest_focus), int(hero.max_focus - hero.focus))
        gains = [f"{by:+d} {word}" for by, word in ((health, "Health"), (focus, "Focus")) if by]
        return {"does": ", ".join(gains) or "nothing to regain"}
    if family == "search":
        return about_search(game)
    if family == "disarm":
        return about_disarm(game)
    if family == "cast":
        return about_cast(game, number - 1)
    if family == "research":
        return {"cost": f"{price_of_research(game, hero)} Focus"}
    if family == "reveal-adjacent":
        count = len(facedown_beside(game, hero.at))
        return {"does": many(count, "facedown card"), "torch": torch_words(game, int(figures.reveal_cost))}
    if family == "end-turn":
        return {"torch": torch_words(game, 1)}
    if family == "taunt":
        price = f"{figures.taunt_focus} Focus" if figures.taunt_focus else f"{figures.taunt_speed} Speed"
        away = distance(game, game.boss_at, hero.at)
        return {"cost": price, "speed": many(int(game.boss_mat().speed), "room"), "away": int(away)}
    return {}


def marker_text(game: Dungeon, space: int) -> str:
    """What becomes of a Health Marker on the space that it sinks to."""
    altars = game.boss_mat().altars
    if space == 0:
        return ", and it is gone"
    return ", an Altar space that stops it" if space in altars[game.covered :] else ""


def counter_text(game: Dungeon, target: int) -> str:
    """The modifiers of an enemy's Counter-Attack."""
    return counter_words(counter_of(game, target))


def about_power(game: Dungeon, who: Hero, source: int) -> Facts:
    """A power that may be used."""
    power = game.power(who, source)
    assert power is not None
    aim = aim_words(power.effects, int(power.range), int(power.n))
    vain = steps_in_vain(game, source)
    price = [f"{power.cost_focus} Focus"] if power.cost_focus else []
    price += ["discard it"] if power.discard else []
    does = doing(power.effects, "", aim, room_of(game, who, int(power.cost_focus)))
    return {
        "power": power_title(game, who, source),
        "cost": f" ({', '.join(price)})" if price else "",
        "does": "nothing, as this cannot take anyone off the Boss Mat" if vain else does,
    }


def about_slot(game: Dungeon, who: Hero, slot: int) -> Facts:
    """What a hero carries in a slot: a Loot, or a Spell where Spells are asked about."""
    if game.about_spells:
        spell = game.content.spells[who.spells[slot]]
        return {"card": spell.name, "does": spell_words(spell)}
    card = game.content.loot[who.loot[slot]]
    return {"card": card.name, "does": power_words(card.power)}


# ---- what options act on --------------------------------------------------------------------------------------------


def target(state: State, option: Option) -> str:
    """The cell, card, token or die that an option acts on."""
    assert isinstance(state, Dungeon)
    family, number = option.family, int(option.number)
    if family in ON_CELLS:
        return cell_key(number - 1)
    if family == "space":
        return space_key(number)
    if family == "leave-lair":
        return cell_key(int(state.door))
    if family == "rotate":
        return cell_key(int(state.turned_at))
    if family == "way":
        end = int(state.ways[number - 1])
        return "throne" if end == LAIR else cell_key(end)
    if family in ATTACKS or family == "enemy":
        return enemy_key(number - 1)
    if family == "hero":
        return hero_key(number - 1)
    if family == "take":
        return f"mat-{number}"
    return own_target(state, family, number)


def own_target(game: Dungeon, family: str, number: int) -> str:
    """The card or die of whoever is asked that an option acts on."""
    if family == "use":
        source = number - 1
        return ("ability", "passive")[source] if source < FIRST_LOOT else f"loot-{source - FIRST_LOOT + 1}"
    if family in ("swap", "give"):
        return f"{'spell' if game.about_spells else 'loot'}-{number}"
    if family in ("cast", "sweep"):
        return "cantrip" if number == CANTRIP + 1 else f"spell-{number}"
    if family in ("raise", "lower", "reroll"):
        return f"dice-{number}"
    if family == "count":
        return f"dice-{(number >> 3) + 1}"
    if family == "taunt":
        return "boss"
    if family in ("search", "disarm") and game.hero().at != LAIR:
        return cell_key(int(game.hero().at))
    return ""
