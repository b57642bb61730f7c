"""Laws of every game: what a question and a label name is what the choice does, and to whom it does it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.effort import is_sample
from tests.games.laws import (
    BRAWL,
    BRIEF,
    PARTIES,
    SMALL,
    TRIALS,
    WHOLE,
    Dungeon,
    answerer,
    every_game,
    sheet,
)
from undercroft import GAMES, Session, State
from undercroft.bots import find_bot
from undercroft.core.scene import Question, question
from undercroft.core.table import Player
from undercroft.core.vocabulary import Event, Option, Options, Prompt
from undercroft.games.freequest.contests import chances, dice_of
from undercroft.games.freequest.state import FreeQuest
from undercroft.games.freequest.vocabulary import END_TURN
from undercroft.games.tiny_epic_dungeons.state import Dungeon as TinyEpicDungeon

# ---- what each game's labels say ------------------------------------------------------------------------------------

# By option, or by prompt and option: the event that follows, and those of its figures that question or label name. With
# a question mark it may be long in coming: another question may stand between, or dice decide. Of several events the
# first that comes counts. Behind an exclamation mark the label alone speaks.
SAYS: Mapping[str, Mapping[str, str]] = {
    "tin-helm": {
        "setup.extra-trapping/*": "?setup.extra-trapping: card",
        "use-ring": "enemy.avoided: enemy card",
        "use-wedge": "enemy.avoided: enemy card",
        "use-scroll": "enemy.avoided: enemy card",
        "plain-strike": "hero.strikes: enemy damage",
        "spend-1": "hero.spends: spent",
        "spend-2": "hero.spends: spent",
        "spend-3": "hero.spends: spent",
        "throw-axe": "hero.throws: card",
        "flip-first": "hero.flips: from to",
        "flip-second": "hero.flips: from to",
        "trade": "pigman.traded: card",
        "blessing": "pigman.blessed: gained",
        "rest": "camp.rested: health energy",
        "forage": "camp.foraged: food",
        "own-step": "altar.blessed: health energy",
        "next-step": "altar.blessed: health energy",
        "gain-health": "water.health: health",
        "gain-energy": "water.energy: energy",
        "drink-potion": "card.used: card health energy",
        "drink-found-potion": "card.used: card health energy",
        "eat-turnip": "card.used: card health energy",
        "eat-for-health": "food.eaten: health",
        "eat-for-energy": "food.eaten: energy",
    },
    "elbereth": {
        "start-with": "setup.equipped: piece",
        "attack": "attack.rolled: card strength",
        "pick-up": "item.picked-up: card",
        "buy": "shop.bought: piece",
        "bribe-with": "boss.bribed: boss piece",
        "protect-with": "attack.protected: piece",
        "discard": "attack.damaged: piece",
        "use": "weapon.down: piece; attack.weapons: total",
    },
    "freequest": {
        "hero": "hero.chosen: hero",
        "select": "hero.selected: item",
        "draft": "setup.drafted: hero spell",
        "setup.place-hero/square": "setup.placed: hero",
        "turn.choose-action/*": "?move.moved | door.opened | spell.cast | search.traps | search.doors | search.treasure"
        " | device.worked | device.failed | jump.leapt | jump.short | jump.fell | jump.surely: hero",
        "move.step/*": "?move.moved | door.opened | jump.leapt | jump.short | jump.fell | jump.surely: hero",
        "attack": "attack.rolled: hero monster",
        "attack-other-hand": "attack.rolled: hero monster",
        "attack-unarmed": "attack.rolled: hero monster",
        "ability.roar/attack": "attack.rolled: monster",
        "cast": "?spell.cast: hero spell",
        "spell.cast/on-area": "spell.cast: hero spell",
        "spell.cast/on-hero": "spell.cast: spell; ?!spell.blessed | spell.rages | spell.home | hero.healed: hero",
        "spell.cast/on-monster": "?!spell.attacked | spell.resisted | spell.tested | spell.unpicked: monster",
        "spell.more/on-monster": "?!spell.resisted | spell.tested: monster",
        "disarm": "?disarm.success | disarm.nothing | disarm.triggered: hero trap",
        "disarm-here": "?disarm.success | disarm.nothing | disarm.triggered: hero trap",
        "free": "trap.freed | trap.not-freed: hero other",
        "aid": "ability.aided: hero other",
        "guard": "ability.guarded: hero other",
        "drink": "item.drunk: hero item",
        "wear": "equip.worn: hero item",
        "put-away": "equip.put-away: hero item",
        "take-all": "body.things: hero other",
        "take-item": "body.item: hero item",
        "take-body": "?body.taken: hero other",
        "spell.share/keep": "spell.shared: hero health other rest",
        "ability.sacrifice/yes": "ability.sacrificed: hero other damage",
        "item.second-breath/yes": "item.breathed: hero item",
        "spell.where/square": "?spell.home: hero",
        "trap.bell/square": "?monster.moved: monster",
        "monster.move/square": "monster.moved: monster",
        "strike": "monster.attacks: monster hero",
        "monster.cast/on-hero": "monster.casts: monster spell hero",
        "recovery": "fail.result:",
        "ransom": "fail.result:",
        "lost": "fail.result:",
        "buy": "shop.bought: hero item gold",
        "sell": "shop.sold: hero item gold",
        "learn": "improve.learnt: hero improvement",
        "between.amount/amount": "?between.gave-gold: other gold",
        "between.give/to-hero": "?between.gave-item: other item",
        "between.accept-gift/yes": "?between.gave-gold: hero other gold; ?between.gave-item: hero other item",
        "offer": "?raise.vigil: hero gold",
        "raise.consent/yes": "?raise.vigil: hero",
        "raise.share-equipment/to-hero": "?raise.inherited: item",
    },
    "tiny-epic-dungeons": {
        "take": "setup.hero-taken: hero",
        "begin-with": "?turn.begins: hero",
        "end-turn": "",
        "reveal-adjacent": "",
        "turn.next/*": "?move.entered | search.begins | disarm.begins | rest.rested | lair.opened | boss.taunted: hero",
        "melee": "attack.melee: hero enemy",
        "missile": "attack.missile: hero enemy",
        "strike-first": "attack.spell: hero spell enemy",
        "strike-second": "attack.spell: hero spell enemy",
        "strike-cantrip": "attack.cantrip: hero cantrip enemy",
        "sweep": "attack.sweep: hero spell",
        "cast": "?spell.begins: hero spell",
        "use": "?hero.power: hero power",
        "hero.reaction/yes": "hero.power: power",
        "raise": "check.die-changed: hero from to",
        "lower": "check.die-changed: hero from to",
        "count": "check.result: hero result",
        "cast.pay/pay": "?hero.focus-spent: by",
        "search.pay/pay": "?hero.focus-spent: by",
        "research": "?hero.focus-spent: by",
        "attack.counter-attacker/enemy": "?counter.rolled | counter.shield | counter.torch: enemy",
        "marker": "boss.marker: from to",
    },
}


# By prompt: the hero in the question who is led by whoever is asked.
OWN: Mapping[str, Mapping[str, str]] = {
    "freequest": {
        "setup.draft-spell": "hero",
        "setup.place-hero": "hero",
        "turn.choose-action": "hero",
        "move.step": "hero",
        "spell.cast": "hero",
        "spell.share": "hero",
        "ability.sacrifice": "hero",
        "item.second-breath": "hero",
        "trap.choice": "hero",
        "shop.trade": "hero",
        "between.accept-gift": "other",
    },
    "tiny-epic-dungeons": {"turn.next": "hero"},
}


def led_by(state: State) -> dict[str, int]:
    """By name of a hero: the seat that leads it."""
    if isinstance(state, FreeQuest):
        return {hero.kind.name: int(hero.seat) for hero in state.board.heroes}
    assert isinstance(state, TinyEpicDungeon)
    return {hero.mat.name.split()[0]: int(state.seat_of(number)) for number, hero in enumerate(state.heroes)}


def check_dice(said: str, events: list[Event]) -> None:
    """FreeQuest: so many dice as a label says are rolled, and a vigil's odds are those of its dice."""
    for event in events:
        if event.kind.name in ("attack.rolled", "raise.vigil"):
            figures = event.figures
            rolled, against = len(dice_of(figures["roll"])), len(dice_of(figures["against"]))
            named = re.search(r"\((\d+) v (\d+)\)", said)
            odds = re.search(r"(\d+) in 100 return", said)
            assert named is None or (int(named[1]), int(named[2])) == (rolled, against), (said, figures)
            assert odds is None or int(odds[1]) == round(100 * (1 - chances(rolled, against)[0])), (said, figures)


PRICES: Mapping[str, set[str]] = {"elbereth": {"coin"}}  # what is named as the price of something else


def check_nothing(said: str, events: list[Event]) -> None:
    """Most games' labels have no figure that an event does not tell."""


FURTHER: Mapping[str, Callable[[str, list[Event]], None]] = {"freequest": check_dice}

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
LABELLED: Mapping[str, list[Dungeon]] = {
    name: [dungeon for dungeon in [*WHOLE, *SMALL] if dungeon.name == name] for name in GAMES
} | {
    "freequest": [TOWN, CHOOSY, *[VAULT] * 5, RARE, BRAWL, BRIEF[0], *TRIALS[:1]],
    "tiny-epic-dungeons": [*[dungeon for dungeon in WHOLE if dungeon.name == "tiny-epic-dungeons"], *PARTIES[1:4]],
}
CHANGE_OF_PLACES = 17
VAULT_TURNS = 3  # that pass before anybody acts: one for each hero
FOND = ("ready", "vigil", "offer", f"draft-{CHANGE_OF_PLACES}", "cast", "on-hero", "on-monster", "yes", "walk")


class Curious(Player):
    """Answers as another does, but takes what nobody has heard of yet, and now and then what leads there."""

    def __init__(self, dungeon: Dungeon, number: int, seed: str, unheard: set[str]) -> None:
        self.name = dungeon.name
        bot = "steady" if self.name in LONG and number % 2 else "random"
        self.player = find_bot(bot, self.name, seed)
        self.bides = VAULT_TURNS if dungeon is VAULT else 0
        self.often = 1 if dungeon is VAULT else 2
        self.unheard = unheard
        self.asked = 0

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.asked += 1
        if self.bides and END_TURN in options:
            self.bides -= 1
            return END_TURN
        new = tuple(option for option in options if key_of(self.name, prompt.name, option) in self.unheard)
        fond = tuple(option for option in options if option.name in FOND or option.family in FOND)
        return self.player.choose(state, prompt, new or (fond if self.asked % self.often == 0 else options) or options)


PLAYS, MOST_PLAYS = 4, 60  # of each dungeon: so many at least, and until all has come up
MOST_CHOICES = 600  # of one game; what comes later has mostly come before
LONG = {"tiny-epic-dungeons"}  # of which only a good player sees the end
RARELY: Mapping[str, set[str]] = {  # what need not come up
    "tin-helm": {"trade"},
    "freequest": {"aid", "disarm", "disarm-here", "recovery", "ransom", "lost", "between.give/to-hero"},
    "tiny-epic-dungeons": {"strike-first", "strike-second", "sweep", "attack.counter-attacker/enemy", "marker"},
}


def moments(dungeon: Dungeon, player: Player, seed: str) -> Iterator[tuple[Session, Question, Option, list[Event]]]:
    """Questions of a game as they are shown to whom they are for, what was chosen, and what happened then."""
    session = dungeon.start(seed)
    while session.decision is not None and len(session.choices) < MOST_CHOICES:
        decision = session.decision
        asked = question(session, decision.seat)
        assert asked is not None
        check_seat(session, asked)
        who = answerer(session.record.changes, decision.seat, player)
        answer = who.choose(session.state.view(decision.seat), decision.prompt, decision.options)
        yield session, asked, answer, session.choose(answer)


# ---- the laws -------------------------------------------------------------------------------------------------------

GAPS = re.compile(r"[{}]|  |\s[?.,;:!)]|\(\s|\(\)|:$|\b(the|an?) ?[?.,;:!]|\bNone\b|(?i:\b([a-z]+) \2\b)")


@dataclass(frozen=True)
class Saying:
    """Events of which the first that comes must fit a label in some of its figures."""

    events: tuple[str, ...]
    figures: tuple[str, ...]
    certain: bool
    label_alone: bool


def key_of(name: str, prompt: str, option: Option) -> str:
    """Where it stands what is said of an option."""
    keys = (f"{prompt}/{option.family}", option.family, f"{prompt}/*")
    return next((key for key in keys if key in SAYS[name]), "")


def sayings(said: str) -> Iterator[Saying]:
    """What is said of an option, part by part."""
    for part in filter(None, said.split(";")):
        events, figures = part.strip().split(":")
        kinds = tuple(event.strip(" ?!") for event in events.split("|"))
        yield Saying(kinds, tuple(figures.split()), "?" not in events, "!" in events)


@every_game
def test_what_a_label_names_is_what_the_choice_does(name: str) -> None:
    unheard = {key for key, said in SAYS[name].items() if said}
    for number in range(MOST_PLAYS):
        for place, dungeon in enumerate(LABELLED[name]):
            seed = f"labels {number} {place}"
            unheard -= set(heard(dungeon, Curious(dungeon, number, seed, unheard), seed))
        if is_sample() or (number + 1 >= PLAYS and unheard <= RARELY.get(name, set())):
            return
    assert unheard == set()


def heard(dungeon: Dungeon, player: Player, seed: str) -> Iterator[str]:
    """Play a game and check whatever is said in it; the keys of what came true."""
    for session, asked, option, events in moments(dungeon, player, seed):
        check_gaps(asked)
        label = next(choice.label for choice in asked.choices if choice.name == option.name)
        key = key_of(dungeon.name, asked.prompt, option)
        for saying in sayings(SAYS[dungeon.name].get(key, "")):
            if check_saying(session, saying, asked.text, label, events):
                yield key
        FURTHER.get(dungeon.name, check_nothing)(label, events)


def check_gaps(asked: Question) -> None:
    """No question and no label leaves out what it is about, or says it twice."""
    for text in (asked.text, *(choice.label for choice in asked.choices), *(choice.stem for choice in asked.choices)):
        gap = GAPS.search(text)
        assert gap is None, (asked.prompt, text, gap)


def check_saying(session: Session, saying: Saying, text: str, label: str, events: list[Event]) -> bool:
    """Whether the event has come; then what is named is what it tells of, no more, no less."""
    found = [event for event in events if event.kind.name in saying.events]
    assert found or not saying.certain, (text, label, saying)
    if not found:
        return False
    same = [event for event in found if event.kind is found[0].kind]
    if saying.events[0] not in ("hero.selected", "setup.equipped", "weapon.down"):  # several at once
        same = same[:1]
    nouns = session.game.nouns(session.state)
    told, known = set(), set()
    for figure in saying.figures:
        if figure in nouns:
            known |= names_of(nouns[figure])
            told |= {nouns[figure][event.figures[figure]].name.casefold() for event in same}
        else:
            for event in same:
                amount = event.figures[figure]
                assert amount == 0 or re.search(rf"(?<!\d){abs(amount)}(?!\d)", f"{text} {label}"), (
                    text, label, figure, amount,
                )  # fmt: skip
    known -= PRICES.get(session.game.name, set()) - told
    head = label.split(":")[0]
    named = names_in(head if saying.label_alone else f"{text} | {head}", known)
    assert named == told, (text, label, saying, named, told)
    return True


def names_of(naming: Any) -> set[str]:
    """All that a figure may stand for."""
    every = naming.values() if isinstance(naming, Mapping) else naming
    return {noun.name.casefold() for noun in every} - {""}


def names_in(text: str, known: set[str]) -> set[str]:
    """Which names a text has; a long one hides those within it."""
    found = set()
    text = text.casefold()
    for name in sorted(known, key=len, reverse=True):
        pattern = rf"(?<!\w){re.escape(name)}(?!\w)"
        if re.search(pattern, text):
            found.add(name)
            text = re.sub(pattern, "", text)
    return found


def check_seat(session: Session, asked: Question) -> None:
    """Who is asked about a hero leads that hero."""
    own = OWN.get(session.game.name, {}).get(asked.prompt)
    if own is not None:
        assert session.decision is not None
        name = str(session.game.facts(session.state)[own])
        assert led_by(session.state)[name] == session.decision.seat, asked.text


@every_game
def test_what_is_said_of_labels_is_in_the_games_words(name: str) -> None:
    vocabulary = GAMES[name].vocabulary
    prompts = {prompt.name for prompt in vocabulary.prompts}
    families = {option.family for option in vocabulary.options} | {"*"}
    figures = {kind.name: kind.figures for kind in vocabulary.events}
    for key, said in SAYS[name].items():
        *prompt, family = key.split("/")
        assert family in families
        assert set(prompt) <= prompts
        for part in filter(None, said.split(";")):
            events, named = part.split(":")
            assert all(set(named.split()) <= set(figures[event.strip(" ?!")]) for event in events.split("|"))
    assert set(OWN.get(name, {})) <= prompts
