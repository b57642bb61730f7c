"""Games that are steered towards what has never happened, until every card, effect, room and Boss has done its part.

What must fire is read from the content: each hero and power, Loot, Spell, room, trap, search, Goblin, Minion, Boss with
its Hero Spaces; and from the vocabulary: every question, answer, event and end. A steady bot plays, except where an
answer would make something fire for the first time; heroes and Boss are those with most still to do.
"""

from __future__ import annotations

from collections import Counter

from undercroft.bots import find_bot
from undercroft.core.chance import Chance, Seeded
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Event, Option, Options, Prompt, Stream
from undercroft.games.tiny_epic_dungeons import content, pieces
from undercroft.games.tiny_epic_dungeons.geometry import beside
from undercroft.games.tiny_epic_dungeons.pieces import (
    ALWAYS,
    DEFENSE,
    DICE,
    EFFECTS,
    ON_COUNTER_DAMAGE,
    ON_ENEMY_ACTION,
    ON_STRENGTH,
    RESULT,
    Content,
    Effects,
    Power,
)
from undercroft.games.tiny_epic_dungeons.state import BOSS_NAMES, BOSS_TARGET, FIRST_LOOT, Dungeon, Hero, new_game
from undercroft.games.tiny_epic_dungeons.state import MINION_NAMES as MINIONS
from undercroft.games.tiny_epic_dungeons.turns import play
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    CHECK_DICE,
    ENDS,
    ENEMY_DIE,
    KEEP_LOOT,
    KEEP_SPELL,
    NEXT,
    ROTATION,
    SOURCES,
    STRIKE,
    V,
)

GAME = "tiny-epic-dungeons"
BOLD = 3  # of so many answers that would be new one is given, lest nobody ever gets far
ATTACK_KINDS = {"attack.melee": 0, "attack.missile": 1, "attack.spell": 2, "attack.cantrip": 2, "attack.sweep": 2}


def all_effects(effects: Effects) -> set[str]:
    """The effects of a list, by name."""
    return {f"effect {EFFECTS[effect.do]}" for effect in effects}


def to_fire(box: Content) -> set[str]:
    """Everything that must happen in some game."""
    wanted = {f"prompt {prompt.name}" for prompt in V.prompts} | {f"event {kind.name}" for kind in V.events}
    wanted |= {f"answer {option.family}" for option in V.options} | {f"end {end.name}" for end in ENDS}
    wanted |= {f"effect {name}" for name in EFFECTS}
    for mat in box.heroes:
        wanted |= {f"hero {mat.key}", f"power {mat.passive.name}", f"power {mat.ability.name}"}
        if mat.cantrip is not None:
            wanted.add(f"cantrip {mat.cantrip.name}")
    wanted |= {f"loot {card.key}" for card in box.loot} | {f"spell {card.key}" for card in box.spells}
    for card in box.dungeon:
        wanted.add(f"room {card.key}")
        if card.trap is not None:
            wanted |= {f"trap {card.key} {what}" for what in ("evaded", "strikes", "disarmed")}
        if card.search is not None:
            wanted |= {f"search {card.key} {what}" for what in ("succeeds", "fails")}
    for enemy in (*box.goblins, *box.minions):
        wanted.add(f"enemy {enemy.key}")
        if enemy.special is not None:
            wanted.add(f"special {enemy.key}")
    for goblin in box.goblins:
        wanted |= {f"reward {goblin.key} {number}" for number in range(1, len(goblin.rewards) + 1)}
    for boss in box.bosses:
        wanted |= {f"boss {boss.key}", f"boss {boss.key} torch"}
        wanted |= {f"boss {boss.key} space {number}" for number in range(1, len(boss.spaces) + 1)}
        if boss.rider:
            wanted.add(f"boss {boss.key} rider")
    return wanted - NEVER


# Four heroes cannot carry as many Loot or Spells as there are, so there is always another to draw; and whoever changes
# dice for 1 Focus cannot have the 7 that would matter. Changes of content can make both happen.
NEVER = {"event loot.nothing-left", "event check.for-7"}


class Ledger:
    """What has fired so far."""

    def __init__(self, box: Content) -> None:
        self.box = box
        self.missing = to_fire(box)
        self.games = 0

    def fired(self, *names: str) -> None:
        """These have happened."""
        self.missing.difference_update(names)

    def effects(self, effects: Effects) -> None:
        """These effects have done something."""
        self.missing -= all_effects(effects)


def standing(ledger: Ledger, game: Dungeon, hero: Hero, kinds: tuple[int, ...], kind_of: tuple[int, ...]) -> None:
    """Whatever stands for a hero and counts in this check, or for its Defense, has fired."""
    for source in range(SOURCES):
        power = game.power(hero, source)
        if power is not None and power.stands and matches(power.effects, kinds, kind_of):
            ledger.fired(name_of(game, hero, source, power))
            ledger.effects(power.effects)
    if hero.space > 0 and matches(game.space_effects(hero), kinds, kind_of):
        ledger.fired(f"boss {game.boss_mat().key} space {hero.space}")
        ledger.effects(game.space_effects(hero))


def matches(effects: Effects, kinds: tuple[int, ...], kind_of: tuple[int, ...]) -> bool:
    """Whether any of these effects is of a kind and, if it is about checks, about this one."""
    return any(effect.do in kinds and (not kind_of or effect.on in kind_of) for effect in effects)


def name_of(game: Dungeon, hero: Hero, source: int, power: Power) -> str:
    """What a power is called among what must fire."""
    return (
        f"power {power.name}"
        if source < FIRST_LOOT
        else f"loot {game.content.loot[hero.loot[source - FIRST_LOOT]].key}"
    )


def openings(game: Dungeon, exits: int) -> int:
    """How many new cells a card would open if it lay so."""
    around = [beside(game.turned_at, side) for side in range(4) if exits >> side & 1]
    return sum(cell >= 0 and not (game.rooms | game.hidden) >> cell & 1 for cell in around)


class Seeker(Player):
    """Steady, except where something would fire that never has."""

    def __init__(self, ledger: Ledger, seed: str, careless: bool) -> None:
        self.ledger = ledger
        self.careless = careless
        self.steady = find_bot("steady", GAME, seed)
        self.tempted = 0

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, Dungeon)
        self.look(state, prompt)
        answer = self.pick(state, prompt, options)
        self.ledger.fired(f"prompt {prompt.name}", f"answer {answer.family}")
        if prompt.name == "reward.goblin" and answer.family == "reward":
            goblin = state.content.goblins[state.threat]
            self.ledger.fired(f"reward {goblin.key} {answer.number}")
            self.ledger.effects(goblin.rewards[answer.number - 1])
        return answer

    def pick(self, game: Dungeon, prompt: Prompt, options: Options) -> Option:
        """An answer that is new, now and then; else the steady one."""
        if prompt.name == "setup.hero":
            turned = self.ledger.games % len(options)  # of those with as much to do, others in every game
            return max(
                (*options[turned:], *options[:turned]), key=lambda option: self.promise_of(game, option.number - 1)
            )
        if self.careless and prompt is ROTATION:
            return min(options, key=lambda option: openings(game, option.number))
        new = [option for option in options if self.is_new(game, prompt, option)]
        if new:
            self.tempted += 1
            if self.tempted % BOLD == 0 or prompt in (KEEP_LOOT, KEEP_SPELL):
                return new[0]
        return self.steady.choose(game, prompt, options)

    def promise_of(self, game: Dungeon, mat: int) -> int:
        """How much a hero has still to do."""
        hero = game.content.heroes[mat]
        names = [f"hero {hero.key}", f"power {hero.passive.name}", f"power {hero.ability.name}"]
        names += [f"cantrip {hero.cantrip.name}"] if hero.cantrip is not None else []
        return sum(name in self.ledger.missing for name in names)

    def is_new(self, game: Dungeon, prompt: Prompt, option: Option) -> bool:
        """Whether an answer would make something fire, as far as one can tell beforehand."""
        missing = self.ledger.missing
        if f"answer {option.family}" in missing:
            return True
        hero = game.hero()
        box = game.content
        if prompt is NEXT:
            return self.is_new_deed(game, hero, option)
        if prompt is KEEP_LOOT:
            return option.family != "decline" and f"loot {box.loot[game.drawn].key}" in missing
        if prompt is KEEP_SPELL:
            return option.family != "decline" and f"spell {box.spells[game.drawn].key}" in missing
        if prompt.name == "reward.goblin" and option.family == "reward":
            return f"reward {box.goblins[game.threat].key} {option.number}" in missing
        if option.family == "use":
            power = game.power(game.heroes[game.asked], option.number - 1)
            return power is not None and name_of(game, game.heroes[game.asked], option.number - 1, power) in missing
        return option.family == "yes" and any(name.startswith("power ") for name in missing)

    def is_new_deed(self, game: Dungeon, hero: Hero, option: Option) -> bool:
        """Whether something that a hero may do on its turn would fire something."""
        missing = self.ledger.missing
        box = game.content
        family, number = option.family, option.number
        if family == "use":
            power = game.power(hero, number - 1)
            return power is not None and name_of(game, hero, number - 1, power) in missing
        if family == "cast":
            return f"spell {box.spells[hero.spells[number - 1]].key}" in missing
        if family == "sweep":
            return f"spell {box.spells[hero.spells[number - 1]].key}" in missing
        for slot in range(len(hero.spells)):
            if family == STRIKE[slot][0].family:
                return f"spell {box.spells[hero.spells[slot]].key}" in missing or self.weapon_is_new(game, hero, 2)
        key = box.dungeon[game.room[hero.at]].key if hero.space == 0 else ""
        if family == "search":
            return f"search {key} succeeds" in missing or f"search {key} fails" in missing
        if family == "disarm":
            return f"trap {key} disarmed" in missing
        if family == "space":
            return f"boss {game.boss_mat().key} space {number}" in missing
        if family == "research":
            return any(name.startswith("spell ") for name in missing)
        kind = {"melee": 0, "missile": 1, "strike-cantrip": 2}.get(family)
        if kind is not None:
            return self.weapon_is_new(game, hero, kind)
        if family == "go":
            at = box.dungeon[game.room[number - 1]].key
            return any(name in missing for name in (f"trap {at} evaded", f"trap {at} strikes", f"trap {at} disarmed"))
        return False

    def weapon_is_new(self, game: Dungeon, hero: Hero, kind: int) -> bool:
        """Whether an attack of this kind would use something for the first time."""
        for source in range(SOURCES):
            power = game.power(hero, source)
            if power is not None and power.stands and matches(power.effects, (RESULT, DICE), (kind,)):
                return name_of(game, hero, source, power) in self.ledger.missing
        space = f"boss {game.boss_mat().key} space {hero.space}" if hero.space > 0 else ""
        return space in self.ledger.missing and matches(game.space_effects(hero), (RESULT, DICE), (kind, kind + 3))

    def look(self, game: Dungeon, prompt: Prompt) -> None:
        """What can be seen to work at a question."""
        ledger = self.ledger
        if prompt is CHECK_DICE:
            hero = game.heroes[game.asked]
            standing(ledger, game, hero, (RESULT, DICE), (game.purpose, int(ON_STRENGTH) + game.skill))
            if len(game.targets) == 1 and game.targets[0] < BOSS_TARGET and game.purpose <= pieces.ON_SPELL:
                special = game.enemy_card(game.targets[0]).special
                if (
                    special is not None
                    and special.when == ALWAYS
                    and matches(special.effects, (RESULT, DICE), (game.purpose,))
                ):
                    ledger.fired(f"special {game.enemy_card(game.targets[0]).key}")
        elif prompt is NEXT:
            hero = game.hero()
            attributes = (pieces.SPEED, pieces.MAX_HEALTH, pieces.MAX_FOCUS, pieces.COST)
            standing(ledger, game, hero, tuple(int(kind) for kind in attributes), ())
            if hero.space > 0 and not game.space_effects(hero):
                ledger.fired(f"boss {game.boss_mat().key} space {hero.space}")


class Watched(Chance):
    """Seeded chance that looks at the hero's Defense when the Enemy Die is rolled."""

    def __init__(self, ledger: Ledger, game: Dungeon, seed: str) -> None:
        self.seeded = Seeded(seed)
        self.ledger = ledger
        self.game = game

    def pick(self, stream: Stream, count: int) -> int:
        if stream is ENEMY_DIE:
            standing(self.ledger, self.game, self.game.hero(), (int(DEFENSE),), ())
        return int(self.seeded.pick(stream, count))


def read_log(ledger: Ledger, game: Dungeon, log: list[Event]) -> None:
    """What a finished game's events tell."""
    box = game.content
    kind, room, countered = -1, -1, -1
    searching = False
    for event in log:
        name = event.kind.name
        ledger.fired(f"event {name}", f"end {name}")
        if name == "setup.hero-taken":
            ledger.fired(f"hero {box.heroes[event.a].key}")
        elif name == "hero.power":
            fire_power(ledger, box, event.b)
        elif name == "hero.redirects":
            ledger.fired("effect redirect-to-self")
        elif name in ATTACK_KINDS:
            kind = ATTACK_KINDS[name]
            if name in ("attack.spell", "attack.sweep"):
                ledger.fired(f"spell {box.spells[event.b].key}")
            elif name == "attack.cantrip":
                cantrip = box.heroes[event.a].cantrip
                assert cantrip is not None
                ledger.fired(f"cantrip {cantrip.name}")
        elif name == "spell.works":
            ledger.fired(f"spell {box.spells[event.a].key}")
            ledger.effects(box.spells[event.a].effects)
        elif name == "move.entered" and event.b < len(box.dungeon):
            ledger.fired(f"room {box.dungeon[event.b].key}")
        elif name in ("search.begins", "disarm.begins", "trap.springs"):
            room, searching = event.b, name == "search.begins"
        elif name == "trap.evaded":
            ledger.fired(f"trap {box.dungeon[room].key} evaded")
        elif name == "trap.strikes":
            ledger.fired(f"trap {box.dungeon[room].key} strikes")
        elif name == "disarm.done":
            ledger.fired(f"trap {box.dungeon[room].key} disarmed")
        elif searching and name in ("search.found", "check.fails"):
            fire_search(ledger, box, room, name == "search.found")
            searching = False
        elif name in ("goblin.arrives", "minion.arrives"):
            ledger.fired(f"enemy {enemy_of(box, event.a).key}")
        elif name == "enemy.attacks":
            fire_special(ledger, box, event.a, int(ON_ENEMY_ACTION))
        elif name in ("counter.rolled", "counter.shield"):
            countered = event.a
        elif name == "counter.no-damage":
            countered = -1
        elif name == "hero.damaged" and countered >= 0:
            fire_counter(ledger, box, countered, kind)
            countered = -1
        elif name == "lair.opened":
            ledger.fired(f"boss {box.bosses[event.a].key}")
        elif name == "boss.torch-effect":
            ledger.fired(f"boss {box.bosses[event.a].key} torch")
            ledger.effects(box.bosses[event.a].torch_effect)


def enemy_of(box: Content, name: int) -> pieces.EnemyCard:
    """The card that an enemy's figure stands for."""
    return box.minions[name - int(MINIONS)] if name >= MINIONS else box.goblins[name]


def fire_power(ledger: Ledger, box: Content, power: int) -> None:
    """A power was used."""
    if power >= 100:
        card = box.loot[power - 100]
        ledger.fired(f"loot {card.key}")
        ledger.effects(card.power.effects)
        return
    mat = box.heroes[power // 8]
    used = mat.ability if power % 8 == 0 else mat.passive
    ledger.fired(f"power {used.name}")
    ledger.effects(used.effects)


def fire_search(ledger: Ledger, box: Content, room: int, found: bool) -> None:
    """A search came to its end."""
    search = box.dungeon[room].search
    assert search is not None
    ledger.fired(f"search {box.dungeon[room].key} {'succeeds' if found else 'fails'}")
    ledger.effects(search.success if found else search.failure)


def fire_special(ledger: Ledger, box: Content, name: int, when: int) -> None:
    """An enemy did what sets its special power off."""
    if name >= BOSS_NAMES:
        return
    card = enemy_of(box, name)
    if card.special is not None and card.special.when == when:
        ledger.fired(f"special {card.key}")
        ledger.effects(card.special.effects)


def fire_counter(ledger: Ledger, box: Content, name: int, kind: int) -> None:
    """A Counter-Attack dealt damage."""
    if name < BOSS_NAMES:
        fire_special(ledger, box, name, int(ON_COUNTER_DAMAGE))
        return
    boss = box.bosses[name - int(BOSS_NAMES)]
    if boss.rider_on == kind:
        ledger.fired(f"boss {boss.key} rider")
        ledger.effects(boss.rider)


def play_until_all_fired(most: int, edition: str = "book") -> Ledger:
    """Game after game, until everything has fired or so many games are played."""
    ledger = Ledger(content.load(edition, {}))
    while ledger.missing and ledger.games < most:
        ledger.games += 1
        bosses = Counter(name.split()[1] for name in ledger.missing if name.startswith("boss "))
        boss = bosses.most_common(1)[0][0] if bosses and ledger.games % 2 else ""
        changes = {"play.players": 1 + ledger.games % 4, "play.boss": boss}
        game = new_game(content.load(edition, changes))
        seed = f"firing/{ledger.games}"
        careless = "end end.impassable" in ledger.missing and ledger.games % 4 == 0
        table = Table([Seeker(ledger, seed, careless)] * 4, Watched(ledger, game, seed))
        table.log = []
        table.asks_everything = True
        play(game, table)
        read_log(ledger, game, table.log)
    return ledger
