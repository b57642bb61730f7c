"""The edition 'later-draft', and that the document's own rules stay as they are without it."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import casts, equip, faces, given, hero, in_town, item, learn, offered, when
from undercroft.games.freequest.sheets import attack_dice, defense_dice
from undercroft.games.freequest.state import FreeQuest

LATER = "later-draft"
WIDE = ["aaaaaaaa"]


@pytest.mark.rule("freequest", "edition.two-defense-dice")
@pytest.mark.parametrize(("edition", "bare", "plate"), [("book", 1, 5), (LATER, 2, 6)])
def test_heroes_begin_with_two_defense_dice_in_the_later_draft(edition: str, bare: int, plate: int) -> None:
    game = given(edition=edition)
    warrior = equip(game, "warrior")
    assert (defense_dice(warrior), attack_dice(game.content, warrior, -1)) == (bare, 1)
    assert defense_dice(equip(game, "warrior", "platemail")) == plate


@pytest.mark.rule("freequest", "edition.two-defense-dice")
def test_both_dice_are_rolled() -> None:
    game = given(WIDE, edition=LATER, monsters=[("goblin", (1, 0))])
    told = when(game, "end-turn", "monster-0", "strike-0", dice=[6, 5, 6, 1])
    assert faces(told, "monster.attacks", "against") == [[6, 1]]


def burning(edition: str, magic: int) -> FreeQuest:
    """A wizard with so much Magic, Immolate and a mummy."""
    game = given(WIDE, edition=edition, heroes={"wizard": (0, 0)}, monsters=[("mummy", (4, 0))])
    hero(game, "wizard").magic = magic
    learn(game, "wizard", "immolate", "unpicking", "undertow")
    return game


@pytest.mark.rule("freequest", "edition.resist-by-test")
@pytest.mark.parametrize(("magic", "successes", "damage"), [(5, 1, 1), (3, 2, 0)])
def test_a_monster_resists_by_a_test_against_magic_as_the_target(magic: int, successes: int, damage: int) -> None:
    game = burning(LATER, magic)
    told = when(game, casts(game, "immolate"), dice=[5, 4, 2])
    assert faces(told, "spell.tested", "faces") == [[5, 4, 2]]
    assert told.figures("spell.tested")[0]["successes"] == successes
    assert game.board.monsters[0].health == 2 - damage


@pytest.mark.rule("freequest", "edition.resist-by-test")
def test_successes_count_as_in_the_contest_for_every_spell() -> None:
    game = burning(LATER, 5)
    assert "spell.cancelled" in when(game, casts(game, "unpicking"), dice=[5, 1, 1]).names
    game = burning(LATER, 3)
    assert len(when(game, casts(game, "undertow"), dice=[3, 4, 1]).offered) == 5  # two squares either way, or none


@pytest.mark.rule("freequest", "edition.resist-by-test")
@pytest.mark.parametrize(("roll", "hindered"), [([3, 3, 3], True), ([4, 1, 1], False)])
def test_heroes_resist_monsters_spells_the_same_way(roll: list[int], hindered: bool) -> None:
    game = given(WIDE, edition=LATER, heroes={"medic": (0, 0)}, monsters=[("marsh-notary", (4, 0))])
    spell = game.board.monsters[0].kind.spells[0]
    told = when(game, "end-turn", "monster-0", f"monster-cast-{spell}", dice=roll)
    assert faces(told, "hero.tests", "faces") == [roll]
    assert hero(game, "medic").hindered == hindered


@pytest.mark.rule("freequest", "edition.resist-by-test")
def test_by_the_book_it_is_a_contest() -> None:
    game = burning("book", 5)
    told = when(game, casts(game, "immolate"), dice=[5, 4, 2, 5, 3, 3, 1, 1])
    assert (faces(told, "spell.resisted"), "spell.tested" in told.names) == ([[5, 4, 2]], False)


@pytest.mark.rule("freequest", "edition.longbow")
def test_the_longbow_is_sold_in_the_later_draft_only() -> None:
    for edition, sold in (("book", False), (LATER, True)):
        game = in_town(given(edition=edition))
        hero(game, "warrior").savings = 850
        longbow = item(game, "longbow")
        assert (f"buy-{longbow}" in offered(game)) == sold
        if sold:
            when(game, f"buy-{longbow}", f"sell-{longbow}")
            assert hero(game, "warrior").savings == 425


@pytest.mark.rule("freequest", "edition.longbow")
def test_a_longbow_shoots_with_five_dice_at_those_who_are_not_adjacent() -> None:
    game = given(WIDE, edition=LATER, monsters=[("goblin", (1, 0)), ("troll", (6, 0))])
    warrior = equip(game, "warrior", "longbow")
    assert attack_dice(game.content, warrior, warrior.main_hand) == 5
    assert warrior.other_hand == -2  # it takes both hands
    assert [name for name in offered(game) if name.startswith("attack")] == ["attack-unarmed-0", "attack-1"]
    when(game, "attack-1", dice=[1] * 5 + [6] * 4)
