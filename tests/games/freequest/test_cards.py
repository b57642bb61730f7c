"""What is on a card can be read wherever the card is."""

from __future__ import annotations

import re

import msgspec
import pytest

from tests.games.freequest.board import equip, given, hero, in_town, item, learn, put, when
from tests.games.laws import QUESTING, TRIALS, Dungeon, Whimsical, now_and_then, steps
from undercroft.core.scene import Card, Cell, Map, Scene
from undercroft.core.vocabulary import Event
from undercroft.games.freequest import FREEQUEST, content
from undercroft.games.freequest.pieces import HAND, HEAD, NOTHING, TRAITS
from undercroft.games.freequest.scene import about, cell, facts, freequest_scene, nouns, plan, sides_of
from undercroft.games.freequest.scene_cards import item_figures
from undercroft.games.freequest.state import FreeQuest
from undercroft.games.freequest.vocabulary import BUYS, CARD_DRAWN, V

BOX = content.load("book", {}).content
YARD = ["SSaaaa", "SSaaaa"]


def cards(scene: Scene, kind: str = "") -> dict[str, Card]:
    """The cards of a scene by title."""
    items = [each for zone in scene.zones for each in zone.items]
    return {each.title: each for each in items if isinstance(each, Card) and kind in ("", each.kind)}


def on(one: Card) -> str:
    """All that stands on a card."""
    return " ".join(one.lines)


def party(scene: Scene) -> dict[str, Card]:
    """The heroes' sheets by their names."""
    items = [each for zone in scene.zones if zone.key == "party" for each in zone.items]
    return {each.title: each for each in items if isinstance(each, Card)}


def cells(scene: Scene) -> list[Cell]:
    """The squares of the map."""
    return [cell for zone in scene.zones for each in zone.items if isinstance(each, Map) for cell in each.cells]


@pytest.mark.parametrize("key", [each.key for each in BOX.items])
def test_the_text_and_figures_of_an_item_are_there_for_whoever_carries_it(key: str) -> None:
    game = given(YARD, heroes={"warrior": (2, 0), "medic": (3, 0)})
    equip(game, "medic", key)
    one = BOX.items[item(game, key)]
    for seat in (0, 1):
        told = on(cards(freequest_scene(game.view(seat), seat), "item")[one.name])
        assert one.text in told
        assert not one.sells or f"for {one.sells}" in told
        for figure, name in ((one.attack, "Attack"), (one.defense, "Defense"), (one.move, "Movement")):
            assert not figure or f"{name} {figure:+d}" in told
        assert ("one hand" in told.lower(), "head" in told.lower()) == (one.place == HAND, one.place == HEAD)


def test_the_shop_says_what_its_wares_are_worth() -> None:
    game = in_town(given(YARD, heroes={"warrior": (2, 0)}))
    hero(game, "warrior").savings = 900
    told = when(game)
    scene = freequest_scene(game.view(1), 1)
    for one in BOX.items:
        if one.in_shop:
            assert f"buy-{one.index}" in told.offered
            prompt = next(prompt for prompt in V.prompts if prompt.name == told.asked)
            option = BUYS[one.index]
            label = FREEQUEST.words().option(prompt, option, {**facts(game), **about(game, option)})
            assert re.fullmatch(rf"Buy {one.name} for {one.cost} gold: .*(Attack|Defense) \+\d.*", label)
            assert one.text in on(cards(scene, "item")[one.name])
            assert f"{one.cost} gold" in on(cards(scene, "item")[one.name])


@pytest.mark.parametrize("key", ["dagger", "helmet"])
def test_what_adds_nothing_is_not_told_of_an_item(key: str) -> None:
    changed = content.load("book", {f"item.{key}.attack": 0, f"item.{key}.defense": 0}).content
    assert item_figures(next(each for each in changed.items if each.key == key)) in ("one hand", "head")


@pytest.mark.parametrize("key", [each.key for each in BOX.heroes])
def test_what_a_hero_is_and_has_learnt_is_there_for_everybody(key: str) -> None:
    game = given(YARD, heroes={key: (2, 0)})
    one = hero(game, key)
    learnt = [each for each in BOX.improvements if each.hero in (NOTHING, one.kind.index)][:3]
    before = freequest_scene(game.view(1), 1)
    assert not any(each.text in str(before) for each in BOX.improvements)
    one.improvements.extend(each.index for each in learnt)
    for seat in (0, 1):
        scene = freequest_scene(game.view(seat), seat)
        told = {zone.key: item for zone in scene.zones for item in zone.items if isinstance(item, Card)}["heroes"]
        assert (told.title, told.lines[0]) == (one.kind.name, one.kind.text)
        assert list(told.lines[1:]) == [f"{each.name}: {each.text}" for each in learnt]
        assert f"Has learnt: {', '.join(each.name for each in learnt)}" in on(party(scene)[one.kind.name])


@pytest.mark.parametrize("key", [each.key for each in BOX.spells[: BOX.drafted]])
def test_the_text_of_a_spell_is_there_for_whoever_holds_it(key: str) -> None:
    game = given(YARD, heroes={"wizard": (2, 0)})
    wizard = learn(game, "wizard", key)
    spell = next(each for each in BOX.spells if each.key == key)
    held = cards(freequest_scene(game.view(1), 1), "spell")[spell.name]
    assert (on(held), held.state) == (spell.text, "")
    wizard.spent = wizard.spells
    assert cards(freequest_scene(game.view(1), 1), "spell")[spell.name].state == "spent"


@pytest.mark.parametrize("key", [each.key for each in BOX.monsters])
def test_a_monsters_figures_traits_and_spells_are_on_its_card(key: str) -> None:
    game = given(YARD)
    kind = put(game, key, (4, 0)).kind
    told = on(next(iter(cards(freequest_scene(game.view(1), 1), "monster").values())))
    assert kind.text in told
    assert f"Attack {kind.attack}, Defense {kind.defense}, Movement {kind.move}, Skill {kind.skill}" in told
    assert (f"Magic {kind.magic}" in told) == (kind.magic > 0)
    assert (f"egains {kind.regenerates} Health" in told) == (kind.regenerates > 0)
    assert all(BOX.spells[spell].text in told for spell in kind.spells)
    assert traits_in(told) == {trait for place, trait in enumerate(TRAITS) if kind.traits >> place & 1}


SAYS = {  # what a card says of each trait, and of no other
    "reach": "attacks diagonally too",
    "ranged": "whom it sees, but nobody beside it",
    "slow-to-wake": "the referee's first turn pass",
    "pack": "another of its kind is beside the victim",
    "fearless": "no spell slows it",
    "dims": "nobody in its area can search",
    "loots": "of the gold found",
}


def traits_in(told: str) -> set[str]:
    """The traits that a card tells of: what not every monster does."""
    assert list(SAYS) == list(TRAITS)
    return {trait for trait, words in SAYS.items() if words in told.lower()}


@pytest.mark.parametrize("key", [each.key for each in BOX.traps])
def test_what_a_trap_does_is_noted_on_its_square(key: str) -> None:
    game = given(YARD, heroes={"warrior": (2, 0)}, known_traps={(3, 0): key}, traps={(4, 1): key})
    text = next(each.text for each in BOX.traps if each.key == key)
    assert [cell.kind for cell in cells(freequest_scene(game.view(1), 1)) if text in cell.note] == ["trap"]
    assert (
        len([cell for cell in cells(freequest_scene(game.view(0), 0)) if text in cell.note]) == 2
    )  # and the hidden one


@pytest.mark.parametrize("key", [each.key for each in BOX.cards])
def test_a_treasure_card_is_read_out_when_it_is_drawn(key: str) -> None:
    one = next(each for each in BOX.cards if each.key == key)
    told = FREEQUEST.words().event(Event(CARD_DRAWN, 0, one.index, 0, 0), nouns(given(YARD)))
    assert one.name in told
    assert one.text.removesuffix(".") in told


@pytest.mark.parametrize("dungeon", TRIALS[:1], ids=str)
def test_nothing_that_somebody_carries_is_without_its_text(dungeon: Dungeon) -> None:
    for number, session in enumerate(steps(dungeon.start("cards"), Whimsical([], "cards"))):
        if now_and_then(number):
            state = session.state
            assert isinstance(state, FreeQuest)
            scene = msgspec.json.encode(session.scene(1)).decode()
            for one in state.board.heroes:
                assert all(BOX.items[index].text in scene for index in one.gear)
                assert all(each.text in scene for each in BOX.spells if one.spells >> each.index & 1)


@pytest.mark.parametrize("dungeon", QUESTING, ids=str)
def test_a_square_that_is_taken_for_bare_is(dungeon: Dungeon) -> None:
    for number, one in enumerate(steps(dungeon.start("bare"), Whimsical([], "bare"))):
        for seat in (0, 1) if now_and_then(number) else ():
            state = one.state.view(seat)
            assert isinstance(state, FreeQuest)
            everything = state.notes.quest is not None
            ground = state.quest().ground if everything else state.board.ground
            looked_at = [cell(state, ground, at, sides, everything) for at, sides in sides_of(ground)]
            assert list(plan(state).cells) == looked_at
