"""What games are like: the same as a session tells, whoever plays which part, for any game; and words for it."""

from __future__ import annotations

from typing import Any

import pytest

import undercroft
from tests.core.toy import DROPPED, FOUND, PICKED, SCRAPED, mine_game
from undercroft.bots import find_bot
from undercroft.core.vocabulary import Event, Vocabulary
from undercroft.games import GAMES, find_game
from undercroft.lab.noting import THINGS, Notes, first_seen, happening
from undercroft.lab.rows import Job
from undercroft.lab.trait_words import choice_name, filled, first_clause, happening_name
from undercroft.lab.traits import SIGHTINGS, Traits, counted_kinds, note_games, note_games_of, option_groups


def job(game: str, bot: str = "random", seed: str = "traits") -> Job:
    return Job(game, bot, seed, "book", {})


@pytest.mark.parametrize("name", GAMES)
def test_notes_agree_with_a_session_of_the_same_game(name: str) -> None:
    game = find_game(name)
    traits = note_games(job(name), 3, 1)
    opening = game.openings(game.new("book", {}))[3 % len(game.openings(game.new("book", {})))]
    session = undercroft.start(name, seed="traits/3")
    guide = find_bot("random", name, "traits/3")
    groups, options = option_groups(game.vocabulary), len(game.vocabulary.options)
    taken: set[int] = set()
    offered: set[int] = set()
    for choice in opening:
        session.choose(choice)
    while (asked := session.decision) is not None:
        option = session.consult(guide)
        offered |= {asked.prompt.index * options + groups[each.index] for each in asked.options}
        taken.add(asked.prompt.index * options + groups[option.index])
        session.choose(option)
    assert session.outcome is not None
    won = session.outcome.won
    counted = counted_kinds(game)
    seen = {happening(event.kind, event.a) for event in session.events if counted[event.kind.index]}
    assert dict(traits.taken) == {(key, won): 1 for key in taken}
    assert dict(traits.offered) == {(key, won): 1 for key in offered}
    assert {key for key, _, _, _ in traits.seen} == seen
    assert dict(traits.lengths) == {(len(session.choices), won): 1}
    assert dict(traits.scores) == {(session.outcome.score, won): 1}
    assert dict(traits.ends) == {(session.outcome.end, session.events[-1].a): 1}
    assert [value for _, value, _ in sorted(traits.figures)] == list(session.state.figures())


def test_parts_add_up_to_the_whole_in_any_order() -> None:
    whole = note_games(job("tin-helm", "steady"), 0, 30)
    for order in ((0, 10, 20), (20, 0, 10)):
        added = Traits()
        for first in order:
            added.add(note_games(job("tin-helm", "steady"), first, 10))
        assert added == whole
    assert max(len(kept) for kept in whole.sightings.values()) == SIGHTINGS


def test_options_that_differ_in_a_number_alone_count_as_one() -> None:
    vocabulary = Vocabulary(things=())
    vocabulary.option("wait")
    vocabulary.family("attack", "combat", 3)
    vocabulary.option("buy-sword", family="buy")
    vocabulary.option("buy-bow", family="buy", number=1)
    vocabulary.option("spend-2", number=2)
    assert option_groups(vocabulary) == [0, 1, 1, 1, 4, 5, 6]


def test_a_happening_is_noted_where_it_is_first_seen() -> None:
    notes = Notes([], [], lambda state, prompt, option: None)
    notes.log.extend(Event(kind, a, 0, 0, 0) for kind, a in ((PICKED, 1), (FOUND, 7), (PICKED, 2), (PICKED, 1)))
    notes.marks[:] = [0] * 5 + [1] * 10 + [2] * 20  # five decisions before the first event, fifteen before the second
    counted = [kind is not DROPPED for kind in mine_game().vocabulary.events]
    assert first_seen(notes, counted) == {happening(PICKED, 1): 0, happening(FOUND, 0): 1, happening(PICKED, 2): 3}


def test_notable_events_and_events_about_things_are_counted_and_ends_are_not() -> None:
    mine = mine_game()
    assert [
        kind.name for kind, counts in zip(mine.vocabulary.events, counted_kinds(mine), strict=True) if not counts
    ] == [SCRAPED.name]
    tin_helm = find_game("tin-helm")
    counted = {kind.name for kind, counts in zip(tin_helm.vocabulary.events, counted_kinds(tin_helm)) if counts}
    assert {"enemy.met", "card.used", "trap.health"} <= counted
    assert not counted & {"end.won", "end.slain", "hero.rolls"}


def test_a_game_with_several_seats_and_without_words_can_be_noted() -> None:
    game = mine_game(seats=("miner", "carter"))
    traits = note_games_of(game, job("mine"), 0, 20)
    assert traits.games == traits.wins == 20
    assert happening(PICKED, 0) // THINGS == PICKED.index
    names = {happening_name(game, PICKED, thing, {}) for thing in range(3)}
    assert names == {"Mine picked (0)", "Mine picked (1)", "Mine picked (2)"}


# ---- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "clause"),
    [
        ("You find the Ring.", "You find the Ring"),
        ("The Goblin bars your way, with … health!", "The Goblin bars your way"),
        ("A trap hurts you for …, leaving … health.", "A trap hurts you"),
        ("It clicks open, harmless.", "It clicks open, harmless"),
        ("You catch fish: +… food.", "You catch fish"),
        ("The Rats roll … and ….", "The Rats roll"),
        ("The Wraith takes … favor, leaving ….", "The Wraith takes … favor"),
        ("You enter the Chasm; … card tells what is in it.", "You enter the Chasm"),
    ],
)
def test_a_sentence_is_told_as_far_as_it_is_the_same_in_every_game(sentence: str, clause: str) -> None:
    assert first_clause(sentence) == clause


def test_what_is_not_known_is_left_open() -> None:
    game = find_game("tin-helm")
    template = "The {enemy} {enemy:hits/hit} {damage} {damage:time/times}"
    assert filled(game, template, {"enemy": "Wraith"}) == "The Wraith hits … times"
    assert filled(game, template, {"enemy": "Rats"}, plural=True) == "The Rats hit … times"
    assert filled(game, "You rest: [+{health} health|all was well].", {}) == "You rest: +… health."


def label(name: str, prompt: str, *sightings: dict[str, Any]) -> str:
    vocabulary = find_game("tin-helm").vocabulary
    option = vocabulary.find_option(name)
    assert option is not None
    asked = next(each for each in vocabulary.prompts if each.name == prompt)
    return choice_name(find_game("tin-helm"), asked, option, list(enumerate(sightings)))


def test_a_label_keeps_what_all_games_agree_on() -> None:
    ring = {"use-ring": "Ring", "use-ring-favor": 1}
    assert label("use-ring", "encounter.response", *[ring] * SIGHTINGS) == "Slip by with the Ring, for 1 favor"
    other = {**ring, "use-ring-favor": 2}
    assert label("use-ring", "encounter.response", *[ring] * 4, other) == "Slip by with the Ring"
    assert label("use-ring", "encounter.response", ring) == "Slip by with the Ring"  # a figure may agree by chance


def test_a_label_without_anything_known_is_its_name_in_plain_words() -> None:
    assert label("axe", "setup.extra-trapping") == "axe"
    assert label("spend-2", "combat.attack") == "Spend 2 energy"
    assert label("nothing", "anytime.use") == "Not now"


def test_the_thing_is_told_where_the_sentence_does_not_name_it() -> None:
    game = find_game("tin-helm")
    kinds = {kind.name: kind for kind in game.vocabulary.events}
    nouns = game.nouns(game.new("book", {}))
    rats = next(number for number in range(99) if nouns["enemy"][number].name == "Dark Rats")
    assert happening_name(game, kinds["hero.misses"], rats, nouns) == "A miss (Dark Rats)"
    assert happening_name(game, kinds["enemy.misses"], rats, nouns) == "The Dark Rats miss you"
    assert happening_name(game, kinds["place.found"], 0, nouns).startswith("You come upon a")
