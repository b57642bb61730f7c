"""Laws of every game: every moment can be shown, every word has its sentence and clause and comes up in some game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import law
from tests.games.laws import (
    DUNGEONS,
    EDITIONS,
    GIVES_UP,
    QUESTING,
    SEEDS,
    SMALL,
    TRIALS,
    WHIMS,
    Dungeon,
    Listening,
    Staying,
    Whimsical,
    every_dungeon,
    every_edition,
    every_game,
    now_and_then,
    part_way,
    showing,
    steps,
)
from tests.playthroughs import bots_for
from undercroft import GAMES
from undercroft.bots import find_bot
from undercroft.core.odds_words import ARROW, changes_of, merged_rows
from undercroft.core.scene import (
    Card,
    Cell,
    Dice,
    Map,
    Pile,
    Question,
    Scene,
    Track,
    gather_lists,
    log_lines,
    whole_log,
)
from undercroft.core.state import State
from undercroft.core.table import Player
from undercroft.core.vocabulary import Event, EventKind, Option
from undercroft.core.words import Naming
from undercroft.games import find_game
from undercroft.games.elbereth.state import Elbereth
from undercroft.games.freequest.state import BETWEEN_QUESTS, FreeQuest
from undercroft.games.tin_helm.state import TinHelm
from undercroft.games.tiny_epic_dungeons import scene_effects
from undercroft.games.tiny_epic_dungeons.geometry import cells_of
from undercroft.games.tiny_epic_dungeons.state import BOSS_TARGET
from undercroft.games.tiny_epic_dungeons.state import Dungeon as TinyEpicDungeon

NEVER = {
    "elbereth": {"end.stuck"},  # a safeguard: by end.never-stuck there is always an action on a grid without edge
    "tiny-epic-dungeons": {
        # dice lie in order, and where a high face is a plus all lower ones are: only other dice could count a lower one
        "count-2-1",
        "count-2-1-3",
        "count-3-1",
        "count-3-1-2",
        "count-3-2",
        # a card that can lie in one way only is not asked about
        "rotate-n",
        "rotate-e",
        "rotate-s",
        "rotate-w",
        "rotate-ns",
        "rotate-ew",
        "rotate-nesw",
        "check.for-7",  # only who pays 1 Focus for a change can need 7, and nobody holds so much
        "loot.nothing-left",  # there are more cards than hands
    },
}


@every_dungeon
@law(20)
@given(seed=SEEDS, whims=WHIMS)
def test_every_moment_can_be_shown(dungeon: Dungeon, seed: str, whims: list[int]) -> None:
    session = dungeon.start(seed)
    for one in steps(session, Whimsical(whims, seed)):
        assert one.decision is not None
        scenes = [one.scene(seat) for seat in range(len(one.game.seats))]
        for seat, scene in enumerate(scenes):
            encoded = msgspec.json.encode(scene)
            assert msgspec.json.decode(encoded, type=Scene) == scene
            assert (scene.question is None) == (one.decision.seat != seat)
            if any(sign.search(encoded) for sign in NOTHING_MAY_CHANGE):  # reading all of it text by text takes long
                assert NOTHING_CHANGES.findall("\n".join(on_the_table(scene))) == []
        question = scenes[one.decision.seat].question
        assert question is not None
        assert [choice.name for choice in question.choices] == [option.name for option in one.decision.options]
        check_words(question)
        check_targets(scenes[one.decision.seat], question)
    scene = session.scene()
    assert scene.question is None
    assert scene.ending is not None
    assert scene.ending.text
    assert scene.ending.counts
    assert all(line.text and "{" not in line.text for line in scene.log)
    assert [line.text for line in whole_log(session) if not is_sentence(line.text)] == []


BARE_THING = re.compile(r"\{[a-z-]+\}\.")
NOTHING_CHANGES = re.compile(r"(?<!\w)[-+]0(?![\d.,]*\d)")  # +0 health, -0 energy
# The same in words, or in a seed; each begins with what is rare, which is found ten times as fast.
NOTHING_MAY_CHANGE = (re.compile(rb"\+0(?<!\w\+0)"), re.compile(rb"-0(?<!\w-0)"))
TWO_ARTICLES = re.compile(r"\b(?:the|an?) (?:the|an?)\b", re.IGNORECASE)


def is_sentence(text: str) -> bool:
    """Whether it begins with a capital or a figure, ends with a stop, says something, and tells of no change by 0."""
    begins = text[:1].isupper() or text[:1].isdigit()
    ends = text.endswith((".", "!", "?"))
    return begins and ends and " " in text and "  " not in text and not is_amiss(text)


def is_amiss(text: str) -> bool:
    """Whether a text tells of a change by 0, or gives a name with an article of its own another."""
    return NOTHING_CHANGES.search(text) is not None or TWO_ARTICLES.search(text) is not None


@pytest.mark.parametrize("dungeon", [*EDITIONS, *QUESTING], ids=str)
def test_every_event_is_told_in_a_sentence(dungeon: Dungeon) -> None:
    words, nouns = dungeon.game.words(), dungeon.game.nouns(dungeon.new())
    wrong: set[str] = set()
    for kind in dungeon.game.vocabulary.events:
        template = words.file.events[kind.name]
        for event in ways_to_happen(kind, nouns) if template else ():
            text = words.event(event, nouns)
            if not is_sentence(as_in_a_list(template, text)):
                wrong.add(text)
    assert wrong == set()


def as_in_a_list(template: str, text: str) -> str:
    """A sentence as it is; what announces a list, or is part of one, with the rest of it.

    That a list is announced wherever it is told is seen in games that are played.
    """
    if template.endswith(":"):
        return f"{text} one."
    return f"A list: {text}" if BARE_THING.fullmatch(template) else text


def ways_to_happen(kind: EventKind, nouns: Mapping[str, Naming]) -> Iterator[Event]:
    """Events of this kind: about everything that its figures can stand for, with figures that are 0 or not."""
    things = {name: everything(nouns[name]) for name in kind.figures if name in nouns}
    numbers = [name for name in kind.figures if name not in nouns]
    for turn in range(max(map(len, things.values()), default=1)):
        for some in product((1, 0), repeat=len(numbers)):
            figures = dict(zip(numbers, some, strict=True))
            figures |= {name: values[turn % len(values)] for name, values in things.items()}
            yield Event(kind, *[figures[name] for name in kind.figures], *[0] * (4 - len(kind.figures)))


def everything(naming: Naming) -> list[int]:
    """All that has a name, or one of them where any number has."""
    if isinstance(naming, Mapping):
        return list(naming)
    return list(range(len(naming))) if isinstance(naming, Sequence) else [1]


@every_edition
@law(4)
@given(seed=SEEDS, whims=WHIMS, count=st.integers(0, 40))
def test_odds_tell_of_no_change_by_nothing(dungeon: Dungeon, seed: str, whims: list[int], count: int) -> None:
    session = part_way(dungeon, whims, seed, count)
    assert session.decision is not None
    scene = session.scene(session.decision.seat)
    for option in {option.family: option for option in session.decision.options}.values():
        odds = session.odds(option, follow=True, limit=60, samples=20)
        said = [*changes_of(session, scene, odds, 0), *(row.changes for row in merged_rows(session, odds, ARROW))]
        assert [text for text in said if NOTHING_CHANGES.search(text)] == []


@every_dungeon
def test_what_happened_before_the_first_question_is_in_the_log(dungeon: Dungeon) -> None:
    session = dungeon.start("undercroft")
    told = gather_lists(log_lines(session, session.events))
    assert session.decision is not None
    assert session.scene(session.decision.seat).log == told


def check_words(question: Question) -> None:
    """All sentences are there and filled, and no two choices read the same."""
    labels = [choice.label for choice in question.choices]
    said = [question.text, *labels, *(choice.stem for choice in question.choices)]
    assert all(said)
    assert not any("{" in text or "}" in text for text in said)
    assert [text for text in said if is_amiss(text)] == []
    assert len(set(labels)) == len(labels)


def on_the_table(scene: Scene) -> Iterator[str]:
    """All that is written on the table: on cards, beside tracks, on piles, on the places of a map."""
    for item in (item for zone in scene.zones for item in zone.items):
        if isinstance(item, Card):
            yield from (item.title, item.state, *item.lines)
        elif isinstance(item, Map):
            yield from (text for cell in item.cells for text in written_at(cell))
        elif isinstance(item, Pile):
            yield from (item.title, *item.names)
        else:
            yield item.note if isinstance(item, Track) else item.title


def written_at(cell: Cell) -> tuple[str, ...]:
    """All that is written on a place of a map."""
    return (cell.title, cell.note, *(token.title for token in cell.tokens))


def check_targets(scene: Scene, question: Question) -> None:
    """Choices name what they act on, and are told apart by that where their labels differ in a place alone."""
    shown = keys(scene)
    assert len(set(shown)) == len(shown)
    assert {choice.target for choice in question.choices} <= {"", *shown}
    assert len({(choice.stem, choice.target) for choice in question.choices}) == len(question.choices)


def keys(scene: Scene) -> list[str]:
    """The keys of all items, slots, cells and dice, and of sides of cells where there are walls between them."""
    items = [item for zone in scene.zones for item in zone.items]
    cells = [cell for item in items if isinstance(item, Map) for cell in item.cells]
    sides = [f"{cell.key}-{way}" for cell in cells if cell.sides for way in ("north", "east", "south", "west")]
    rolls = [item for item in items if isinstance(item, Dice)]
    dice = [f"{roll.key}-{place}" for roll in rolls for place in range(1, len(roll.faces) + 1)]
    return [item.key for item in items] + [cell.key for cell in cells] + sides + dice


# ---- what is on a card ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dungeon", [*DUNGEONS, *TRIALS[:2]], ids=str)
@law(3)
@given(seed=SEEDS, whims=WHIMS)
def test_what_is_on_a_card_can_be_read_wherever_the_card_is(dungeon: Dungeon, seed: str, whims: list[int]) -> None:
    game, read = dungeon.game, ON_CARDS[dungeon.name]
    for number, session in enumerate(steps(dungeon.start(seed), Whimsical(whims, seed))):
        for seat in range(len(game.seats)) if now_and_then(number) else ():
            state = session.state.view(seat)
            told = "\n".join(on_the_table(game.scene(state, seat)))
            assert [text for text in read(state) if text not in told] == []


def on_cards_of_tin_helm(state: State) -> Iterator[str]:
    """The adventurer's power, the cards in hand, the enemy's power."""
    assert isinstance(state, TinHelm)
    if state.race >= 0:
        yield state.content.races[state.race].power
        yield from (card.text for card in state.kit.held)
    if state.enemy >= 0:
        yield state.foe().power


def on_cards_of_elbereth(state: State) -> Iterator[str]:
    """What else stands on a boss's card than its strength: what it takes instead of a fight, how often it is hit."""
    assert isinstance(state, Elbereth)
    names = [*(piece.name for piece in state.content.pieces), "Coin"]
    for number in range(len(state.cards)):
        kind, taken = state.kind(number), [names[item] for item in state.kind(number).bribes]
        if taken and not state.turned[number]:
            yield f"can be bribed with {' or '.join([', '.join(taken[:-1]), taken[-1]] if taken[1:] else taken)}"
        if kind.hits_needed > 1 and not state.turned[number]:
            yield f"takes {kind.hits_needed} hits in a row"


def on_cards_of_freequest(state: State) -> Iterator[str]:
    """The heroes, what they have learnt, carry and can cast, the wares, the monsters, and the traps one knows of."""
    assert isinstance(state, FreeQuest)
    board, content = state.board, state.content
    items = [*board.left_over, *(item for hero in board.heroes for item in hero.gear)]
    items += [item.index for item in content.items if item.in_shop and board.phase == BETWEEN_QUESTS]
    yield from (content.items[item].text for item in items)
    for hero in board.heroes:
        yield hero.kind.text
        yield from (content.improvements[index].text for index in hero.improvements)
        yield from (spell.text for spell in content.spells if hero.spells >> spell.index & 1)
    for monster in board.monsters:
        if monster.at >= 0:
            yield monster.kind.text
            yield from (content.spells[index].text for index in monster.kind.spells)
    yield from (content.traps[trap // 2].text for trap in board.traps.values())
    if state.notes.quest is not None:
        yield from (content.traps[trap].text for trap in state.notes.traps.values())


def on_cards_of_tiny_epic_dungeons(state: State) -> Iterator[str]:
    """Mats, rooms, enemies, the Boss, and what heroes have; what they do is told in words made from their effects."""
    assert isinstance(state, TinyEpicDungeon)
    content, words = state.content, scene_effects.power_words
    for mat in [hero.mat for hero in state.heroes] if state.act else content.heroes:
        yield from (mat.text, words(mat.ability), words(mat.passive))
        yield scene_effects.spell_words(mat.cantrip) if mat.cantrip is not None else ""
    for hero in state.heroes if state.act else ():
        for loot in (content.loot[card] for card in hero.loot if card >= 0):
            yield from (words(loot.power), loot.power.text)
        for spell in (content.spells[card] for card in hero.spells):
            yield from (scene_effects.spell_words(spell), spell.text)
    for target in range(BOSS_TARGET) if state.act else ():
        if state.enemy_at(target) >= 0:
            enemy = state.enemy_card(target)
            yield enemy.text
            yield scene_effects.special_words(enemy.special) if enemy.special is not None else ""
    if state.act == 2:
        boss = state.boss_mat()
        yield from (boss.text, scene_effects.doing(boss.torch_effect), scene_effects.rider_words(boss))
    yield from (state.card_at(cell).text for cell in cells_of(state.rooms))
    if state.turned >= 0:
        yield content.dungeon[state.turned].text


ON_CARDS: Mapping[str, Callable[[State], Iterator[str]]] = {  # by game: what stands on the cards that a seat may see
    "tin-helm": on_cards_of_tin_helm,
    "elbereth": on_cards_of_elbereth,
    "freequest": on_cards_of_freequest,
    "tiny-epic-dungeons": on_cards_of_tiny_epic_dungeons,
}


# ---- every word -----------------------------------------------------------------------------------------------------


@every_game
def test_every_word_has_its_sentence_and_its_clause(name: str) -> None:
    game = find_game(name)
    words, rules, vocabulary = game.words().file, game.ledger().rules, game.vocabulary
    prompts = [prompt.name for prompt in vocabulary.prompts]
    unveiling = [stream.name for stream in vocabulary.streams if stream.unveils]
    for declared, sentences in (
        ({option.family for option in vocabulary.options}, words.options),
        (prompts, words.prompts),
        ([*prompts, *unveiling], words.moments),
        (game.ends, words.ends),
        (game.figure_names, words.figures),
    ):
        assert sorted(declared) == sorted(sentences)
        assert all(sentences.values())
    assert words.score
    assert [kind.name for kind in vocabulary.events if not words.events[kind.name] and not kind.notable] == []
    assert sorted(kind.name for kind in vocabulary.events) == sorted(words.events)
    assert {kind.name for kind in vocabulary.events if kind.notable} == set(words.odds)
    cited = {kind.name: kind.rule for kind in vocabulary.events}
    cited |= {prompt.name: prompt.rule for prompt in vocabulary.prompts}
    cited |= {option.name: option.rule for option in vocabulary.options if option.rule}
    assert {name: rule for name, rule in cited.items() if rule not in rules} == {}


@every_game
def test_an_event_without_a_sentence_is_one_that_odds_speak_of(name: str) -> None:
    words = find_game(name).words().file
    assert [event for event, sentence in words.events.items() if not sentence and not words.odds.get(event)] == []


@pytest.mark.slow
@every_game
def test_every_event_prompt_and_option_comes_up_in_some_game(name: str) -> None:
    game = GAMES[name]
    vocabulary = game.vocabulary
    events = {kind.name for kind in vocabulary.events} - NEVER.get(name, set())
    options = {word(option) for option in vocabulary.options} - NEVER.get(name, set())
    prompts = {prompt.name for prompt in vocabulary.prompts}
    for number in range(100 if name == "freequest" else 5_000):  # as long as it may take
        for dungeon, player in product(showing(name, number), players(name, f"any {number}")):
            listening = Listening(player)
            _, log = dungeon.play(listening, f"any {number}")
            events.difference_update(event.kind.name for event in log)
            if dungeon not in SMALL:  # every question and answer, every bribe too, must be met where people play
                prompts.difference_update(prompt.name for prompt, _ in listening.offered)
                options.difference_update(word(option) for _, offered in listening.offered for option in offered)
        if not events and not options and not prompts:
            break
    assert (events, options, prompts) == (set(), set(), set())


def players(name: str, seed: str) -> list[Player]:
    """All bots that know the game, and somebody who gives up after the first choice, or who stays, where one can."""
    bots = [find_bot(bot, name, seed) for bot in bots_for(name)]
    vocabulary = GAMES[name].vocabulary
    if any(option.resigns for option in vocabulary.options):
        bots.append(Whimsical([0, GIVES_UP]))
    if any(prompt.name == "quest.withdraw" for prompt in vocabulary.prompts):
        bots.append(Staying(seed))
    return bots


def word(option: Option) -> str:
    """What is to come up: the option, or any of its family if they differ in a number alone."""
    return option.family if option.name == f"{option.family}-{option.number}" else option.name
