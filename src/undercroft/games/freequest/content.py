"""What FreeQuest's data files may say, and how they become what is played with; quests are `quest_content.py`'s."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from undercroft.core.content import Shelf, Tables, resolve
from undercroft.core.errors import ContentError
from undercroft.games.freequest import pieces
from undercroft.games.freequest.pieces import NOTHING
from undercroft.games.freequest.quest_content import read_book
from undercroft.games.freequest.vocabulary import (
    MOST_HEROES,
    MOST_IMPROVEMENTS,
    MOST_ITEMS,
    MOST_KINDS,
    MOST_SPELLS,
    OFFERS,
    SELECTS,
)

DATA = Path(__file__).parent / "data"
FILES = (
    "items.toml", "spells.toml", "heroes.toml", "monsters.toml", "treasure.toml", "traps.toml", "improvements.toml",
    "figures.toml", "play.toml",
)  # fmt: skip

Words = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f-\x9f]*\Z")]  # no control characters
Text = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f]*\Z")]
Dice = Annotated[int, Meta(ge=0, le=12)]
Steps = Annotated[int, Meta(ge=1, le=20)]
Small = Annotated[int, Meta(ge=0, le=9)]
More = Annotated[int, Meta(ge=-9, le=9)]
Goal = Annotated[int, Meta(ge=1, le=6)]  # what a die must show
Gold = Annotated[int, Meta(ge=0, le=9999)]
Count = Annotated[int, Meta(ge=0, le=99)]

PLACES = ("pack", "hand", "two-hands", "head", "body")
PLACES_OF = {  # where items of a sort can be
    pieces.WEAPON: (pieces.HAND, pieces.TWO_HANDS),
    pieces.ARMOUR: (pieces.HAND, pieces.HEAD, pieces.BODY),
    pieces.POTION: (pieces.PACK,),
    pieces.TRINKET: (pieces.PACK,),
}
GROUPS = ("all", "all-weapons", "all-armour", "light-weapons", "light-armour", "one-handed")  # what heroes may use
ANY = "any"  # the hero of an improvement for all
UNCOUNTED = ("share", "candle", "smoke", "swap", "home")  # effects of spells without a number
CANCELLED = ("burn", "unpick", "slow", "swap", "pull", "hinder")  # effects that a success may stop
REDUCED = ("burn", "pull")  # effects whose number successes may lower


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A record of a data file: unknown fields are refused, names are kebab-case."""


class Item(Record, frozen=True, rename="kebab"):
    """A thing that heroes carry; one that is `like` another has its sort, place and figures, and adds its own."""

    name: Words
    text: Text
    sort: str = ""
    place: str = ""
    like: str = ""
    attack: More = 0
    defense: More = 0
    move: More = 0
    skill: More = 0
    magic: More = 0
    health: Annotated[int, Meta(ge=-3, le=3)] = 0
    leap_target: More = 0
    diagonal: bool = False
    ranged: bool = False
    steady: bool = False
    cost: Gold = 0
    sells: Gold | None = None
    in_shop: bool = False
    enchanted: bool = False
    power: str = "none"
    number: Small = 0
    heals: Small = 0
    next_attack: Small = 0
    shields: Small = 0


class Choice(Record, frozen=True, rename="kebab"):
    """A selection: what is asked, and the sets of items to choose from."""

    ask: Words
    options: Annotated[
        list[Annotated[list[str], Meta(min_length=1, max_length=6)]], Meta(min_length=2, max_length=len(SELECTS))
    ]


class Hero(Record, frozen=True, rename="kebab"):
    """A supplied hero."""

    name: Words
    text: Text
    move: Steps
    skill: Dice
    health: Annotated[int, Meta(ge=1, le=18)]
    may_use: list[str]
    magic: Dice = 0
    spells: Annotated[int, Meta(ge=0, le=MOST_SPELLS)] = 0
    spells_per_magic: Small = 0
    gold: Gold = 0
    gear: Annotated[list[str], Meta(max_length=6)] = []
    select: Annotated[list[Choice], Meta(max_length=3)] = []
    abilities: list[str] = []
    published: bool = False


class Monster(Record, frozen=True, rename="kebab"):
    """A kind of monster (monster.stats)."""

    name: Words
    mark: Annotated[str, Meta(min_length=1, max_length=2)]
    text: Text
    move: Steps
    attack: Dice
    defense: Dice
    skill: Dice
    health: Annotated[int, Meta(ge=1, le=12)]
    magic: Dice = 0
    regenerates: Small = 0
    traits: list[str] = []
    temper: str = "bold"
    spells: list[str] = []
    published: bool = False


class Spell(Record, frozen=True, rename="kebab"):
    """A spell: what it does, how much of it, and how it is resisted."""

    name: Words
    text: Text
    school: str
    effect: str
    number: Dice = 0
    second: Dice = 0
    targets: Annotated[int, Meta(ge=1, le=9)] = 1
    adjacent: bool = False
    resist: str = "none"
    is_attack: bool = False


class Treasure(Record, frozen=True, rename="kebab"):
    """A treasure card, and how many there are of it."""

    name: Words
    text: Text
    sort: str
    copies: Count
    amount: Annotated[int, Meta(ge=0, le=999)] = 0
    item: str = ""
    test: Annotated[int, Meta(ge=0, le=6)] = 0


class Trap(Record, frozen=True, rename="kebab"):
    """A kind of trap."""

    name: Words
    text: Text
    effect: str
    after: str
    damage: Small = 0
    attack: Dice = 0
    target: Annotated[int, Meta(ge=0, le=6)] = 0
    squares: Small = 0


class Needs(Record, frozen=True, rename="kebab"):
    """What must stand on the sheet."""

    quests: Count = 0
    kills: Count = 0
    traps_disarmed: Count = 0
    leaps_made: Count = 0
    spells_cast: Count = 0
    health_restored: Count = 0
    damage_taken_for_others: Count = 0
    secret_doors_found: Count = 0
    bodies_brought_out: Count = 0


class Stats(Record, frozen=True, rename="kebab"):
    """What can rise on a sheet."""

    move: Small = 0
    skill: Small = 0
    magic: Small = 0
    health: Small = 0
    spells: Small = 0


class Improvement(Record, frozen=True, rename="kebab"):
    """What a hero may learn."""

    name: Words
    text: Text
    hero: str
    needs: Needs
    after: list[str] = []
    gives: Stats = Stats()
    ability: str = ""


class Figures(Record, frozen=True, rename="kebab"):
    """The numbers of the rules themselves."""

    base_attack: Dice
    base_defense: Dice
    light_attack: Small
    actions: Annotated[int, Meta(ge=1, le=6)]
    leap_target: Goal
    disarm_target: Goal
    fumble: Annotated[int, Meta(ge=0, le=6)]
    carry_divisor: Annotated[int, Meta(ge=1, le=9)]
    last_round: Annotated[int, Meta(ge=0, le=200)]
    tries: Annotated[int, Meta(ge=1, le=9)]
    offering_step: Annotated[int, Meta(ge=1, le=9999)]
    most_offering: Gold
    life_dice: Small
    death_dice: Small
    ransom: Gold
    new_hero_gold: Gold
    step_gold: Gold
    bundle_gold: Gold


class Switches(Record, frozen=True, rename="kebab"):
    """What editions decide differently."""

    resist_by_test: bool


class Play(Record, frozen=True, rename="kebab"):
    """How the game at hand is set up."""

    quest: str
    heroes: Annotated[int, Meta(ge=1, le=MOST_HEROES)]
    party: Annotated[list[str], Meta(max_length=MOST_HEROES)]
    players: Annotated[int, Meta(ge=0, le=MOST_HEROES)]
    referee: str
    own: dict[str, Any]
    campaign: dict[str, Any]


@dataclass(frozen=True)
class Shape:
    """All tables of the data folder."""

    item: dict[str, Item]
    spell: dict[str, Spell]
    hero: dict[str, Hero]
    monster: dict[str, Monster]
    treasure: dict[str, Treasure]
    trap: dict[str, Trap]
    improvement: dict[str, Improvement]
    caps: Stats
    figures: Figures
    switches: Switches
    play: Play


def link(tables: Tables, shape: Shape) -> pieces.Box:
    """Turn names into what they stand for, and read the quest book; a name that stands for nothing is refused."""
    content = content_of(tables, shape)
    book = read_book(DATA / "quests", content, shape.play.own or None)
    if shape.play.quest:
        choose_quest(tables.place("play"), shape.play, content, book)
    return pieces.Box(content, book)


def content_of(tables: Tables, shape: Shape) -> pieces.Content:
    """All but the quests."""
    content = pieces.Content()
    _set_figures(tables, shape, content)
    _add_items(tables, shape, content)
    _add_spells(tables, shape, content)
    _add_heroes(tables, shape, content)
    _add_monsters(tables, shape, content)
    for key in _keys(tables, "treasure", shape.treasure, None):
        _add_card(tables.place("treasure", key), key, shape.treasure[key], content)
    for key in _keys(tables, "trap", shape.trap, None):
        _add_trap(tables.place("trap", key), key, shape.trap[key], content)
    _add_improvements(tables, shape, content)
    _set_up(tables, shape, content)
    return content


# ---- words ----------------------------------------------------------------------------------------------------------


def _keys(
    tables: Tables, table: str, records: Mapping[str, Any], most: int | None, taken: tuple[str, ...] = ()
) -> list[str]:
    """The keys of a table's records, kebab-case, at most so many, none of them a word that means something else."""
    for key in records:
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key):
            raise ContentError(f"{tables.place(table)}: {key!r}: a name is small letters, digits and single dashes")
        if key in taken:
            raise ContentError(f"{tables.place(table)}: {key!r}: the name means something else already")
    if most is not None and len(records) > most:
        raise ContentError(f"{tables.place(table)}: {len(records)} are too many; there can be {most}")
    return list(records)


def _place(place: str, field: str, word: str, known: Iterable[str], what: str) -> int:
    """Which of the known words this is."""
    index: int = resolve(place, field, word, {name: index for index, name in enumerate(known)}, what)
    return index


def _places(place: str, field: str, words: list[str], known: Iterable[str], what: str) -> list[int]:
    """Which of the known words these are, none of them twice."""
    known = list(known)
    for word in words:
        if words.count(word) > 1:
            raise ContentError(f"{place}: {field}: {word!r} is there twice")
    return [_place(place, field, word, known, what) for word in words]


def _bits(numbers: Iterable[int]) -> int:
    """Numbers as bits."""
    return sum(1 << number for number in numbers)


def _needed(place: str, field: str, value: object, owner: str, has_it: bool) -> None:
    """A field that some records must have and the others must not."""
    if has_it and not value:
        raise ContentError(f"{place}: the field {field!r} is missing")
    if value and not has_it:
        raise ContentError(f"{place}: {field}: only {owner} has one")


# ---- figures --------------------------------------------------------------------------------------------------------


def _set_figures(tables: Tables, shape: Shape, content: pieces.Content) -> None:
    figures = shape.figures
    content.base_attack = figures.base_attack
    content.base_defense = figures.base_defense
    content.actions = figures.actions
    content.leap_target = figures.leap_target
    content.disarm_target = figures.disarm_target
    content.fumble = figures.fumble
    content.carry_divisor = figures.carry_divisor
    content.last_round = figures.last_round
    content.tries = figures.tries
    content.offering_step = figures.offering_step
    content.most_offering = figures.most_offering
    content.life_dice = figures.life_dice
    content.death_dice = figures.death_dice
    content.ransom = figures.ransom
    content.new_hero_gold = figures.new_hero_gold
    content.step_gold = figures.step_gold
    content.bundle_gold = figures.bundle_gold
    content.resist_by_test = shape.switches.resist_by_test
    if figures.most_offering // figures.offering_step >= len(OFFERS):
        raise ContentError(
            f"{tables.place('figures')}: most-offering: there can be {len(OFFERS) - 1} steps of {figures.offering_step}"
        )


def _set_up(tables: Tables, shape: Shape, content: pieces.Content) -> None:
    """Who plays: the party if there is one, else so many heroes as are wanted."""
    place, play = tables.place("play"), shape.play
    content.party.extend(_places(place, "party", play.party, shape.hero, "hero"))
    content.heroes_wanted = len(play.party) or play.heroes
    content.players = play.players
    content.referee = _place(place, "referee", play.referee, pieces.REFEREES, "referee")
    content.campaign.update(play.campaign)
    if content.heroes_wanted > len(content.heroes):
        raise ContentError(f"{place}: heroes: there are only {len(content.heroes)} to choose from")
    if not play.players and content.referee != pieces.PERSON:
        raise ContentError(f"{place}: players: with 0 a bot leads the heroes, so a person must referee")
    if play.players > content.heroes_wanted:
        raise ContentError(f"{place}: players: {play.players} are too many for a party of {content.heroes_wanted}")


def choose_quest(place: str, play: Play, content: pieces.Content, book: pieces.Book) -> None:
    """The one quest that is played."""
    content.quest = _place(place, "quest", play.quest, [quest.key for quest in book.quests], "quest")
    quest = book.quests[content.quest]
    if not quest.least <= content.heroes_wanted <= quest.most:
        wanted = str(quest.least) if quest.least == quest.most else f"{quest.least} to {quest.most}"
        raise ContentError(f"{place}: heroes: {quest.title} is for {wanted}, not for {content.heroes_wanted}")


# ---- items ----------------------------------------------------------------------------------------------------------


def _add_items(tables: Tables, shape: Shape, content: pieces.Content) -> None:
    for key in _keys(tables, "item", shape.item, MOST_ITEMS, GROUPS):
        place, record = tables.place("item", key), shape.item[key]
        model = _model(place, record, shape)
        sort = _place(place, "sort", model.sort, pieces.ITEM_SORTS, "sort of item")
        where = _place(place, "place", model.place, PLACES, "place")
        if where not in PLACES_OF[sort]:
            known = " or ".join(PLACES[each] for each in PLACES_OF[sort])
            raise ContentError(f"{place}: place: for the sort {model.sort!r} it is {known}")
        item = pieces.Item(len(content.items), key, record.name, sort, where)
        for each in (record,) if model is record else (model, record):
            _add_figures(item, each)
        item.text = record.text
        item.like = _place(place, "like", record.like, shape.item, "item") if record.like else NOTHING
        _set_price(place, record, item)
        _set_power(place, record, item)
        content.items.append(item)


def _model(place: str, record: Item, shape: Shape) -> Item:
    """Whose sort and place an item has: its own, or those of the item that it is like."""
    if not record.like:
        for field, value in (("sort", record.sort), ("place", record.place)):
            _needed(place, field, value, "", True)
        return record
    model: Item = resolve(place, "like", record.like, shape.item, "item")
    if model.enchanted or model.like:
        raise ContentError(f"{place}: like: {record.like!r} must be an ordinary item")
    for field, value in (("sort", record.sort), ("place", record.place)):
        _needed(place, field, value, "an item that is not like another", False)
    return model


def _add_figures(item: pieces.Item, record: Item) -> None:
    item.attack += record.attack
    item.defense += record.defense
    item.move += record.move
    item.skill += record.skill
    item.magic += record.magic
    item.health += record.health
    item.leap_target += record.leap_target
    item.diagonal |= record.diagonal
    item.ranged |= record.ranged
    item.steady |= record.steady


def _set_price(place: str, record: Item, item: pieces.Item) -> None:
    """What has a price sells for half of it; what is enchanted has a value instead (shop.sell, enchanted.separate)."""
    _needed(place, "cost", record.cost, "an item that is not enchanted", not record.enchanted)
    if record.enchanted and record.sells is None:
        raise ContentError(f"{place}: the field 'sells' is missing")
    if not record.enchanted and record.sells is not None:
        raise ContentError(f"{place}: sells: what is not enchanted sells for half of its cost")
    if record.enchanted and record.in_shop:
        raise ContentError(f"{place}: in-shop: what is enchanted is never sold there")
    item.cost = record.cost
    item.sells = record.cost // 2 if record.sells is None else record.sells
    item.in_shop = record.in_shop
    item.enchanted = record.enchanted


def _set_power(place: str, record: Item, item: pieces.Item) -> None:
    """What an enchanted item can do, and what a potion does."""
    item.power = _place(place, "power", record.power, pieces.POWERS, "power")
    if item.power and not record.enchanted:
        raise ContentError(f"{place}: power: only an enchanted item has one")
    if record.number and not item.power:
        raise ContentError(f"{place}: number: only a power counts anything")
    drunk = {"heals": record.heals, "next-attack": record.next_attack, "shields": record.shields}
    for field, value in drunk.items():
        if value and item.sort != pieces.POTION:
            raise ContentError(f"{place}: {field}: only a potion has it")
    if item.sort == pieces.POTION and not any(drunk.values()):
        raise ContentError(f"{place}: a potion must do something: {', '.join(drunk)}")
    item.number = record.number
    item.heals = record.heals
    item.next_attack = record.next_attack
    item.shields = record.shields


# ---- spells ---------------------------------------------------------------------------------------------------------


def _add_spells(tables: Tables, shape: Shape, content: pieces.Content) -> None:
    """The heroes' spells first, then the monsters'."""
    keys = _keys(tables, "spell", shape.spell, MOST_SPELLS)
    keys.sort(key=lambda key: shape.spell[key].school == "monster")
    for key in keys:
        place, record = tables.place("spell", key), shape.spell[key]
        effect = _place(place, "effect", record.effect, pieces.EFFECTS, "effect")
        spell = pieces.Spell(len(content.spells), key, record.name, effect, record.number)
        spell.school = _place(place, "school", record.school, pieces.SCHOOLS, "school")
        spell.resist = _place(place, "resist", record.resist, pieces.RESISTANCES, "resistance")
        spell.targets = record.targets
        spell.adjacent = record.adjacent
        spell.second = record.second
        spell.is_attack = record.is_attack
        spell.text = record.text
        _check_spell(place, record)
        content.spells.append(spell)
        content.drafted += record.school != "monster"


def _check_spell(place: str, record: Spell) -> None:
    """What a spell says must go with what it does."""
    if (record.school == "monster") != (record.effect == "hinder"):
        raise ContentError(f"{place}: effect: monsters' spells, and only theirs, have the effect 'hinder'")
    _needed(place, "number", record.number, "an effect that counts something", record.effect not in UNCOUNTED)
    if record.targets > 1 and record.effect != "attack-several":
        raise ContentError(f"{place}: targets: the effect {record.effect!r} has one")
    resisted = {"cancel": CANCELLED, "reduce": REDUCED}.get(record.resist)
    if resisted is not None and record.effect not in resisted:
        raise ContentError(f"{place}: resist: the effect {record.effect!r} is not resisted by {record.resist!r}")


# ---- heroes ---------------------------------------------------------------------------------------------------------


def _add_heroes(tables: Tables, shape: Shape, content: pieces.Content) -> None:
    for key in _keys(tables, "hero", shape.hero, MOST_KINDS, (ANY,)):
        place, record = tables.place("hero", key), shape.hero[key]
        hero = pieces.HeroKind(len(content.heroes), key, record.name, record.text)
        hero.published = record.published
        hero.move = record.move
        hero.skill = record.skill
        hero.magic = record.magic
        hero.health = record.health
        hero.spells = record.spells
        hero.spells_per_magic = record.spells_per_magic
        hero.gold = record.gold
        if record.spells and not record.magic:
            raise ContentError(f"{place}: spells: without Magic there are none")
        hero.may_use.extend(_may_use(place, record.may_use, shape, content))
        hero.gear.extend(_gear(place, "gear", record.gear, hero, content))
        for choice in record.select:
            selection = pieces.Selection(choice.ask)
            selection.options.extend([_gear(place, "select", option, hero, content) for option in choice.options])
            hero.selections.append(selection)
        hero.abilities = _bits(_places(place, "abilities", record.abilities, pieces.ABILITIES, "ability"))
        content.heroes.append(hero)


def _may_use(place: str, words: list[str], shape: Shape, content: pieces.Content) -> list[bool]:
    """By item whether a hero may hold, wear or drink it (equip.restricted); what works from the pack is free to all."""
    _places(place, "may-use", words, (*GROUPS, *shape.item), "item or group")
    light = shape.figures.light_attack
    result: list[bool] = []
    for item in content.items:
        known = content.items[item.like] if item.like != NOTHING else item
        groups = {"all", known.key}
        if known.sort == pieces.WEAPON:
            groups.add("all-weapons")
            groups.update(["light-weapons"] if known.light(light) else [])
            groups.update(["one-handed"] if known.place == pieces.HAND else [])
        elif known.sort == pieces.ARMOUR:
            groups.add("all-armour")
            groups.update(["light-armour"] if known.light(light) else [])
        result.append(item.place == pieces.PACK or not groups.isdisjoint(words))
    return result


def _gear(place: str, field: str, words: list[str], hero: pieces.HeroKind, content: pieces.Content) -> list[int]:
    """What a hero begins with: ordinary things that the hero may use."""
    gear = _places(place, field, words, [item.key for item in content.items], "item")
    for index in gear:
        item = content.items[index]
        if item.enchanted:
            raise ContentError(f"{place}: {field}: {item.key!r} is enchanted, and nobody begins with it")
        if not hero.may_use[index]:
            raise ContentError(f"{place}: {field}: {item.key!r} is nothing that the {hero.name} may use")
    return gear


# ---- monsters -------------------------------------------------------------------------------------------------------


def _add_monsters(tables: Tables, shape: Shape, content: pieces.Content) -> None:
    marks: dict[str, str] = {}
    for key in _keys(tables, "monster", shape.monster, None):
        place, record = tables.place("monster", key), shape.monster[key]
        if not re.fullmatch("[A-Za-z]+", record.mark):
            raise ContentError(f"{place}: mark: {record.mark!r} is not one or two plain letters")
        if record.mark in marks:
            raise ContentError(f"{place}: mark: the {marks[record.mark]} has the mark {record.mark!r} already")
        marks[record.mark] = record.name
        monster = pieces.MonsterKind(len(content.monsters), key, record.name, record.mark, record.text)
        monster.published = record.published
        monster.move = record.move
        monster.attack = record.attack
        monster.defense = record.defense
        monster.skill = record.skill
        monster.magic = record.magic
        monster.health = record.health
        monster.regenerates = record.regenerates
        monster.traits = _bits(_places(place, "traits", record.traits, pieces.TRAITS, "trait"))
        monster.temper = _place(place, "temper", record.temper, pieces.TEMPERS, "temper")
        monster.spells.extend(_monster_spells(place, record, content))
        monster.threat = threat(monster)
        content.monsters.append(monster)


def _monster_spells(place: str, record: Monster, content: pieces.Content) -> list[int]:
    """The spells of a monster, which are not the heroes'."""
    known = [spell.key for spell in content.spells[content.drafted :]]
    spells = _places(place, "spells", record.spells, known, "spell of monsters")
    if spells and not record.magic:
        raise ContentError(f"{place}: spells: without Magic there are none")
    return [content.drafted + spell for spell in spells]


MEASURED_ATTACK = 3  # a middling hero's dice, against which monsters are measured
MEASURED_DEFENSE = 2
BETWEEN_RECOVERIES = 3  # attacks that a party lands between two turns of the referee
SPELL_THREAT = 10
MOST_THREAT = 9999  # several times the largest budget
WORSE = (pieces.REACH, pieces.RANGED, pieces.PACK_HUNTER)  # traits that let a monster hurt more heroes, or more often
SIDES = 6


def threat(monster: pieces.MonsterKind) -> int:
    """How much of a quest's budget a monster takes.

    Ten times the mean damage of its attack on Defense 2, times the attacks of 3 dice that kill it. Reach, ranged and
    pack add a fifth each, because they bring it to blows more often or harder; then each spell adds 10. The other
    traits add nothing: they cost heroes time, gold or a spell, not Health. What nobody could be expected to kill takes
    more than any budget has.
    """
    if is_endless(monster):
        return MOST_THREAT
    odds = contest_odds(monster.attack, MEASURED_DEFENSE)
    damage = sum(count * chance for count, chance in enumerate(odds))
    attacks = attacks_needed(monster.defense, monster.health, monster.regenerates)
    fifths = 5 + sum(1 for trait in WORSE if monster.traits & trait)
    return min(MOST_THREAT, round(10 * damage * attacks * fifths / 5) + SPELL_THREAT * len(monster.spells))


def is_endless(monster: pieces.MonsterKind) -> bool:
    """Whether a monster recovers all that a party can do to it before it recovers again."""
    most = MEASURED_ATTACK * BETWEEN_RECOVERIES
    return monster.health > most and monster.regenerates >= most


@lru_cache(maxsize=1000)
def contest_odds(attack: int, defense: int, faces: int = SIDES) -> tuple[Fraction, ...]:
    """The chance of each number of successes, when all dice that are left show at most so many faces.

    So many attacking dice show the highest face and so many defending ones; if the defender has more it is the target,
    and no lower die succeeds, otherwise the surplus does and the next face decides.
    """
    if faces == 0:
        return (Fraction(1),)
    chances = [Fraction(0)] * (attack + 1)
    for have in range(attack + 1):
        for meet in range(defense + 1):
            chance = _show(have, attack, faces) * _show(meet, defense, faces)
            if meet > have:
                chances[0] += chance
            elif chance:
                for more, part in enumerate(contest_odds(attack - have, defense - meet, faces - 1)):
                    chances[have - meet + more] += chance * part
    return tuple(chances)


def _show(some: int, dice: int, faces: int) -> Fraction:
    """The chance that so many dice of all show one face."""
    return Fraction(comb(dice, some) * (faces - 1) ** (dice - some), faces**dice)


@lru_cache(maxsize=1000)
def attacks_needed(defense: int, health: int, regenerates: int) -> Fraction:
    """How many attacks of 3 dice a monster takes on average; between two recoveries there are three."""
    odds = contest_odds(MEASURED_ATTACK, defense)
    rows: list[list[Fraction]] = []  # from each Health: it, less what it is before the next recovery, takes so many
    for now in range(1, health + 1):
        alive = {now: Fraction(1)}
        made = Fraction(0)
        for _ in range(BETWEEN_RECOVERIES):
            made += sum(alive.values())
            after: dict[int, Fraction] = {}
            for left, chance in alive.items():
                for damage, part in enumerate(odds[:left]):
                    after[left - damage] = after.get(left - damage, Fraction(0)) + chance * part
            alive = after
        row = [Fraction(left == now) for left in range(1, health + 1)]
        for left, chance in alive.items():
            row[min(left + regenerates, health) - 1] -= chance
        rows.append([*row, made])
    return _solve(rows)[-1]


def _solve(rows: list[list[Fraction]]) -> list[Fraction]:
    """The solution of as many equations as unknowns, each with its right side last."""
    for here, row in enumerate(rows):
        rows[here] = row = [value / row[here] for value in row]
        for other, changed in enumerate(rows):
            if other != here:
                rows[other] = [value - changed[here] * part for value, part in zip(changed, row)]
    return [row[-1] for row in rows]


# ---- treasure and traps ---------------------------------------------------------------------------------------------


def _add_card(place: str, key: str, record: Treasure, content: pieces.Content) -> None:
    sort = _place(place, "sort", record.sort, pieces.CARD_SORTS, "sort of card")
    card = pieces.TreasureCard(len(content.cards), key, record.name, sort, record.copies)
    counts = sort in (pieces.GOLD_CARD, pieces.HAZARD_CARD)
    gives = sort in (pieces.ITEM_CARD, pieces.POTION_CARD)
    _needed(place, "amount", record.amount, "a card of gold or a hazard", counts)
    _needed(place, "item", record.item, "a card of an item or a potion", gives)
    if record.test and sort != pieces.HAZARD_CARD:
        raise ContentError(f"{place}: test: only a hazard has one")
    card.amount = record.amount
    card.test = record.test
    card.text = record.text
    if gives:
        card.item = _place(place, "item", record.item, [item.key for item in content.items], "item")
        item = content.items[card.item]
        if item.enchanted or (item.sort == pieces.POTION) != (sort == pieces.POTION_CARD):
            raise ContentError(f"{place}: item: {item.key!r} does not go with the sort {record.sort!r}")
    content.cards.append(card)


def _add_trap(place: str, key: str, record: Trap, content: pieces.Content) -> None:
    effect = _place(place, "effect", record.effect, pieces.TRAP_EFFECTS, "effect")
    after = _place(place, "after", record.after, pieces.AFTERS, "word for what is left")
    trap = pieces.TrapKind(len(content.traps), key, record.name, effect, after)
    _needed(place, "target", record.target, "a snare", effect == pieces.SNARE)
    _needed(place, "squares", record.squares, "a bell", effect == pieces.BELL)
    if effect == pieces.SLIT:
        _needed(place, "attack", record.attack, "", True)
    if (after == pieces.STAYS_OPEN) != (effect == pieces.PIT):
        raise ContentError(f"{place}: after: a pit, and nothing else, stays open")
    if effect == pieces.VAULT and after != pieces.ONCE:
        raise ContentError(f"{place}: after: a vault falls in once")
    trap.damage = record.damage
    trap.attack = record.attack
    trap.target = record.target
    trap.squares = record.squares
    trap.text = record.text
    content.traps.append(trap)


# ---- improvements ---------------------------------------------------------------------------------------------------


def _add_improvements(tables: Tables, shape: Shape, content: pieces.Content) -> None:
    content.caps.extend(msgspec.structs.astuple(shape.caps))
    for key in _keys(tables, "improvement", shape.improvement, MOST_IMPROVEMENTS):
        place, record = tables.place("improvement", key), shape.improvement[key]
        hero = NOTHING if record.hero == ANY else _place(place, "hero", record.hero, shape.hero, "hero")
        improvement = pieces.Improvement(len(content.improvements), key, record.name, hero, record.text)
        improvement.needs[:] = msgspec.structs.astuple(record.needs)
        improvement.stats[:] = msgspec.structs.astuple(record.gives)
        improvement.after.extend(_after(place, record, hero, content))
        if record.ability:
            improvement.ability = _place(place, "ability", record.ability, pieces.ABILITIES, "ability")
        _check_improvement(place, improvement, content)
        content.improvements.append(improvement)


def _after(place: str, record: Improvement, hero: int, content: pieces.Content) -> list[int]:
    """What is learnt before; the file has it before, too, so that nothing waits for itself."""
    after = _places(place, "after", record.after, [each.key for each in content.improvements], "improvement above it")
    for index in after:
        if content.improvements[index].hero not in (NOTHING, hero):
            raise ContentError(f"{place}: after: {content.improvements[index].key!r} is another hero's")
    return after


def _check_improvement(place: str, improvement: pieces.Improvement, content: pieces.Content) -> None:
    """It must need something, give something new, and not pass the caps by itself."""
    if not any(improvement.needs) and not improvement.after:
        raise ContentError(f"{place}: needs: there must be something that it takes")
    if not any(improvement.stats) and improvement.ability == NOTHING:
        raise ContentError(f"{place}: gives: there must be something, or an ability")
    rise = list(improvement.stats)
    if improvement.hero != NOTHING:
        hero = content.heroes[improvement.hero]
        if improvement.ability != NOTHING and hero.abilities >> improvement.ability & 1:
            raise ContentError(f"{place}: ability: the {hero.name} has it already")
        rise[pieces.STATS.index("spells")] += rise[pieces.STATS.index("magic")] * hero.spells_per_magic
    for stat, more, most in zip(pieces.STATS, rise, content.caps):
        if more > most:
            raise ContentError(f"{place}: gives: {stat} would rise by {more}, and {most} is the most")


SHELF = Shelf(DATA, FILES, Shape, link)
editions, load, read = SHELF.editions, SHELF.load, SHELF.read
