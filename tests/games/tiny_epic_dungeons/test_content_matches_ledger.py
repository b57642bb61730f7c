"""The ledger's tables and gaps against what the editions have been loaded with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from undercroft.core.rules import read_ledger
from undercroft.games.tiny_epic_dungeons import content, content_records, pieces
from undercroft.games.tiny_epic_dungeons.pieces import (
    CARD_TYPES,
    CHECKS,
    DANGERS,
    EFFECTS,
    MOMENTS,
    RANGES,
    SKILLS,
    SLOTS,
    BossMat,
    Content,
    DungeonCard,
    Effect,
    EnemyCard,
    HeroMat,
    LootCard,
    Power,
    Spell,
)

LEDGER = read_ledger(content.DATA / "rules.toml").tables
GAPS: dict[str, dict[str, Any]] = {gap["id"]: gap for gap in LEDGER["gap"]}
CONSTANTS: dict[str, Any] = {row["id"]: row["value"] for row in LEDGER["constant"]}
COMPONENTS: dict[str, dict[str, Any]] = {row["id"]: row for row in LEDGER["component"]}
TABLES = content.read(content.DATA, "book", {})[0].tables
LOADED = {edition: content.load(edition, {}) for edition in content.editions()}
BOOK = LOADED["book"]
GAME = "tiny-epic-dungeons"


def kebab(value: Any) -> Any:
    """A ledger's value with the names of fields as the data files write them."""
    if isinstance(value, dict):
        return {name.replace("_", "-"): kebab(each) for name, each in value.items()}
    return [kebab(each) for each in value] if isinstance(value, list) else value


# ---- what effects and powers there are ------------------------------------------------------------------------------


def powers() -> list[Power]:
    """All powers of heroes and Loot."""
    heroes = [power for hero in BOOK.heroes for power in (hero.passive, hero.ability)]
    return heroes + [card.power for card in BOOK.loot]


def specials() -> list[Power]:
    """All special powers of Goblins and Minions."""
    return [enemy.special for enemy in [*BOOK.goblins, *BOOK.minions] if enemy.special is not None]


def effects() -> list[Effect]:
    """All effects of all cards and mats."""
    lists: list[Iterable[Effect]] = [power.effects for power in [*powers(), *specials()]]
    lists += [spell.effects for spell in BOOK.spells]
    lists += [part for card in BOOK.dungeon if card.search for part in (card.search.success, card.search.failure)]
    lists += [reward for goblin in BOOK.goblins for reward in goblin.rewards]
    lists += [part for boss in BOOK.bosses for part in (boss.rider, boss.torch_effect, *boss.spaces)]
    return [effect for each in lists for effect in each]


def test_the_vocabulary_is_the_ledgers() -> None:
    design: str = GAPS["effect-vocabulary"]["design"]
    rows = re.findall(r"^  ([a-z-]+(?:, [a-z-]+)*)  +\S", design, re.MULTILINE)
    told = [word for row in rows if row != "do" for word in row.split(", ")]
    assert sorted(told) == sorted(EFFECTS)
    when = re.search(r"when = (always [^.]*)\.", design)
    on = re.search(r"^on = (melee [^\n]*)", design, re.MULTILINE)
    assert when is not None
    assert on is not None
    assert tuple(when.group(1).split(" | ")) == MOMENTS
    assert tuple(re.sub(r" \([^)]*\)|\.", "", on.group(1)).split(" | ")) == CHECKS
    assert tuple(row["id"] for row in LEDGER["range_type"]) == RANGES


def test_every_effect_is_some_cards() -> None:
    assert {EFFECTS[each.do] for each in effects()} == set(EFFECTS)


def test_every_check_place_price_and_recipient_is_some_effects() -> None:
    rolls = [each for each in effects() if each.do in (pieces.RESULT, pieces.DICE)]
    assert {CHECKS[each.on] for each in rolls} == set(CHECKS)
    assert {each.at for each in effects() if each.do == pieces.GOBLIN} == {pieces.AT_HERE, pieces.AT_ENTRANCE}
    assert {each.of for each in effects() if each.do == pieces.COST} == {pieces.OF_RESEARCH, pieces.OF_MODIFY_DIE}
    assert {each.to for each in effects()} == set(range(len(pieces.RECIPIENTS)))
    for do in (pieces.HEALTH, pieces.FOCUS, pieces.SPACE):
        assert {each.to for each in effects() if each.do == do} >= {pieces.TO_TARGET, pieces.TO_HEROES}
    for do in (pieces.HEALTH, pieces.FOCUS, pieces.LOOT, pieces.SPELL, pieces.TORCH):
        assert {each.by > 0 for each in effects() if each.do == do} == {True, False}


def test_every_moment_is_some_heros_and_every_limit_some_powers() -> None:
    on_mats = {power.when for hero in BOOK.heroes for power in (hero.passive, hero.ability)}
    assert {MOMENTS[when] for when in on_mats} == set(MOMENTS)
    assert {power.when for power in specials()} == {
        pieces.ALWAYS,
        pieces.ON_ENEMY_ACTION,
        pieces.ON_COUNTER_DAMAGE,
    }
    assert any(power.discard for power in powers())
    assert any(power.once == pieces.ONCE_A_TURN for power in powers())


def test_every_range_is_somebodys() -> None:
    aimed = {power.range for power in powers() if power.aims}
    spells = {spell.range for spell in BOOK.spells} | {hero.cantrip.range for hero in BOOK.heroes if hero.cantrip}
    enemies = {enemy.range for enemy in [*BOOK.goblins, *BOOK.minions]}
    assert aimed | spells | enemies == set(range(len(RANGES)))
    assert spells >= {pieces.SAME_ROOM, pieces.LINE_OF_SIGHT, pieces.SIGHT, pieces.ANY_PATH, pieces.WITHIN}
    assert enemies == {pieces.SAME_ROOM, pieces.SIGHT, pieces.WITHIN, pieces.ALL_WITHIN}


# ---- examples -------------------------------------------------------------------------------------------------------

EXAMPLES = [
    (table, example)
    for gap, table in (
        ("heroes", "hero"), ("dungeon-cards", "card"), ("loot", "loot"), ("spells", "spell"), ("goblins", "goblin"),
        ("minions", "minion"), ("boss-mats-act-2", "boss"),
    )
    for example in GAPS[gap]["example"]
]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "example"), EXAMPLES, ids=lambda value: value if isinstance(value, str) else value["id"]
)
def test_a_worked_example_of_the_gaps_is_kept(table: str, example: dict[str, Any]) -> None:
    wanted = kebab(example)
    ours = TABLES[table][wanted.pop("id")]
    assert {name: ours.get(name) for name in wanted} == wanted
    assert set(ours) - set(wanted) <= {"text"}


def test_the_examples_of_powers_are_kept() -> None:
    brace, wick, powder = (kebab(example) for example in GAPS["effect-vocabulary"]["example"])
    for example, ours in (
        (brace, TABLES["hero"]["brannoch-tull"]["ability"]),
        (wick, TABLES["loot"]["spare-wick"]),
        (powder, TABLES["loot"]["flash-powder"]),
    ):
        del example["rule"]
        assert {name: ours.get(name) for name in example} == example


# ---- what is written arrives ----------------------------------------------------------------------------------------


def written(effect: Effect) -> dict[str, Any]:
    """An effect as a data file would say it."""
    record: dict[str, Any] = {"do": EFFECTS[effect.do]}
    if effect.by:
        record["by"] = effect.by
    if effect.do in (pieces.HEALTH, pieces.FOCUS, pieces.SPACE, pieces.DAMAGE, pieces.STEP):
        record["to"] = pieces.RECIPIENTS[effect.to]
    if effect.to in (pieces.TO_HEROES, pieces.TO_ENEMIES):
        record["within"] = effect.within
    if effect.do in (pieces.RESULT, pieces.DICE):
        record["on"] = CHECKS[effect.on]
    if effect.do == pieces.GOBLIN:
        record["at"] = pieces.SITES[effect.at]
    if effect.do == pieces.COST:
        record["of"] = pieces.PRICES[effect.of]
    return record


def completed(records: list[dict[str, Any]], to: str) -> list[dict[str, Any]]:
    """Effects with the recipient that they mean where they do not say it."""
    return [({"to": to} if each["do"] in ("health", "focus", "space") else {}) | each for each in records]


def same(done: Iterable[Effect], records: list[dict[str, Any]], to: str = "self") -> bool:
    """Whether effects are those of a data file."""
    return [written(each) for each in done] == completed(records, to)


def power_arrives(power: Power, record: dict[str, Any], to: str = "self") -> bool:
    """Whether a power is that of a data file."""
    ours = (MOMENTS[power.when], power.cost_focus, pieces.ONCE[power.once], power.discard, RANGES[power.range], power.n)
    fields = (("cost-focus", 0), ("once", ""), ("discard", False), ("range", "same-room"), ("n", 0))
    told = (record["when"], *(record.get(name, default) for name, default in fields))
    return ours == told and power.text == record["text"] and same(power.effects, record["effects"], to)


@pytest.mark.parametrize("hero", BOOK.heroes, ids=lambda hero: hero.key)
def test_a_heros_powers_arrive(hero: HeroMat) -> None:
    record = TABLES["hero"][hero.key]
    assert power_arrives(hero.passive, record["passive"])
    assert power_arrives(hero.ability, record["ability"])
    assert (hero.passive.name, hero.ability.name) == (record["passive"]["name"], record["ability"]["name"])
    assert (hero.cantrip is not None) == ("cantrip" in record)
    if hero.cantrip:
        spell, told = hero.cantrip, record["cantrip"]
        assert (spell.name, RANGES[spell.range], spell.cost_focus, spell.result) == tuple(told.values())
        assert (spell.attack, spell.skill, spell.all_enemies, spell.effects) == (True, pieces.INTELLECT, False, ())


@pytest.mark.parametrize("card", BOOK.loot, ids=lambda card: card.key)
def test_a_loot_card_arrives(card: LootCard) -> None:
    record = TABLES["loot"][card.key]
    assert power_arrives(card.power, record)
    assert (card.name, SLOTS[card.slot], card.hands) == (record["name"], record["slot"], record.get("hands", 0))
    assert card.power.name == card.name


@pytest.mark.parametrize("spell", BOOK.spells, ids=lambda spell: spell.key)
def test_a_spell_arrives(spell: Spell) -> None:
    record = TABLES["spell"][spell.key]
    assert (spell.name, spell.text, SKILLS[spell.skill]) == (record["name"], record["text"], record["skill"])
    assert (spell.attack, spell.all_enemies) == (record["mode"] == "attack", record.get("targets") == "all-enemies")
    assert (RANGES[spell.range], spell.n) == (record.get("range", "same-room"), record.get("n", 0))
    assert (spell.target, spell.result) == (record.get("target", 0), record.get("result", 0))
    assert (spell.cost_focus, spell.discard) == (record["cost-focus"], record.get("discard", False))
    assert same(spell.effects, record.get("effects", []))


@pytest.mark.parametrize("card", BOOK.dungeon, ids=lambda card: card.key)
def test_a_dungeon_card_arrives(card: DungeonCard) -> None:
    record = TABLES["card"][card.key]
    sides = [side for bit, side in enumerate("NESW") if card.exits >> bit & 1]
    assert (card.name, card.text, CARD_TYPES[card.type]) == (record["name"], record["text"], record["type"])
    assert (sides, DANGERS[card.danger]) == (record["exits"], record["danger"])
    assert (card.trap is not None, card.search is not None) == ("trap" in record, "search" in record)
    if card.trap:
        evade, disarm = record["trap"]["evade"], record["trap"]["disarm"]
        assert (SKILLS[card.trap.evade_skill], card.trap.evade_target) == (evade["skill"], evade["target"])
        assert (SKILLS[card.trap.disarm_skill], card.trap.disarm_target) == (disarm["skill"], disarm["target"])
        assert card.trap.damage == record["trap"]["damage"]
    if card.search:
        told = record["search"]
        assert (SKILLS[card.search.skill], card.search.target) == (told["skill"], told["target"])
        assert (card.search.cost_focus, card.search.once) == (told.get("cost-focus", 0), "once" in told)
        assert same(card.search.success, told["success"])
        assert same(card.search.failure, told["failure"])


@pytest.mark.parametrize("enemy", [*BOOK.goblins, *BOOK.minions], ids=lambda enemy: enemy.key)
def test_an_enemy_arrives(enemy: EnemyCard) -> None:
    record = TABLES["goblin"].get(enemy.key) or TABLES["minion"][enemy.key]
    assert (enemy.name, enemy.text) == (record["name"], record["text"])
    assert (enemy.defense, enemy.health, enemy.speed) == (record["defense"], record.get("health", 1), record["speed"])
    assert enemy.counter == tuple(record["counter"][attack] for attack in ("melee", "missile", "spell"))
    assert (RANGES[enemy.range], enemy.n, enemy.damage) == (record["range"], record.get("n", 0), record["damage"])
    assert enemy.attacks_all == (record["targets"] == "all")
    assert (enemy.special is not None) == ("special" in record)
    assert enemy.special is None or power_arrives(enemy.special, record["special"], "target")
    assert len(enemy.rewards) == len(record.get("reward", []))
    assert all(same(ours, told) for ours, told in zip(enemy.rewards, record.get("reward", [])))


@pytest.mark.parametrize("boss", BOOK.bosses, ids=lambda boss: boss.key)
def test_a_boss_arrives(boss: BossMat) -> None:
    record = TABLES["boss"][boss.key]
    assert (boss.name, boss.text, boss.defense, boss.speed) == tuple(
        record[field] for field in ("name", "text", "defense", "speed")
    )
    assert boss.counter == tuple(record["counter"][attack] for attack in ("melee", "missile", "spell"))
    assert boss.altars == tuple(record["altars"])
    assert same(boss.torch_effect, record["torch-effect"]["effects"])
    assert boss.torch_text == record["torch-effect"]["text"]
    assert all(same(ours, told["effects"]) for ours, told in zip(boss.spaces, record["spaces"], strict=True))
    rider = record.get("rider")
    assert boss.rider_on == (CHECKS.index(rider["on"]) if rider else -1)
    assert same(boss.rider, rider["effects"] if rider else [], "target")


# ---- components -----------------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "components.hero-miniatures", "components.hero-mats", "components.loot-cards")
@pytest.mark.rule(GAME, "components.spell-cards", "components.goblin-cards", "components.minion-cards")
@pytest.mark.rule(GAME, "components.boss-mats", "components.dungeon-cards")
@pytest.mark.parametrize("edition", LOADED)
def test_there_are_as_many_as_the_ledger_counts(edition: str) -> None:
    known = LOADED[edition]
    decks: dict[str, list[Any]] = {
        "hero-miniature": known.heroes, "hero-mat": known.heroes, "dungeon-card": known.dungeon,
        "loot-card": known.loot, "spell-card": known.spells, "goblin-card": known.goblins,
        "minion-card": known.minions, "minion-token": known.minions, "boss-mat": known.bosses,
    }  # fmt: skip
    for component, cards in decks.items():
        assert len(cards) == COMPONENTS[component]["count"], component
        assert len({card.key for card in cards}) == len({card.name for card in cards}) == len(cards), component
        assert [card.index for card in cards] == list(range(len(cards))), component


@pytest.mark.rule(GAME, "components.dungeon-cards", "danger.minion-only-on-encounters")
def test_the_dungeon_is_split_as_the_ledger_says() -> None:
    types = Counter(CARD_TYPES[card.type] for card in BOOK.dungeon)
    assert types == COMPONENTS["dungeon-card"]["split"]
    for card in BOOK.dungeon:
        assert (card.danger == pieces.MINION_DANGER) == (card.type == pieces.ENCOUNTER_CARD)


@pytest.mark.rule(GAME, "components.disarm-markers")
def test_there_is_a_disarm_marker_for_every_trap() -> None:
    assert sum(1 for card in BOOK.dungeon if card.trap) <= COMPONENTS["disarm-marker"]["count"]


def test_the_gaps_count_what_there_is() -> None:
    for gap, cards in (
        ("heroes", BOOK.heroes), ("dungeon-cards", BOOK.dungeon), ("loot", BOOK.loot), ("spells", BOOK.spells),
        ("goblins", BOOK.goblins), ("minions", BOOK.minions), ("boss-mats-act-2", BOOK.bosses),
    ):  # fmt: skip
        assert len(cards) == GAPS[gap]["count"], gap


# ---- constants ------------------------------------------------------------------------------------------------------

RENAMED = {"reveal_cost": "reveal_adjacent_cost", "taunt_speed": "taunt_cost"}
OUTSIDE = {  # constants that are the rules' own, not data
    "grid_side", "grid_centre", "step_cost", "torch_per_turn", "goblin_limit", "goblin_health", "dice_min", "dice_max",
    "plus_faces", "unused_focus_gain", "unused_six_health_gain", "modify_die_step", "disarm_reward_cards",
    "hero_spaces", "enter_lair_cost", "boss_altar_spaces_max", "slots",
}  # fmt: skip
OURS = {"taunt_focus": 0, "markers_stop_on_altar": True, "passed_spaces_resolved": True}  # rulings that editions change


def test_the_figures_and_switches_are_the_ledgers_constants() -> None:
    shape = content.read(content.DATA, "book", {})[1]
    names = (*content_records.Figures.__struct_fields__, *content_records.Switches.__struct_fields__)
    values = [getattr(shape.figures, name, None) for name in content_records.Figures.__struct_fields__]
    values += [getattr(shape.switches, name) for name in content_records.Switches.__struct_fields__]
    ours = {RENAMED.get(name, name): value for name, value in zip(names, values)}
    for name, value in OURS.items():
        assert ours.pop(name) == value, name
    assert ours == {name: value for name, value in CONSTANTS.items() if name not in OUTSIDE}
    assert set(CONSTANTS) >= OUTSIDE


@pytest.mark.parametrize("edition", LOADED)
def test_every_figure_and_switch_arrives_under_its_own_name(edition: str) -> None:
    shape, known = content.read(content.DATA, edition, {})[1], LOADED[edition]
    for name in content_records.Figures.__struct_fields__:
        assert getattr(known.figures, name) == getattr(shape.figures, name), name
    for name in content_records.Switches.__struct_fields__:
        assert getattr(known.switches, name) == getattr(shape.switches, name), name


def test_a_figure_that_is_changed_is_changed_alone() -> None:
    for name in content_records.Figures.__struct_fields__:
        before = getattr(BOOK.figures, name)
        known = content.load("book", {f"figures.{name.replace('_', '-')}": before + 1})
        changed = [each for each in content_records.Figures.__struct_fields__
                   if getattr(known.figures, each) != getattr(BOOK.figures, each)]  # fmt: skip
        assert changed == [name]


def test_what_the_dice_pay_is_the_ledgers() -> None:
    plus = [face for face in range(1, 7) if BOOK.hero_plus[face]]
    assert plus == CONSTANTS["plus_faces"]
    assert [BOOK.hero_plus[face] for face in plus] == plus
    assert {focus for focus in BOOK.hero_focus if focus} == {CONSTANTS["unused_focus_gain"]}
    assert BOOK.hero_health == [0, 0, 0, 0, 0, 0, CONSTANTS["unused_six_health_gain"]]
    faces = GAPS["hero-dice"]["example"][0]["faces"]
    assert TABLES["dice"]["hero-die"]["faces"] == faces
    assert BOOK.hero_focus == [0, *(face["focus"] for face in faces)]


def test_the_enemy_die_is_the_ledgers() -> None:
    assert TABLES["dice"]["enemy-die"]["faces"] == GAPS["enemy-die"]["example"][0]["faces"]
    assert BOOK.enemy_die == [2, 3, 4, 5, pieces.SHIELD, pieces.ENEMY_TORCH]


def test_the_printed_edition_changes_six_things_and_no_other() -> None:
    printed = LOADED["printed"]
    assert (printed.figures.taunt_speed, printed.figures.taunt_focus) == (0, 2)
    assert not printed.switches.passed_spaces_resolved
    assert not printed.switches.unused_dice_on_failure
    assert printed.switches.boss_attackable_in_dungeon
    assert not printed.switches.markers_stop_on_altar
    back = {
        "figures.taunt-speed": 2, "figures.taunt-focus": 0, "switches.passed-spaces-resolved": True,
        "switches.unused-dice-on-failure": True, "switches.boss-attackable-in-dungeon": False,
        "switches.markers-stop-on-altar": True,
    }  # fmt: skip
    assert content.read(content.DATA, "printed", back)[1] == content.read(content.DATA, "book", {})[1]
    assert set(content.editions()) == {"book", "printed"}


# ---- the torch ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("act", "key"), [(1, "act-1"), (2, "act-2")])
def test_a_side_of_the_torch_mat_is_the_ledgers(act: int, key: str) -> None:
    row = GAPS[f"torch-track-{key}"]["example"][0]
    track = BOOK.tracks[act - 1]
    assert track.start == tuple(row["start"][heroes] for heroes in ("2", "3", "4"))
    assert track.top == row.get("top", max(track.start))
    assert [space for space, shows in enumerate(track.goblin) if shows] == sorted(row["goblin"])
    assert [space for space, shows in enumerate(track.enemies) if shows] == sorted(row["enemies"])
    assert not track.goblin[row["skull"]]
    assert not track.enemies[row["skull"]]
    assert COMPONENTS["torch-mat"]["sides"][act - 1] == row["side"] == key


# ---- heroes ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "components.hero-mats")
def test_the_heroes_have_the_stat_lines_of_the_gap() -> None:
    line = r"(\d) ([A-Z]\w+ [A-Z]\w+), ([a-z -]+) (\d)/(\d)/(\d)/(\d), (\d)-(\d)-(\d)"
    told = re.findall(line, GAPS["heroes"]["design"])
    ours = [
        (
            hero.index + 1,
            hero.name,
            hero.calling,
            hero.max_health,
            hero.max_focus,
            hero.speed,
            hero.defense,
            *hero.skills,
        )
        for hero in BOOK.heroes
    ]
    assert [tuple(str(each) for each in row) for row in ours] == told


@pytest.mark.parametrize("hero", BOOK.heroes, ids=lambda hero: hero.key)
def test_a_hero_is_as_the_gap_demands(hero: HeroMat) -> None:
    assert sum(hero.skills) == 6
    assert all(CONSTANTS["dice_min"] <= skill <= CONSTANTS["dice_max"] for skill in hero.skills)
    assert 6 <= hero.max_health <= 9
    assert 5 <= hero.max_focus <= 8
    assert hero.speed in (3, 4)
    assert 2 <= hero.defense <= 4
    assert (hero.cantrip is not None) == (hero.skills[pieces.INTELLECT] == 3)
    assert (hero.passive.cost_focus, hero.passive.once, hero.passive.discard) == (0, pieces.ANY_TIME, False)
    assert 1 <= hero.ability.cost_focus <= hero.max_focus


def test_no_two_heroes_do_the_same() -> None:
    kinds = [
        (power.when, power.once, tuple((each.do, each.by, each.on, each.of) for each in power.effects))
        for hero in BOOK.heroes
        for power in (hero.passive, hero.ability)
    ]
    assert len(set(kinds)) == len(kinds)


# ---- the dungeon ----------------------------------------------------------------------------------------------------

SHAPES = {15: "cross", 7: "tee", 3: "corner", 5: "straight", 1: "dead end"}


def rooms(danger: str) -> list[DungeonCard]:
    """The Rooms with one danger."""
    return [card for card in BOOK.dungeon if card.type == pieces.ROOM_CARD and DANGERS[card.danger] == danger]


def test_the_cards_have_the_shapes_of_the_gap() -> None:
    def shapes(type_: str) -> Counter[str]:
        return Counter(SHAPES[card.exits] for card in BOOK.dungeon if CARD_TYPES[card.type] == type_)

    assert shapes("room") == {"cross": 2, "tee": 6, "corner": 6, "straight": 5, "dead end": 3}
    assert shapes("encounter") == {"tee": 2, "corner": 1, "straight": 1}
    assert (shapes("lair-door"), shapes("entrance")) == ({"straight": 1}, {"cross": 1})


def test_the_rooms_hold_what_the_gap_says() -> None:
    traps, goblins, quiet = rooms("trap"), rooms("goblin"), rooms("none")
    assert (len(traps), len(goblins), len(quiet)) == (7, 6, 9)
    disarm = Counter(SKILLS[card.trap.disarm_skill] for card in traps if card.trap)
    assert disarm == {"strength": 2, "agility": 3, "intellect": 2}
    assert sum(1 for card in goblins if card.search) == 3
    assert all(card.search for card in quiet)
    assert all(SHAPES[card.exits] != "dead end" for card in [*traps, *goblins])


def test_checks_are_fair_and_every_skill_finds_as_much() -> None:
    searches = [card.search for card in BOOK.dungeon if card.search]
    assert all(4 <= search.target <= 6 for search in searches)
    found = Counter(SKILLS[search.skill] for search in searches)
    assert found == {"strength": 4, "agility": 4, "intellect": 3, "any": 1}
    for card in rooms("trap"):
        assert card.trap
        assert 1 <= card.trap.damage <= 3
        assert 4 <= card.trap.evade_target <= card.trap.disarm_target <= 7
    assert {card.trap.evade_skill for card in rooms("trap") if card.trap} == set(range(len(SKILLS)))


def test_loot_and_spells_are_never_found_without_risk() -> None:
    for card in BOOK.dungeon:
        if card.search and any(each.do in (pieces.LOOT, pieces.SPELL) for each in card.search.success):
            assert card.search.target >= 6, card.key
            assert card.search.failure, card.key


# ---- loot -----------------------------------------------------------------------------------------------------------


def carried(slot: str) -> list[LootCard]:
    """The Loot of one slot."""
    return [card for card in BOOK.loot if SLOTS[card.slot] == slot]


def changes(card: LootCard) -> set[tuple[str, int, str]]:
    """What a card changes about checks."""
    rolls = [each for each in card.power.effects if each.do in (pieces.RESULT, pieces.DICE)]
    return {(EFFECTS[each.do], each.by, CHECKS[each.on]) for each in rolls}


def test_the_loot_is_mixed_as_the_gap_says() -> None:
    assert Counter(SLOTS[card.slot] for card in BOOK.loot) == {"hand": 12, "body": 7, "charm": 7}
    assert all(card.hands in (1, 2) for card in carried("hand"))
    assert not any(card.hands for card in [*carried("body"), *carried("charm")])
    shields = [card for card in carried("hand") if any(each.do == pieces.DEFENSE for each in card.power.effects)]
    assert len(shields) == 2
    one_shot = [card for card in BOOK.loot if card.power.discard]
    assert [SLOTS[card.slot] for card in one_shot] == ["charm"] * 3


@pytest.mark.parametrize("attack", ["melee", "missile", "spell"])
def test_every_attack_has_the_same_three_weapons(attack: str) -> None:
    weapons = [(card.hands, *change) for card in carried("hand") for change in changes(card) if change[2] == attack]
    assert sorted(weapons) == [(1, "result", 1, attack), (2, "dice", 1, attack), (2, "result", 2, attack)]


def test_every_skill_has_its_charm() -> None:
    charms = sorted(change for card in carried("charm") for change in changes(card))
    assert charms == [("result", 1, "agility"), ("result", 1, "intellect"), ("result", 1, "strength")]


# ---- spells ---------------------------------------------------------------------------------------------------------


def test_the_spells_are_mixed_as_the_gap_says() -> None:
    attacks = [spell for spell in BOOK.spells if spell.attack]
    kinds = Counter((RANGES[spell.range], spell.n, spell.all_enemies) for spell in attacks)
    assert kinds == {
        ("line-of-sight", 0, False): 3, ("same-room", 0, True): 1, ("any-path", 0, False): 1, ("within", 2, False): 1,
    }  # fmt: skip
    assert [spell.result for spell in attacks if spell.range == pieces.ANY_PATH] == [-1]
    assert len(attacks) == 6
    assert all(1 <= spell.cost_focus <= 4 for spell in BOOK.spells)
    assert all(4 <= spell.target <= 6 for spell in BOOK.spells if not spell.attack)


def test_three_spells_heal_others_and_one_wakes_from_afar() -> None:
    def heals(spell: Spell) -> bool:
        return any(each.do == pieces.HEALTH and each.by > 0 and each.to != pieces.TO_SELF for each in spell.effects)

    healing = [spell for spell in BOOK.spells if heals(spell)]
    assert len(healing) == 3
    assert any(spell.range == pieces.ANY_PATH for spell in healing)


def test_a_spell_that_lifts_the_torch_is_gone_afterwards() -> None:
    lifting = [spell for spell in BOOK.spells if any(each.do == pieces.TORCH for each in spell.effects)]
    assert [spell.discard for spell in lifting] == [True]
    assert not any(spell.discard for spell in BOOK.spells if spell not in lifting)


@pytest.mark.parametrize("spell", BOOK.spells, ids=lambda spell: spell.key)
def test_a_spell_aims_at_what_it_is_about(spell: Spell) -> None:
    assert not (spell.aims_at_hero and spell.aims_at_enemy)
    if spell.attack:
        assert not spell.effects
        assert spell.skill == pieces.INTELLECT


# ---- enemies --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("goblin", BOOK.goblins, ids=lambda goblin: goblin.key)
def test_a_goblin_is_as_the_gap_demands(goblin: EnemyCard) -> None:
    assert (goblin.health, goblin.defense in (4, 5)) == (CONSTANTS["goblin_health"], True)
    assert all(0 <= modifier <= 2 for modifier in goblin.counter)
    assert 1 <= goblin.speed <= 3
    assert goblin.damage == 1 or (goblin.damage, goblin.speed) == (2, 1)
    assert RANGES[goblin.range] in ("same-room", "sight") or (RANGES[goblin.range], goblin.n) == ("within", 2)


def test_the_goblins_rewards_are_the_gaps() -> None:
    def told(goblin: EnemyCard) -> str:
        return " or ".join(
            " and ".join(f"{each.by} {EFFECTS[each.do]}" for each in reward) for reward in goblin.rewards
        )

    assert Counter(told(goblin) for goblin in BOOK.goblins) == {
        "1 loot": 2, "1 spell": 1, "2 focus or 1 health": 1, "1 health and 1 focus": 1, "1 torch": 1,
    }  # fmt: skip


@pytest.mark.parametrize("minion", BOOK.minions, ids=lambda minion: minion.key)
def test_a_minion_is_as_the_gap_demands(minion: EnemyCard) -> None:
    assert 4 <= minion.defense <= 6
    assert 6 <= minion.health <= 9
    assert minion.defense + minion.health in (12, 13)
    assert all(1 <= modifier <= 4 for modifier in minion.counter)
    assert minion.counter.count(min(minion.counter)) == 1  # one weak side
    assert 1 <= minion.speed <= 3
    assert minion.damage == 1 if minion.attacks_all else minion.damage in (1, 2)
    assert not minion.rewards


def test_every_skill_has_minions_to_lead_against() -> None:
    weak = Counter(minion.counter.index(min(minion.counter)) for minion in BOOK.minions)
    assert sorted(weak.values()) == [2, 3, 3]


def test_the_bosses_are_those_of_the_gap() -> None:
    design: str = GAPS["boss-mats-act-2"]["design"]
    told = re.search(r"The six: (.*)\.$", design, re.MULTILINE)
    assert told is not None
    assert [boss.name for boss in BOOK.bosses] == re.sub(r" \([^)]*\)", "", told.group(1)).split(", ")
    by_name = {boss.name: boss for boss in BOOK.bosses}
    done = {name: {EFFECTS[each.do] for each in boss.torch_effect} for name, boss in by_name.items()}
    assert done["Old Mother Tallow"] == {"torch"}
    assert [each.by for each in by_name["Old Mother Tallow"].torch_effect] == [-1]
    assert "space" in done["The Drowned Regent"]
    assert done["Grandfather Knot"] == {"goblin"}


@pytest.mark.parametrize("boss", BOOK.bosses, ids=lambda boss: boss.key)
def test_a_boss_is_as_the_gap_demands(boss: BossMat) -> None:
    assert boss.defense in (5, 6)
    assert 2 <= boss.speed <= 4
    assert all(1 <= modifier <= 4 for modifier in boss.counter)
    assert 2 <= len(boss.altars) <= CONSTANTS["boss_altar_spaces_max"]
    assert all(1 <= altar < CONSTANTS["boss_track_top"] for altar in boss.altars)
    assert len(boss.spaces) == CONSTANTS["hero_spaces"]
    assert not boss.spaces[0]
    assert sum(1 for space in boss.spaces if space) >= 3
    assert (boss.rider_on >= 0) == bool(boss.rider)


# ---- how a game is set up -------------------------------------------------------------------------------------------


def test_a_game_is_set_up_for_one_player_who_chooses() -> None:
    assert (BOOK.players, BOOK.party, BOOK.starts, BOOK.boss) == (1, [], 0, -1)


@pytest.mark.parametrize("row", LEDGER["setup"], ids=lambda row: f"{row['heroes']} heroes")
def test_there_are_as_many_heroes_as_the_ledger_says(row: dict[str, Any]) -> None:
    for players in row["players"]:
        assert content.load("book", {"play.players": players}).hero_count == row["heroes"]


def test_what_is_given_beforehand_arrives() -> None:
    party = ["hob-lackland", "wend-oakley", "brannoch-tull"]
    known: Content = content.load(
        "book", {"play.players": 3, "play.party": party, "play.starts": 3, "play.boss": "drowned-regent"}
    )
    assert [known.heroes[index].key for index in known.party] == party
    assert (known.players, known.starts, known.bosses[known.boss].key) == (3, 3, "drowned-regent")


# ---- words ----------------------------------------------------------------------------------------------------------


def test_everything_has_a_short_text_of_its_own() -> None:
    cards: list[Any] = [
        *BOOK.heroes, *BOOK.dungeon, *BOOK.spells, *BOOK.goblins, *BOOK.minions, *BOOK.bosses, *powers(), *specials(),
    ]  # fmt: skip
    for each in cards:
        assert each.text.endswith("."), each.name
        assert len(each.text) < 100, each.name
    assert len({each.text for each in cards}) == len(cards)
    assert all(boss.torch_text.endswith(".") for boss in BOOK.bosses)


def is_told(number: int, text: str) -> bool:
    """Whether a text names a number, in digits or in letters."""
    return str(abs(number)) in text or ("none", "one", "two", "three")[abs(number)] in text.lower()


def test_a_text_names_the_figures_that_it_is_about() -> None:
    on_mats = [power for hero in BOOK.heroes for power in (hero.passive, hero.ability)]
    texts = [(power.text, power.effects) for power in [*on_mats, *specials()]]
    texts += [(boss.torch_text, boss.torch_effect) for boss in BOOK.bosses]
    for text, done in texts:
        for each in done:
            assert not each.by or each.do == pieces.COST or is_told(int(each.by), text), text


def test_a_text_about_a_price_names_the_old_and_the_new_one() -> None:
    prices = {pieces.OF_RESEARCH: CONSTANTS["research_cost"], pieces.OF_MODIFY_DIE: CONSTANTS["modify_die_cost"]}
    told = [(power.text, each) for power in powers() for each in power.effects if each.do == pieces.COST]
    assert len(told) == 2
    for text, each in told:
        assert f"{prices[each.of] + each.by} Focus instead of {prices[each.of]}" in text
