"""Laws of every game: what a question and a label name is what the choice does, and to whom it does it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from tests.effort import is_sample, tries
from tests.games.laws import (
    BOSSES,
    BRAWL,
    BRIEF,
    PARTIES,
    RESCUE,
    SMALL,
    TRIALS,
    WHOLE,
    Dungeon,
    answerer,
    every_game,
    sheet,
)
from tests.games.sayings import (
    FRESH,
    OF_ALL,
    OWN,
    PERSONS,
    REFEREE,
    SAYS,
    TURNED_DOWN,
    TURNS,
    UNTOLD,
    Saying,
    families_with_figures,
    key_of,
    sayings,
)
from tests.games.witnesses import WITNESSES, Moment, is_alone
from undercroft import GAMES, Session, State
from undercroft.bots import find_bot
from undercroft.core.scene import Question, question
from undercroft.core.table import Player
from undercroft.core.vocabulary import Event, Option, Options, Prompt
from undercroft.core.words import FIGURE
from undercroft.games.freequest.state import FreeQuest
from undercroft.games.freequest.vocabulary import END_TURN, NO, WITHDRAW
from undercroft.games.tin_helm.vocabulary import TRAPPINGS
from undercroft.games.tiny_epic_dungeons import content as tiny_epic_dungeons
from undercroft.games.tiny_epic_dungeons.state import Dungeon as TinyEpicDungeon

# ---- where they are looked for --------------------------------------------------------------------------------------

# FreeQuest in town: two bodies of different fate, things and gold to give away, a hero with selections who is lost
TOWN = Dungeon(
    "freequest",
    "book",
    {
        "play.own": BRAWL.changes["play.own"],
        "play.quest": "brawl",
        "play.campaign": {
            "format": 1,
            "party": [
                {**sheet("warrior", (8, 2, 0, 8, 0), "broadsword shield blue-flask"), "gold": 40},
                {**sheet("medic", (8, 3, 3, 6, 3), "shortsword helmet battle-axe"), "fate": "awaits-vigil"},
                {**sheet("ranger", (8, 3, 2, 6, 1), "short-bow dagger"), "fate": "awaits-vigil", "returns": 2},
                {**sheet("delver", (6, 4, 0, 7, 0), "shortsword helmet", selections=[0])},
            ],
            "quests": {"brawl": {"standing": "open"}},
            "completed": 2,
        },
        "play.players": 2,
        "figures.last-round": 1,
    },
)
# Two heroes with selections, of whom one has two to make, and an order that two players agree on
CHOOSY = Dungeon(
    "freequest",
    "book",
    {
        **{key: value for key, value in BRAWL.changes.items() if key != "play.party"},
        "play.party": ["delver", "medic", "wizard"],
        "play.players": 2,
        "hero.medic.select": [
            {"ask": "Which coat?", "options": [["leather"], ["helmet"]]},
            {"ask": "And in the bag?", "options": [["dagger"], ["blue-flask"], ["staff"]]},
        ],
    },
)
# Monsters that walk about under loose vaults, and somebody who can put a companion in their place
VAULT = Dungeon(
    "freequest",
    "book",
    {
        "play.own": {
            **BRAWL.changes["play.own"],
            "map": "#######\n#SSaa##\n#SSaa##\n#######",
            "monsters": [{"kind": "hobgoblin", "at": [4, 2], "id": "rowdy", "name": "Rowdy"}],
            "traps": [{"kind": "loose-vault", "at": at} for at in ([3, 1], [4, 1])],
            "furniture": [],
        },
        "play.quest": "brawl",
        "play.party": ["wizard", "warrior", "sworn-defender"],
        "play.players": 3,
        "hero.wizard.spells": 1,
        "figures.last-round": 6,
    },
)
# All that is rare at once: two weapons, a roar, a last breath, snares and bells, a monster that casts
RARE = Dungeon(
    "freequest",
    "book",
    {
        "play.own": {
            **BRAWL.changes["play.own"],
            "furniture": [],
            "traps": [{"kind": kind, "at": at} for kind, at in (("snare", [3, 1]), ("bell-wire", [3, 2]))],
            "monsters": [
                *({"kind": "goblin", "at": [4, y]} for y in (1, 2)),
                {"kind": "marsh-notary", "at": [6, 1]},
                {"kind": "goblin", "at": [6, 2], "id": "rowdy", "name": "Rowdy"},
            ],
        },
        "play.quest": "brawl",
        "play.campaign": {
            "format": 1,
            "party": [
                {
                    **sheet("barbarian", (8, 2, 0, 5, 0), "shortsword dagger bellows-locket"),
                    "worn": {"main-hand": "shortsword", "other-hand": "dagger"},
                },
                sheet("wizard", (8, 2, 5, 3, 20), "dagger"),
                {
                    **sheet("warrior", (8, 2, 0, 2, 0), "broadsword helmet"),
                    "may-improve": True,
                    "counters": {"quests": 9, "kills": 30},
                },
            ],
            "quests": {"brawl": {"standing": "open"}},
            "completed": 2,
        },
        "play.players": 3,
    },
)
# One person leads frail heroes through doors and past a lever; a vote is a choice then, and ransom is soon asked for
HALL = Dungeon(
    "freequest",
    "later-draft",
    {
        "play.own": {
            **BRAWL.changes["play.own"],
            "id": "hall",
            "step": 5,
            "heroes": [3, 3],
            "map": "########\n#SSaabb#\n#SSaabb#\n########",
            "areas": {**BRAWL.changes["play.own"]["areas"], "b": {"kind": "room", "text": "A hall."}},
            "doors": [{"at": [[4, 1], [5, 1]]}, {"at": [[4, 2], [5, 2]], "state": "locked", "key": "key"}],
            "quest-items": [{"id": "key", "name": "the key"}],
            "treasure": [{"area": "a", "quest-items": ["key"]}],
            "devices": [{"id": "lever", "name": "lever", "at": [3, 1], "public": "A lever.", "text": "It moves."}],
            "furniture": [],
            "traps": [],
            "monsters": [
                {"kind": "goblin", "at": [5, 1], "id": "rowdy", "name": "Rowdy"},
                *({"kind": "goblin", "at": at} for at in ([4, 1], [3, 2], [4, 2])),
            ],
        },
        "play.campaign": {
            "format": 1,
            "party": [
                {**sheet("warrior", (8, 2, 0, 1, 0), "broadsword"), "gold": 95},
                {**sheet("medic", (8, 3, 3, 1, 3), "shortsword"), "gold": 95},
                {**sheet("ranger", (8, 3, 2, 1, 1), "short-bow dagger"), "gold": 95, "fate": "awaits-vigil"},
            ],
            "quests": {quest: {"standing": "open"} for quest in ("hall", "cold-kiln")},
            "completed": 2,
        },
        "play.players": 1,
        "monster.goblin.attack": 6,
        "monster.goblin.defense": 4,
        "figures.last-round": 6,
    },
)
# Altars that give their best for little favor
DEVOUT = Dungeon("tin-helm", "book", {f"altar.step-{step}.favor": step - 1 for step in range(2, 6)})
# A pack and a favor that are soon full, and all that the printed game lets one eat
FULL = Dungeon("tin-helm", "printed", {"figures.food-limit": 2, "figures.favor-limit": 3})
MINIONS = tiny_epic_dungeons.load("book", {}).minions
# Minions that fall at a blow, so that the Lair, its spaces and its Boss are soon reached, by one or two players
WEAK = {
    **{f"minion.{minion.key}.{what}": 1 for minion in MINIONS for what in ("health", "defense")},
    **{f"minion.{minion.key}.counter.{kind}": 0 for minion in MINIONS for kind in ("melee", "missile", "spell")},
}
LAIRS = [
    Dungeon("tiny-epic-dungeons", edition, {**WEAK, "play.players": players, "play.boss": boss})
    for edition, players, boss in (("book", 1, BOSSES[0]), ("printed", 2, BOSSES[1]))
]
LABELLED: Mapping[str, list[Dungeon]] = {
    name: [dungeon for dungeon in [*WHOLE, *SMALL] if dungeon.name == name] for name in GAMES
} | {
    "tin-helm": [*[dungeon for dungeon in WHOLE if dungeon.name == "tin-helm"], DEVOUT, FULL],
    "freequest": [
        *(TOWN, CHOOSY, *[VAULT] * 5, RARE, BRAWL, BRIEF[0], *TRIALS[:1], HALL, RESCUE),
        *(replace(dungeon, edition="later-draft") for dungeon in (TOWN, RARE)),
    ],
    "tiny-epic-dungeons": [
        *(dungeon for dungeon in WHOLE if dungeon.name == "tiny-epic-dungeons"),
        *(*PARTIES[2:4], *LAIRS),
    ],
}
CHANGE_OF_PLACES = 17
VAULT_TURNS = 3  # that pass before anybody acts: one for each hero
FOND = {
    *("ready", "vigil", "offer", f"draft-{CHANGE_OF_PLACES}", "cast", "on-hero", "on-monster", "yes", "walk"),
    *("monster", "strike", "ransom"),
}


class Curious(Player):
    """Answers as another does, but takes what nobody has heard of yet, and now and then what leads there."""

    def __init__(self, dungeon: Dungeon, number: int, seed: str, unheard: set[str]) -> None:
        self.name = dungeon.name
        bot = "steady" if dungeon in LAIRS or (self.name in LONG and number % 2) else "random"
        self.player = find_bot(bot, self.name, seed)
        self.bides = VAULT_TURNS if dungeon is VAULT else 0
        self.stays = dungeon is HALL
        self.often = 1 if dungeon is VAULT else MOST_CHOICES if dungeon in LAIRS else 2
        self.unheard = unheard
        self.asked = 0

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.asked += 1
        if self.bides and END_TURN in options:
            self.bides -= 1
            return END_TURN
        if self.stays and prompt is WITHDRAW:
            return NO
        new = tuple(option for option in options if key_of(self.name, prompt.name, option.family) in self.unheard)
        fond = tuple(option for option in options if option.name in FOND or option.family in FOND)
        return self.player.choose(state, prompt, new or (fond if self.asked % self.often == 0 else options) or options)


PLAYS, MOST_PLAYS = 4, 60  # of each dungeon: so many at least, and until all has come up
MOST_CHOICES = 600  # of one game; what comes later has mostly come before
LONG = {"tiny-epic-dungeons"}  # of which only a good player sees the end
RARELY: Mapping[str, set[str]] = {  # what need not come up
    "tin-helm": {"trade", "combat.axe-throw-dice/keep"},
    "freequest": {"aid", "disarm", "disarm-here", "open", "unlock", "recovery", "lost"},
    "tiny-epic-dungeons": {
        *("strike-first", "strike-second", "sweep", "attack.counter-attacker/enemy", "leave-lair"),
        *("cast.target/enemy", "loot.discard/give", "spell.discard/give"),
    },
}


def moments(dungeon: Dungeon, player: Player, seed: str) -> Iterator[Moment]:
    """Questions of a game as they are shown to whom they are for, what was chosen, and what happened then."""
    session = dungeon.start(seed)
    nouns = session.game.nouns(session.state)
    before = list(session.events)
    while session.decision is not None and len(session.choices) < MOST_CHOICES:
        decision = session.decision
        asked = question(session, decision.seat)
        assert asked is not None
        check_seat(session, asked)
        who = answerer(session.record.changes, decision.seat, player)
        answer = who.choose(session.state.view(decision.seat), decision.prompt, decision.options)
        label = next(choice.label for choice in asked.choices if choice.name == answer.name)
        events = session.choose(answer)
        yield Moment(session, asked, answer, label, before, events, nouns)
        before = events


# ---- the laws -------------------------------------------------------------------------------------------------------

GAPS = re.compile(r"[{}]|  |\s[?.,;:!)]|\(\s|\(\)|:$|\b(the|an?) ?[?.,;:!]|\bNone\b|(?i:\b([a-z]+) \2\b)")
SEVERAL = {"hero.selected", "setup.equipped", "setup.trapping", "weapon.down", "loot.discarded"}  # that come at once
COUNTED = {"gained": "favor", "spent": "energy", "restored": "health"}  # what a figure counts, if its name is another
GAINS: Mapping[str, str] = {  # what may be gained or done: where it comes to nothing, a label says so in other words
    "tin-helm": "health|energy|food|favor|damage|dice",
    "elbereth": "spaces?",
    "freequest": "Health|damage|squares?|(?:more )?dice",
    "tiny-epic-dungeons": "Health|Focus|Loot|Spells?|Speed|damage",
}
PRICES: Mapping[str, set[str]] = {"elbereth": {"coin"}}  # what is named as the price of something else


@dataclass(frozen=True)
class Open:
    """What was said and has not come yet."""

    saying: Saying
    text: str
    label: str
    begun: bool  # whether that after which it counts has come


@every_game
def test_what_a_label_names_is_what_the_choice_does(name: str) -> None:
    unheard = {saying for key in SAYS[name] for saying in sayings(name, key)}
    rarely = RARELY.get(name, set())
    for number in range(MOST_PLAYS):
        for place, dungeon in enumerate(LABELLED[name]):
            seed = f"labels {number} {place}"
            keys = {saying.key for saying in unheard}
            unheard -= set(heard(dungeon, Curious(dungeon, number, seed, keys), seed))
        if is_sample() or (number + 1 >= tries(PLAYS) and {saying.key for saying in unheard} <= rarely):
            return
    assert {saying for saying in unheard if saying.key not in rarely} == set()


def heard(dungeon: Dungeon, player: Player, seed: str) -> Iterator[Saying]:
    """Play a game and check whatever is said in it; what came true."""
    name, witness = dungeon.name, WITNESSES[dungeon.name]()
    waiting: list[Open] = []
    for moment in moments(dungeon, player, seed):
        asked, family = moment.asked, moment.option.family
        check_gaps(asked)
        check_gains(name, asked)
        for choice in asked.choices:
            key_of(name, asked.prompt, family_of(name, choice.name))
        witness.hear(moment)
        if asked.prompt in FRESH[name]:
            waiting = []
        new = [Open(saying, asked.text, moment.label, False) for saying in said_now(moment)]
        still: list[Open] = []
        for each in waiting + new:
            left = check_saying(moment, each)
            if left is None:
                yield each.saying
            elif "?" in each.saying.signs:
                still.append(left)
        waiting = [] if family in TURNED_DOWN or TURNS & set(moment.names) else still


def said_now(moment: Moment) -> Iterator[Saying]:
    """What is said of the option that was chosen; a vote decides only where one person leads all heroes."""
    name = moment.session.game.name
    key = key_of(name, moment.asked.prompt, moment.option.family)
    return (each for each in sayings(name, key) if "&" not in each.signs or is_alone(moment.session))


@cache
def family_of(name: str, option: str) -> str:
    """The family of an option by its name."""
    return next(each.family for each in GAMES[name].vocabulary.options if each.name == option)


def check_gaps(asked: Question) -> None:
    """No question and no label leaves out what it is about, or says it twice."""
    for text in (asked.text, *(choice.label for choice in asked.choices), *(choice.stem for choice in asked.choices)):
        assert not has_gap(text), (asked.prompt, text)


def check_gains(name: str, asked: Question) -> None:
    """No label offers 0 of anything."""
    for choice in asked.choices:
        assert not offers_none(name, choice.label), (asked.prompt, choice.label)


@cache
def offers_none(name: str, label: str) -> bool:
    """Whether a label offers something of which there is none."""
    return re.search(rf"(?<![\d.])[+-]?0 (?:{GAINS[name]})\b", label) is not None


@cache
def has_gap(text: str) -> bool:
    """Whether a text lacks something; most are asked again and again."""
    return GAPS.search(text) is not None


def check_saying(moment: Moment, waits: Open) -> Open | None:
    """What still waits for its event; once that has come, what is named is what it tells of, no more, no less."""
    saying = waits.saying
    if "<" in saying.signs:
        told = [event for event in moment.before if event.kind.name in saying.events]
        assert not told or any(fits(moment, waits, [event]) for event in told), (waits, moment.before)
        return None if told else waits
    events = of_this_turn(moment.events, saying)
    begun = waits.begun or not saying.after
    if not begun:
        places = [place for place, event in enumerate(events) if event.kind.name == saying.after]
        begun, events = bool(places), events[places[0] + 1 :] if places else []
    found = [event for event in events if event.kind.name in saying.events]
    assert found or {"?", "~"} & set(saying.signs), (waits, moment.names)
    if not found:
        return replace(waits, begun=begun)
    same = [event for event in found if event.kind is found[0].kind]
    same = same if found[0].kind.name in SEVERAL else same[:1]
    assert fits(moment, waits, same), (waits, [event.figures for event in same])
    return None


def of_this_turn(events: list[Event], saying: Saying) -> list[Event]:
    """What happens before another turn begins, unless that is what is spoken of."""
    ends = [place for place, event in enumerate(events) if event.kind.name in TURNS]
    return events[: ends[0]] if ends and not TURNS & set(saying.events) else events


def fits(moment: Moment, said: Open, events: list[Event]) -> bool:
    """Whether what is named is what these events tell of, no more, no less."""
    signs, session = said.saying.signs, moment.session
    text = "" if "!" in signs else said.text
    label = "" if "^" in signs else said.label
    nouns = moment.nouns
    told, known = set(), set()
    for figure in said.saying.figures:
        if figure in nouns:
            known |= names_of(nouns[figure])
            told |= {plain(nouns[figure][event.figures[figure]].name) for event in events}
        elif not all(is_named(event.figures[figure], f"{text} {label}", figure) for event in events):
            return False
    known -= PRICES.get(session.game.name, set()) - told
    head = label if "+" in signs else label.split(":")[0]
    return names_in(f"{text} | {head}", known) == told


def is_named(amount: int, text: str, figure: str) -> bool:
    """Whether a text has a number; where it is 0, that the text promises none of what the figure counts."""
    if amount == 0:
        return re.search(rf"(?<!\d)[1-9]\d* {COUNTED.get(figure, figure)}\b", text, re.IGNORECASE) is None
    return re.search(rf"(?<!\d){abs(amount)}(?!\d)", text) is not None


def names_of(naming: Any) -> set[str]:
    """All that a figure may stand for."""
    every = naming.values() if isinstance(naming, Mapping) else naming
    return {plain(noun.name) for noun in every} - {""}


def plain(name: str) -> str:
    """A name as it is looked for, without its article."""
    return name.casefold().removeprefix("the ")


def names_in(text: str, known: set[str]) -> set[str]:
    """Which names a text has; a long one hides those within it."""
    found = set()
    text = text.casefold()
    for name in sorted(known, key=len, reverse=True):
        if name in text:
            pattern = rf"(?<!\w){re.escape(name)}(?!\w)"
            if re.search(pattern, text):
                found.add(name)
                text = re.sub(pattern, "", text)
    return found


def check_seat(session: Session, asked: Question) -> None:
    """Who is asked about a hero leads that hero, and who is asked about monsters is the referee."""
    own = OWN.get(session.game.name, {}).get(asked.prompt)
    if own is not None:
        assert session.decision is not None
        facts = session.game.facts(session.state)
        leads = led_by(session.state)
        name = str(facts.get(own, ""))
        seat = 0 if own == REFEREE else leads.get(name, leads.get(str(facts["hero"])))
        assert seat == session.decision.seat, (asked.text, name, leads)


def led_by(state: State) -> dict[str, int]:
    """By name of a hero: the seat that leads it."""
    if isinstance(state, FreeQuest):
        return {hero.kind.name: int(hero.seat) for hero in state.board.heroes}
    assert isinstance(state, TinyEpicDungeon)
    return {hero.mat.name.split()[0]: int(state.seat_of(number)) for number, hero in enumerate(state.heroes)}


@pytest.mark.parametrize(
    ("amount", "label", "figure", "true"),
    [
        (1, "Eat 1 food for health: 1 health", "health", True),
        (2, "Eat 1 food for health: 1 health", "health", False),
        (0, "Eat 1 food for health: 1 health", "health", False),
        (0, "Eat 1 food for health: nothing to gain", "health", True),
        (0, "Rest: 2 health", "energy", True),
        (0, "Take his blessing: 1 favor", "gained", False),
        (0, "Drink the Blue Flask: up to 3 Health", "restored", False),
        (10, "Full health: 1 health", "health", False),
    ],
)
def test_an_amount_is_named_if_it_is_there_and_nothing_if_none_of_it_is(
    amount: int, label: str, figure: str, true: bool
) -> None:
    assert is_named(amount, label, figure) == true


@pytest.mark.parametrize(
    ("label", "none"),
    [("0 health", True), ("Take his blessing: 0 favor", True), ("10 health", False), ("Roll +0", False)],
)
def test_a_label_that_offers_0_of_something_is_caught(label: str, none: bool) -> None:
    assert offers_none("tin-helm", label) == none


# ---- nothing is left out --------------------------------------------------------------------------------------------


@every_game
def test_of_every_label_that_names_something_it_is_said_what_must_follow_or_why_nothing_can(name: str) -> None:
    said = {key.split("/")[-1] for key in (*SAYS[name], *UNTOLD[name])}
    starred = {key.split("/")[0] for key in (*SAYS[name], *UNTOLD[name]) if key.endswith("/*")}
    trappings = {option.family for option in TRAPPINGS} if "setup.extra-trapping" in starred else set()
    assert set(families_with_figures(name)) - said - trappings == set()
    assert not SAYS[name].keys() & UNTOLD[name].keys()
    assert all(UNTOLD[name].values())


@every_game
def test_every_question_that_names_somebody_is_held_to_the_seat_that_is_asked(name: str) -> None:
    prompts = GAMES[name].words().file.prompts
    about = {prompt for prompt, text in prompts.items() if PERSONS & {found[1] for found in FIGURE.finditer(text)}}
    assert about - OWN.get(name, {}).keys() - OF_ALL.get(name, {}).keys() == set()


@every_game
def test_what_is_said_of_labels_is_in_the_games_words(name: str) -> None:
    vocabulary = GAMES[name].vocabulary
    prompts = {prompt.name for prompt in vocabulary.prompts}
    families = {option.family for option in vocabulary.options} | {"*"}
    figures = {kind.name: kind.figures for kind in vocabulary.events}
    for key in (*SAYS[name], *UNTOLD[name]):
        *prompt, family = key.split("/")
        assert family in families
        assert set(prompt) <= prompts
        for saying in sayings(name, key):
            assert all(set(saying.figures) <= set(figures[event]) for event in saying.events)
            assert saying.after in ("", *figures)
    assert {*OWN.get(name, {}), *OF_ALL.get(name, {}), *FRESH[name]} <= prompts
