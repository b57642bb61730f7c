"""What a seat sees of Tiny Epic Dungeons, as a scene; everything on the table is public."""

from __future__ import annotations

from functools import lru_cache

from undercroft.core.scene import Card, Dice, Item, Pile, Scene, Track, Zone
from undercroft.core.state import State
from undercroft.games.tiny_epic_dungeons.bodies import defense_of
from undercroft.games.tiny_epic_dungeons.geometry import cells_of
from undercroft.games.tiny_epic_dungeons.pieces import (
    ON_SPELL,
    BossMat,
    DungeonCard,
    EnemyCard,
    HeroMat,
    LootCard,
    Spell,
)
from undercroft.games.tiny_epic_dungeons.powers import used_up
from undercroft.games.tiny_epic_dungeons.scene_effects import (
    SKILL_NAMES,
    action_words,
    counter_words,
    doing,
    loot_slot,
    power_words,
    reward_words,
    rider_words,
    special_words,
    spell_words,
)
from undercroft.games.tiny_epic_dungeons.scene_map import (
    DECKS,
    enemy_key,
    enemy_mark,
    first_name,
    hero_key,
    plan,
    whereabouts,
)
from undercroft.games.tiny_epic_dungeons.state import (
    BOSS_TARGET,
    FIRST_LOOT,
    FIRST_MINION,
    GOBLINS,
    LAIR,
    LOOT_SLOTS,
    Dungeon,
    Hero,
)
from undercroft.games.tiny_epic_dungeons.torch import torch_top, track_of

TITLE = "Tiny Epic Dungeons"
SEEN_AHEAD = 2  # spaces of each kind on the Torch


def tiny_epic_dungeons_scene(state: State, seat: int) -> Scene:
    """The whole table; from each seat it is another hero whose cards lie in front, and all are seen."""
    assert isinstance(state, Dungeon)
    game = state
    zones: list[Zone] = []
    if game.act:
        shown = shown_to(game, seat)
        zones = [light(game), party(game, shown), board(game), dice(game)]
        if game.act == 2:
            zones.append(lair(game))
        zones += [enemies(game), belongings(game, shown), tales(game), aside(game)]
    else:
        mats = game.content.heroes
        zones.append(Zone("mats", "Heroes", tuple(mat_card(mat, game) for mat in mats)))
        zones.append(Zone("tales", "Card texts", tuple(tale("hero", mat) for mat in mats), aside=True))
    return Scene("tiny-epic-dungeons", TITLE, status(game), tuple(zone for zone in zones if zone.items))


def status(game: Dungeon) -> str:
    """Where the game stands, in a few words."""
    if not game.act:
        return "the party gathers"
    if game.act == 2:
        return f"Act 2, {game.boss_mat().name}, turn {game.turns}"
    turn = f"turn {game.turns}" if game.turns else "before the first turn"
    return f"Act 1, {turn}, Seals broken: {game.seals} of {len(game.heroes)}"


# ---- the light ------------------------------------------------------------------------------------------------------


def light(game: Dungeon) -> Zone:
    """The Torch with what its next spaces do, and what the game is lost or won by."""
    count = len(game.heroes)
    items: list[Item] = [Track("torch", "Torch", int(game.torch), int(torch_top(game)), ahead(game))]
    if game.act == 1:
        items.append(Track("seals", "Seals", int(game.seals), count))
    else:
        most = int(game.content.figures.boss_track_top) * count
        items.append(Track("boss-health", "Boss", sum(game.markers), most))
    items.append(Track("goblins", "Goblins", int(game.goblin_count()), int(GOBLINS)))
    return Zone("light", f"Act {game.act}", tuple(items))


def ahead(game: Dungeon) -> str:
    """Where the Torch will call enemies next, and where it goes out if that is near."""
    track, first = track_of(game), int(game.torch) - 1
    told = []
    for word, spaces in (("Goblin", track.goblin), ("enemies act", track.enemies)):
        coming = [str(space) for space in range(first, 0, -1) if spaces[space]][:SEEN_AHEAD]
        if coming:
            told.append(f"{word} {', '.join(coming)}")
    return "; ".join(told) or "then it goes out"


# ---- heroes ---------------------------------------------------------------------------------------------------------


def shown_to(game: Dungeon, seat: int) -> int:
    """Whose cards lie in front: those of the hero who is asked; from other seats those of their own hero."""
    return int(game.asked) if game.seat_of(game.asked) == seat or seat >= len(game.heroes) else seat


def party(game: Dungeon, shown: int) -> Zone:
    """The heroes' mats, in the order of their seats."""
    return Zone("party", "Party", tuple(hero_card(game, number, shown) for number in range(len(game.heroes))))


def mat_card(mat: HeroMat, game: Dungeon) -> Card:
    """A hero that may be taken."""
    lines = [skills_of(mat), f"Speed {mat.speed}, Defense {mat.defense}"]
    lines += [f"{power.name}: {power_words(power)}" for power in (mat.passive, mat.ability)]
    if mat.cantrip is not None:
        lines.append(f"{mat.cantrip.name}: {spell_words(mat.cantrip)}")
    tracks = (
        Track(f"{mat.key}-health", "Health", int(mat.max_health)),
        Track(f"{mat.key}-focus", "Focus", int(mat.max_focus)),
    )
    taken = "taken" if any(hero.mat is mat for hero in game.heroes) else ""
    return Card(f"mat-{mat.index + 1}", mat.name, mat.calling, tuple(lines), tracks, taken)


def skills_of(mat: HeroMat) -> str:
    """The dice of a hero's Skills."""
    return ", ".join(f"{name} {dice}" for name, dice in zip(SKILL_NAMES, mat.skills, strict=False))


def hero_card(game: Dungeon, number: int, shown: int) -> Card:
    """A hero's mat, with all that the hero carries unless that lies in front anyway."""
    hero = game.heroes[number]
    mat, content = hero.mat, game.content
    active = game.act > 0 and number == game.active
    defense = int(defense_of(game, hero)) if game.act == 2 else int(hero.defense)
    speed = f"Speed {game.speed_left} of {hero.speed}" if active and game.moving else f"Speed {hero.speed}"
    lines = [f"Defense {defense}, {speed}, {skills_of(mat)}"]
    if number != shown:
        carried = [content.loot[card].name for card in hero.loot if card >= 0]
        carried += [content.spells[card].name for card in hero.spells]
        lines.append(f"Carries {', '.join(carried) or 'nothing yet'}")
        lines += [f"{card.title}: {card.lines[0]}" for card in cards_of(game, hero)]
    tracks = (
        Track(f"{hero_key(number)}-health", "Health", int(hero.health), int(hero.max_health)),
        Track(f"{hero_key(number)}-focus", "Focus", int(hero.focus), int(hero.max_focus)),
    )
    return Card(hero_key(number), first_name(hero), "hero", tuple(lines), tracks, hero_state(game, number))


def hero_state(game: Dungeon, number: int) -> str:
    """What is the matter with a hero."""
    hero = game.heroes[number]
    words = ["acts"] if game.turns and number == game.active else []
    if hero.health == 0:
        words.append("unconscious")
    return ", ".join(words)


def belongings(game: Dungeon, shown: int) -> Zone:
    """What a hero can use, a card each."""
    hero = game.heroes[shown]
    return Zone("belongings", f"{first_name(hero)}'s cards", tuple(cards_of(game, hero)))


def cards_of(game: Dungeon, hero: Hero) -> list[Card]:
    """A hero's abilities, Loot and Spells."""
    mat, content = hero.mat, game.content
    cards = [
        Card("ability", mat.ability.name, "ability", (power_words(mat.ability),), state=used_state(game, hero, 0)),
        Card("passive", mat.passive.name, "passive", (power_words(mat.passive),), state=used_state(game, hero, 1)),
    ]
    if mat.cantrip is not None:
        cards.append(Card("cantrip", mat.cantrip.name, "cantrip", (spell_words(mat.cantrip),)))
    for slot in range(LOOT_SLOTS):
        if hero.loot[slot] >= 0:
            loot = content.loot[hero.loot[slot]]
            state = used_state(game, hero, slot + int(FIRST_LOOT))
            lines = (power_words(loot.power), loot.power.text)
            cards.append(Card(f"loot-{slot + 1}", loot.name, loot_slot(loot), lines, state=state))
    for slot, index in enumerate(hero.spells):
        spell = content.spells[index]
        cards.append(Card(f"spell-{slot + 1}", spell.name, "spell", (spell_words(spell), spell.text)))
    return cards


def used_state(game: Dungeon, hero: Hero, source: int) -> str:
    """Whether a power has been used up."""
    power = game.power(hero, source)
    return "used" if power is not None and power.once and used_up(game, hero, source, power) else ""


# ---- enemies --------------------------------------------------------------------------------------------------------


def enemies(game: Dungeon) -> Zone:
    """The cards of all enemies in play, Goblins by number, then the Minions."""
    cards = [enemy_card(game, target) for target in range(BOSS_TARGET) if game.enemy_at(target) >= 0]
    return Zone("enemies", "Enemies", tuple(cards), across=True)


def enemy_card(game: Dungeon, target: int) -> Card:
    """A Goblin's or Minion's card."""
    card, key = game.enemy_card(target), enemy_key(target)
    minion = target >= FIRST_MINION
    health = int(game.minion_health[target - int(FIRST_MINION)]) if minion else 1
    tracks = (
        Track(f"{key}-health", "Health", health, int(card.health)),
        Track(f"{key}-defense", "Defense", int(card.defense)),
    )
    return Card(key, f"{card.name} ({enemy_mark(target)})", "minion" if minion else "goblin", enemy_lines(card), tracks)


def enemy_lines(card: EnemyCard) -> tuple[str, ...]:
    """What an enemy's card says."""
    lines = [f"Counter-Attack: {counter_words(card.counter)}", action_words(card)]
    if card.special is not None:
        lines.append(special_words(card.special))
    if card.rewards:
        lines.append(f"Reward: {reward_words(card.rewards)}")
    return tuple(lines)


def lair(game: Dungeon) -> Zone:
    """The Boss Mat."""
    boss, figures = game.boss_mat(), game.content.figures
    place = "in the Lair" if game.boss_at == LAIR else f"out, {whereabouts(int(game.boss_at))}"
    lines = [
        f"Health Markers on {', '.join(str(marker) for marker in game.markers)}",
        altar_words(game),
        f"Counter-Attack: {counter_words(boss.counter)}",
        f"Acts: Speed {boss.speed}, then {figures.boss_action_damage} damage to all heroes within "
        f"{figures.boss_action_range} rooms",
        f"On the Torch face: {doing(boss.torch_effect)}",
    ]
    if not game.content.switches.boss_attackable_in_dungeon:
        lines.insert(2, "Can be attacked from a Hero Space, while it is in the Lair")
    if rider_words(boss):
        lines.append(rider_words(boss))
    spaces = [f"S{number} {doing(effects)}" for number, effects in enumerate(boss.spaces, 1) if effects]
    if spaces:
        lines.append(f"Hero Spaces: {'; '.join(spaces)}")
    tracks = (
        Track("boss-defense", "Defense", int(boss.defense)),
        Track("altars", "Altars standing", altars_left(game)),
    )
    return Zone("lair", "Boss", (Card("boss", boss.name, "boss", tuple(lines), tracks, place),), across=True)


def altar_words(game: Dungeon) -> str:
    """Where a Health Marker stops: the Altar spaces that no broken altar covers."""
    stops = [str(space) for space in game.boss_mat().altars[game.covered :]]
    if not stops:
        return "All Altar spaces are covered"
    plural = "s" if len(stops) > 1 else ""
    return f"Markers stop at the Altar space{plural} {', '.join(stops)}; it covers one by entering an altar's room"


def altars_left(game: Dungeon) -> int:
    """How many altars stand in the dungeon."""
    return bin(game.altars).count("1")


# ---- what cards tell besides ----------------------------------------------------------------------------------------


def tales(game: Dungeon) -> Zone:
    """What all mats and cards in play tell besides what they do, the same for every seat."""
    content = game.content
    told = [tale("hero", hero.mat) for hero in game.heroes]
    for hero in game.heroes:
        told += [loot_tale(content.loot[card]) for card in hero.loot if card >= 0]
        told += [tale("spell", content.spells[card]) for card in hero.spells]
    told += [tale("enemy", game.enemy_card(target)) for target in range(BOSS_TARGET) if game.enemy_at(target) >= 0]
    if game.act == 2:
        told.append(tale("boss", game.boss_mat()))
    told += [tale("room", game.card_at(cell)) for cell in cells_of(game.rooms)]
    if game.turned >= 0:
        told.append(tale("room", content.dungeon[game.turned]))
    return Zone("tales", "Card texts", tuple(told), aside=True)


@lru_cache(maxsize=1024)
def tale(kind: str, card: HeroMat | EnemyCard | BossMat | DungeonCard | Spell) -> Card:
    """What a card tells; as that never changes, it is drawn once for all scenes."""
    return Card(f"tale-{kind}-{card.key}", card.name, kind, (card.text,))


@lru_cache(maxsize=1024)
def loot_tale(card: LootCard) -> Card:
    """What a Loot tells."""
    return Card(f"tale-loot-{card.key}", card.name, "loot", (card.power.text,))


# ---- the rest of the table ------------------------------------------------------------------------------------------


def board(game: Dungeon) -> Zone:
    """The dungeon."""
    return Zone("board", "Dungeon", (plan(game),))


def dice(game: Dungeon) -> Zone:
    """The Hero Dice as they lie during a check, and what is needed."""
    if not game.dice:
        return Zone("dice", "Dice", ())
    needs = f"more than {game.against - 1}" if game.purpose <= ON_SPELL else f"{game.against} or more"
    return Zone("dice", "Dice", (Dice("dice", f"Needs {needs}", tuple(game.dice)),))


def aside(game: Dungeon) -> Zone:
    """What one may count: the cards left in each deck, those that nobody has seen, and those that lie discarded.

    What nobody has seen is in the Dungeon Deck, lies facedown, or is not in this game.
    """
    content = game.content
    left = tuple(f"{count} of Deck {DECKS[deck]}" for deck, count in enumerate(game.left) if count)
    unseen = sorted(content.dungeon[card].name for card in (*game.unseen_rooms, *game.unseen_encounters))
    loot, spells = [card.name for card in content.loot], [card.name for card in content.spells]
    goblins, minions = [card.name for card in content.goblins], [card.name for card in content.minions]
    piles = (
        Pile("dungeon-deck", "Dungeon", sum(game.left), left),
        Pile("unseen", "Unseen", len(unseen), tuple(unseen)),
        named_pile("loot-deck", "Loot", game.loot_deck.unseen, loot, game.loot_discards),
        named_pile("spell-deck", "Spells", game.spell_deck.unseen, spells, game.spell_discards),
        named_pile("goblin-deck", "Goblins", game.goblin_deck.unseen, goblins, game.goblin_discards),
        named_pile("minion-deck", "Minions", game.minion_deck.unseen, minions, []),
    )
    return Zone("aside", "Decks", piles, aside=True)


def named_pile(key: str, title: str, cards: list[int], names: list[str], discards: list[int]) -> Pile:
    """A pile of which everybody knows what is in it, in an order that tells nothing, and its discards."""
    gone = sorted(f"{names[card]} (discarded)" for card in discards)
    return Pile(key, title, len(cards), (*sorted(names[card] for card in cards), *gone))


def rank_name(state: State, rank: str) -> str:
    """This game has no ranks."""
    return ""
