"""What stands on FreeQuest's cards: heroes, items, spells, monsters and traps, in words for whoever looks closely."""

from __future__ import annotations

from functools import lru_cache

from undercroft.core.scene import Card, Zone
from undercroft.games.freequest.combat import MOST_SNATCHED
from undercroft.games.freequest.pieces import (
    BODY,
    DIMS,
    FEARLESS,
    HAND,
    HEAD,
    LOOTS,
    PACK,
    PACK_HUNTER,
    RANGED,
    REACH,
    SLOW_TO_WAKE,
    TWO_HANDS,
    WEAPON,
    Content,
    Item,
    MonsterKind,
    Spell,
)
from undercroft.games.freequest.state import BETWEEN_QUESTS, Board, FreeQuest, Hero

PLACES = {PACK: "", HAND: "one hand", TWO_HANDS: "both hands", HEAD: "head", BODY: "body"}
TRAITS = {
    REACH: "attacks diagonally too",
    RANGED: "attacks whom it sees, but nobody beside it",
    SLOW_TO_WAKE: "lets the referee's first turn pass",
    PACK_HUNTER: "1 more Attack die if another of its kind is beside the victim",
    FEARLESS: "no spell slows it",
    DIMS: "while it lives nobody in its area can search",
    LOOTS: f"takes up to {MOST_SNATCHED} of the gold found from whoever it hurts",
}

# ---- heroes ---------------------------------------------------------------------------------------------------------


def heroes(board: Board) -> Zone:
    """Who the heroes are, and what they have learnt; their sheets, which must be short, name it only."""
    return Zone("heroes", "Heroes", tuple(hero_texts(board.content, hero) for hero in board.heroes), aside=True)


def hero_texts(content: Content, hero: Hero) -> Card:
    """A hero's own text, and those of the improvements."""
    learnt = (content.improvements[index] for index in hero.improvements)
    lines = (hero.kind.text, *(f"{each.name}: {each.text}" for each in learnt))
    return Card(f"about-hero-{hero.index}", hero.kind.name, "hero", lines)


# ---- items ----------------------------------------------------------------------------------------------------------


def item_figures(item: Item, drinker: Hero | None = None) -> str:
    """What an item counts for and where it is held or worn: Attack +3, one hand; to a drinker, what it does."""
    attack = item.attack if item.sort == WEAPON else 0
    added = (
        (attack, "Attack"), (item.defense, "Defense"), (item.move, "Movement"), (item.skill, "Skill"),
        (item.magic, "Magic"), (item.health, "Health"),
    )  # fmt: skip
    words = [f"{name} {figure:+d}" for figure, name in added if figure]
    words += [f"{item.leap_target} more to leap"] if item.leap_target else []
    words += ["from afar"] if item.ranged else ["diagonally too"] if item.diagonal else []
    words += [heals] if (heals := healing(item, drinker)) else []
    die = "die" if item.next_attack == 1 else "dice"
    words += [f"{item.next_attack} more {die} in the next attack"] if item.next_attack else []
    words += [f"Defense +{item.shields} for a round"] if item.shields else []
    words += [PLACES[int(item.place)]] if item.place != PACK else []
    return ", ".join(words) or ("nothing to gain" if item.heals else "")


def healing(item: Item, drinker: Hero | None) -> str:
    """How much Health an item can give, or does give whoever drinks it now (health.maximum)."""
    if drinker is None:
        return f"up to {item.heals} Health" if item.heals else ""
    restored = min(item.heals, drinker.full - drinker.health)
    return f"{restored} Health" if restored > 0 else ""


@lru_cache(maxsize=1024)
def item_card(item: Item) -> Card:
    """An item: its figures, its price, its text; as it never changes, it is drawn once for all scenes."""
    prices = [f"costs {item.cost} gold"] if item.in_shop else []
    prices += [f"sells for {item.sells}" if prices else f"sells for {item.sells} gold"] if item.sells else []
    lines = (item_figures(item), ", ".join(prices), item.text)
    return Card(f"item-{item.index}", item.name, "item", tuple(sentence(line) for line in lines if line))


def sentence(words: str) -> str:
    """Words as a sentence."""
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}"


def equipment(board: Board) -> Zone:
    """All that the party carries, and what lies with the dead, each thing once."""
    held = held_items(board)
    cards = [item_card(item) for item in board.content.items if item.index in held]
    return Zone("equipment", "Equipment", tuple(cards), aside=True)


def held_items(board: Board) -> set[int]:
    """What the party carries, and what lies with the dead."""
    return {int(item) for hero in board.heroes for item in hero.gear} | {int(item) for item in board.left_over}


def shop(board: Board) -> Zone:
    """What the shop has, as far as nobody carries it; in town alone."""
    if board.phase != BETWEEN_QUESTS:
        return Zone("shop", "Shop", (), aside=True)
    held = held_items(board)
    wares = [item for item in board.content.items if item.in_shop and item.index not in held]
    return Zone("shop", "Shop", tuple(item_card(item) for item in wares), aside=True)


# ---- spells ---------------------------------------------------------------------------------------------------------


def spells(board: Board) -> Zone:
    """All that the party's casters hold; what is spent says so."""
    cards = [spell_card(spell, hero) for hero in board.heroes for spell in held_spells(board.content, hero)]
    return Zone("spells", "Spells", tuple(cards), aside=True)


def held_spells(content: Content, hero: Hero) -> list[Spell]:
    """The spells that a hero has drafted."""
    return [spell for spell in content.spells if hero.spells >> spell.index & 1]


def spell_card(spell: Spell, hero: Hero) -> Card:
    """A spell in a hero's hand."""
    spent = "spent" if hero.spent >> spell.index & 1 else ""
    return Card(f"spell-{spell.index}", spell.name, "spell", (spell.text,), state=spent)


# ---- monsters -------------------------------------------------------------------------------------------------------


def monster_lines(content: Content, kind: MonsterKind, defense: int) -> tuple[str, ...]:
    """A monster's figures, what it does otherwise than others, its spells, its text."""
    magic = f", Magic {kind.magic}" if kind.magic else ""
    figures = f"Attack {kind.attack}, Defense {defense}, Movement {kind.move}, Skill {kind.skill}{magic}"
    traits = [words for trait, words in TRAITS.items() if kind.traits & trait]
    traits += [f"regains {kind.regenerates} Health at the start of the referee's turn"] if kind.regenerates else []
    cast = [content.spells[index] for index in kind.spells]
    lines = [sentence("; ".join(traits))] if traits else []
    return (figures, *lines, *(f"Casts {spell.name} once: {spell.text}" for spell in cast), kind.text)


# ---- traps ----------------------------------------------------------------------------------------------------------


def trap_note(state: FreeQuest, at: int, everything: bool) -> str:
    """What the trap on a square does, if it is known to whoever looks."""
    if at in state.board.traps:
        return state.content.traps[state.board.traps[at] // 2].text
    if everything and at in state.notes.traps:
        return state.content.traps[state.notes.traps[at]].text
    return ""
