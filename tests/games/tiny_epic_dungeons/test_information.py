"""Who knows what: everything on the table is open, and nobody knows what has not been turned or drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

import undercroft
from tests.games.tiny_epic_dungeons.board import find
from tests.games.tiny_epic_dungeons.plain import FOUR, PLAIN, plain
from undercroft.core.scene import Map, Pile, Scene
from undercroft.core.session import Session
from undercroft.games.tiny_epic_dungeons.scene import tiny_epic_dungeons_scene
from undercroft.games.tiny_epic_dungeons.state import Dungeon

MOST = 120  # choices of one game
SEEDS = ("one", "two", "three")
LEFT = ("dungeon-deck", "unseen", "loot-deck", "spell-deck", "goblin-deck", "minion-deck")  # what is left, in no order


def begun(seed: str, heroes: int = 2) -> Session:
    """A game after its set-up."""
    changes = {**PLAIN, "play.players": heroes, "play.party": list(FOUR[:heroes]), "play.starts": 1}
    return undercroft.start("tiny-epic-dungeons", seed=seed, changes=changes)


def wander(seed: str, heroes: int = 2) -> Iterator[tuple[Session, Dungeon]]:
    """A game played at random, choice by choice."""
    session, dice = begun(seed, heroes), random.Random(seed)
    for _ in range(MOST):
        if session.decision is None:
            return
        assert isinstance(session.state, Dungeon)
        yield session, session.state
        session.choose(dice.choice(session.decision.options))


def text(scene: Scene) -> str:
    """All that a scene says."""
    return msgspec.json.encode(scene).decode()


def piles(scene: Scene) -> dict[str, Pile]:
    """The piles of a scene by their keys."""
    return {item.key: item for zone in scene.zones for item in zone.items if isinstance(item, Pile)}


def said_of_the_unseen(scene: Scene) -> str:
    """All that a scene says apart from lists of what is left, in the order of the alphabet or of the box."""
    zones = [
        msgspec.structs.replace(zone, items=tuple(item for item in zone.items if item.key not in LEFT))
        for zone in scene.zones
    ]
    return text(msgspec.structs.replace(scene, zones=tuple(zones)))


# ---- open to everybody ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "info.public")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_seat_sees_the_same_but_for_the_hero_whose_cards_lie_in_front(seed: str) -> None:
    for session, game in wander(seed, 3):
        scenes = [session.game.scene(game.view(seat), seat) for seat in range(3)]
        shared = [[zone for zone in scene.zones if zone.key not in ("party", "belongings")] for scene in scenes]
        assert shared[0] == shared[1] == shared[2]


@pytest.mark.rule("tiny-epic-dungeons", "info.public")
@pytest.mark.parametrize("seat", [0, 1])
def test_loot_and_spells_of_every_hero_are_seen_from_every_seat(seat: int) -> None:
    game = plain(loot=[["spare-wick"], ["smelling-salts"]], spells=[["mend"], ["farstep", "lantern-eye"]])
    view = game.view(seat)
    assert isinstance(view, Dungeon)
    assert [hero.spells for hero in view.heroes] == [hero.spells for hero in game.heroes]
    said = text(tiny_epic_dungeons_scene(view, seat))
    for key in ("spare-wick", "smelling-salts"):
        assert find(game.content.loot, key).name in said
    for key in ("mend", "farstep", "lantern-eye"):
        assert find(game.content.spells, key).name in said


@pytest.mark.rule("tiny-epic-dungeons", "info.public")
def test_mats_markers_and_faceup_cards_are_seen() -> None:
    game = plain(
        rooms={(3, 4): ("gutter-run", "ew")}, goblins={1: ("goblin-pincher", (3, 4))}, health=[4], focus=[3],
        minions=[("bell-warden", (3, 4), 2)],
    )  # fmt: skip
    said = text(tiny_epic_dungeons_scene(game, 1))
    for card in (
        find(game.content.dungeon, "gutter-run"),
        find(game.content.goblins, "goblin-pincher"),
        find(game.content.minions, "bell-warden"),
    ):
        assert card.name.removeprefix("The ") in said
    for figure in ('"hero-1-health","label":"Health","value":4', '"hero-1-focus","label":"Focus","value":3'):
        assert figure in said


@pytest.mark.rule("tiny-epic-dungeons", "info.public")
def test_discard_piles_and_the_numbers_of_cards_left_are_seen() -> None:
    game = plain(deck=(3, 8, 4), loot=[["spare-wick"]])
    for deck, discards, cards, key in (
        (game.loot_deck, game.loot_discards, game.content.loot, "smelling-salts"),
        (game.spell_deck, game.spell_discards, game.content.spells, "mend"),
        (game.goblin_deck, game.goblin_discards, game.content.goblins, "goblin-hexer"),
    ):
        card = find(cards, key).index
        deck.unseen.remove(card)
        discards.append(card)
    seen = piles(tiny_epic_dungeons_scene(game, 0))
    counts = {"dungeon-deck": 15, "loot-deck": 24, "spell-deck": 13, "goblin-deck": 5, "minion-deck": 8}
    assert {key: seen[key].count for key in counts} == counts
    for pile, name in (
        ("loot-deck", find(game.content.loot, "smelling-salts").name),
        ("spell-deck", find(game.content.spells, "mend").name),
        ("goblin-deck", find(game.content.goblins, "goblin-hexer").name),
    ):
        assert f"{name} (discarded)" in seen[pile].names


# ---- hidden from everybody ------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "info.hidden")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_facedown_card_shows_the_deck_it_came_from_and_nothing_else(seed: str) -> None:
    for session, game in wander(seed):
        scene = session.scene(1)
        plans = [item for zone in scene.zones for item in zone.items if isinstance(item, Map)]
        for cell in plans[0].cells:
            if cell.kind == "facedown":
                deck = "ABC"[game.facedown[int(cell.key.removeprefix("cell-"))]]
                assert (cell.mark, cell.title) == (f"?{deck}", f"Facedown card, Deck {deck}")
                assert (cell.note, cell.tokens) == ("", ())


@pytest.mark.rule("tiny-epic-dungeons", "info.hidden", "setup.boss-mat")
@pytest.mark.parametrize("seed", SEEDS)
def test_no_name_of_an_unseen_card_and_no_boss_is_told_in_act_one(seed: str) -> None:
    for session, game in wander(seed):
        assert game.act == 1
        said = said_of_the_unseen(session.scene(0))
        for card in [*game.unseen_rooms, *game.unseen_encounters]:
            assert game.content.dungeon[card].name.removeprefix("The ") not in said
        for boss in game.content.bosses:
            assert boss.name not in said
        assert f"Seals broken: {game.seals} of 2" in said
        assert game.boss == -1


@pytest.mark.rule("tiny-epic-dungeons", "info.hidden")
def test_games_that_chance_will_lay_out_differently_look_alike_until_something_is_turned() -> None:
    answers = ["rest", "end-turn", "end-turn"]
    scenes = []
    for seed in SEEDS:
        session = begun(seed)
        seen = [text(session.scene(0))]
        for answer in answers:
            session.choose(answer)
            seen.append(text(session.scene(0)))
        scenes.append(seen)
        assert session.can_undo()
    assert scenes[0] == scenes[1] == scenes[2]
    first, second = (begun(seed) for seed in SEEDS[:2])
    for session in (first, second):
        session.choose("reveal-adjacent")
        session.choose("place-18")
    assert text(first.scene(0)) != text(second.scene(0))


@pytest.mark.rule("tiny-epic-dungeons", "info.hidden")
def test_what_is_left_is_listed_in_an_order_that_tells_nothing() -> None:
    session = begun("one")
    game = session.state
    assert isinstance(game, Dungeon)
    before = text(session.scene(0))
    for deck in (game.loot_deck, game.spell_deck, game.goblin_deck, game.minion_deck):
        deck.unseen.reverse()
    game.unseen_rooms.reverse()
    game.unseen_encounters.reverse()
    assert text(session.scene(0)) == before


# ---- what is seen is kept -------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "explore.seen-is-kept")
@pytest.mark.parametrize(
    "choices",
    [
        ["reveal-adjacent", "place-18"],  # a flip
        ["explore-18"],
        ["research"],  # a draw
    ],
)
def test_after_a_flip_or_a_draw_nothing_is_taken_back(choices: list[str]) -> None:
    session = begun("one")
    for choice in choices:
        session.choose(choice)
    assert not session.can_undo()
    back = session.undo()
    assert back.practice
    assert back.real is session


@pytest.mark.rule("tiny-epic-dungeons", "explore.seen-is-kept")
def test_after_a_roll_nothing_is_taken_back() -> None:
    rolled = 0
    for seed in SEEDS:
        for session, _ in wander(seed):
            if session.events[-1].kind.name in ("check.reaches", "check.out-of-reach"):
                rolled += 1
                assert not session.can_undo()
    assert rolled


@pytest.mark.rule("tiny-epic-dungeons", "explore.seen-is-kept")
def test_before_anything_is_seen_a_choice_is_taken_back_freely() -> None:
    session = begun("one")
    session.choose("rest")
    assert session.can_undo()
    assert not session.undo().practice
