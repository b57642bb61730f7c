"""The ledger's tables, and the figures of its gaps, against what the editions have been loaded with."""

from __future__ import annotations

import re
from typing import Any

import pytest

from undercroft.core.content import Shelf
from undercroft.core.errors import ContentError
from undercroft.core.ground import Ground
from undercroft.core.rules import read_ledger
from undercroft.games.freequest import content, pieces
from undercroft.games.freequest.pieces import (
    ABILITIES,
    ARMOUR,
    COUNTERS,
    FIRST_AID,
    HAND,
    HEAD,
    NOTHING,
    PACK,
    SACRIFICE,
    STATS,
    TWO_HANDS,
    WEAPON,
    Book,
    Content,
    HeroKind,
    Item,
    MonsterKind,
    Quest,
    Spell,
)

LEDGER = read_ledger(content.DATA / "rules.toml")
TABLES: dict[str, Any] = LEDGER.tables
GAPS = {gap["needs"].partition(":")[0]: gap["design"] for gap in TABLES["gap"]}
PUBLISHED_HEROES = [row for row in TABLES["hero"] if row["published"]]


def loaded(edition: str, changes: dict[str, Any] | None = None) -> Content:
    """An edition without its quests."""
    return content.content_of(*content.read(content.DATA, edition, changes or {}))


LOADED = {edition: loaded(edition) for edition in content.editions()}
BOOK = LOADED["book"]


def item(key: str, known: Content = BOOK) -> Item:
    """An item by key."""
    return next(each for each in known.items if each.key == key)


def hero(key: str, known: Content = BOOK) -> HeroKind:
    """A hero by key."""
    return next(each for each in known.heroes if each.key == key)


def monster(key: str, known: Content = BOOK) -> MonsterKind:
    """A monster by key."""
    return next(each for each in known.monsters if each.key == key)


def spell(key: str, known: Content = BOOK) -> Spell:
    """A spell by key."""
    return next(each for each in known.spells if each.key == key)


def row_of(table: str, key: str) -> dict[str, Any]:
    """A row of the ledger by id."""
    row: dict[str, Any] = next(row for row in TABLES[table] if row["id"] == key)
    return row


def abilities(bits: int) -> list[str]:
    """Abilities by name."""
    return [name for place, name in enumerate(ABILITIES) if bits >> place & 1]


def usable(kind: HeroKind, known: Content = BOOK) -> set[str]:
    """What a hero may hold or wear."""
    return {each.key for each in known.items if each.place != PACK and kind.may_use[each.index]}


def ruled(table: str, prefix: str = "") -> list[Any]:
    """The rows of a table, each with the clause that it proves."""
    return [
        pytest.param(row["id"], marks=pytest.mark.rule("freequest", row.get("rule") or f"{prefix}.{row['id']}"))
        for row in TABLES[table]
        if row.get("published", True)
    ]


def test_every_table_of_figures_is_compared_here() -> None:
    figures = {"constants", "item", "edition_item", "spell", "enemy", "hero"}
    elsewhere = {
        "gap",
        "action",
        "example",
        "decision",
        "chance",
        "sight_case",
        "odds",
        "game",
        "title",
        "source",
        "chapters",
    }
    assert set(TABLES) == figures | elsewhere
    assert list(content.editions()) == ["book", "later-draft"]


# ---- items ----------------------------------------------------------------------------------------------------------


def figures_of(thing: Item) -> dict[str, Any]:
    """An item as the ledger writes it."""
    row = {
        "id": thing.key, "name": thing.name, "type": pieces.ITEM_SORTS[thing.sort], "cost": thing.cost,
        "sells": thing.sells, "hands": {HAND: 1, TWO_HANDS: 2}.get(thing.place, 0), "light": thing.light(2),
    }  # fmt: skip
    if thing.sort == WEAPON:
        return row | {"attack": thing.attack, "diagonal": thing.diagonal, "ranged": thing.ranged}
    slot = content.PLACES[thing.place]
    return row | {"defense": thing.defense, "slot": slot, "move": thing.move, "leap_target": thing.leap_target}


def plain(thing: Item) -> bool:
    """Whether an item has no figure or power that the ledger's tables know nothing of."""
    others = (thing.skill, thing.magic, thing.health, thing.power, thing.number)
    drunk = (thing.heals, thing.next_attack, thing.shields)
    return not (any(others) or any(drunk) or thing.steady or thing.enchanted) and thing.like == NOTHING


@pytest.mark.parametrize("edition", LOADED)
@pytest.mark.parametrize(
    "key",
    [
        pytest.param(row["id"], marks=pytest.mark.rule("freequest", f"{row['type']}.{row['id']}"))
        for row in TABLES["item"]
    ],
)
def test_an_item_of_the_shop_is_the_ledgers(key: str, edition: str) -> None:
    thing = item(key, LOADED[edition])
    assert figures_of(thing) == row_of("item", key)
    assert plain(thing)
    assert (thing.attack == 0) == (thing.sort == ARMOUR)
    assert (thing.defense == 0) == (thing.sort == WEAPON)


def test_the_shop_sells_the_ledgers_items_and_nothing_else() -> None:
    shop = [row["id"] for row in TABLES["item"]]
    assert [each.key for each in BOOK.items if each.in_shop] == shop
    (longbow,) = TABLES["edition_item"]
    assert longbow["edition"] == "later-draft"
    assert [each.key for each in LOADED["later-draft"].items if each.in_shop] == [*shop, longbow["id"]]


@pytest.mark.parametrize("edition", LOADED)
def test_the_longbow_is_the_ledgers(edition: str) -> None:
    (row,) = TABLES["edition_item"]
    thing = item("longbow", LOADED[edition])
    assert figures_of(thing) == {key: value for key, value in row.items() if key not in ("edition", "rule")}
    assert plain(thing)


@pytest.mark.rule("freequest", "equip.light")
def test_light_is_what_adds_at_most_two_dice_or_does_not_slow() -> None:
    light = [each.key for each in BOOK.items if each.in_shop and each.light(2)]
    assert light == ["dagger", "staff", "shortsword", "short-bow", "helmet", "shield", "leather"]
    assert light == [row["id"] for row in TABLES["item"] if row["light"]]
    medic = usable(hero("medic"))
    assert {"shortsword", "shield", "leather"} <= medic
    assert medic.isdisjoint({"broadsword", "crossbow", "chainmail", "platemail", "longbow", "yew-bow"})


def test_what_counts_as_light_is_a_figure() -> None:
    known = loaded("book", {"figures.light-attack": 3})
    assert {"broadsword", "crossbow", "yew-bow"} <= usable(hero("medic", known), known)


def test_the_yew_bow_is_the_gaps() -> None:
    assert "Yew bow, attack 3, cost 450, hands 2, ranged, property 'steady'" in GAPS["The longbow"]
    bow = item("yew-bow")
    assert (bow.name, bow.attack, bow.cost, bow.place) == ("Yew bow", 3, 450, TWO_HANDS)
    assert bow.ranged
    assert bow.steady
    assert not bow.in_shop


def test_potions_cost_forty_and_are_not_sold() -> None:
    potions = {each.key: each for each in BOOK.items if each.sort == pieces.POTION}
    assert {key: (each.heals, each.next_attack, each.shields) for key, each in potions.items()} == {
        "blue-flask": (3, 0, 0),
        "vinegar-draught": (0, 2, 0),
        "tortoise-tonic": (0, 0, 2),
    }
    assert all((each.cost, each.sells, each.in_shop, each.place) == (40, 20, False, PACK) for each in potions.values())


def test_the_enchanted_items_of_the_gap_are_as_it_says() -> None:
    rows = re.findall(r"^\d\. ([^:]+): ([a-z]+), .* value (\d+)\.$", GAPS["Enchanted Items"], re.MULTILINE)
    assert len(rows) == 4
    known = {each.name: each for each in BOOK.items if each.enchanted}
    places = {"head": HEAD, "carried": PACK, "hand": HAND}
    for name, slot, value in rows:
        assert (known[name].place, known[name].sells) == (places[slot], int(value))
    assert len(known) == 8
    assert not any(each.in_shop or each.cost for each in known.values())


@pytest.mark.parametrize(
    ("key", "power", "number"),
    [
        ("lamplighters-hood", "wide-search", 0),
        ("nine-knot-rope", "sure-leap", 2),
        ("the-sulking-blade", "sulks", 2),
        ("widows-thimble", "turn-die", 1),
        ("bellows-locket", "second-breath", 1),
        ("felt-soles", "quiet", 0),
        ("ferrymans-boots", "none", 0),
        ("chalk-ring", "none", 0),
    ],
)
def test_an_enchanted_item_has_its_power(key: str, power: str, number: int) -> None:
    thing = item(key)
    assert (pieces.POWERS[thing.power], thing.number) == (power, number)
    assert thing.enchanted


def test_enchanted_items_have_figures_of_their_own_or_of_what_they_are_like() -> None:
    blade, sword = item("the-sulking-blade"), item("shortsword")
    assert (blade.like, blade.sort, blade.place, blade.attack) == (sword.index, sword.sort, sword.place, 2)
    assert item("lamplighters-hood").defense == 1
    assert item("ferrymans-boots").move == 1
    assert item("chalk-ring").magic == 1
    known = loaded("book", {"item.the-sulking-blade.like": "longsword", "item.the-sulking-blade.attack": 1})
    assert item("the-sulking-blade", known).attack == 4
    assert item("the-sulking-blade", known).diagonal


# ---- heroes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ruled("hero"))
def test_a_published_hero_is_the_ledgers(key: str) -> None:
    row, kind = row_of("hero", key), hero(key)
    for figure in ("move", "health", "skill", "magic", "spells", "published", "name"):
        assert getattr(kind, figure) == row[figure], figure
    assert (BOOK.base_attack, BOOK.base_defense) == (row["attack"], row["defense"])
    assert [BOOK.items[index].key for index in kind.gear] == row["gear"]
    assert abilities(kind.abilities) == row["abilities"]
    assert kind.gold == 0
    assert not kind.selections
    shop = {each["id"] for each in TABLES["item"]}
    assert usable(kind) & shop == (shop if row["may_use"] == ["all"] else set(row["may_use"]))


@pytest.mark.parametrize("key", ["warrior", "sworn-defender"])
def test_whoever_may_use_all_may_use_what_is_found_too(key: str) -> None:
    assert all(hero(key).may_use)


@pytest.mark.rule("freequest", "hero.wizard-magic")
def test_the_heroes_of_the_examples_are_supplied() -> None:
    assert hero("wizard").magic == 5
    seen = {row["id"]: row["seen_with"] for row in TABLES["hero"] if not row["published"]}
    assert seen == {"barbarian": "battle-axe", "ranger": "longbow"}
    for key, weapon in seen.items():
        assert weapon in usable(hero(key))
        assert weapon not in [BOOK.items[index].key for index in hero(key).gear]


@pytest.mark.rule("freequest", "hero.published-first")
def test_the_published_come_first_and_ours_are_on_their_scale() -> None:
    assert [each.key for each in BOOK.heroes if each.published] == [row["id"] for row in PUBLISHED_HEROES]
    assert [each.published for each in BOOK.heroes] == [True] * 4 + [False] * 3
    assert [each.published for each in BOOK.monsters] == [True] * 7 + [False] * 8
    assert {5 <= each.health <= 10 for each in BOOK.heroes} == {True}
    assert {1 <= each.health <= 3 for each in BOOK.monsters} == {True}
    assert [each.key for each in BOOK.heroes[4:]] == ["barbarian", "ranger", "delver"]


@pytest.mark.parametrize("key", ["barbarian", "ranger", "delver"])
def test_a_hero_of_ours_is_the_gaps(key: str) -> None:
    kind = hero(key)
    design = GAPS["Hero definitions (statistics, starting equipment, selections, spells, improvements)"]
    found = re.search(rf"{kind.name}: move (\d), skill (\d), magic (\d), health (\d)(?:, spells (\d))?;", design)
    assert found is not None
    figures = tuple(int(figure or 0) for figure in found.groups())
    assert (kind.move, kind.skill, kind.magic, kind.health, kind.spells) == figures


def test_what_heroes_of_ours_use_and_begin_with_is_the_gaps() -> None:
    weapons = {each.key for each in BOOK.items if each.sort == WEAPON}
    barbarian, ranger, delver = BOOK.heroes[4:]
    assert usable(barbarian) == weapons | {"helmet", "leather"}
    light = {"dagger", "staff", "shortsword", "short-bow", "helmet", "shield", "leather"}
    found = {"the-sulking-blade", "lamplighters-hood"}
    assert usable(ranger) == light | {"crossbow", "longbow", "yew-bow"} | found
    armour = {each.key for each in BOOK.items if each.sort == ARMOUR}
    assert usable(delver) == armour | {"dagger", "shortsword", "broadsword", "longsword", "the-sulking-blade"}
    gear = [[BOOK.items[index].key for index in each.gear] for each in BOOK.heroes[4:]]
    assert gear == [["shortsword"], ["short-bow", "dagger"], []]
    assert [abilities(each.abilities) for each in BOOK.heroes[4:]] == [["roar"], ["light-step"], ["steady-fingers"]]
    (selection,) = delver.selections
    options = [[BOOK.items[index].key for index in option] for option in selection.options]
    assert options == [["shortsword", "helmet"], ["dagger", "leather"]]


def test_no_hero_of_ours_is_better_than_a_published_one_in_everything() -> None:
    def figures(kind: HeroKind) -> list[int]:
        gear = kind.gear or kind.selections[0].options[0]
        stats = [kind.move, kind.skill, kind.magic, kind.health, kind.spells]
        return [*stats, max(BOOK.items[index].attack for index in gear), len(usable(kind))]

    for ours in BOOK.heroes[4:]:
        for theirs in BOOK.heroes[:4]:
            assert any(one < other for one, other in zip(figures(ours), figures(theirs))), (ours.key, theirs.key)


def test_everyone_may_use_a_dagger_and_what_works_from_the_pack() -> None:
    for kind in BOOK.heroes:
        assert "dagger" in usable(kind)
        assert all(kind.may_use[each.index] for each in BOOK.items if each.place == PACK)


def test_enchanted_items_follow_what_they_are_like_or_their_slot() -> None:
    may = {each.key: usable(each) for each in BOOK.heroes}
    assert [key for key in may if "the-sulking-blade" not in may[key]] == ["wizard"]
    assert [key for key in may if "lamplighters-hood" not in may[key]] == ["wizard", "barbarian"]


# ---- monsters -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", LOADED)
@pytest.mark.parametrize("key", ruled("enemy"))
def test_a_published_monster_is_the_ledgers(key: str, edition: str) -> None:
    row, kind = row_of("enemy", key), monster(key, LOADED[edition])
    for figure in set(row) - {"id", "rule"}:
        assert getattr(kind, figure) == row[figure], figure
    assert (kind.traits, kind.spells) == (0, [])


@pytest.mark.rule("freequest", "monster.goblin-defense", "monster.troll-defense", "monster.mummy-skill")
def test_the_figures_that_the_document_itself_gives() -> None:
    assert (monster("goblin").defense, monster("troll").defense, monster("mummy").skill) == (2, 4, 3)


@pytest.mark.rule("freequest", "monster.stats")
def test_a_monster_needs_skill_and_may_have_no_magic() -> None:
    record = {"name": "Rat", "mark": "r", "text": "Small.", "move": 6, "attack": 1, "defense": 1, "health": 1}
    with pytest.raises(ContentError, match=r"monster\.rat: the field 'skill' is missing"):
        loaded("book", {"monster.rat": record})
    for figure in ("move", "attack", "defense", "health"):
        without = {field: value for field, value in record.items() if field != figure}
        with pytest.raises(ContentError, match=rf"monster\.rat: the field '{figure}' is missing"):
            loaded("book", {"monster.rat": without | {"skill": 1}})
    rat = monster("rat", loaded("book", {"monster.rat": record | {"skill": 1}}))
    assert (rat.skill, rat.magic) == (1, 0)


def test_the_tempers_are_the_gaps() -> None:
    tempers = re.findall(r"^ ([a-z]+) +(?:\d+ +){5}(bold|wary|guard) ", GAPS["Monsters"], re.MULTILINE)
    assert len(tempers) == 7
    ours = [("candle-eater", "wary"), ("marsh-notary", "wary"), ("slag-warden", "guard")]
    for key, temper in tempers + ours:
        assert pieces.TEMPERS[monster(key).temper] == temper


@pytest.mark.parametrize("name", ["Candle-Eater", "Marsh Notary", "Slag Warden"])
def test_a_monster_of_the_gap_is_as_it_says(name: str) -> None:
    kind = next(each for each in BOOK.monsters if each.name == name)
    line = next(line for line in GAPS["Monsters"].splitlines() if f". {name}: " in line)
    told = {
        figure: int(number) for figure, number in re.findall(r"(move|attack|defense|skill|magic|health) (\d)", line)
    }
    for figure in ("move", "attack", "defense", "skill", "magic", "health"):
        assert getattr(kind, figure) == told.get(figure, 0), figure


def test_each_trait_and_the_one_spell_belong_to_a_monster_of_ours() -> None:
    traits = {
        each.key: [name for place, name in enumerate(pieces.TRAITS) if each.traits >> place & 1]
        for each in BOOK.monsters
        if each.traits
    }
    assert traits == {
        "candle-eater": ["dims"],
        "slag-warden": ["fearless"],
        "clay-spitter": ["ranged"],
        "sluice-raker": ["reach"],
        "gutter-hound": ["pack"],
        "shelf-sitter": ["slow-to-wake"],
        "purse-eel": ["loots"],
    }
    casters = {each.key: [BOOK.spells[index].key for index in each.spells] for each in BOOK.monsters if each.spells}
    assert casters == {"marsh-notary": ["fine-print"]}


def test_every_monster_has_a_mark_of_its_own() -> None:
    marks = [each.mark for each in BOOK.monsters]
    assert len(set(marks)) == len(marks)
    assert all(re.fullmatch("[A-Za-z]{1,2}", mark) for mark in marks)


# ---- spells ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", LOADED)
@pytest.mark.parametrize("key", ruled("spell"))
def test_a_spell_of_the_document_is_the_ledgers(key: str, edition: str) -> None:
    row, magic = row_of("spell", key), spell(key, LOADED[edition])
    numbers = [row[figure] for figure in ("attack", "damage", "heal", "attack_bonus") if figure in row]
    assert [magic.number] == numbers
    assert magic.second == -row.get("defense_bonus", 0)
    assert (magic.name, magic.is_attack, magic.targets) == (row["name"], row["is_attack"], 1)
    assert pieces.SCHOOLS[magic.school] == row["school"]
    assert pieces.RESISTANCES[magic.resist] == row["resist"]
    assert magic.adjacent == (row["range"] == "adjacent")


def test_heroes_draft_from_twenty_spells_school_by_school() -> None:
    assert BOOK.drafted == 20
    schools = [pieces.SCHOOLS[each.school] for each in BOOK.spells]
    assert schools == ["attack"] * 5 + ["healing"] * 4 + ["buff"] * 6 + ["movement"] * 5 + ["monster"]
    assert sum(each.spells for each in BOOK.heroes) <= BOOK.drafted


@pytest.mark.parametrize(
    ("key", "effect", "number", "second", "resist"),
    [
        ("flame-burst", "attack-one", 4, 0, "none"),
        ("immolate", "burn", 2, 0, "reduce"),
        ("hail-of-nails", "attack-several", 2, 0, "none"),
        ("cold-ring", "attack-around", 3, 0, "none"),
        ("unpicking", "unpick", 1, 1, "cancel"),
        ("healing-water", "heal", 5, 0, "none"),
        ("warm-hands", "heal-around", 2, 0, "none"),
        ("shared-breath", "share", 0, 0, "none"),
        ("last-ember", "heal", 3, 2, "none"),
        ("burning-rage", "rage", 2, 2, "none"),
        ("leaden-limbs", "slow", 1, 0, "cancel"),
        ("borrowed-shield", "shield", 2, 0, "none"),
        ("keen-edge", "edge", 2, 0, "none"),
        ("ward-of-straw", "ward", 2, 0, "none"),
        ("owls-candle", "candle", 0, 0, "none"),
        ("hares-gift", "hare", 4, 2, "none"),
        ("smoke-walk", "smoke", 0, 0, "none"),
        ("change-of-places", "swap", 0, 0, "cancel"),
        ("undertow", "pull", 4, 0, "reduce"),
        ("homeward", "home", 0, 0, "none"),
        ("fine-print", "hinder", 1, 0, "cancel"),
    ],
)
def test_a_spell_does_what_the_gaps_say(key: str, effect: str, number: int, second: int, resist: str) -> None:
    magic = spell(key)
    assert (pieces.EFFECTS[magic.effect], magic.number, magic.second) == (effect, number, second)
    assert pieces.RESISTANCES[magic.resist] == resist
    assert magic.is_attack == effect.startswith("attack-")
    assert magic.targets == (3 if effect == "attack-several" else 1)
    designs = GAPS["Movement spells"] + GAPS["More spells"] + GAPS["Monsters"].replace("fine-print", "Fine Print")
    assert magic.name in designs or key in {row["id"] for row in TABLES["spell"]}


def test_every_effect_is_some_spells() -> None:
    assert {pieces.EFFECTS[each.effect] for each in BOOK.spells} == set(pieces.EFFECTS)


def test_a_heroes_spell_from_elsewhere_comes_before_the_monsters() -> None:
    record = {"name": "Ember", "text": "Warm.", "school": "attack", "effect": "burn", "number": 1}
    known = loaded("book", {"spell.ember": record})
    assert [each.key for each in known.spells[19:]] == ["homeward", "ember", "fine-print"]
    assert known.drafted == 21
    assert [known.spells[index].key for index in monster("marsh-notary", known).spells] == ["fine-print"]


# ---- treasure and traps ---------------------------------------------------------------------------------------------


def test_the_deck_is_the_gaps() -> None:
    copies = dict.fromkeys(pieces.CARD_SORTS, 0)
    for card in BOOK.cards:
        copies[pieces.CARD_SORTS[card.sort]] += card.copies
    found = re.search(r"(\d+) cards: gold (\d+) \(([^)]*)\), (.*)\. Chance", GAPS["Treasure deck"])
    assert found is not None
    whole, gold, amounts, rest = found.groups()
    ledger = {"gold": int(gold)} | {sort: int(count) for sort, count in re.findall(r"([a-z]+) (\d+)", rest)}
    assert copies == ledger
    assert sum(copies.values()) == int(whole)
    pieces_of_gold = {card.amount: card.copies for card in BOOK.cards if card.sort == pieces.GOLD_CARD}
    assert pieces_of_gold == {int(n): int(times) for times, n in re.findall(r"(\d+) x (\d+)", amounts)}
    assert sum(amount * times for amount, times in pieces_of_gold.items()) == 415


def test_the_cards_that_the_gap_names_are_there() -> None:
    named = re.findall(r"^\d\. '([^']+)', ([a-z]+)[^,]*, copies (\d)", GAPS["Treasure deck"], re.MULTILINE)
    assert len(named) == 5
    cards = {card.name: (pieces.CARD_SORTS[card.sort], card.copies) for card in BOOK.cards}
    for name, sort, copies in named:
        assert cards[name] == (sort, int(copies))
    stone = next(card for card in BOOK.cards if card.name == "Loose Flagstone")
    assert (stone.amount, stone.test) == (1, 4)


def test_what_lies_in_the_deck_is_cheap() -> None:
    found = [BOOK.items[card.item] for card in BOOK.cards if card.item != NOTHING]
    assert all(0 < each.cost <= 250 for each in found)
    assert all(each.in_shop for each in found if each.sort != pieces.POTION)


def test_the_traps_are_the_gaps() -> None:
    names = re.findall(r"^\d\. ([A-Z][a-z]+(?: [a-z]+)?): ", GAPS["Trap kinds and their effects"], re.MULTILINE)
    assert [each.name.capitalize() for each in BOOK.traps] == names
    assert [
        (
            pieces.TRAP_EFFECTS[each.effect],
            pieces.AFTERS[each.after],
            each.damage,
            each.attack,
            each.target,
            each.squares,
        )
        for each in BOOK.traps
    ] == [
        ("pit", "open", 1, 0, 0, 0),
        ("slit", "again", 0, 3, 0, 0),
        ("vault", "once", 2, 0, 0, 0),
        ("snare", "once", 0, 0, 4, 0),
        ("bell", "once", 0, 0, 0, 3),
    ]


# ---- improvements ---------------------------------------------------------------------------------------------------


def test_the_caps_are_the_gaps() -> None:
    design = GAPS["Hero improvement"]
    told = re.search(r"move \+(\d), skill \+(\d), magic \+(\d), health \+(\d), spells \+(\d)", design)
    assert told is not None
    assert BOOK.caps == [int(figure) for figure in told.groups()]


@pytest.mark.parametrize("kind", BOOK.heroes, ids=lambda kind: kind.key)
def test_a_hero_has_five_improvements(kind: HeroKind) -> None:
    """Two for quests alone (2 and 4), two for a deed, one after another."""
    own = [each for each in BOOK.improvements if each.hero == kind.index]
    alone = [each.needs[0] for each in own if not any(each.needs[1:]) and not each.after]
    deeds = [each for each in own if any(each.needs[1:]) and not each.after]
    later = [each for each in own if each.after]
    assert (len(own), alone, len(deeds), len(later)) == (5, [2, 4], 2, 1)


@pytest.mark.parametrize("kind", BOOK.heroes, ids=lambda kind: kind.key)
def test_a_hero_can_learn_all_of_them_in_one_campaign(kind: HeroKind) -> None:
    """One between two quests, eight quests at most; the caps shut none out, and every deed is one the hero can do."""
    own = [each for each in BOOK.improvements if each.hero in (NOTHING, kind.index)]
    rise = [sum(each.stats[stat] for each in own) for stat in range(len(STATS))]
    rise[STATS.index("spells")] += rise[STATS.index("magic")] * kind.spells_per_magic
    assert all(more <= most for more, most in zip(rise, BOOK.caps)), rise
    given = [each.ability for each in own if each.ability != NOTHING]
    assert len(set(given)) == len(given)
    assert not any(kind.abilities >> ability & 1 for ability in given)
    deeds = {COUNTERS[place] for each in own for place, count in enumerate(each.needs) if count}
    assert kind.spells or "spells-cast" not in deeds
    assert kind.abilities >> SACRIFICE & 1 or "damage-taken-for-others" not in deeds
    assert kind.abilities >> FIRST_AID & 1 or kind.spells or "health-restored" not in deeds
    learnt: list[int] = []
    for quests in range(1, 9):
        open_now = [each for each in own if each.index not in learnt and each.needs[0] <= quests]
        ready = [each.index for each in open_now if set(each.after) <= set(learnt)]
        learnt += ready[:1]
    assert len(learnt) == len(own)


def test_the_improvements_of_the_gap_are_as_it_says() -> None:
    def told(key: str) -> tuple[str, dict[str, int], dict[str, int], str]:
        each = next(each for each in BOOK.improvements if each.key == key)
        owner = "any" if each.hero == NOTHING else BOOK.heroes[each.hero].key
        needs = {COUNTERS[place]: count for place, count in enumerate(each.needs) if count}
        gives = {STATS[place]: count for place, count in enumerate(each.stats) if count}
        return owner, needs, gives, "" if each.ability == NOTHING else ABILITIES[each.ability]

    assert told("thick-hide") == ("warrior", {"quests": 2}, {"health": 1}, "")
    deed = {"quests": 3, "damage-taken-for-others": 8}
    assert told("broad-back") == ("sworn-defender", deed, {"health": 1}, "")
    assert told("two-steps-and-a-shout") == ("barbarian", {"quests": 3, "leaps-made": 2}, {}, "long-leap")
    assert told("wider-book") == ("medic", {"quests": 2, "spells-cast": 6}, {"spells": 1}, "")
    assert told("deeper-well") == ("wizard", {"quests": 4, "spells-cast": 20}, {"magic": 1}, "")
    assert told("the-one-who-goes-back") == ("any", {"bodies-brought-out": 1}, {}, "strong-back")


def test_every_field_of_needs_and_gives_is_a_counter_or_a_stat_in_the_same_order() -> None:
    def kebab(shape: Any) -> tuple[str, ...]:
        return tuple(field.replace("_", "-") for field in shape.__struct_fields__)

    assert (kebab(content.Needs), kebab(content.Stats)) == (COUNTERS, STATS)


# ---- constants ------------------------------------------------------------------------------------------------------


def test_the_constants_are_the_ledgers() -> None:
    table = content.read(content.DATA, "book", {})[1].figures
    ours = {
        "die_sides": content.SIDES,
        "base_attack": BOOK.base_attack,
        "base_defense": BOOK.base_defense,
        "actions_per_turn": BOOK.actions,
        "leap_target": BOOK.leap_target,
        "leap_target_platemail": BOOK.leap_target + item("platemail").leap_target,
        "disarm_target": BOOK.disarm_target,
        "disarm_fumble_face": BOOK.fumble,
        "immolate_damage": spell("immolate").number,
        "flame_burst_dice": spell("flame-burst").number,
        "healing_water": spell("healing-water").number,
        "burning_rage_attack": spell("burning-rage").number,
        "burning_rage_defense": -spell("burning-rage").second,
        "carry_speed_denominator": BOOK.carry_divisor,
        "hands": max(figures_of(each)["hands"] for each in BOOK.items),
        "round_limit": Quest(0, "", "", Ground(1, 1)).rounds,
        "light_weapon_max_attack": table.light_attack,
    }
    constants = dict(TABLES["constants"])
    times, parts = constants.pop("sell_numerator"), constants.pop("sell_denominator")
    assert ours == constants
    assert all(each.sells == each.cost * times // parts for each in BOOK.items if not each.enchanted)


def test_the_figures_of_vigil_ransom_and_tries_are_the_ledgers() -> None:
    assert (BOOK.life_dice, BOOK.death_dice) == (2, 2)
    assert (BOOK.offering_step, BOOK.most_offering, BOOK.ransom, BOOK.new_hero_gold) == (100, 400, 100, 50)
    assert (BOOK.tries, BOOK.bundle_gold) == (3, 100)


def test_the_later_draft_changes_three_things_and_no_other() -> None:
    later = LOADED["later-draft"]
    assert (later.base_defense, later.resist_by_test, item("longbow", later).in_shop) == (2, True, True)
    assert (BOOK.base_defense, BOOK.resist_by_test, item("longbow").in_shop) == (1, False, False)
    back = {"figures.base-defense": 1, "switches.resist-by-test": False, "item.longbow.in-shop": False}
    assert content.read(content.DATA, "later-draft", back)[1] == content.read(content.DATA, "book", {})[1]


# ---- words ----------------------------------------------------------------------------------------------------------


def test_everything_has_a_short_text_that_ends_like_a_sentence() -> None:
    things: list[Any] = [
        *BOOK.items,
        *BOOK.heroes,
        *BOOK.monsters,
        *BOOK.spells,
        *BOOK.cards,
        *BOOK.traps,
        *BOOK.improvements,
    ]
    for each in things:
        assert each.text.endswith("."), each.key
    assert len({each.text for each in things}) >= len(things) - 4  # the same ability, learnt by another hero


def test_a_text_names_the_figures_that_it_is_about() -> None:
    for each in BOOK.spells:
        if pieces.EFFECTS[each.effect] not in (*content.UNCOUNTED, "slow", "hinder"):
            assert str(each.number) in each.text, each.key
    for card in BOOK.cards:
        assert not card.amount or str(card.amount) in card.text, card.key
    for thing in BOOK.items:
        for figure in (thing.heals, thing.next_attack, thing.shields):
            assert not figure or str(figure) in thing.text, thing.key


# ---- how a game is set up -------------------------------------------------------------------------------------------


def test_a_game_is_set_up_for_four_who_are_chosen_and_one_player() -> None:
    assert (BOOK.party, BOOK.heroes_wanted, BOOK.players, BOOK.quest) == ([], 4, 1, NOTHING)
    assert (BOOK.referee, BOOK.campaign) == (pieces.FAIR, {})


def test_a_party_wins_over_a_number_of_heroes() -> None:
    known = loaded("book", {"play.party": ["delver", "wizard"], "play.heroes": 3, "play.players": 2})
    assert (known.party, known.heroes_wanted, known.players) == ([6, 1], 2, 2)


def test_a_campaign_that_was_kept_comes_along() -> None:
    kept = {"completed": 2, "heroes": [{"kind": "warrior", "gold": 40}]}
    assert loaded("book", {"play.campaign": kept}).campaign == kept
    assert loaded("book", {"play.referee": "cunning"}).referee == pieces.CUNNING


def test_a_quest_of_ones_own_goes_to_the_book_and_the_one_that_is_played_is_found_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[Any] = []

    def read_book(folder: Any, known: Content, own: Any) -> Book:
        given.append((folder, len(known.monsters), own))
        book = Book()
        for index, key in enumerate(["cold-kiln", "my-cellar"]):
            book.quests.append(Quest(index, key, key, Ground(1, 1)))
        return book

    monkeypatch.setattr(content, "read_book", read_book)
    shelf = Shelf(content.DATA, content.FILES, content.Shape, content.link)
    own = {"id": "my-cellar", "heroes": [1, 4], "areas": {"K": {"kind": "room"}}}
    box = shelf.load("book", {"play.own": own, "play.quest": "my-cellar"})
    assert box.content.quest == 1
    assert shelf.load("book", {"play.quest": "my-cellar", "play.own": dict(own)}) is box
    assert shelf.load("book", {}).content.quest == NOTHING
    assert given == [(content.DATA / "quests", 15, own), (content.DATA / "quests", 15, None)]
