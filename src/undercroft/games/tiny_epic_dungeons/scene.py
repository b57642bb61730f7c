"""What a seat sees of Tiny Epic Dungeons, as a scene; everything on the table is public."""

from __future__ import annotations

from undercroft.core.scene import Card, Dice, Item, Pile, Scene, Track, Zone
from undercroft.core.state import State
from undercroft.games.tiny_epic_dungeons.bodies import defense_of
from undercroft.games.tiny_epic_dungeons.pieces import ON_SPELL, EnemyCard
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
SEEN_AHEAD = 8  # spaces of the Torch


def tiny_epic_dungeons_scene(state: State, seat: int) -> Scene:
    """The whole table; it is the same from every seat."""
    assert isinstance(state, Dungeon)
    game = state
    zones: list[Zone] = []
    if game.act:
        zones = [light(game), party(game), board(game), dice(game)]
        if game.act == 2:
            zones.append(lair(game))
        zones += [enemies(game), belongings(game), decks(game)]
    elif game.heroes:
        zones = [Zone("party", "Party", tuple(hero_card(game, number) for number in range(len(game.heroes))))]
    return Scene("tiny-epic-dungeons", TITLE, status(game), tuple(zone for zone in zones if zone.items))


def status(game: Dungeon) -> str:
    """Where the game stands, in a few words."""
    if not game.act:
        return "the party gathers"
    if game.act == 2:
        return f"Act 2, {game.boss_mat().name}, turn {game.turns}"
    return f"Act 1, turn {game.turns}, Seals broken: {game.seals} of {len(game.heroes)}"


# ---- the light ------------------------------------------------------------------------------------------------------


def light(game: Dungeon) -> Zone:
    """The Torch with what its next spaces do, and what the game is lost or won by."""
    count = len(game.heroes)
    items: list[Item] = [Track("torch", "Torch", int(game.torch), int(torch_top(game)), ahead(game))]
    if game.act == 1:
        items.append(Track("seals", "Seals broken", int(game.seals), count))
    else:
        most = int(game.content.figures.boss_track_top) * count
        items.append(Track("boss-health", "Boss", sum(game.markers), most))
    items.append(Track("goblins", "Goblins", int(game.goblin_count()), int(GOBLINS)))
    return Zone("light", f"Act {game.act}", tuple(items))


def ahead(game: Dungeon) -> str:
    """What the coming spaces of the Torch do, the nearest first."""
    track, told = track_of(game), []
    for space in range(int(game.torch) - 1, max(0, int(game.torch) - SEEN_AHEAD) - 1, -1):
        words = [word for on, word in ((track.goblin[space], "Goblin"), (track.enemies[space], "enemies act")) if on]
        if space == 0:
            words = ["darkness"]
        if words:
            told.append(f"{space} {' and '.join(words)}")
    return ", ".join(told)


# ---- heroes ---------------------------------------------------------------------------------------------------------


def party(game: Dungeon) -> Zone:
    """The heroes' mats, in the order of their seats."""
    return Zone("party", "Party", tuple(hero_card(game, number) for number in range(len(game.heroes))))


def hero_card(game: Dungeon, number: int) -> Card:
    """A hero's mat with all that the hero carries."""
    hero = game.heroes[number]
    mat, content = hero.mat, game.content
    skills = ", ".join(f"{name} {dice}" for name, dice in zip(SKILL_NAMES, mat.skills, strict=False))
    active = game.act > 0 and number == game.active
    defense = int(defense_of(game, hero)) if game.act == 2 else int(hero.defense)
    speed = f"Speed {game.speed_left} of {hero.speed}" if active and game.moving else f"Speed {hero.speed}"
    lines = [f"Defense {defense}, {speed}, {skills}"]
    if not active or not game.act:
        lines += [f"{mat.passive.name}: {power_words(mat.passive)}", f"{mat.ability.name}: {power_words(mat.ability)}"]
        if mat.cantrip is not None:
            lines.append(f"{mat.cantrip.name}: {spell_words(mat.cantrip)}")
        lines += [
            f"{content.loot[card].name}: {power_words(content.loot[card].power)}" for card in hero.loot if card >= 0
        ]
        lines += [f"{content.spells[card].name}: {spell_words(content.spells[card])}" for card in hero.spells]
    tracks = (
        Track(f"{hero_key(number)}-health", "Health", int(hero.health), int(hero.max_health)),
        Track(f"{hero_key(number)}-focus", "Focus", int(hero.focus), int(hero.max_focus)),
    )
    return Card(hero_key(number), first_name(hero), "hero", tuple(lines), tracks, hero_state(game, number))


def hero_state(game: Dungeon, number: int) -> str:
    """What is the matter with a hero."""
    hero = game.heroes[number]
    words = ["acts"] if game.act and number == game.active else []
    if hero.health == 0:
        words.append("unconscious")
    return ", ".join(words)


def belongings(game: Dungeon) -> Zone:
    """What the hero who is asked can use: abilities, Loot and Spells, a card each."""
    hero = game.heroes[game.asked]
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
            cards.append(
                Card(
                    f"loot-{slot + 1}",
                    loot.name,
                    loot_slot(loot),
                    (power_words(loot.power), loot.power.text),
                    state=state,
                )
            )
    for slot, index in enumerate(hero.spells):
        spell = content.spells[index]
        cards.append(Card(f"spell-{slot + 1}", spell.name, "spell", (spell_words(spell), spell.text)))
    return Zone("belongings", f"{first_name(hero)}'s cards", tuple(cards))


def used_state(game: Dungeon, hero: Hero, source: int) -> str:
    """Whether a power has been used up."""
    power = game.power(hero, source)
    return "used" if power is not None and power.once and used_up(game, hero, source, power) else ""


# ---- enemies --------------------------------------------------------------------------------------------------------


def enemies(game: Dungeon) -> Zone:
    """The cards of all enemies in play, Goblins by number, then the Minions."""
    cards = [enemy_card(game, target) for target in range(BOSS_TARGET) if game.enemy_at(target) >= 0]
    return Zone("enemies", "Enemies", tuple(cards))


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
    place = "in the Lair" if game.boss_at == LAIR else f"out in the dungeon, {whereabouts(int(game.boss_at))}"
    altars = [f"{space} (covered)" if number < game.covered else str(space) for number, space in enumerate(boss.altars)]
    lines = [
        f"Health Markers on {', '.join(str(marker) for marker in game.markers)}",
        f"Altar spaces {', '.join(altars)}: a marker does not pass one that is not covered",
        f"Counter-Attack: {counter_words(boss.counter)}",
        f"Acts: Speed {boss.speed}, then {figures.boss_action_damage} damage to all heroes within "
        f"{figures.boss_action_range} rooms",
        f"On the Torch face: {doing(boss.torch_effect)}",
    ]
    if rider_words(boss):
        lines.append(rider_words(boss))
    lines += [f"Space {number}: {doing(effects)}" for number, effects in enumerate(boss.spaces, 1)]
    tracks = (
        Track("boss-defense", "Defense", int(boss.defense)),
        Track("altars", "Altars standing", altars_left(game)),
    )
    return Zone("lair", "Boss", (Card("boss", boss.name, "boss", tuple(lines), tracks, place),))


def altars_left(game: Dungeon) -> int:
    """How many altars stand in the dungeon."""
    return bin(game.altars).count("1")


# ---- the rest of the table ------------------------------------------------------------------------------------------


def board(game: Dungeon) -> Zone:
    """The dungeon."""
    return Zone("board", "Dungeon", (plan(game),))


def dice(game: Dungeon) -> Zone:
    """The Hero Dice as they lie during a check, each by itself, and what is needed."""
    needs = f"more than {game.against - 1}" if game.purpose <= ON_SPELL else f"{game.against}"
    faces = [Dice(f"die-{place + 1}", f"Die {place + 1}", (face,)) for place, face in enumerate(game.dice)]
    return Zone("dice", f"Needs {needs}", tuple(faces))


def decks(game: Dungeon) -> Zone:
    """How many cards are left where, which have not been seen, and what has been discarded (info.public)."""
    content = game.content
    left = tuple(f"{count} of Deck {DECKS[deck]}" for deck, count in enumerate(game.left) if count)
    unseen = [content.dungeon[card].name for card in sorted([*game.unseen_rooms, *game.unseen_encounters])]
    piles = [Pile("dungeon-deck", "Dungeon deck", sum(game.left), left)]
    if game.act == 1:
        piles.append(Pile("unseen-rooms", "Rooms not seen yet", len(unseen), tuple(unseen)))
    loot, spells = [card.name for card in content.loot], [card.name for card in content.spells]
    goblins, minions = [card.name for card in content.goblins], [card.name for card in content.minions]
    piles += [
        named_pile("loot-deck", "Loot", game.loot_deck.unseen, loot),
        named_pile("spell-deck", "Spells", game.spell_deck.unseen, spells),
        named_pile("goblin-deck", "Goblin cards", game.goblin_deck.unseen, goblins),
        named_pile("minion-deck", "Minion cards", game.minion_deck.unseen, minions),
    ]
    discards = (
        named_pile("loot-discards", "Discarded Loot", game.loot_discards, loot),
        named_pile("spell-discards", "Discarded Spells", game.spell_discards, spells),
        named_pile("goblin-discards", "Discarded Goblin cards", game.goblin_discards, goblins),
    )
    return Zone("decks", "Decks", (*piles, *(pile for pile in discards if pile.count)))


def named_pile(key: str, title: str, cards: list[int], names: list[str]) -> Pile:
    """A pile of which everybody knows what is in it, in an order that tells nothing."""
    return Pile(key, title, len(cards), tuple(sorted(names[card] for card in cards)))


def rank_name(state: State, rank: str) -> str:
    """This game has no ranks."""
    return ""
