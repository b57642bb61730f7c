"""What the player sees of Tin Helm, as a scene, and the words that questions and events need."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from undercroft.core import scene
from undercroft.core.scene import Dice, Pile, Scene, Track, Zone
from undercroft.core.state import State
from undercroft.core.words import Facts, Noun, Nouns
from undercroft.games.tin_helm.cards import FIND_KINDS, ICONS, PLACES, AltarStep, Card, Content, Find, Room
from undercroft.games.tin_helm.state import NOBODY, TinHelm

TITLE = "Tin Helm"
PLACE_NAMES = {
    "altar": "an altar", "campsite": "a campsite", "grove": "a grove", "labyrinth": "a labyrinth",
    "pigman": "a Pigman", "shrine": "a shrine",
}  # fmt: skip
ABOUT = (
    "human", "gnome", "kroling", "merfolk", "alchemist", "marauder", "footpad", "parson",
    "axe", "books", "dagger", "mace", "potion", "bedroll", "scroll", "toolkit",
)  # fmt: skip
FACTS = (
    "top", "top-icons", "the-enemy", "moment", "first", "second", "first-turned", "second-turned", "trap",
    "favor", "plain", "bonus-1", "bonus-2", "bonus-3", "own-step", "next-step", "full-health", "pigman-favor",
    "rest", "forage", "both", "water-health", "water-energy", "drink-potion", "drink-found-potion", "eat-turnip",
    "eat-for-health", "eat-for-energy", "use-ring", "use-ring-favor", "use-wedge", "use-scroll", "thrown", "traded",
    "net", "disarm", "grove", *(f"about-{key}" for key in ABOUT),
)  # fmt: skip


def nouns(state: State) -> Nouns:
    """The things that figures of events stand for."""
    assert isinstance(state, TinHelm)
    content = state.content
    rooms = [Noun(f"the {room.name}") for room in content.rooms]
    return {
        "race": [Noun(race.name) for race in content.races],
        "class": [Noun(cls.name) for cls in content.classes],
        "card": [Noun(card.name) for card in content.cards],
        "enemy": [Noun(enemy.name, enemy.plural) for enemy in content.enemies],
        "room": rooms,
        "results": rooms,
        "place": [Noun(PLACE_NAMES[place]) for place in PLACES],
    }


# ---- what questions mention -----------------------------------------------------------------------------------------


def facts(state: State) -> Facts:
    """Figures and phrases for the questions and labels of this moment."""
    assert isinstance(state, TinHelm)
    content = state.content
    figures = content.figures
    enemy = content.enemies[state.enemy] if state.enemy != NOBODY else None
    bonus = state.bonus or [0, 0, 0, 0]
    own, following = altar_steps(state)
    water = content.races[state.race].water_gain if state.race != NOBODY else 0
    rest_health = figures.rest_health + state.kit.rest_health
    rest_energy = figures.rest_energy + state.kit.rest_energy
    return {
        **fixed_facts(content),
        "top": f"the {content.rooms[state.top].name}" if state.top != NOBODY else "",
        "top-icons": listed(content.rooms[state.top].icons) if state.top != NOBODY else "",
        "the-enemy": f"the {enemy.name}" if enemy else "",
        "moment": moment(state),
        "first": state.first,
        "second": state.second,
        "first-turned": 7 - state.first,
        "second-turned": 7 - state.second,
        "trap": trap_text(content.rooms[state.results]) if state.results != NOBODY else "",
        "favor": state.favor,
        "bonus-1": bonus[1],
        "bonus-2": bonus[2],
        "bonus-3": bonus[3],
        "own-step": step_text(state, own),
        "next-step": step_text(state, following),
        "full-health": gains(state, health=state.health_cap),
        "rest": gains(state, health=rest_health, energy=rest_energy),
        "forage": gains(state, food=figures.forage_food),
        "both": gains(state, health=rest_health, energy=rest_energy, food=figures.forage_food),
        "pigman-favor": gains(state, favor=figures.pigman_favor),
        "water-health": gains(state, health=water),
        "water-energy": gains(state, energy=water),
        **{card.use.name: gains(state, health=card.use_health, energy=card.use_energy) for card in content.cards},
        "eat-for-health": gains(state, health=1),
        "eat-for-energy": gains(state, energy=1),
        "thrown": state.kit.thrown.name if state.kit.thrown else "",
        "traded": state.kit.traded.name if state.kit.traded else "",
        "net": state.kit.fishing_dice,
        "disarm": by_die([disarm_text(times) for times in state.kit.disarm]),
        "grove": by_die([grove_text(state, face) for face in range(len(figures.grove_food))]),
    }


@lru_cache(maxsize=16)
def fixed_facts(content: Content) -> Facts:
    """Figures and phrases that stay the same throughout a game."""
    figures = content.figures
    return {
        "plain": figures.plain_strike,
        **dict.fromkeys(("drink-potion", "drink-found-potion", "eat-turnip"), ""),
        **dict.fromkeys(("use-ring", "use-wedge", "use-scroll"), ""),
        **{card.avoid.name: card.name for card in content.cards},
        **{f"{card.avoid.name}-favor": card.avoid_favor for card in content.cards},
        **{f"about-{key}": text for key, text in about(content).items()},
    }


def about(content: Content) -> dict[str, str]:
    """Races, classes and trappings, each described for whoever has to choose one."""
    texts = {card.key: f"{card.name}: {card.text}" for card in content.cards if card.pair}
    for race in content.races:
        texts[race.key] = (
            f"{race.name}: {amounts(health=race.health, energy=race.energy, food=race.food)}. {race.power}"
        )
    for cls in content.classes:
        bonus = "/".join(f"+{number}" for number in cls.bonus[1:])
        held = " and ".join(content.cards[index].name for index in cls.trappings)
        texts[cls.key] = f"{cls.name}: {amounts(health=cls.health, energy=cls.energy)}, {bonus}, {held}"
    return texts


def amounts(**figures: int) -> str:
    """Figures in words, without those that are 0."""
    return ", ".join(f"{value} {name}" for name, value in figures.items() if value) or "nothing"


def by_die(texts: list[str]) -> str:
    """What the faces of a die bring, those that bring the same together: 1 this, 2-3 that."""
    parts: list[str] = []
    for text, faces in groupby(range(1, len(texts) + 1), lambda face: texts[face - 1]):
        run = list(faces)
        parts.append(f"{run[0] if len(run) == 1 else f'{run[0]}-{run[-1]}'} {text}")
    return ", ".join(parts)


def disarm_text(times: int) -> str:
    """What is left of a trap."""
    return {0: "saves you", 1: "changes nothing", 2: "doubles it"}.get(times, f"makes it {times} times as bad")


def grove_text(state: TinHelm, face: int) -> str:
    """What a face of the die brings in a grove: as much as there is room for, and no more lost than there is."""
    figures = state.content.figures
    food = room_for_food(state, figures.grove_food[face])
    lost = min(figures.grove_energy_lost[face], state.energy)
    parts = [f"{food} food"] if food else []
    return " and ".join([*parts, f"-{lost} energy"] if lost else parts) or "nothing"


def listed(icons: list[int]) -> str:
    """A room's icons in words."""
    return ", ".join(ICONS[icon] for icon in icons)


def moment(state: TinHelm) -> str:
    """What is about to happen when a window opens."""
    if state.enemy != NOBODY:
        enemy = state.foe()
        return f"the {enemy.name} {'attack' if enemy.plural else 'attacks'}"
    if state.room == NOBODY:
        return "you eat and go on down"
    icon = ICONS[state.content.rooms[state.room].icons[state.icon]]
    find = state.content.rooms[state.results].random
    if icon == "random" and FIND_KINDS[find.kind] == "place":
        return f"you enter the {PLACES[find.index]}"
    if icon == "random":
        icon = FIND_KINDS[find.kind]
    return {"trap": "the trap springs", "loot": "you look for loot", "water": "you fish"}.get(icon, "you go on")


def altar_steps(state: TinHelm) -> tuple[AltarStep, AltarStep | None]:
    """The step you are on, and the next."""
    altar = state.content.altar
    number = max(index for index, step in enumerate(altar) if state.favor >= step.favor)
    return altar[number], altar[number + 1] if number + 1 < len(altar) else None


def step_text(state: TinHelm, step: AltarStep | None) -> str:
    """What a step gives."""
    if step is None:
        return ""
    return "a shard or full health" if step.top else gains(state, health=step.health, energy=step.energy)


def gains(state: TinHelm, *, health: int = 0, energy: int = 0, food: int = 0, favor: int = 0) -> str:
    """What there is room for on the tracks (track.starting-values-are-caps, track.food-cap, track.favor)."""
    figures = state.content.figures
    gained = {
        "health": min(health, state.health_cap - state.health),
        "energy": min(energy, state.energy_cap - state.energy),
        "food": room_for_food(state, food),
        "favor": max(min(favor, figures.favor_limit - state.favor), 0),
    }
    return amounts(**gained) if any(gained.values()) else "nothing to gain"


def room_for_food(state: TinHelm, food: int) -> int:
    """How much of some food there is room for (track.food-cap)."""
    return max(min(food, state.content.figures.food_limit - state.food), 0)


def trap_text(results: Room) -> str:
    """A trap in words."""
    return amounts(health=results.trap_health, energy=results.trap_energy)


# ---- the table ------------------------------------------------------------------------------------------------------


def tin_helm_scene(state: State, seat: int) -> Scene:
    """The whole table: hero, room, what is left of the deck."""
    assert isinstance(state, TinHelm)
    zones = []
    if state.race != NOBODY:
        zones = [hero(state), board(state), dungeon(state), aside(state)]
    if state.end is not None:
        zones.append(score(state))
    return Scene("tin-helm", TITLE, status(state), tuple(zones))


def status(state: TinHelm) -> str:
    """Where you are, in a few words."""
    if state.race == NOBODY:
        return "before the adventure"
    rooms = len(state.content.rooms) // 2
    where = f"room {state.room_number} of {rooms}" if state.room_number else "at the stairs"
    return f"level {state.level} of {state.content.figures.levels}, {where}"


def hero(state: TinHelm) -> Zone:
    """The adventurer: trackers and cards."""
    content = state.content
    name = f"{content.races[state.race].name} {content.classes[state.cls].name}"
    figures = content.figures
    tracks = (
        Track("health", "Health", state.health, state.health_cap),
        Track("energy", "Energy", state.energy, state.energy_cap),
        Track("food", "Food", state.food, figures.food_limit),
        Track("favor", "Favor", state.favor, figures.favor_limit),
        Track("shards", "Shards", state.shards, figures.shards_to_win),
    )
    cards = tuple(card_item(state, card) for card in state.kit.held)
    race = content.races[state.race]
    used = bool(race.flips_per_level) and state.flips == 0
    power = scene.Card(race.key, race.name, "power", (race.power,), state="used this level" if used else "")
    return Zone("hero", name, (*tracks, power, *cards))


def card_item(state: TinHelm, card: Card) -> scene.Card:
    """A card in hand; what was found may be the twin of what one set out with."""
    used = card.avoid_once_per_level and state.used & card.bit
    kind, key = ("trapping", card.key) if card.pair else ("loot", f"found-{card.key}")
    return scene.Card(key, card.name, kind, (card.text,), state="used this level" if used else "")


def board(state: TinHelm) -> Zone:
    """The room on top or entered, its results, the enemy, the dice."""
    content = state.content
    items: list[scene.Item] = []
    if state.room != NOBODY:
        items.append(room_item(content.rooms[state.room], state.icon))
        items.append(results_item(content, content.rooms[state.results]))
    elif state.top != NOBODY:
        items.append(room_item(content.rooms[state.top], NOBODY))
    if state.enemy != NOBODY:
        items.append(enemy_item(state))
    if state.first:
        items.append(Dice("dice", "Last roll", (state.first, state.second)))
    return Zone("board", "Room", tuple(items))


def room_item(room: Room, at: int) -> scene.Card:
    """A room side; what is done is said so, and the icon being resolved is marked."""
    return scene.Card(
        room.key, room.name, "room", tuple(icon_line(ICONS[icon], n, at) for n, icon in enumerate(room.icons))
    )


def icon_line(icon: str, number: int, at: int) -> str:
    """An icon of a room of which number `at` is being resolved."""
    if number == at:
        return f"> {icon}"
    return f"{icon} (done)" if number < at else icon


def results_item(content: Content, room: Room) -> scene.Card:
    """A results side."""
    lines = (
        f"enemy {content.enemies[room.enemy].name}",
        f"trap {trap_text(room)}",
        f"random {find_text(content, room.random)}",
        f"loot {find_text(content, room.loot)}",
    )
    return scene.Card(room.key, room.name, "results", lines)


def find_text(content: Content, find: Find) -> str:
    """An entry of a results side in words."""
    kind = FIND_KINDS[find.kind]
    if kind == "card":
        return content.cards[find.index].name
    if kind == "enemy":
        return content.enemies[find.index].name
    return PLACES[find.index] if kind == "place" else kind


def enemy_item(state: TinHelm) -> scene.Card:
    """The enemy card with its health."""
    enemy = state.foe()
    favor = state.level if enemy.favor < 0 else enemy.favor
    lines = [
        f"attack {f'+{enemy.attack}' if enemy.attack else 0}, defense {enemy.defense}",
        f"worth {favor} favor{', undead' if enemy.undead else ''}",
    ]
    if enemy.power:
        lines.append(enemy.power)
    health = Track("enemy-health", "Health", state.enemy_health, enemy.health + state.level)
    return scene.Card(enemy.key, enemy.name, "enemy", tuple(lines), (health,))


def dungeon(state: TinHelm) -> Zone:
    """What is left of the level: the cards that nobody has seen yet, in no order."""
    unseen = tuple(room.name for room in state.content.rooms if room.index in state.deck.unseen)
    return Zone("deck", "Dungeon", (Pile("unseen", "Cards to come", len(unseen), unseen),))


def aside(state: TinHelm) -> Zone:
    """The trackers that the status line and the enemy's card show as well, and the cards that the level has used."""
    rooms = state.content.rooms
    deck = state.deck
    elsewhere = {*deck.unseen, *deck.top, *deck.bottom, state.top, state.room, state.results}
    used = tuple(room.name for room in rooms if room.index not in elsewhere)
    items: list[scene.Item] = [Track("level", "Dungeon level", state.level, state.content.figures.levels)]
    if state.enemy == NOBODY:
        items.append(Track("enemy-health", "Enemy health", state.enemy_health))
    return Zone("aside", "Trackers", (*items, Pile("used", "Used", len(used), used)), aside=True)


def score(state: TinHelm) -> Zone:
    """The parts of the score, each with what it counts (score.shards, score.body, score.favor, score.level)."""
    figures = state.content.figures
    parts = (
        ("shards", f"Shards {state.shards}, {figures.score_shard} each", figures.score_shard * state.shards),
        ("health", "Health", state.health),
        ("energy", "Energy", state.energy),
        ("food", "Food", state.food),
        ("favor", f"Favor {state.favor}, {figures.score_favor} each", figures.score_favor * state.favor),
        ("level", f"Level {state.level}, -{figures.score_level} each", -figures.score_level * state.level),
    )
    return Zone("score", "Score", tuple(Track(f"score-{key}", label, value) for key, label, value in parts))


def rank_name(state: State, rank: str) -> str:
    """A rank's name."""
    assert isinstance(state, TinHelm)
    return next((name for _, key, name in state.content.ranks if key == rank), "")
