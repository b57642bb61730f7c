"""What the data files of Tiny Epic Dungeons may say, and how they become what is played with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from undercroft.core.content import Shelf, Tables, resolve
from undercroft.core.errors import ContentError
from undercroft.games.tiny_epic_dungeons import pieces
from undercroft.games.tiny_epic_dungeons.content_effects import (
    AGAINST,
    ATTACKS,
    CAST,
    CAST_ONCE,
    ENEMY_RANGES,
    FAILURE,
    GOBLIN_REACTION,
    HERO_SPACE,
    MINION_REACTION,
    ONE_AIM,
    REWARD,
    RIDER,
    SUCCESS,
    SUCCESS_ONCE,
    TORCH_EFFECT,
    check_aim,
    check_attacks,
    check_each_once,
    effects_of,
    place_among,
    power_of,
    range_of,
)
from undercroft.games.tiny_epic_dungeons.content_records import (
    ActTwo,
    Boss,
    Card,
    Counter,
    Dice,
    Goblin,
    Hero,
    Loot,
    Minion,
    Search,
    Shape,
    Space,
    Special,
    Spell,
    Trap,
)

DATA = Path(__file__).parent / "data"
FILES = (
    "heroes.toml", "dungeon.toml", "loot.toml", "spells.toml", "goblins.toml", "minions.toml", "bosses.toml",
    "torch.toml", "dice.toml", "figures.toml", "play.toml",
)  # fmt: skip
COUNTS = {"hero": 8, "card": 28, "loot": 26, "spell": 14, "goblin": 6, "minion": 8, "boss": 6}
CARDS_OF = {"entrance": 1, "lair-door": 1, "encounter": 4, "room": 22}
MOST_TRAPS = 7  # components.disarm-markers

T = TypeVar("T")


def link(tables: Tables, shape: Shape) -> pieces.Content:
    """Turn words into what they stand for; what the rules could not do is refused."""
    content = _content(tables, shape)
    top = shape.figures.boss_track_top
    for place, index, key, hero in records_of(tables, "hero", shape.hero):
        content.heroes.append(_hero(place, index, key, hero))
    for place, index, key, card in records_of(tables, "card", shape.card):
        content.dungeon.append(_card(place, index, key, card))
    for place, index, key, loot in records_of(tables, "loot", shape.loot):
        content.loot.append(_loot(place, index, key, loot))
    for place, index, key, spell in records_of(tables, "spell", shape.spell):
        content.spells.append(_spell(place, index, key, spell))
    for place, index, key, goblin in records_of(tables, "goblin", shape.goblin):
        content.goblins.append(_enemy(place, index, key, goblin))
    for place, index, key, minion in records_of(tables, "minion", shape.minion):
        content.minions.append(_enemy(place, index, key, minion))
    for place, index, key, boss in records_of(tables, "boss", shape.boss):
        content.bosses.append(_boss(place, index, key, boss, top))
    _check_dungeon(tables, content)
    _check_tracks_of_heroes(tables, content)
    _set_up(tables, shape, content)
    return content


def records_of(tables: Tables, table: str, records: Mapping[str, T]) -> Iterator[tuple[str, int, str, T]]:
    """Where each record of a table stands, its number, its name and itself; as many as the box holds."""
    if len(records) != COUNTS[table]:
        raise ContentError(f"{tables.place(table)}: there must be {COUNTS[table]}, and there are {len(records)}")
    for index, (key, record) in enumerate(records.items()):
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key):
            raise ContentError(f"{tables.place(table)}: {key!r}: a name is small letters, digits and single dashes")
        yield tables.place(table, key), index, key, record


# ---- heroes, loot and spells ----------------------------------------------------------------------------------------


def _hero(place: str, index: int, key: str, record: Hero) -> pieces.HeroMat:
    cantrip = None
    if record.cantrip is not None:
        each = record.cantrip
        range_ = range_of(place, "cantrip.", each.range, each.n, ONE_AIM)
        cantrip = pieces.Spell(
            -1, key, each.name, "", True, pieces.INTELLECT, 0, range_, each.n or 0, False, each.cost_focus, each.result,
            False, (),
        )  # fmt: skip
    return pieces.HeroMat(
        index, key, record.name, record.calling, record.text, record.max_health, record.max_focus, record.speed,
        record.defense, (record.strength, record.agility, record.intellect),
        power_of(place, "passive.", record.passive), power_of(place, "ability.", record.ability), cantrip,
    )  # fmt: skip


def _loot(place: str, index: int, key: str, record: Loot) -> pieces.LootCard:
    slot = place_among(place, "slot", record.slot, pieces.SLOTS, "slot")
    if slot == pieces.HAND and record.hands is None:
        raise ContentError(f"{place}: the field 'hands' is missing")
    if slot != pieces.HAND and record.hands is not None:
        raise ContentError(f"{place}: hands: only what is for the slot 'hand' has them")
    return pieces.LootCard(index, key, record.name, slot, record.hands or 0, power_of(place, "", record))


OF_ATTACKS = ("targets", "result")
OF_CASTS = ("target", "discard", "effects")


def _spell(place: str, index: int, key: str, record: Spell) -> pieces.Spell:
    attack = place_among(place, "mode", record.mode, ("cast", "attack"), "mode") == 1
    skill = place_among(place, "skill", record.skill, pieces.SKILLS, "Skill")
    for name in ("result",) if attack else ("target", "effects"):
        if getattr(record, name) is None:
            raise ContentError(f"{place}: the field {name!r} is missing")
    for name in OF_CASTS if attack else OF_ATTACKS:
        if getattr(record, name) is not None:
            raise ContentError(f"{place}: {name}: only {'a Spell that is cast' if attack else 'an attack'} has it")
    all_enemies = (
        place_among(place, "targets", record.targets or "one", ("one", "all-enemies"), "number of targets") == 1
    )
    range_ = range_of(place, "", record.range, record.n, pieces.RANGES if all_enemies else ONE_AIM)
    effects = effects_of(place, "effects", record.effects or [], CAST_ONCE if record.discard else CAST)
    check_aim(place, "effects", effects)
    return pieces.Spell(
        index, key, record.name, record.text, attack, skill, record.target or 0, range_, record.n or 0, all_enemies,
        record.cost_focus, record.result or 0, bool(record.discard), effects,
    )  # fmt: skip


SLOTS_WORN = ((pieces.HAND, 2), (pieces.BODY, 1), (pieces.CHARM, 1))  # loot.slots


def _check_tracks_of_heroes(tables: Tables, content: pieces.Content) -> None:
    """Whatever a hero carries, there is room for 1 Health, and the Focus Track does not end below 0."""
    for do, field, least in ((pieces.MAX_HEALTH, "max-health", 1), (pieces.MAX_FOCUS, "max-focus", 0)):
        loss = 0
        for slot, count in SLOTS_WORN:
            changes = [_standing(card.power, do) for card in content.loot if card.slot == slot]
            loss += sum(min(0, change) for change in sorted(changes)[:count])
        for hero in content.heroes:
            own = hero.max_health if do == pieces.MAX_HEALTH else hero.max_focus
            if own + _standing(hero.passive, do) + _standing(hero.ability, do) + loss < least:
                place = tables.place("hero", hero.key)
                raise ContentError(f"{place}: {field}: with the worst Loot it would be less than {least}")


def _standing(power: pieces.Power, do: int) -> int:
    return sum(effect.by for effect in power.effects if effect.do == do)


# ---- the dungeon ----------------------------------------------------------------------------------------------------

SIDES = ("N", "E", "S", "W")
ALL_SIDES = 15


def _card(place: str, index: int, key: str, record: Card) -> pieces.DungeonCard:
    type_ = place_among(place, "type", record.type, pieces.CARD_TYPES, "type of card")
    danger = place_among(place, "danger", record.danger, pieces.DANGERS, "danger")
    check_each_once(place, "exits", record.exits)
    exits = sum(1 << place_among(place, "exits", side, SIDES, "side") for side in record.exits)
    if type_ == pieces.ENTRANCE_CARD and exits != ALL_SIDES:
        raise ContentError(f"{place}: exits: the Entrance has four")
    if (danger == pieces.MINION_DANGER) != (type_ == pieces.ENCOUNTER_CARD):
        raise ContentError(f"{place}: danger: an Encounter, and nothing else, has a Minion")
    if danger != pieces.NO_DANGER and type_ not in (pieces.ROOM_CARD, pieces.ENCOUNTER_CARD):
        raise ContentError(f"{place}: danger: there is none at the Entrance and at the Lair Door")
    if danger == pieces.TRAP_DANGER and record.trap is None:
        raise ContentError(f"{place}: the field 'trap' is missing")
    if danger != pieces.TRAP_DANGER and record.trap is not None:
        raise ContentError(f"{place}: trap: only a room with the danger 'trap' has one")
    trap = _trap(place, record.trap) if record.trap is not None else None
    search = _search(place, record.search) if record.search is not None else None
    return pieces.DungeonCard(index, key, record.name, record.text, type_, exits, danger, trap, search)


def _trap(place: str, record: Trap) -> pieces.Trap:
    evade = place_among(place, "trap.evade.skill", record.evade.skill, pieces.SKILLS, "Skill")
    disarm = place_among(place, "trap.disarm.skill", record.disarm.skill, pieces.SKILLS, "Skill")
    return pieces.Trap(evade, record.evade.target, record.damage, disarm, record.disarm.target)


def _search(place: str, record: Search) -> pieces.SearchAbility:
    """What a room gives; a search that lifts the Torch succeeds once (search.again)."""
    skill = place_among(place, "search.skill", record.skill, pieces.SKILLS, "Skill")
    once = place_among(place, "search.once", record.once, ("", "game"), "limit") == 1
    success = effects_of(place, "search.success", record.success, SUCCESS_ONCE if once else SUCCESS)
    failure = effects_of(place, "search.failure", record.failure, FAILURE)
    return pieces.SearchAbility(skill, record.target, record.cost_focus, once, success, failure)


def _check_dungeon(tables: Tables, content: pieces.Content) -> None:
    """As many cards of each type as decks are built from, and no more traps than Disarm Markers."""
    for type_, count in CARDS_OF.items():
        have = sum(1 for card in content.dungeon if card.type == pieces.CARD_TYPES.index(type_))
        if have != count:
            raise ContentError(
                f"{tables.place('card')}: type: of {type_!r} there must be {count}, and there are {have}"
            )
    traps = sum(1 for card in content.dungeon if card.trap is not None)
    if traps > MOST_TRAPS:
        raise ContentError(f"{tables.place('card')}: trap: {traps} are too many; there can be {MOST_TRAPS}")


# ---- enemies --------------------------------------------------------------------------------------------------------


def _enemy(place: str, index: int, key: str, record: Goblin | Minion) -> pieces.EnemyCard:
    """A Goblin, which has 1 Health and a reward of its own, or a Minion (attack.goblin-health, kill.minion-reward)."""
    all_heroes = place_among(place, "targets", record.targets, ("one", "all"), "number of targets") == 1
    known = ENEMY_RANGES if all_heroes else ENEMY_RANGES[:-1]
    range_ = range_of(place, "", record.range, record.n, known)
    health = record.health if isinstance(record, Minion) else 1
    special = None
    if record.special is not None:
        special = _special(place, record.name, record.special, isinstance(record, Minion))
    rewards: tuple[pieces.Effects, ...] = ()
    if isinstance(record, Goblin):
        rewards = tuple(
            [effects_of(place, f"reward[{number}]", each, REWARD) for number, each in enumerate(record.reward)]
        )
    return pieces.EnemyCard(
        index, key, record.name, record.text, record.defense, health, _counter(record.counter), record.speed, range_,
        record.n or 0, all_heroes, record.damage, special, rewards,
    )  # fmt: skip


def _counter(record: Counter) -> tuple[int, int, int]:
    return record.melee, record.missile, record.spell


def _special(place: str, name: str, record: Special, minion: bool) -> pieces.Power:
    """A change to attacks against the enemy, or what happens when it hurts somebody."""
    when = place_among(place, "special.when", record.when, pieces.MOMENTS, "moment")
    if when not in (pieces.ALWAYS, pieces.ON_ENEMY_ACTION, pieces.ON_COUNTER_DAMAGE):
        known = "always, on-enemy-action or on-counter-damage"
        raise ContentError(f"{place}: special.when: for an enemy it is {known}, not {record.when!r}")
    reaction = MINION_REACTION if minion else GOBLIN_REACTION
    effects = effects_of(place, "special.effects", record.effects, AGAINST if when == pieces.ALWAYS else reaction)
    check_attacks(place, "special.effects", record.effects)
    return pieces.Power(name, record.text, when, 0, 0, False, 0, 0, effects)


def _boss(place: str, index: int, key: str, record: Boss, top: int) -> pieces.BossMat:
    rider_on = -1
    rider: pieces.Effects = ()
    if record.rider is not None:
        rider_on = place_among(place, "rider.on", record.rider.on, ATTACKS, "attack")
        rider = effects_of(place, "rider.effects", record.rider.effects, RIDER)
    torch_effect = effects_of(place, "torch-effect.effects", record.torch_effect.effects, TORCH_EFFECT)
    _check_altars(place, record.altars, top)
    return pieces.BossMat(
        index, key, record.name, record.text, record.defense, record.speed, _counter(record.counter), rider_on, rider,
        torch_effect, record.torch_effect.text, tuple(record.altars), _spaces(place, record.spaces),
    )  # fmt: skip


def _check_altars(place: str, altars: list[int], top: int) -> None:
    """Spaces of the Health Track between its ends, from the top down."""
    if altars != sorted(set(altars), reverse=True):
        raise ContentError(f"{place}: altars: they must go down, each lower than the one before")
    if altars[0] >= top:
        raise ContentError(f"{place}: altars: {altars[0]} is not below {top}, where the Health Markers begin")


def _spaces(place: str, records: list[Space]) -> tuple[pieces.Effects, ...]:
    """The six Hero Spaces in their order; at least three of them do something, or nobody would walk."""
    if [record.n for record in records] != list(range(1, 7)):
        raise ContentError(f"{place}: spaces: they must be numbered from 1 to 6, in that order")
    if sum(1 for record in records if record.effects) < 3:
        raise ContentError(f"{place}: spaces: at least three must have an effect")
    return tuple(
        [
            effects_of(place, f"spaces[{number}].effects", record.effects, HERO_SPACE)
            for number, record in enumerate(records)
        ]
    )


# ---- mats, dice, figures --------------------------------------------------------------------------------------------


def _content(tables: Tables, shape: Shape) -> pieces.Content:
    """What is no card: figures, switches, tracks and dice."""
    figures, place = shape.figures, tables.place("figures")
    if figures.speed_floor > figures.speed_cap:
        raise ContentError(f"{place}: speed-floor: it is above the speed-cap of {figures.speed_cap}")
    if not figures.taunt_speed and not figures.taunt_focus:
        raise ContentError(f"{place}: taunt-speed: a Taunt costs Speed or Focus")
    if figures.taunt_speed > figures.speed_cap:
        raise ContentError(f"{place}: taunt-speed: it is above the speed-cap of {figures.speed_cap}")
    content = pieces.Content(
        pieces.Figures(*msgspec.structs.astuple(figures)),
        pieces.Switches(*msgspec.structs.astuple(shape.switches)),
        _track(tables.place("torch", "act-1"), shape.torch.act_1, shape.torch.act_1.top),
        _track(tables.place("torch", "act-2"), shape.torch.act_2, None),
    )
    _set_dice(tables, shape.dice, content)
    return content


def _track(place: str, record: ActTwo, top: int | None) -> pieces.TorchTrack:
    """A side of the Torch Mat; without a top it ends where the Torch of most heroes starts."""
    start = (record.start.two, record.start.three, record.start.four)
    end = max(start) if top is None else top
    for name, spaces in (("start", start), ("goblin", record.goblin), ("enemies", record.enemies)):
        for space in spaces:
            if space > end:
                raise ContentError(f"{place}: {name}: {space} is above the top, {end}")
    check_each_once(place, "goblin", record.goblin)
    check_each_once(place, "enemies", record.enemies)
    return pieces.TorchTrack(end, start, tuple(record.goblin), tuple(record.enemies))


def _set_dice(tables: Tables, dice: Dice, content: pieces.Content) -> None:
    values = [face.value for face in dice.hero_die.faces]
    check_each_once(tables.place("dice", "hero-die"), "faces", values)  # six of them, so none is missing
    for face in dice.hero_die.faces:
        content.hero_plus[face.value] = face.value if face.plus else 0
        content.hero_focus[face.value] = face.focus
        content.hero_health[face.value] = face.health
    known = {str(number): number for number in range(10)} | {"shield": pieces.SHIELD, "torch": pieces.ENEMY_TORCH}
    place = tables.place("dice", "enemy-die")
    content.enemy_die.extend(resolve(place, "faces", word, known, "face") for word in dice.enemy_die.faces)


def _set_up(tables: Tables, shape: Shape, content: pieces.Content) -> None:
    """Who plays, who begins and who waits in the Lair, as far as that is given beforehand."""
    place, play = tables.place("play"), shape.play
    content.players = play.players
    heroes = int(content.hero_count)
    check_each_once(place, "party", play.party)
    content.party.extend(place_among(place, "party", key, shape.hero, "hero") for key in play.party)
    if play.party and len(play.party) != heroes:
        raise ContentError(f"{place}: party: with players = {play.players} there are {heroes} heroes, or none given")
    if play.starts > heroes:
        raise ContentError(f"{place}: starts: there are only {heroes} heroes")
    content.starts = play.starts
    content.boss = place_among(place, "boss", play.boss, shape.boss, "Boss") if play.boss else -1


SHELF = Shelf(DATA, FILES, Shape, link)
editions, load, read = SHELF.editions, SHELF.load, SHELF.read
