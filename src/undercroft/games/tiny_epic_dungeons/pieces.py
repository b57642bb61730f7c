"""What Tiny Epic Dungeons is played with: cards, mats, tracks and dice as the data files describe them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from undercroft.core.vocabulary import Options

# ---- effects: what a card may do ----------------------------------------------------------------------------------

EFFECTS: Final = (
    "health", "focus", "loot", "spell", "torch", "goblin", "enemies-act", "reveal", "damage", "push", "result", "dice",
    "reroll", "defense", "speed", "max-health", "max-focus", "redirect-to-self", "cost", "enemy-health", "space",
    "step", "extra-heroic",
)  # fmt: skip
HEALTH: Final[i64] = 0
FOCUS: Final[i64] = 1
LOOT: Final[i64] = 2
SPELL: Final[i64] = 3
TORCH: Final[i64] = 4
GOBLIN: Final[i64] = 5
ENEMIES_ACT: Final[i64] = 6
REVEAL: Final[i64] = 7
DAMAGE: Final[i64] = 8
PUSH: Final[i64] = 9
RESULT: Final[i64] = 10
DICE: Final[i64] = 11
REROLL: Final[i64] = 12
DEFENSE: Final[i64] = 13
SPEED: Final[i64] = 14
MAX_HEALTH: Final[i64] = 15
MAX_FOCUS: Final[i64] = 16
REDIRECT: Final[i64] = 17
COST: Final[i64] = 18
ENEMY_HEALTH: Final[i64] = 19
SPACE: Final[i64] = 20
STEP: Final[i64] = 21
EXTRA_HEROIC: Final[i64] = 22

RECIPIENTS: Final = ("self", "target", "heroes", "enemies", "any-room")
TO_SELF: Final[i64] = 0
TO_TARGET: Final[i64] = 1
TO_HEROES: Final[i64] = 2
TO_ENEMIES: Final[i64] = 3
TO_ANY_ROOM: Final[i64] = 4

CHECKS: Final = (  # the kinds of checks that `on` tells apart
    "melee", "missile", "spell", "strength", "agility", "intellect", "evade", "search", "disarm", "cast",
)  # fmt: skip
ON_MELEE: Final[i64] = 0
ON_MISSILE: Final[i64] = 1
ON_SPELL: Final[i64] = 2
ON_STRENGTH: Final[i64] = 3  # the three Skills follow one another
ON_EVADE: Final[i64] = 6
ON_SEARCH: Final[i64] = 7
ON_DISARM: Final[i64] = 8
ON_CAST: Final[i64] = 9

SITES: Final = ("here", "entrance")
AT_HERE: Final[i64] = 0
AT_ENTRANCE: Final[i64] = 1

PRICES: Final = ("research", "modify-die")
OF_RESEARCH: Final[i64] = 0
OF_MODIFY_DIE: Final[i64] = 1

MOMENTS: Final = (
    "always", "on-check", "on-attack", "on-evade-success", "before-counter", "on-counter-damage", "on-enemy-action",
    "on-rest", "free", "heroic",
)  # fmt: skip
ALWAYS: Final[i64] = 0
ON_CHECK: Final[i64] = 1
ON_ATTACK: Final[i64] = 2
ON_EVADE_SUCCESS: Final[i64] = 3
BEFORE_COUNTER: Final[i64] = 4
ON_COUNTER_DAMAGE: Final[i64] = 5
ON_ENEMY_ACTION: Final[i64] = 6
ON_REST: Final[i64] = 7
FREE: Final[i64] = 8
HEROIC: Final[i64] = 9

ONCE: Final = ("", "turn", "game")
ANY_TIME: Final[i64] = 0
ONCE_A_TURN: Final[i64] = 1
ONCE_A_GAME: Final[i64] = 2

RANGES: Final = ("same-room", "line-of-sight", "sight", "any-path", "within", "all-within")
SAME_ROOM: Final[i64] = 0
LINE_OF_SIGHT: Final[i64] = 1
SIGHT: Final[i64] = 2
ANY_PATH: Final[i64] = 3
WITHIN: Final[i64] = 4
ALL_WITHIN: Final[i64] = 5

SKILLS: Final = ("strength", "agility", "intellect", "any")
STRENGTH: Final[i64] = 0
AGILITY: Final[i64] = 1
INTELLECT: Final[i64] = 2
ANY_SKILL: Final[i64] = 3


@mypyc_attr(acyclic=True)
class Effect:
    """One thing that a card does, with its figures; what an effect has no use for is 0."""

    def __init__(self, do: i64, by: i64, to: i64, within: i64, on: i64, at: i64, of: i64) -> None:
        self.do: Final = do
        self.by: Final = by
        self.to: Final = to
        self.within: Final = within
        self.on: Final = on
        self.at: Final = at
        self.of: Final = of


Effects = tuple[Effect, ...]


class Power:
    """Something a mat or card can do: when, at what price, how often, how far, and what."""

    def __init__(
        self, name: str, text: str, when: i64, cost_focus: i64, once: i64, discard: bool, range_: i64, n: i64,
        effects: Effects,
    ) -> None:  # fmt: skip
        self.name: Final = name
        self.text: Final = text
        self.when: Final = when
        self.cost_focus: Final = cost_focus
        self.once: Final = once
        self.discard: Final = discard
        self.range: Final = range_
        self.n: Final = n
        self.effects: Final = effects
        self.stands: Final = cost_focus == 0 and when in (ALWAYS, ON_CHECK, ON_ATTACK)  # works by itself, all the time
        self.rerolls: Final = sum([effect.by for effect in effects if effect.do == REROLL])
        self.redirects: Final = any(effect.do == REDIRECT for effect in effects)
        self.aims: Final = any(effect.to == TO_TARGET for effect in effects)


# ---- heroes -------------------------------------------------------------------------------------------------------


class HeroMat:
    """A hero's figures and abilities; a cantrip is an attack Spell that is always at hand."""

    def __init__(
        self, index: i64, key: str, name: str, calling: str, text: str, max_health: i64, max_focus: i64, speed: i64,
        defense: i64, skills: tuple[int, int, int], passive: Power, ability: Power, cantrip: Spell | None,
    ) -> None:  # fmt: skip
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.calling: Final = calling
        self.text: Final = text
        self.max_health: Final = max_health
        self.max_focus: Final = max_focus
        self.speed: Final = speed
        self.defense: Final = defense
        self.skills: Final = skills
        self.passive: Final = passive
        self.ability: Final = ability
        self.cantrip: Final = cantrip


# ---- loot and spells ----------------------------------------------------------------------------------------------

SLOTS: Final = ("hand", "body", "charm")
HAND: Final[i64] = 0
BODY: Final[i64] = 1
CHARM: Final[i64] = 2


class LootCard:
    """A Loot card: the slot it fills (with hands 1 or 2 in the hand) and its power."""

    def __init__(self, index: i64, key: str, name: str, slot: i64, hands: i64, power: Power) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.slot: Final = slot
        self.hands: Final = hands
        self.power: Final = power


class Spell:
    """A Spell: an attack rolled against Defense, or a cast against a target number; also a mat's cantrip."""

    def __init__(
        self, index: i64, key: str, name: str, text: str, attack: bool, skill: i64, target: i64, range_: i64, n: i64,
        all_enemies: bool, cost_focus: i64, result: i64, discard: bool, effects: Effects,
    ) -> None:  # fmt: skip
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.text: Final = text
        self.attack: Final = attack
        self.skill: Final = skill
        self.target: Final = target
        self.range: Final = range_
        self.n: Final = n
        self.all_enemies: Final = all_enemies
        self.cost_focus: Final = cost_focus
        self.result: Final = result
        self.discard: Final = discard
        self.effects: Final = effects
        self.aims_at_hero: Final = any(
            effect.to == TO_TARGET and effect.do in (HEALTH, FOCUS, SPACE) for effect in effects
        )
        self.aims_at_enemy: Final = any(
            effect.do == PUSH or (effect.to == TO_TARGET and effect.do == DAMAGE) for effect in effects
        )


# ---- the dungeon --------------------------------------------------------------------------------------------------

CARD_TYPES: Final = ("entrance", "room", "encounter", "lair-door")
ENTRANCE_CARD: Final[i64] = 0
ROOM_CARD: Final[i64] = 1
ENCOUNTER_CARD: Final[i64] = 2
LAIR_DOOR_CARD: Final[i64] = 3

DANGERS: Final = ("none", "goblin", "minion", "trap")
NO_DANGER: Final[i64] = 0
GOBLIN_DANGER: Final[i64] = 1
MINION_DANGER: Final[i64] = 2
TRAP_DANGER: Final[i64] = 3


class Trap:
    """A trap: how it is evaded and disarmed, and what it does otherwise."""

    def __init__(self, evade_skill: i64, evade_target: i64, damage: i64, disarm_skill: i64, disarm_target: i64) -> None:
        self.evade_skill: Final = evade_skill
        self.evade_target: Final = evade_target
        self.damage: Final = damage
        self.disarm_skill: Final = disarm_skill
        self.disarm_target: Final = disarm_target


class SearchAbility:
    """What a room gives to whoever searches it well, and to whoever does not."""

    def __init__(
        self, skill: i64, target: i64, cost_focus: i64, once: bool, success: Effects, failure: Effects
    ) -> None:
        self.skill: Final = skill
        self.target: Final = target
        self.cost_focus: Final = cost_focus
        self.once: Final = once
        self.success: Final = success
        self.failure: Final = failure


class DungeonCard:
    """A Dungeon card; its exits as printed, as bits (north 1, east 2, south 4, west 8)."""

    def __init__(
        self, index: i64, key: str, name: str, text: str, type_: i64, exits: i64, danger: i64, trap: Trap | None,
        search: SearchAbility | None,
    ) -> None:  # fmt: skip
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.text: Final = text
        self.type: Final = type_
        self.exits: Final = exits
        self.danger: Final = danger
        self.trap: Final = trap
        self.search: Final = search
        self.orientations: Final = orientations_of(exits)  # all that turning it can make of its exits


def orientations_of(exits: i64) -> list[int]:
    """The distinct ways in which quarter turns let a card lie, as exits."""
    ways: list[int] = []
    turned: i64 = exits
    for _ in range(4):
        if turned not in ways:
            ways.append(turned)
        turned = (turned << 1 | turned >> 3) & 15
    return ways


# ---- enemies ------------------------------------------------------------------------------------------------------


class EnemyCard:
    """A Goblin or a Minion: its Defense, Counter-Attack modifiers, Speed, attack, special power and reward."""

    def __init__(
        self, index: i64, key: str, name: str, text: str, defense: i64, health: i64, counter: tuple[int, int, int],
        speed: i64, range_: i64, n: i64, attacks_all: bool, damage: i64, special: Power | None,
        rewards: tuple[Effects, ...],
    ) -> None:  # fmt: skip
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.text: Final = text
        self.defense: Final = defense
        self.health: Final = health
        self.counter: Final = counter  # against melee, missile and spell
        self.speed: Final = speed
        self.range: Final = range_
        self.n: Final = n
        self.attacks_all: Final = attacks_all
        self.damage: Final = damage
        self.special: Final = special
        self.rewards: Final = rewards


class BossMat:
    """The Act 2 side of a Boss Mat; `spaces` are the effects of the six Hero Spaces."""

    def __init__(
        self, index: i64, key: str, name: str, text: str, defense: i64, speed: i64, counter: tuple[int, int, int],
        rider_on: i64, rider: Effects, torch_effect: Effects, torch_text: str, altars: tuple[int, ...],
        spaces: tuple[Effects, ...],
    ) -> None:  # fmt: skip
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.text: Final = text
        self.defense: Final = defense
        self.speed: Final = speed
        self.counter: Final = counter
        self.rider_on: Final = rider_on  # the attack type that the rider answers, or -1
        self.rider: Final = rider
        self.torch_effect: Final = torch_effect
        self.torch_text: Final = torch_text
        self.altars: Final = altars  # spaces of the Health Track, from the top down
        self.spaces: Final = spaces


# ---- mats and dice ------------------------------------------------------------------------------------------------


class TorchTrack:
    """One side of the Torch Mat: where each number of heroes starts, and what its spaces show."""

    def __init__(
        self, top: i64, start: tuple[int, int, int], goblin: tuple[int, ...], enemies: tuple[int, ...]
    ) -> None:
        self.top: Final = top
        self.start: Final = start  # for two, three and four heroes
        length = max(top, start[0], start[1], start[2]) + 1
        self.goblin: Final = [space in goblin for space in range(length)]
        self.enemies: Final = [space in enemies for space in range(length)]


SHIELD: Final[i64] = -1  # faces of the Enemy Die that are no numbers
ENEMY_TORCH: Final[i64] = -2


class Figures:
    """The numbers of the rules."""

    def __init__(
        self, ambush_goblin: i64, ambush_minion: i64, rest_health: i64, rest_focus: i64, modify_die_cost: i64,
        reveal_cost: i64, research_cost: i64, minion_reward_cards: i64, minion_torch_up: i64, boss_track_top: i64,
        boss_action_damage: i64, boss_action_range: i64, defense_cap: i64, speed_cap: i64, speed_floor: i64,
        taunt_speed: i64, taunt_focus: i64,
    ) -> None:  # fmt: skip
        self.ambush_goblin: Final = ambush_goblin
        self.ambush_minion: Final = ambush_minion
        self.rest_health: Final = rest_health
        self.rest_focus: Final = rest_focus
        self.modify_die_cost: Final = modify_die_cost
        self.reveal_cost: Final = reveal_cost
        self.research_cost: Final = research_cost
        self.minion_reward_cards: Final = minion_reward_cards
        self.minion_torch_up: Final = minion_torch_up
        self.boss_track_top: Final = boss_track_top
        self.boss_action_damage: Final = boss_action_damage
        self.boss_action_range: Final = boss_action_range
        self.defense_cap: Final = defense_cap
        self.speed_cap: Final = speed_cap
        self.speed_floor: Final = speed_floor
        self.taunt_speed: Final = taunt_speed
        self.taunt_focus: Final = taunt_focus


class Switches:
    """What editions decide differently."""

    def __init__(
        self, unused_dice_on_failure: bool, encounters_wait_for_entry: bool, boss_attackable_in_dungeon: bool,
        markers_stop_on_altar: bool, passed_spaces_resolved: bool,
    ) -> None:  # fmt: skip
        self.unused_dice_on_failure: Final = unused_dice_on_failure
        self.encounters_wait_for_entry: Final = encounters_wait_for_entry
        self.boss_attackable_in_dungeon: Final = boss_attackable_in_dungeon
        self.markers_stop_on_altar: Final = markers_stop_on_altar
        self.passed_spaces_resolved: Final = passed_spaces_resolved
        """Every space the Torch passes counts; otherwise those it passes count in Act 2 and for Enemy Actions alone."""


class Content:
    """All that is played with, in the order of the data files; an index is a place in its list."""

    def __init__(self, figures: Figures, switches: Switches, act_one: TorchTrack, act_two: TorchTrack) -> None:
        self.figures: Final = figures
        self.switches: Final = switches
        self.tracks: Final = (act_one, act_two)
        self.heroes: Final[list[HeroMat]] = []
        self.dungeon: Final[list[DungeonCard]] = []
        self.loot: Final[list[LootCard]] = []
        self.spells: Final[list[Spell]] = []
        self.goblins: Final[list[EnemyCard]] = []
        self.minions: Final[list[EnemyCard]] = []
        self.bosses: Final[list[BossMat]] = []
        self.hero_plus: Final[list[int]] = [0] * 7  # by face: what it adds as a plus die, or 0
        self.hero_focus: Final[list[int]] = [0] * 7  # by face: Focus if it is left unused
        self.hero_health: Final[list[int]] = [0] * 7
        self.enemy_die: Final[list[int]] = []  # numbers, SHIELD, ENEMY_TORCH
        self.counts: Final[dict[int, Options]] = {}  # ways to count dice, by their faces
        self.players: i64 = 1
        self.party: Final[list[int]] = []  # heroes given beforehand, or none
        self.starts: i64 = 0  # the hero that begins, counted from 1; 0: the group picks
        self.boss: i64 = -1  # the Boss given beforehand, or -1

    @property
    def hero_count(self) -> i64:
        """How many heroes there are (players.solo-two-heroes)."""
        return 2 if self.players == 1 else self.players
