"""Content that cannot be played is refused when it is read, in one sentence that names file, record and field."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.games.spoiling import cut_record, spoil, spoil_record
from undercroft.core.content import read_editions
from undercroft.core.errors import ContentError
from undercroft.games.tiny_epic_dungeons import content
from undercroft.games.tiny_epic_dungeons.pieces import CHECKS, EFFECTS, MOMENTS, RANGES, Content

NO_CONTROL = "there are characters in it that cannot be shown"
FILE_OF = {
    "hero": "heroes.toml", "card": "dungeon.toml", "loot": "loot.toml", "spell": "spells.toml",
    "goblin": "goblins.toml", "minion": "minions.toml", "boss": "bosses.toml", "torch": "torch.toml",
    "dice": "dice.toml", "figures": "figures.toml", "switches": "figures.toml", "play": "play.toml",
}  # fmt: skip

Change = dict[str, Any]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the data folder, to be spoilt."""
    return Path(shutil.copytree(content.DATA, tmp_path / "data"))


def read(folder: Path, edition: str = "book", changes: Change | None = None) -> Content:
    """What a data folder says."""
    return content.link(*content.read(folder, edition, changes or {}))


def refusal(folder: Path, edition: str = "book", changes: Change | None = None) -> str:
    """What is said about a data folder."""
    with pytest.raises(ContentError) as refused:
        read(folder, edition, changes)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def refused_change(changes: Change, edition: str = "book") -> str:
    """What is said about a player's changes."""
    return refusal(content.DATA, edition, changes)


def is_good(changes: Change) -> bool:
    """Whether a player's changes can be played."""
    try:
        read(content.DATA, changes=changes)
    except ContentError:
        return False
    return True


def test_the_copy_is_good_before_it_is_spoilt(data: Path) -> None:
    for edition in content.editions():
        known = read(data, edition)
        assert (len(known.heroes), len(known.dungeon), len(known.loot), len(known.spells)) == (8, 28, 26, 14)
        assert (len(known.goblins), len(known.minions), len(known.bosses)) == (6, 8, 6)


# ---- fields, words and ranges ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "old", "new", "said"),
    [
        # unknown fields
        ("hero.corrin-hask", "calling", "caling", "unknown field 'caling'; do you mean 'calling'?"),
        ("hero.corrin-hask", "max-health", "max_health", "unknown field 'max_health'; do you mean 'max-health'?"),
        ("hero.corrin-hask", "passive.text", "passive.cost-focus = 1\npassive.text", "passive: unknown field 'cost-"),
        ("hero.corrin-hask", "ability.text", "ability.discard = true\nability.text", "ability: unknown field 'disc"),
        ("card.needle-gallery", "damage", "harm", "trap: unknown field 'harm'"),
        ("card.gutter-run", "search.target", "search.goal", "search: unknown field 'goal'"),
        ("loot.hornbow", "hands", "hand", "unknown field 'hand'; do you mean 'hands'?"),
        ("spell.mend", "target", "taget", "unknown field 'taget'; do you mean"),
        ("goblin.goblin-pincher", "defense", "health = 2\ndefense", "unknown field 'health'"),
        ("goblin.goblin-snuffer", "special.text", "special.once = 1\nspecial.text", "special: unknown field 'once'"),
        ("minion.marsh-leech", "speed", "reward = []\nspeed", "unknown field 'reward'"),
        ("boss.tithe-eater", "torch-effect.text", "torch-effect.when = 1\ntorch-effect.text", "torch-effect: unknown"),
        ("boss.tithe-eater", "{ n = 1,", "{ n = 1, on = 2,", "spaces[0]: unknown field 'on'"),
        ("boss.tithe-eater", "speed", 'special = ""\nspeed', "unknown field 'special'"),
        ("loot.spare-wick", "by = 2", "by = 2, count = 2", "effects[0]: unknown field 'count'"),
        # missing fields
        ("hero.corrin-hask", "speed = 3\n", "", "the field 'speed' is missing"),
        ("hero.corrin-hask", "intellect = 1\n", "", "the field 'intellect' is missing"),
        ("hero.corrin-hask", "ability.cost-focus = 2\n", "", "ability: the field 'cost-focus' is missing"),
        ("hero.odile-vant", ", result = 0", "", "cantrip: the field 'result' is missing"),
        ("card.gutter-run", 'danger = "none"\n', "", "the field 'danger' is missing"),
        ("card.gutter-run", "search.target = 5\n", "", "search: the field 'target' is missing"),
        ("card.listening-hall", "search.failure = []\n", "", "search: the field 'failure' is missing"),
        ("card.needle-gallery", "damage = 2, ", "", "trap: the field 'damage' is missing"),
        ("loot.hornbow", "hands = 2\n", "", "the field 'hands' is missing"),
        ("loot.ring-jack", 'when = "always"\n', "", "the field 'when' is missing"),
        ("spell.mend", "target = 4\n", "", "the field 'target' is missing"),
        ("spell.mend", "n = 2\n", "", "the field 'n' is missing"),
        ("spell.mend", "effects = [", "# [", "the field 'effects' is missing"),
        ("spell.candleburst", "result = 1\n", "", "the field 'result' is missing"),
        ("goblin.goblin-pincher", "reward = [", "# [", "the field 'reward' is missing"),
        ("goblin.goblin-hexer", "n = 2\n", "", "the field 'n' is missing"),
        ("minion.bell-warden", "health = 8\n", "", "the field 'health' is missing"),
        ("minion.bell-warden", "missile = 2, ", "", "counter: the field 'missile' is missing"),
        ("boss.tithe-eater", "altars = [6, 4, 2]\n", "", "the field 'altars' is missing"),
        ("boss.tithe-eater", "torch-effect.text", "# ", "torch-effect: the field 'text' is missing"),
        # a text for everything
        ("hero.corrin-hask", "text", "# ", "the field 'text' is missing"),
        ("card.gutter-run", "text", "# ", "the field 'text' is missing"),
        ("loot.hornbow", "text", "# ", "the field 'text' is missing"),
        ("spell.mend", "text", "# ", "the field 'text' is missing"),
        ("goblin.goblin-pincher", "text", "# ", "the field 'text' is missing"),
        ("minion.bell-warden", "text", "# ", "the field 'text' is missing"),
        ("boss.tithe-eater", "\ntext", "\n# ", "the field 'text' is missing"),
        # wrong types
        ("hero.corrin-hask", "speed = 3", 'speed = "3"', "speed: takes a whole number"),
        ("loot.spare-wick", "discard = true", "discard = 1", "discard: takes true or false"),
        ("loot.spare-wick", "by = 2", "by = 2.5", "effects[0].by: takes a whole number"),
        ("card.toll-arch", '["N", "E", "S", "W"]', '"NESW"', "exits: takes a list"),
        ("goblin.goblin-pincher", '[[{ do = "loot", by = 1 }]]', '[{ do = "loot", by = 1 }]', "reward[0]: takes"),
        # out of range
        ("hero.corrin-hask", "max-health = 8", "max-health = 21", "max-health: takes at most 20"),
        ("hero.corrin-hask", "max-focus = 6", "max-focus = 0", "max-focus: takes at least 1"),
        ("hero.corrin-hask", "speed = 3", "speed = 1", "speed: takes at least 2"),
        ("hero.corrin-hask", "speed = 3", "speed = 6", "speed: takes at most 5"),
        ("hero.corrin-hask", "defense = 3", "defense = -1", "defense: takes at least 0"),
        ("hero.corrin-hask", "strength = 3", "strength = 4", "strength: takes at most 3"),
        ("hero.corrin-hask", "intellect = 1", "intellect = 0", "intellect: takes at least 1"),
        ("hero.corrin-hask", "cost-focus = 2", "cost-focus = 10", "ability.cost-focus: takes at most 9"),
        ("card.needle-gallery", "damage = 2", "damage = 0", "trap.damage: takes at least 1"),
        ("card.needle-gallery", "target = 5", "target = 13", "trap.evade.target: takes at most 12"),
        ("card.gutter-run", "target = 5", "target = 0", "search.target: takes at least 1"),
        ("loot.hornbow", "hands = 2", "hands = 3", "hands: takes at most 2"),
        ("loot.hornbow", "by = 1", "by = 10", "effects[0].by: takes at most 9"),
        ("loot.flash-powder", "within = 1", "within = 13", "effects[0].within: takes at most 12"),
        ("loot.smelling-salts", "n = 1", "n = 0", "n: takes at least 1"),
        ("spell.mend", "n = 2", "n = 13", "n: takes at most 12"),
        ("goblin.goblin-pincher", "damage = 1", "damage = 10", "damage: takes at most 9"),
        ("goblin.goblin-pincher", "melee = 1", "melee = -1", "counter.melee: takes at least 0"),
        ("goblin.goblin-pincher", "speed = 2", "speed = 0", "speed: takes at least 1"),
        ("minion.bell-warden", "health = 8", "health = 21", "health: takes at most 20"),
        ("boss.tithe-eater", "defense = 6", "defense = 13", "defense: takes at most 12"),
        ("boss.tithe-eater", "speed = 3", "speed = 7", "speed: takes at most 6"),
        # nothing where there must be something, and too much
        ("hero.corrin-hask", '[{ do = "focus", by = 1 }]', "[]", "passive.effects: takes at least 1"),
        ("loot.ring-jack", '[{ do = "defense", by = 1 }]', "[]", "effects: takes at least 1"),
        ("spell.mend", '[{ do = "health", by = 3, to = "target" }]', "[]", "effects: takes at least 1 entry"),
        ("card.powder-cellar", '[{ do = "damage", by = 2, to = "enemies", within = 1 }]', "[]", "search.success: take"),
        ("goblin.goblin-pincher", '[[{ do = "loot", by = 1 }]]', "[]", "reward: takes at least 1"),
        ("goblin.goblin-pincher", '[[{ do = "loot", by = 1 }]]', "[[]]", "reward[0]: takes at least 1"),
        ("goblin.goblin-pincher", "by = 1 }", "by = 1 }" + ', { do = "focus", by = 1 }' * 4, "reward[0]: takes"),
        # what cannot be shown or would not fit a card
        ("hero.corrin-hask", '"Corrin Hask"', r'"Corrin\nHask"', f"name: {NO_CONTROL}"),
        ("loot.hornbow", '"Hornbow"', r'"\u001b[2J"', f"name: {NO_CONTROL}"),
        ("loot.hornbow", 'text = "', r'text = "\u0085', f"text: {NO_CONTROL}"),
        ("spell.mend", '"Mend"', '""', "name: takes at least 1"),
        ("spell.mend", '"Mend"', f'"{"M" * 31}"', "name: takes at most 30"),
        ("boss.tithe-eater", '\ntext = "', f'\ntext = "{"a" * 120}', "text: takes at most 120"),
        # words that are not understood
        ("hero.corrin-hask", '"on-attack"', '"on-atack"', "ability.when: there is no moment 'on-atack'; do you mean"),
        ("hero.odile-vant", '"turn"', '"day"', "ability.once: there is no limit 'day'"),
        ("hero.odile-vant", '"line-of-sight"', '"line"', "cantrip.range: there is no range 'line'"),
        ("hero.odile-vant", '"research"', '"reserch"', "passive.effects[0].of: there is no price 'reserch'; do you"),
        ("card.gutter-run", '"room"', '"rom"', "type: there is no type of card 'rom'; do you mean 'room'?"),
        ("card.gutter-run", '"none"', '"ogre"', "danger: there is no danger 'ogre'"),
        ("card.gutter-run", '["N", "S"]', '["N", "X"]', "exits: there is no side 'X'"),
        ("card.gutter-run", '"agility"', '"luck"', "search.skill: there is no Skill 'luck'"),
        ("card.needle-gallery", '"agility"', '"agile"', "trap.evade.skill: there is no Skill 'agile'; do you mean"),
        ("card.sinking-floor", '"intellect"', '"wit"', "trap.disarm.skill: there is no Skill 'wit'"),
        ("card.chandlers-store", '"game"', '"turn"', "search.once: there is no limit 'turn'"),
        ("card.old-guardroom", '"entrance"', '"lair"', "search.failure[0].at: there is no place 'lair'"),
        ("loot.hornbow", '"hand"', '"hands"', "slot: there is no slot 'hands'; do you mean 'hand'?"),
        ("loot.hornbow", '"dice"', '"die"', "effects[0].do: there is no effect 'die'; do you mean 'dice'?"),
        ("loot.hornbow", '"missile"', '"missiles"', "effects[0].on: there is no kind of check 'missiles'; do you"),
        ("loot.smelling-salts", '"target"', '"targets"', "effects[0].to: there is no recipient 'targets'; do you"),
        ("spell.mend", '"cast"', '"caste"', "mode: there is no mode 'caste'; do you mean 'cast'?"),
        ("spell.ring-of-cinders", '"all-enemies"', '"all"', "targets: there is no number of targets 'all'"),
        ("goblin.goblin-drummer", '"all"', '"both"', "targets: there is no number of targets 'both'"),
        ("goblin.goblin-pincher", '"same-room"', '"some-room"', "range: there is no range 'some-room'; do you mean"),
        ("minion.marsh-leech", '"on-counter-damage"', '"on-counter"', "special.when: there is no moment 'on-counter'"),
        ("boss.queen-under-slate", '"spell", effects', '"cast", effects', "rider.on: there is no attack 'cast'"),
        # what does not go together: loot and spells
        ("loot.ring-jack", "when", "hands = 1\nwhen", "hands: only what is for the slot 'hand' has them"),
        ("spell.mend", "target", "result = 0\ntarget", "result: only an attack has it"),
        ("spell.mend", "n = 2", 'n = 2\ntargets = "one"', "targets: only an attack has it"),
        ("spell.candleburst", "result", "target = 5\nresult", "target: only a Spell that is cast has it"),
        ("spell.candleburst", "result", "discard = true\nresult", "discard: only a Spell that is cast has it"),
        ("spell.candleburst", "result", 'effects = [{ do = "push", by = 1 }]\nresult', "effects: only a Spell that is"),
        ("spell.candleburst", "result", "n = 2\nresult", "n: only with the range 'within' or 'all-within'"),
        ("spell.moth-volley", '"within"', '"all-within"', "range: here it can only be same-room, line-of-sight, sigh"),
        ("spell.mend", '"within"', '"all-within"', "range: here it can only be same-room, line-of-sight, sight, any-"),
        ("hero.odile-vant", '"line-of-sight"', '"all-within", n = 1', "cantrip.range: here it can only be same-room"),
        ("hero.odile-vant", '"line-of-sight"', '"within"', "the field 'cantrip.n' is missing"),
        # the dungeon
        ("card.broken-stair", ', "W"]', "]", "exits: the Entrance has four"),
        ("card.toll-arch", '"W"', '"N"', "exits: 'N' is there twice"),
        ("card.toll-arch", '["N", "E", "S", "W"]', "[]", "exits: takes at least 1"),
        ("card.toll-arch", '"goblin"', '"minion"', "danger: an Encounter, and nothing else, has a Minion"),
        ("card.antler-hall", '"minion"', '"goblin"', "danger: an Encounter, and nothing else, has a Minion"),
        ("card.broken-stair", '"none"', '"goblin"', "danger: there is none at the Entrance and at the Lair Door"),
        ("card.iron-mouth", '"none"', '"trap"', "danger: there is none at the Entrance and at the Lair Door"),
        ("card.toll-arch", '"goblin"', '"trap"', "the field 'trap' is missing"),
        ("card.needle-gallery", '"trap"', '"none"', "trap: only a room with the danger 'trap' has one"),
        # enemies
        ("goblin.goblin-pincher", '"same-room"', '"any-path"', "range: here it can only be same-room, sight, within"),
        ("minion.bell-warden", '"same-room"', '"line-of-sight"', "range: here it can only be same-room, sight, wit"),
        ("goblin.goblin-hexer", '"within"', '"all-within"', "range: here it can only be same-room, sight, within"),
        ("goblin.goblin-snuffer", '"on-enemy-action"', '"on-rest"', "special.when: for an enemy it is always, on-e"),
        ("goblin.goblin-hexer", 'on = "spell"', 'on = "intellect"', "special.effects[0].on: 'intellect' is no attack"),
        ("boss.tithe-eater", "altars = [6, 4, 2]", "altars = [6]", "altars: takes at least 2"),
        ("boss.tithe-eater", "altars = [6, 4, 2]", "altars = [6, 4, 2, 1]", "altars: takes at most 3"),
        ("boss.tithe-eater", "altars = [6, 4, 2]", "altars = [6, 4, 0]", "altars[2]: takes at least 1"),
        ("boss.tithe-eater", "altars = [6, 4, 2]", "altars = [8, 4]", "altars: 8 is not below 8, where the Health"),
        ("boss.tithe-eater", "altars = [6, 4, 2]", "altars = [4, 6]", "altars: they must go down, each lower than"),
        ("boss.tithe-eater", "altars = [6, 4, 2]", "altars = [4, 4]", "altars: they must go down, each lower than"),
        ("boss.tithe-eater", "{ n = 1, effects = [] },", "", "spaces: takes at least 6"),
        ("boss.tithe-eater", "{ n = 1", "{ n = 7", "spaces[0].n: takes at most 6"),
        ("boss.tithe-eater", "{ n = 1", "{ n = 2", "spaces: they must be numbered from 1 to 6, in that order"),
        ("boss.hollow-astronomer", '[{ do = "defense", by = 1 }]', "[{}]", "spaces[4].effects[0]: the field 'do' is"),
    ],
)  # fmt: skip
def test_a_spoilt_record_is_refused_by_file_record_and_field(
    data: Path, record: str, old: str, new: str, said: str
) -> None:
    file = FILE_OF[record.partition(".")[0]]
    spoil_record(data / file, record, old, new)
    assert refusal(data).startswith(f"{file}: {record}: {said}")


@pytest.mark.parametrize(
    ("record", "old", "new", "said"),
    [
        ("torch.act-1", "top = 31", "top = 61", "torch: act-1.top: takes at most 60"),
        ("torch.act-1", "top = 31\n", "", "torch: act-1: the field 'top' is missing"),
        ("torch.act-1", "4 = 20", "4 = 32", "torch.act-1: start: 32 is above the top, 31"),
        ("torch.act-1", "[28, ", "[32, ", "torch.act-1: goblin: 32 is above the top, 31"),
        ("torch.act-1", "[28, ", "[0, ", "torch: act-1.goblin[0]: takes at least 1"),
        ("torch.act-1", "[28, ", "[24, ", "torch.act-1: goblin: 24 is there twice"),
        ("torch.act-1", "[26, ", "[23, ", "torch.act-1: enemies: 23 is there twice"),
        ("torch.act-1", "3 = 17, ", "", "torch: act-1.start: the field '3' is missing"),
        ("torch.act-1", "3 = 17", "5 = 16", "torch: act-1.start: unknown field '5'"),
        ("torch.act-2", "start", "top = 9\nstart", "torch: act-2: unknown field 'top'"),
        ("torch.act-2", "[21, ", "[24, ", "torch.act-2: enemies: 24 is above the top, 23"),
        ("torch.act-2", "2 = 12", "2 = 0", "torch: act-2.start.2: takes at least 1"),
        ("dice.hero-die", "value = 1", "value = 2", "dice.hero-die: faces: 2 is there twice"),
        ("dice.hero-die", "value = 1", "value = 7", "dice: hero-die.faces[0].value: takes at most 6"),
        ("dice.hero-die", "focus = 1", "focus = 4", "dice: hero-die.faces[0].focus: takes at most 3"),
        ("dice.hero-die", "{ value = 1, plus = true, focus = 1, health = 0 },", "", "dice: hero-die.faces: takes"),
        ("dice.enemy-die", '"2"', '"10"', "dice.enemy-die: faces: there is no face '10'"),
        ("dice.enemy-die", '"shield"', '"sheild"', "dice.enemy-die: faces: there is no face 'sheild'; do you mean"),
        ("dice.enemy-die", '"2"', "2", "dice: enemy-die.faces[0]: takes words"),
        ("dice.enemy-die", '"2", ', "", "dice: enemy-die.faces: takes at least 6"),
        ("figures", "rest-health", "rest", "figures: unknown field 'rest'"),
        ("figures", "rest-health = 3\n", "", "figures: the field 'rest-health' is missing"),
        ("figures", "rest-health = 3", "rest-health = 0", "figures: rest-health: takes at least 1"),
        ("figures", "modify-die-cost = 2", "modify-die-cost = 0", "figures: modify-die-cost: takes at least 1"),
        ("figures", "research-cost = 4", "research-cost = 0", "figures: research-cost: takes at least 1"),
        ("figures", "boss-track-top = 8", "boss-track-top = 13", "figures: boss-track-top: takes at most 12"),
        ("figures", "speed-floor = 2", "speed-floor = 6", "figures: speed-floor: it is above the speed-cap of 5"),
        ("figures", "taunt-speed = 2", "taunt-speed = 0", "figures: taunt-speed: a Taunt costs Speed or Focus"),
        ("switches", "stop-on-altar = true", "stop-on-altar = 1", "switches: markers-stop-on-altar: takes true or"),
        ("figures", "taunt-speed = 2", "taunt-speed = 6", "figures: taunt-speed: it is above the speed-cap of 5"),
        ("switches", "encounters-wait-for-entry = true\n", "", "switches: the field 'encounters-wait-for-entry' is"),
        ("play", "players = 1", "players = 5", "play: players: takes at most 4"),
        ("play", "players = 1", "players = 0", "play: players: takes at least 1"),
        ("play", "starts = 0", "starts = -1", "play: starts: takes at least 0"),
    ],
)  # fmt: skip
def test_a_spoilt_table_is_refused_by_file_table_and_field(
    data: Path, record: str, old: str, new: str, said: str
) -> None:
    file = FILE_OF[record.partition(".")[0]]
    spoil_record(data / file, record, old, new)
    assert refusal(data).startswith(f"{file}: {said}")


# ---- effects: what each must say ------------------------------------------------------------------------------------

HEROIC: Change = {
    "name": "Test", "text": "A test.", "when": "heroic", "cost-focus": 3, "once": "game", "effects": [],
}  # fmt: skip
"""An ability under which as many effects as possible are allowed."""


def ability(*effects: Change, **fields: Any) -> Change:
    """The change that gives a hero an ability."""
    renamed = {name.replace("_", "-"): value for name, value in fields.items() if value is not None}
    left_out = [name.replace("_", "-") for name, value in fields.items() if value is None]
    record = {name: value for name, value in HEROIC.items() if name not in left_out}
    return {"hero.corrin-hask.ability": record | renamed | {"effects": list(effects)}}


def loot(*effects: Change, **fields: Any) -> Change:
    """The change that makes another card of a charm."""
    renamed = {name.replace("_", "-"): value for name, value in fields.items()}
    record = {"name": "Test", "text": "A test.", "slot": "charm", "effects": list(effects)}
    return {"loot.spare-wick": record | renamed}


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ({"do": "heal", "by": 1}, ".do: there is no effect 'heal'; do you mean 'health'?"),
        ({"do": "health"}, ": the field 'by' is missing"),
        ({"do": "health", "by": 0}, ".by: 0 would do nothing"),
        ({"do": "torch", "by": 0}, ".by: 0 would do nothing"),
        ({"do": "health", "by": 1, "on": "melee"}, ".on: the effect 'health' has no such field"),
        ({"do": "loot", "by": 1, "to": "self"}, ".to: the effect 'loot' has no such field"),
        ({"do": "spell", "by": 1, "within": 1}, ".within: the effect 'spell' has no such field"),
        ({"do": "goblin"}, ": the field 'at' is missing"),
        ({"do": "goblin", "at": "here", "by": 1}, ".by: the effect 'goblin' has no such field"),
        ({"do": "enemies-act", "by": 1}, ".by: the effect 'enemies-act' has no such field"),
        ({"do": "extra-heroic", "of": "research"}, ".of: the effect 'extra-heroic' has no such field"),
        ({"do": "push", "by": 1, "to": "target"}, ".to: the effect 'push' has no such field"),
        ({"do": "damage", "by": 1}, ": the field 'to' is missing"),
        ({"do": "step"}, ": the field 'to' is missing"),
        ({"do": "step", "to": "any-room", "by": 1}, ".by: the effect 'step' has no such field"),
        ({"do": "result", "by": 1}, ": the field 'on' is missing"),
        ({"do": "dice", "on": "melee"}, ": the field 'by' is missing"),
        ({"do": "cost", "by": 1}, ": the field 'of' is missing"),
        # signs
        ({"do": "damage", "by": -1, "to": "target"}, ".by: the effect 'damage' needs more than 0"),
        ({"do": "reveal", "by": -1}, ".by: the effect 'reveal' needs more than 0"),
        ({"do": "push", "by": -1}, ".by: the effect 'push' needs more than 0"),
        ({"do": "reroll", "by": -1}, ".by: the effect 'reroll' needs more than 0"),
        ({"do": "enemy-health", "by": -1}, ".by: the effect 'enemy-health' needs more than 0"),
        # to whom
        ({"do": "health", "by": 1, "to": "heroes"}, ": the field 'within' is missing"),
        ({"do": "damage", "by": 1, "to": "enemies"}, ": the field 'within' is missing"),
        ({"do": "health", "by": 1, "within": 1}, ".within: only with to = 'heroes' or 'enemies'"),
        ({"do": "damage", "by": 1, "to": "target", "within": 1}, ".within: only with to = 'heroes' or 'enemies'"),
        ({"do": "health", "by": 1, "to": "enemies", "within": 1}, ".to: the effect 'health' is never for 'enemies'"),
        ({"do": "focus", "by": 1, "to": "any-room"}, ".to: the effect 'focus' is never for 'any-room'"),
        ({"do": "damage", "by": 1, "to": "self"}, ".to: the effect 'damage' is never for 'self'"),
        ({"do": "damage", "by": 1, "to": "heroes", "within": 1}, ".to: the effect 'damage' is never for 'heroes'"),
        ({"do": "step", "to": "target"}, ".to: the effect 'step' is never for 'target'"),
        ({"do": "space", "by": 1, "to": "any-room"}, ".to: the effect 'space' is never for 'any-room'"),
        ({"do": "health", "by": 1, "to": "everyone"}, ".to: there is no recipient 'everyone'"),
    ],
)  # fmt: skip
def test_an_effect_says_what_it_must_and_nothing_else(effect: Change, said: str) -> None:
    good = {"do": "health", "by": 1}
    assert is_good(ability(good))
    assert refused_change(ability(good, effect)).startswith(f"--set: hero.corrin-hask: ability.effects[1]{said}")


# ---- effects: where each may stand ----------------------------------------------------------------------------------

SAMPLES: dict[str, list[Change]] = {  # every effect, with all recipients that it can have
    "health": [{"by": -1}, {"by": -1, "to": "target"}, {"by": -1, "to": "heroes", "within": 1}],
    "focus": [{"by": -1}, {"by": -1, "to": "target"}, {"by": -1, "to": "heroes", "within": 1}],
    "loot": [{"by": 1}],
    "spell": [{"by": 1}],
    "torch": [{"by": -1}],
    "goblin": [{"at": "here"}],
    "enemies-act": [{}],
    "reveal": [{"by": 1}],
    "damage": [{"by": 1, "to": "target"}, {"by": 1, "to": "enemies", "within": 1}],
    "push": [{"by": 1}],
    "result": [{"by": 1, "on": "melee"}],
    "dice": [{"by": 1, "on": "melee"}],
    "reroll": [{"by": 1}],
    "defense": [{"by": 1}],
    "speed": [{"by": 1}],
    "max-health": [{"by": 1}],
    "max-focus": [{"by": 1}],
    "redirect-to-self": [{}],
    "cost": [{"by": -1, "of": "research"}],
    "enemy-health": [{"by": 1}],
    "space": [{"by": 1}, {"by": 1, "to": "target"}, {"by": 1, "to": "heroes", "within": 1}],
    "step": [{"to": "any-room"}],
    "extra-heroic": [{}],
}
PASSIVE = {"name": "Test", "text": "A test."}
SITES: dict[str, tuple[str, Change]] = {  # the record that holds effects under `effects`, and what else it says
    **{f"passive {when}": ("hero.corrin-hask.passive", PASSIVE | {"when": when}) for when in MOMENTS},
    **{f"ability {when}": ("hero.corrin-hask.ability", HEROIC | {"when": when}) for when in MOMENTS},
    "loot on-enemy-action": (
        "loot.spare-wick", {"name": "Test", "text": "A test.", "slot": "charm", "when": "on-enemy-action"},
    ),
    "spell": (
        "spell.mend",
        {"name": "Test", "text": "A test.", "mode": "cast", "skill": "any", "target": 4, "cost-focus": 1},
    ),
    "rider": ("boss.tithe-eater.rider", {"on": "melee"}),
    "torch effect": ("boss.tithe-eater.torch-effect", {"text": "A test."}),
    **{
        f"{kind} {when}": (f"{kind}.{key}.special", {"text": "A test.", "when": when})
        for kind, key in (("goblin", "goblin-hexer"), ("minion", "marsh-leech"))
        for when in MOMENTS
    },
}  # fmt: skip
STANDING = {"result", "dice", "defense", "speed", "max-health", "max-focus", "cost"}
REACTIONS = {"health", "focus", "loot", "spell", "space"}
AT_REST = {"health", "focus", "loot", "spell", "torch", "reveal"}
DEEDS = {
    "health", "focus", "loot", "spell", "torch", "goblin", "enemies-act", "reveal", "damage", "push", "space", "step",
}  # fmt: skip
FOUND = {"health", "focus", "loot", "spell", "torch", "goblin", "enemies-act", "reveal", "damage", "step"}


def change_at(site: str, effect: Change) -> Change:
    """The change that puts an effect somewhere."""
    if site.startswith("search"):
        return {f"card.gutter-run.{site.replace(' ', '.')}": [effect]}
    if site == "reward":
        return {"goblin.goblin-hexer.reward": [[effect]]}
    if site == "hero space":
        spaces: list[Change] = [{"n": n, "effects": [{"do": "defense", "by": 1}]} for n in range(1, 6)]
        return {"boss.tithe-eater.spaces": [*spaces, {"n": 6, "effects": [effect]}]}
    path, record = SITES[site]
    return {path: record | {"effects": [effect]}}


def samples(do: str) -> list[Change]:
    """All that an effect can say about its recipients."""
    return [{"do": do} | fields for fields in SAMPLES[do]]


@pytest.mark.parametrize(
    ("site", "allowed"),
    [
        ("passive always", STANDING),
        ("passive on-check", {"result", "dice"}),
        ("passive on-attack", {"result", "dice"}),
        ("passive on-evade-success", AT_REST),
        ("passive before-counter", set()),
        ("passive on-counter-damage", REACTIONS),
        ("passive on-enemy-action", REACTIONS | {"redirect-to-self"}),
        ("passive on-rest", AT_REST),
        ("passive free", set()),
        ("passive heroic", DEEDS),
        ("ability always", set()),
        ("ability on-check", {"result", "reroll"}),
        ("ability on-attack", {"result", "reroll"}),
        ("ability on-evade-success", AT_REST),
        ("ability before-counter", {"defense"}),
        ("ability on-counter-damage", REACTIONS),
        ("ability on-enemy-action", REACTIONS | {"redirect-to-self"}),
        ("ability on-rest", AT_REST),
        ("ability free", DEEDS | {"extra-heroic"}),
        ("ability heroic", DEEDS | {"extra-heroic"}),
        ("loot on-enemy-action", REACTIONS),
        ("spell", DEEDS),
        ("search success", FOUND),
        ("search failure", FOUND - {"step"}),
        ("reward", {"health", "focus", "loot", "spell", "torch"}),
        ("rider", REACTIONS),
        ("torch effect", {"health", "focus", "torch", "goblin", "space"}),
        ("hero space", {"result", "dice", "defense"}),
        *[(f"{kind} {when}", {"result", "dice"} if when == "always" else set())
          for kind in ("goblin", "minion") for when in MOMENTS if when not in ("on-enemy-action", "on-counter-damage")],
        ("goblin on-enemy-action", REACTIONS),
        ("goblin on-counter-damage", REACTIONS),
        ("minion on-enemy-action", REACTIONS | {"enemy-health"}),
        ("minion on-counter-damage", REACTIONS | {"enemy-health"}),
    ],
)  # fmt: skip
def test_effects_stand_only_where_the_rules_can_do_them(site: str, allowed: set[str]) -> None:
    taken = {do for do in EFFECTS if any(is_good(change_at(site, effect)) for effect in samples(do))}
    assert taken == allowed


@pytest.mark.rule("tiny-epic-dungeons", "boss.no-healing")
@pytest.mark.parametrize("site", ["rider", "torch effect", "hero space"])
def test_no_boss_mat_heals_its_boss(site: str) -> None:
    said = refused_change(change_at(site, {"do": "enemy-health", "by": 1}))
    assert said.startswith("--set: boss.tithe-eater: ")
    assert "'enemy-health' is nothing for a " in said


@pytest.mark.parametrize(
    ("site", "allowed"),
    [
        ("passive on-rest", {"self", "heroes"}),
        ("ability on-counter-damage", {"self", "heroes"}),
        ("ability free", {"self", "target", "heroes"}),
        ("ability heroic", {"self", "target", "heroes"}),
        ("spell", {"self", "target", "heroes"}),
        ("search success", {"self", "heroes"}),
        ("search failure", {"self", "heroes"}),
        ("reward", {"self", "heroes"}),
        ("rider", {"target", "heroes"}),
        ("torch effect", {"heroes"}),
        ("goblin on-enemy-action", {"target"}),
        ("minion on-counter-damage", {"target"}),
    ],
)
def test_effects_reach_only_whom_they_can_find(site: str, allowed: set[str]) -> None:
    whom: dict[str, Change] = {"self": {}, "target": {}, "heroes": {"within": 1}}
    taken = {
        word for word, more in whom.items() if is_good(change_at(site, {"do": "health", "by": -1, "to": word} | more))
    }
    assert taken == allowed


@pytest.mark.parametrize(("site", "good"), [("passive on-rest", True), ("rider", True), ("torch effect", False)])
def test_without_a_word_on_it_an_effect_is_for_oneself_or_for_the_hero_attacked(site: str, good: bool) -> None:
    assert is_good(change_at(site, {"do": "health", "by": -1})) == good


def test_damage_in_a_room_strikes_everybody_there() -> None:
    said = refused_change(change_at("search success", {"do": "damage", "by": 1, "to": "target"}))
    assert said == "--set: card.gutter-run: search.success[0].to: here it can only be 'enemies', not 'target'"


# ---- powers: moments, prices, limits --------------------------------------------------------------------------------

HEAL = {"do": "health", "by": 1}
LIFT = {"do": "torch", "by": 2}
FOCUS = {"do": "focus", "by": 1}
CALL = {"do": "goblin", "at": "here"}
HIT = {"do": "damage", "by": 1, "to": "target"}
AID = {"do": "health", "by": 1, "to": "target"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        # a free power costs Focus, is once or discards itself, and gives no Focus
        (ability(HEAL, when="free", cost_focus=0, once=None), "when: 'free' needs a Focus cost, a limit (once) or a"),
        (ability(FOCUS, when="free"), "effects[0]: a Free Action gives no Focus"),
        (ability(FOCUS | {"to": "heroes", "within": 0}, when="free"), "effects[0]: a Free Action gives no Focus"),
        (ability(CALL, when="free", once=None), "effects[0]: a Free Action that adds a Goblin needs a limit"),
        # one more Heroic Action
        (ability({"do": "extra-heroic"}, once=None), "effects[0]: one more Heroic Action needs a limit (once)"),
        (ability({"do": "extra-heroic"}, when="free", once=None), "effects[0]: one more Heroic Action needs a limit"),
        # the Torch rises only where it cannot rise for ever
        (ability(LIFT, once="turn"), "effects[0].by: a power that can be used again cannot lift the Torch"),
        (ability(LIFT, when="free", once=None), "effects[0].by: a power that can be used again cannot lift the Torch"),
        (ability(LIFT, when="on-rest"), "effects[0].by: a power of that moment cannot lift the Torch"),
        (ability(LIFT, when="on-evade-success"), "effects[0].by: a power of that moment cannot lift the Torch"),
        # what sets itself off
        *[(ability(effect, when=when), f"effects[0].do: {effect['do']!r} is nothing for a power of that moment")
          for when in ("on-enemy-action", "on-counter-damage") for effect in (LIFT, CALL, {"do": "enemies-act"})],
        # what stands
        (ability({"do": "speed", "by": 1}, when="always", once=None), "cost-focus: what always works costs nothing"),
        (ability({"do": "speed", "by": 1}, when="always", cost_focus=0), "once: what works by itself all the time has"),
        (ability({"do": "result", "by": 1, "on": "cast"}, when="on-check", cost_focus=0), "once: what works by itself"),
        # before a Counter-Attack
        (ability({"do": "defense", "by": 1}, when="before-counter", cost_focus=0, once=None), "when: 'before-counter'"),
        (ability({"do": "defense", "by": -1}, when="before-counter"), "effects[0].by: a Defense that is bought"),
        # attacks
        (ability({"do": "result", "by": 1, "on": "evade"}, when="on-attack"), "effects[0].on: 'evade' is no attack"),
        # aims
        (ability(HEAL, range="sight"), "range: only where something is aimed at"),
        (ability(HEAL, n=1), "n: only where something is aimed at"),
        (ability(AID, n=1), "n: only with the range 'within' or 'all-within'"),
        (ability(AID, range="within"), "n' is missing"),
        (ability(AID, range="all-within", n=1), "range: here it can only be same-room, line-of-sight, sight, any-path"),
        (ability(AID, HIT), "effects: a hero and an enemy cannot both be aimed at"),
        (ability({"do": "push", "by": 1}, FOCUS | {"to": "target"}), "effects: a hero and an enemy cannot both be"),
    ],
)  # fmt: skip
def test_a_power_that_could_go_on_for_ever_or_means_nothing_is_refused(changes: Change, said: str) -> None:
    message = refused_change(changes)
    assert message.startswith(("--set: hero.corrin-hask: ability.", "--set: hero.corrin-hask: the field 'ability."))
    assert message.partition("ability.")[2].startswith(said)


@pytest.mark.parametrize(
    "changes",
    [
        ability(HEAL, when="free", once=None),
        ability(HEAL, when="free", cost_focus=0, once="turn"),
        ability({"do": "focus", "by": -1}, when="free"),
        ability(CALL, when="free", once="turn"),
        ability({"do": "extra-heroic"}, once="turn"),
        ability(LIFT, once="game"),
        ability({"do": "torch", "by": -1}, when="on-rest"),
        ability({"do": "result", "by": 1, "on": "evade"}, when="on-check", once=None),
        ability(AID, range="within", n=3),
        ability(HIT, {"do": "push", "by": 1}, HEAL, range="line-of-sight"),
        ability({"do": "space", "by": -2}),
    ],
)
def test_what_is_within_the_limits_is_taken(changes: Change) -> None:
    assert is_good(changes)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (loot(LIFT, when="free", cost_focus=9), "effects[0].by: a power that can be used again cannot lift"),
        (loot(HEAL, when="free"), "when: 'free' needs a Focus cost, a limit (once) or a discard"),
        (loot({"do": "defense", "by": 1}, when="always", discard=True), "discard: what works by itself all the time"),
        (loot({"do": "result", "by": 1, "on": "cast"}, when="on-check", discard=True), "discard: what works by itself"),
        (loot({"do": "extra-heroic"}, when="free", discard=True), "effects[0]: one more Heroic Action needs a limit"),
        (loot({"do": "redirect-to-self"}, when="on-enemy-action"), "effects[0].do: 'redirect-to-self' is nothing for"),
    ],
)
def test_loot_has_the_same_limits(changes: Change, said: str) -> None:
    assert refused_change(changes).startswith(f"--set: loot.spare-wick: {said}")


@pytest.mark.parametrize(
    "changes",
    [
        loot(LIFT, when="heroic", discard=True),
        loot(LIFT, when="heroic", once="game"),
        loot(HEAL, when="free", once="turn"),
        loot({"do": "defense", "by": 2}, when="before-counter", discard=True),
        loot({"do": "reroll", "by": 1}, when="on-attack", discard=True, cost_focus=1),
    ],
)
def test_loot_within_the_limits_is_taken(changes: Change) -> None:
    assert is_good(changes)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"spell.second-dawn.discard": False}, "spell.second-dawn: effects[0].by: a Spell that is kept cannot lift"),
        ({"card.chandlers-store.search.once": ""}, "card.chandlers-store: search.success[0].by: a search that can be"),
        ({"card.chandlers-store.search.failure": [LIFT]}, "card.chandlers-store: search.failure[0].by: a failed sea"),
        ({"spell.mend.effects": [AID, HIT]}, "spell.mend: effects: a hero and an enemy cannot both be aimed at"),
        ({"boss.tithe-eater.torch-effect.effects": [LIFT]}, "boss.tithe-eater: torch-effect.effects[0].by: a Boss's"),
    ],
)
def test_spells_searches_and_bosses_have_them_too(changes: Change, said: str) -> None:
    assert refused_change(changes).startswith(f"--set: {said}")


def test_a_goblins_reward_may_lift_the_torch() -> None:
    assert is_good(change_at("reward", LIFT))


@pytest.mark.parametrize("on", CHECKS)
def test_a_special_power_that_always_works_is_about_attacks(on: str) -> None:
    change = change_at("minion always", {"do": "dice", "by": -1, "on": on})
    assert is_good(change) == (on in ("melee", "missile", "spell"))


@pytest.mark.parametrize("word", RANGES)
def test_a_spell_that_strikes_all_may_have_any_range(word: str) -> None:
    changes: Change = {"spell.ring-of-cinders.range": word}
    if word in ("within", "all-within"):
        assert refused_change(changes) == "--set: spell.ring-of-cinders: the field 'n' is missing"
        changes["spell.ring-of-cinders.n"] = 1
    assert is_good(changes)


# ---- counts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "count"),
    [
        ("hero.hob-lackland", 8), ("card.gutter-run", 28), ("loot.hornbow", 26), ("spell.mend", 14),
        ("goblin.goblin-hexer", 6), ("minion.pawnbroker", 8), ("boss.tithe-eater", 6),
    ],
)  # fmt: skip
def test_one_card_fewer_and_one_more_are_refused(data: Path, record: str, count: int) -> None:
    table, _, key = record.partition(".")
    file = FILE_OF[table]
    one = content.read(data, "book", {})[0].tables[table][key]
    said = refused_change({f"{table}.one-more": one})
    assert said == f"--set: {table}: there must be {count}, and there are {count + 1}"
    cut_record(data / file, record)
    assert refusal(data) == f"{file}: {table}: there must be {count}, and there are {count - 1}"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"card.toll-arch.type": "entrance", "card.toll-arch.danger": "none"}, "of 'entrance' there must be 1, and"),
        ({"card.iron-mouth.type": "room"}, "of 'lair-door' there must be 1, and there are 0"),
        ({"card.antler-hall.type": "room", "card.antler-hall.danger": "none"}, "of 'encounter' there must be 4, and"),
        ({"card.toll-arch.type": "encounter", "card.toll-arch.danger": "minion"}, "of 'encounter' there must be 4"),
    ],
)
def test_another_split_of_the_dungeon_is_refused(changes: Change, said: str) -> None:
    assert refused_change(changes).startswith(f"--set: card: type: {said}")


@pytest.mark.rule("tiny-epic-dungeons", "components.disarm-markers")
def test_more_traps_than_disarm_markers_are_refused() -> None:
    trap = {"evade": {"skill": "any", "target": 4}, "damage": 1, "disarm": {"skill": "any", "target": 4}}
    changes = {"card.toll-arch.danger": "trap", "card.toll-arch.trap": trap}
    assert refused_change(changes) == "--set: card: trap: 8 are too many; there can be 7"


def test_a_hero_always_has_room_for_health() -> None:
    changes: Change = {"hero.hob-lackland.max-health": 3, "loot.marsh-hide.effects": [{"do": "max-health", "by": -2}]}
    assert is_good(changes)
    changes["loot.couriers-coat.effects"] = [{"do": "max-health", "by": -2}]  # another coat, and one is worn
    assert is_good(changes)
    changes["loot.cauldron-lid.effects"] = [{"do": "max-health", "by": -1}]
    assert refused_change(changes) == (
        "--set: hero.hob-lackland: max-health: with the worst Loot it would be less than 1"
    )


def test_a_hero_never_has_less_than_no_focus() -> None:
    assert is_good({"hero.hob-lackland.max-focus": 2})
    assert refused_change({"hero.hob-lackland.max-focus": 1}) == (
        "--set: hero.hob-lackland: max-focus: with the worst Loot it would be less than 0"
    )


def test_at_least_three_hero_spaces_do_something() -> None:
    spaces: list[Change] = [{"n": n, "effects": [{"do": "defense", "by": 1}] if n > 3 else []} for n in range(1, 7)]
    assert is_good({"boss.tithe-eater.spaces": spaces})
    spaces[5] = {"n": 6, "effects": []}
    said = refused_change({"boss.tithe-eater.spaces": spaces})
    assert said == "--set: boss.tithe-eater: spaces: at least three must have an effect"


def test_a_shorter_health_track_must_hold_the_altars() -> None:
    said = refused_change({"figures.boss-track-top": 7})
    assert said.startswith("bosses.toml: boss.queen-under-slate: altars: 7 is not below 7")


# ---- how a game is set up -------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "players.count")
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"play.players": 5}, "players: takes at most 4"),
        ({"play.players": 0}, "players: takes at least 1"),
        ({"play.party": ["wend-oakley"]}, "party: with players = 1 there are 2 heroes, or none given"),
        ({"play.players": 3, "play.party": ["wend-oakley", "odile-vant"]}, "party: with players = 3 there are 3"),
        ({"play.party": ["wend-oakley", "wend-oakley"]}, "party: 'wend-oakley' is there twice"),
        ({"play.party": ["wend-okley", "odile-vant"]}, "party: there is no hero 'wend-okley'; do you mean"),
        ({"play.starts": 3}, "starts: there are only 2 heroes"),
        ({"play.players": 4, "play.starts": 5}, "starts: takes at most 4"),
        ({"play.boss": "dragon"}, "boss: there is no Boss 'dragon'; there is tithe-eater, "),
        ({"play.boss": "tithe-eter"}, "boss: there is no Boss 'tithe-eter'; do you mean 'tithe-eater'?"),
        ({"play.seats": 3}, "unknown field 'seats'"),
    ],
)
def test_a_table_that_cannot_be_set_up_is_refused(changes: Change, said: str) -> None:
    assert refused_change(changes).startswith(f"--set: play: {said}")


# ---- files, editions, changes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("loot.toml", "[loot.hornbow]", "[loots.hornbow]", "loots: there is no such table; do you mean 'loot'?"),
        ("figures.toml", "[switches]", "[switch]", "switch: there is no such table; do you mean 'switches'?"),
        ("loot.toml", "[loot.hornbow]", "[loot.Hornbow]", "loot: 'Hornbow': a name is small letters, digits and"),
        ("loot.toml", "[loot.hornbow]", '[loot."horn\\nbow"]', "loot: 'horn\\nbow': a name is small letters"),
        (
            "dungeon.toml",
            "[card.broken-stair]",
            "card.x = 5\n[card.broken-stair]",
            "card.x: takes a record with fields",
        ),
        ("dice.toml", "[dice.hero-die]", "[dice.hero]", "dice: unknown field 'hero'; do you mean 'hero-die'?"),
        ("torch.toml", "[torch.act-2]", "[torch.act-3]", "torch: unknown field 'act-3'; do you mean"),
    ],
)
def test_a_spoilt_file_is_refused(data: Path, file: str, old: str, new: str, said: str) -> None:
    spoil(data / file, old, new)
    assert refusal(data).startswith(f"{file}: {said}")


@pytest.mark.parametrize("old", ["[loot.hornbow]", 'name = "Hornbow"'])
def test_bad_toml_is_refused_by_its_line(data: Path, old: str) -> None:
    spoil(data / "loot.toml", old, f"{old[:-2]} =")
    assert re.match(r"loot\.toml: .* \(at line \d+, column \d+\)$", refusal(data))


@pytest.mark.parametrize("file", content.FILES)
def test_a_missing_an_empty_and_an_unreadable_file_are_refused(data: Path, file: str) -> None:
    (data / file).write_bytes(b"\xff\xfe\x00")
    assert refusal(data).startswith(f"{file}: ")
    (data / file).write_text("", encoding="utf-8")
    assert refusal(data).endswith("is missing from the data files")
    (data / file).unlink()
    assert refusal(data) == f"{file}: the file is missing from data"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("figures.taunt-speed", "figurs.taunt-speed", "figurs.taunt-speed: there is no 'figurs'; do you mean"),
        ("figures.taunt-speed", "figures.taunt-sped", "figures: unknown field 'taunt-sped'; do you mean"),
        ('"figures.taunt-focus" = 2', "", "figures: taunt-speed: a Taunt costs Speed or Focus"),
        ('stop-on-altar" = false', 'stop-on-altar" = "no"', "switches: markers-stop-on-altar: takes true or"),
    ],
)
def test_a_bad_change_of_an_edition_is_refused_where_it_stands(data: Path, old: str, new: str, said: str) -> None:
    spoil(data / "editions" / "printed.toml", old, new)
    assert refusal(data, "printed").startswith(f"editions/printed.toml: {said}")
    read(data, "book")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[changes]", "[change]", "printed.toml: unknown field 'change'; do you mean 'changes'?"),
        ('title = "Printed game"\n', "", "printed.toml: the field 'title' is missing"),
    ],
)
def test_a_spoilt_edition_is_refused(data: Path, old: str, new: str, said: str) -> None:
    spoil(data / "editions" / "printed.toml", old, new)
    with pytest.raises(ContentError) as refused:
        read_editions(data / "editions")
    assert str(refused.value).startswith(said)


def test_an_unknown_edition_and_an_unknown_path_are_refused() -> None:
    assert refused_change({}, "printd") == "editions: there is no edition 'printd'; do you mean 'printed'?"
    said = refused_change({"hero.hob-lackand.speed": 3})
    assert said == "--set: hero.hob-lackand.speed: there is no 'hob-lackand' in hero; do you mean 'hob-lackland'?"


def test_what_is_loaded_again_is_the_same() -> None:
    changes = {"play.players": 3}
    assert content.load("book", changes) is content.load("book", dict(changes))
    assert content.load("book", {}) is not content.load("printed", {})
