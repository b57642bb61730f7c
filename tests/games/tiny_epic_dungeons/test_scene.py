"""What the table shows: cards in words made from their effects, rooms with all who are in them, what options do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import undercroft
from tests.games.tiny_epic_dungeons.board import when
from tests.games.tiny_epic_dungeons.plain import plain
from undercroft.bots import find_bot
from undercroft.core.scene import Card, Cell, Dice, Map, Scene
from undercroft.core.session import Session
from undercroft.games.tiny_epic_dungeons import TINY_EPIC_DUNGEONS, content
from undercroft.games.tiny_epic_dungeons.scene_effects import counter_words, doing, power_words, spell_words
from undercroft.games.tiny_epic_dungeons.scene_words import about
from undercroft.games.tiny_epic_dungeons.state import LAIR, Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import END_TURN, GO, NEXT, REVEAL_ADJACENT, SEARCH, SKILL

GAME = "tiny-epic-dungeons"


def moments(players: int, seed: str) -> Iterator[tuple[Session, Dungeon]]:
    """A whole game at each of its questions, as a simple bot plays it."""
    session = undercroft.start(GAME, seed=seed, changes={"play.players": players})
    bot = find_bot("steady", GAME, seed)
    while session.decision is not None:
        assert isinstance(session.state, Dungeon)
        yield session, session.state
        session.choose(session.consult(bot))


def cells(scene: Scene) -> dict[str, Cell]:
    """The cells of the plan, by key."""
    return {
        cell.key: cell for zone in scene.zones for item in zone.items if isinstance(item, Map) for cell in item.cells
    }


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"loot.notched-falchion.effects": [{"do": "result", "by": 3, "on": "melee"}]}, "+3 to Melee Attacks."),
        ({"loot.notched-falchion.effects": [{"do": "dice", "by": -1, "on": "missile"}]}, "-1 die for Missile Attacks."),
        (
            {
                "loot.notched-falchion.when": "on-rest",
                "loot.notched-falchion.effects": [{"do": "health", "by": 1}, {"do": "focus", "by": 2}],
            },
            "When you Rest: gain 1 Health and 2 Focus.",
        ),
    ],
)
def test_what_a_loot_says_follows_its_effects(changes: dict[str, object], words: str) -> None:
    assert power_words(content.load("book", changes).loot[0].power) == words


def test_a_spell_says_its_check_its_price_and_whom_it_reaches() -> None:
    spells = {spell.key: spell for spell in content.load("book", {"spell.mend.target": 6}).spells}
    assert spell_words(spells["mend"]) == "Cast (Intellect 6, 2 Focus): a hero within 2 rooms gains 3 Health."


def test_a_counter_attack_without_a_modifier_adds_nothing_to_its_die() -> None:
    assert counter_words((2, 0, -1)) == "Melee +2, Missile 0, Spell -1"


def test_every_effect_of_every_card_has_words() -> None:
    box = content.load("book", {})
    rooms = [room.search for room in box.dungeon if room.search is not None]
    said = [doing(effects) for search in rooms for effects in (search.success, search.failure)]
    said += [doing(effects) for boss in box.bosses for effects in (boss.torch_effect, *boss.spaces)]
    said += [power_words(power) for mat in box.heroes for power in (mat.passive, mat.ability)]
    assert all(text and "{" not in text and "  " not in text for text in said)


def test_everybody_stands_on_the_plan_where_the_rules_have_them() -> None:
    for session, game in moments(3, "w2"):
        if not game.act:
            continue
        shown = {token.key: cell.key for cell in cells(session.scene()).values() for token in cell.tokens}
        for number, hero in enumerate(game.heroes):
            assert shown[f"hero-{number + 1}"] == (f"space-{hero.space}" if hero.space else f"cell-{hero.at}")
        for slot, at in enumerate(game.goblin_at):
            place = None if at < 0 else "throne" if at == LAIR else f"cell-{at}"
            assert shown.get(f"goblin-{slot + 1}") == place


def test_a_passage_is_open_on_both_sides_and_a_facedown_card_is_dark() -> None:
    for session, game in moments(2, "passages"):
        shown = cells(session.scene())
        for at in range(49):
            east = shown.get(f"cell-{at + 1}") if at % 7 < 6 else None
            here = shown.get(f"cell-{at}")
            if here is None or east is None or not (game.rooms >> at & 1 and game.rooms >> at + 1 & 1):
                continue
            assert (here.sides[1] == " ") == (east.sides[3] == " ") == bool(game.east >> at & 1)
        hidden = [cell for cell in shown.values() if cell.kind == "facedown"]
        assert len(hidden) == bin(game.hidden).count("1") - (game.turned >= 0)


@pytest.mark.rule(GAME, "info.hidden")
def test_nobody_sees_in_act_one_which_boss_waits() -> None:
    names = [boss.name for boss in content.load("book", {}).bosses]
    for session, game in moments(1, "hidden"):
        if game.act == 1:
            assert not any(name in str(session.scene()) for name in names)


def test_what_dice_are_counted_for_is_what_comes_of_it() -> None:
    counted = 0
    for session, game in moments(2, "counted"):
        scene = session.scene()
        if scene.question is None or scene.question.prompt != "check.dice":
            continue
        dice = [item.faces for zone in scene.zones for item in zone.items if isinstance(item, Dice)]
        assert dice == [tuple(game.dice)]
        for choice in scene.question.choices:
            if choice.name.startswith("count") and "failure" in choice.label:
                again = undercroft.load(session.record)
                again.choose(choice.name)
                counted += any(event.kind.name == "check.fails" for event in again.events[len(session.events) :])
    assert counted > 0


def test_alone_one_seat_leads_two_heroes_and_the_others_are_absent() -> None:
    state = TINY_EPIC_DUNGEONS.new("book", {"play.players": 1})
    assert TINY_EPIC_DUNGEONS.company(state) == ("", "absent", "absent", "absent")
    assert {session.asked_seat for session, _ in moments(1, "alone")} == {0}


def test_ways_of_several_steps_lead_through_rooms_where_nothing_happens() -> None:
    walked = 0
    for session, game in moments(1, "walks"):
        for target, steps in TINY_EPIC_DUNGEONS.walks(game, session.asked_seat).items():
            if session.decision is None or session.decision.prompt.name != "turn.next":
                continue
            again = undercroft.load(session.record)
            for step in steps:
                again.choose(step)
            assert isinstance(again.state, Dungeon)
            assert f"cell-{again.state.hero().at}" == target
            assert {event.kind.name for event in again.events[len(session.events) :]} == {"move.entered"}
            walked += 1
    assert walked > 0


def test_what_a_hero_has_won_is_not_refused_by_letting_things_be() -> None:
    refusing = {"neither", "decline", "do-not-pay"}
    for prompt in TINY_EPIC_DUNGEONS.vocabulary.prompts:
        assert prompt.passive is None or prompt.passive.name not in refusing


def test_whoever_takes_a_hero_is_named_where_several_play() -> None:
    session = undercroft.start(GAME, seed="names", changes={"play.players": 2})
    asked = []
    for option in ("take-3", "take-1"):
        question = session.scene(session.asked_seat).question
        assert question is not None
        asked.append(question.text)
        session.choose(option)
    assert asked == ["First player: which hero do you take?", "Second player: which hero do you take?"]


@pytest.mark.parametrize(
    ("skill", "says"),
    [("any", "Search with any Skill: 5 or more: "), ("intellect", "Search with 2 dice: Intellect 5: ")],
)
def test_a_search_names_its_skill_once(skill: str, says: str) -> None:
    changes = {"card.spring-chapel.search.skill": skill, "card.spring-chapel.search.target": 5}
    game = plain(changes=changes, rooms={(2, 3): ("spring-chapel", "nesw")}, at=[(2, 3)])
    words, facts = TINY_EPIC_DUNGEONS.words(), TINY_EPIC_DUNGEONS.facts(game)
    assert words.option(NEXT, SEARCH, {**facts, **about(game, SEARCH)}).startswith(says)


def test_a_step_says_all_that_awaits_whoever_takes_it() -> None:
    def step(room: str) -> object:
        game = plain(rooms={(3, 4): (room, "ew")}, goblins={1: ("goblin-pincher", (3, 4))})
        return about(game, GO[3 * 7 + 4])["danger"]

    assert step("needle-gallery") == ", a trap, an enemy ends your movement"
    assert step("toll-arch") == ", a Goblin strikes for 1, an enemy ends your movement"


def test_a_skill_that_may_be_picked_says_what_the_check_adds() -> None:
    sure = {"name": "Sure", "when": "on-check", "text": "Sure.", "effects": [{"do": "result", "by": 1, "on": "evade"}]}
    changes = {"hero.brannoch-tull.passive": sure, "card.needle-gallery.trap.evade.skill": "any"}
    game = plain(rooms={(3, 4): ("needle-gallery", "ew")}, changes=changes)
    assert when(game, "go-26").asked == "check.skill"
    assert [about(game, option)["roll"] for option in SKILL] == ["2 dice +1"] * 3


def test_nobody_acts_before_the_first_turn_and_no_card_says_a_line_twice() -> None:
    begun, in_act_two = False, False
    for number in range(6):
        for session, game in moments(2, f"lines-{number}"):
            scene = session.scene(session.asked_seat)
            for card in (item for zone in scene.zones for item in zone.items if isinstance(item, Card)):
                assert len(set(card.lines)) == len(card.lines)
                begun = begun or "acts" in card.state
                assert game.turns or "acts" not in card.state
            in_act_two = in_act_two or game.act == 2
        if in_act_two:
            break
    assert begun
    assert in_act_two


def test_a_move_of_the_torch_says_what_each_space_on_its_way_does() -> None:
    # no space that is drawn shows both symbols, and no move that is told before it is made goes two spaces
    changes = {"torch.act-1.goblin": [19], "torch.act-1.enemies": [19, 18], "figures.reveal-cost": 2}
    game = plain(torch=20, facedown={(2, 3): "a"}, changes=changes)
    assert about(game, END_TURN)["torch"] == "the Torch moves to 19, a Goblin comes and all enemies act"
    told = about(game, REVEAL_ADJACENT)["torch"]
    assert told == "the Torch moves to 18, a Goblin comes, all enemies act and all enemies act"
