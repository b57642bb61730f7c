"""What a label says in words of its own and no single figure of an event tells: prices, dice, what a result does."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from undercroft import Session
from undercroft.core.scene import Question
from undercroft.core.vocabulary import Event, Option
from undercroft.core.words import Nouns
from undercroft.games.freequest.contests import chances, dice_of
from undercroft.games.freequest.state import FreeQuest
from undercroft.games.tiny_epic_dungeons.geometry import distance
from undercroft.games.tiny_epic_dungeons.scene_map import whereabouts
from undercroft.games.tiny_epic_dungeons.state import Dungeon


@dataclass(frozen=True)
class Moment:
    """A question as it was shown, what was chosen, and what happened then."""

    session: Session
    asked: Question
    option: Option
    label: str
    before: list[Event]
    events: list[Event]
    nouns: Nouns

    @property
    def names(self) -> list[str]:
        """The events' names in order."""
        return [event.kind.name for event in self.events]

    def figures(self, *names: str) -> list[dict[str, int]]:
        """The figures of all events of these names."""
        return [event.figures for event in self.events if event.kind.name in names]

    def named(self, figure: str, value: int) -> str:
        """The name of what a figure of an event stands for."""
        return self.nouns[figure][value].name

    @property
    def said(self) -> tuple[str, str]:
        """For whoever reads that a law was broken."""
        return self.asked.text, self.label


class Witness:
    """Hears a game's questions and answers one after another, and holds them to what comes of them."""

    def hear(self, moment: Moment) -> None:
        """One more of them."""


def number_in(pattern: str, text: str, otherwise: int = 0) -> int:
    """The number that a pattern finds in a text."""
    found = re.search(pattern, text)
    return int(found[1]) if found else otherwise


# ---- Tin Helm -------------------------------------------------------------------------------------------------------

WINDOWS = {  # what a window is before, and how the events that may come then begin
    "the trap springs": ("trap.",),
    "you look for loot": ("loot.",),
    "you fish": ("water.",),
    "you eat and go on down": ("level.",),
    "you enter the labyrinth": ("labyrinth.",),
    "you enter the shrine": ("shrine.",),
}


class TinHelmWitness(Witness):
    """Dice of which each face is announced, and figures of race and class that add up."""

    def __init__(self) -> None:
        self.race = ""

    def hear(self, moment: Moment) -> None:
        family, label = moment.option.family, moment.label
        if moment.asked.prompt == "setup.race":
            self.race = label
        for figures in moment.figures("setup.adventurer"):
            for what in ("health", "energy"):
                pattern = rf"(\d+) {what}"
                both = number_in(pattern, self.race) + number_in(pattern, label)
                assert both == figures[what], (self.race, label, figures)
        if moment.asked.prompt == "anytime.use" and family == "nothing":
            self.hear_window(moment)
        if family == "disarm":
            self.hear_disarm(moment)
        if family == "search":
            said = for_face(label, moment.figures("grove.roll")[0]["die"])
            found = sum(figures["food"] for figures in moment.figures("grove.found"))
            lost = sum(figures["energy"] for figures in moment.figures("grove.lost"))
            assert number_in(r"(?<!-)\b(\d+) food", said) == found, (label, said, moment.events)
            assert number_in(r"-(\d+) energy", said) == lost, (label, said, moment.events)
            assert ("nothing" in said) == (found == lost == 0), (label, said, moment.events)
        if family == "fish-with-net":
            assert len(moment.figures("water.roll")) == number_in(r"(\d+) dice", label), (label, moment.names)

    def hear_window(self, moment: Moment) -> None:
        """What a window is before comes next."""
        before = re.sub(r"^Use something before (.*)\?$", r"\1", moment.asked.text)
        begins = WINDOWS.get(before)
        if begins is None:
            enemy = re.sub(r"^the (.*) attacks?$", r"\1", before)
            told = [moment.named("enemy", event["enemy"]) for event in moment.figures("enemy.rolls")]
            assert told[:1] == [enemy], (before, moment.names)
        else:
            assert moment.names[0].startswith(begins), (before, moment.names)

    def hear_disarm(self, moment: Moment) -> None:
        """A trap is as bad as the face of the die says."""
        said = for_face(moment.label, moment.figures("trap.roll")[0]["die"])
        takes = number_in(r"takes (\d+)", moment.asked.text)
        times = {"saves you": 0, "changes nothing": 1, "doubles it": 2}.get(said)
        times = number_in(r"makes it (\d+)", said) if times is None else times
        damage = [figures["damage"] for figures in moment.figures("trap.health", "trap.energy")]
        assert damage[:1] == ([times * takes] if times else []), (moment.said, moment.names)


def for_face(label: str, die: int) -> str:
    """What a label promises for a face of a die: in `1 this, 2-3 that`."""
    parts = re.findall(r"(\d)(?:-(\d))? (.+?)(?=, \d(?:-\d)? |$)", label.partition(": ")[2])
    return next((str(text) for first, last, text in parts if int(first) <= die <= int(last or first)), "")


# ---- Elbereth -------------------------------------------------------------------------------------------------------


class ElberethWitness(Witness):
    """How many cards are laid around what is beaten or broken."""

    def hear(self, moment: Moment) -> None:
        opens = number_in(r"opens (\d+) space", moment.label, 0 if "opens nothing" in moment.label else -1)
        if opens >= 0 and ("wall.broken" in moment.names or "enemy.beaten" in moment.names):
            assert len(moment.figures("explore.laid")) >= opens, (moment.said, moment.names)


# ---- FreeQuest ------------------------------------------------------------------------------------------------------

REFUSALS: Mapping[str, set[str]] = {  # by question: one of them tells that somebody said no
    "between.accept-gift": {"between.declined-gold", "between.declined-item"},
    "raise.consent": {"raise.refused", "raise.refused-own"},
}


class FreeQuestWitness(Witness):
    """Dice and odds, an order that all agree to, purses that are opened, traps that one walks into."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.agreed = True
        self.savings: dict[str, int] = {}

    def hear(self, moment: Moment) -> None:
        family = moment.option.family
        check_dice(moment)
        if family == "first":
            self.order = [*(self.order if "So far" in moment.asked.text else []), moment.label.removesuffix(" next")]
            self.agreed = True
        if moment.asked.prompt == "setup.agree":
            assert moment.asked.text.endswith(f": {', '.join(self.whole_order(moment))}?"), (moment.said, self.order)
            self.agreed = self.agreed and family == "yes"
        ordered = [moment.named("hero", figures["hero"]) for figures in moment.figures("setup.ordered")]
        if ordered and self.order and self.agreed:
            assert ordered[: len(self.order)] == self.order, (moment.said, self.order, ordered)
        if ordered:
            self.order = []
        self.hear_purse(moment)
        if family == "no" and moment.asked.prompt in REFUSALS:
            assert REFUSALS[moment.asked.prompt] & set(moment.names), (moment.said, moment.names)
        if family == "free":
            told = {"trap.got-free", "trap.still-snared"} & set(moment.names)
            assert bool(told) == ("yourself" in moment.label), (moment.said, moment.names)
        into = re.search(r", into the (.*)", moment.label) if family == "step" else None
        sprung = moment.figures("trap.sprung", "ability.light-step")
        assert not into or not sprung or moment.named("trap", sprung[0]["trap"]) == into[1], (moment.said, sprung)

    def hear_purse(self, moment: Moment) -> None:
        """Whoever pays a ransom has so much less; what is still to be paid after that may be another's."""
        state = moment.session.state
        assert isinstance(state, FreeQuest)
        savings = {hero.kind.name: int(hero.savings) for hero in state.board.heroes}
        payer, _, gold = moment.label.partition(" pays ")
        if moment.option.family == "paid-by" and is_alone(moment.session):
            paid = self.savings[payer] - savings[payer]
            assert paid == int(gold) or moment.names.count("fail.bought-free") > 1, (moment.said, paid)
        self.savings = savings

    def whole_order(self, moment: Moment) -> list[str]:
        """What was proposed; whoever is left over is last without being asked about."""
        state = moment.session.state
        assert isinstance(state, FreeQuest)
        return [*self.order, *(hero.kind.name for hero in state.board.heroes if hero.kind.name not in self.order)]


def check_dice(moment: Moment) -> None:
    """So many dice as a label says are rolled, and a vigil's odds are those of its dice."""
    for figures in moment.figures("attack.rolled", "raise.vigil"):
        rolled, against = len(dice_of(figures["roll"])), len(dice_of(figures["against"]))
        named = re.search(r"\((\d+) v (\d+)\)", moment.label)
        odds = number_in(r"(\d+) in 100 return", moment.label, -1)
        assert named is None or (int(named[1]), int(named[2])) == (rolled, against), (moment.said, figures)
        assert odds < 0 or odds == round(100 * (1 - chances(rolled, against)[0])), (moment.said, figures)


def is_alone(session: Session) -> bool:
    """Whether one person leads all heroes, so that a vote is a choice."""
    state = session.state
    return isinstance(state, FreeQuest) and len({int(hero.seat) for hero in state.board.heroes}) == 1


# ---- Tiny Epic Dungeons ---------------------------------------------------------------------------------------------

FOCUS_PRICES = {  # by option: how its label names Focus that is paid at once; whatever is not here costs none
    "raise": r"for (\d+) Focus:",
    "lower": r"for (\d+) Focus:",
    "research": r"\((\d+) Focus\)",
    "taunt": r"\((\d+) Focus\)",
    "use": r"^[^:]*\((\d+) Focus",
    "yes": r"\((\d+) Focus\)",
}
STRIKES = {"strike-first", "strike-second", "strike-cantrip", "sweep"}
ATTACKS = {"melee", "missile", *STRIKES}
CHECKS = {*ATTACKS, "cast", "search", "disarm", "with-skill"}
STEPS = {"go", "space", "leave-lair"}
DICE = ("check.rolled-one", "check.rolled-two", "check.rolled-three")
DANGERS = {  # how a room's danger is told to whoever lays its card
    "quiet room": "quiet", "Goblin": "a Goblin waits", "Minion": "a Minion waits", "trap": "trap:",
    "Lair Door": "the Lair Door",
}  # fmt: skip
BOONS = {  # what the words of an effect come to
    "loot.drawn": r"draw (\d+) Loot",
    "spell.drawn": r"draw (\d+) Spell",
    "hero.healed": r"gains? (?:[^,:]* Focus(?: \(full\))? and )?(\d+)(?: of \d)? Health",
    "hero.focused": r"gains? (?:[^,:]* Health(?: \(full\))? and )?(\d+)(?: of \d)? Focus",
    "torch.up": r"the Torch moves up (\d+)(?: of \d)?",
}
GAINED = {"hero.healed": "Health", "hero.focused": "Focus"}


class TinyEpicDungeonsWitness(Witness):
    """Prices above all: no Focus and no Speed is spent but what a label has named, and as much as it has named."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """What was said in a step of a turn is forgotten at the next."""
        self.price = 0  # of a power that is still aimed
        self.owed = 0  # for a Spell Attack that hits
        self.rolls: tuple[int, int] | None = None  # dice and bonus
        self.needs = 0  # the result that a check must reach
        self.bonus: int | None = None
        self.speed: int | None = None
        self.away: int | None = None
        self.seeks = ""  # what a search gives
        self.torch: int | None = None  # where it was when the question came

    def hear(self, moment: Moment) -> None:
        if moment.asked.prompt == "turn.next":
            left = number_in(r"(\d+) Speed", moment.asked.text)
            assert self.speed is None or left in (self.speed, 0), (moment.said, self.speed)
            self.begin()
        if moment.session.outcome is None:
            self.hear_focus(moment)
            self.hear_check(moment)
            self.hear_taunt(moment)
        self.hear_speed(moment)
        self.hear_search(moment)
        self.hear_torch_up(moment)
        for hears in OF_FAMILY.get(moment.option.family, ()):
            hears(moment)

    def hear_focus(self, moment: Moment) -> None:
        """What is paid at once, and for a Spell Attack if its result is enough."""
        family, label, names = moment.option.family, moment.label, moment.names
        price = number_in(FOCUS_PRICES[family], label) if family in FOCUS_PRICES else 0
        if family == "pay":
            price = number_in(r"Pay (\d+) Focus", moment.asked.text)
        if family == "use" and "hero.power" not in names:
            self.price, price = price, 0
        if moment.asked.prompt == "effect.target":
            price = self.price
        if family in STRIKES:
            self.owed = number_in(r", (\d+) Focus if it hits", label)
        rolled = names.index("check.result") if "check.result" in names else len(names)
        spent = [(place, event.figures["by"]) for place, event in enumerate(moment.events) if is_paid(event)]
        at_once = [by for place, by in spent if place < rolled]
        assert at_once == [price] * bool(price), (moment.said, price, at_once)
        results = moment.figures("check.result")
        hits = bool(results) and results[0]["result"] >= results[0]["against"] and "spell.cannot-pay" not in names
        later = [by for place, by in spent if place > rolled]
        assert later == [self.owed] * bool(self.owed and hits), (moment.said, self.owed, later)
        self.owed = 0 if results else self.owed

    def hear_check(self, moment: Moment) -> None:
        """As many dice as were named, the bonus, what they are rolled against."""
        family, label = moment.option.family, moment.label
        if moment.asked.prompt == "check.dice":
            bonus = number_in(r" and ([+-]\d+)\. Which", moment.asked.text)
            assert self.bonus in (None, bonus), (moment.said, self.bonus)
            self.bonus = None
        if family in CHECKS:
            named = re.search(r"(\d) (?:die|dice)(?: ([+-]\d+))?", label)
            self.rolls = (int(named[1]), int(named[2] or 0)) if named else None
        if family in ATTACKS:
            defenses = re.findall(r"\((?:Defense )?(\d+)\)", label.partition(" at ")[2] or label)
            self.needs = min(map(int, defenses)) + 1
        elif family in ("cast", "search", "disarm"):
            self.needs = number_in(r"(?:(?:Strength|Agility|Intellect) |: )(\d+)", label)
        thrown = [name for name in moment.names if name in DICE]
        if thrown and self.rolls is not None:
            assert DICE.index(thrown[0]) + 1 == self.rolls[0], (moment.said, thrown)
            self.bonus, self.rolls = self.rolls[1], None
        for figures in moment.figures("check.result")[:1]:
            assert self.needs in (0, figures["against"]), (moment.said, self.needs, figures)
            self.needs, self.bonus = 0, None

    def hear_speed(self, moment: Moment) -> None:
        """A step costs one, or what it says."""
        if moment.asked.prompt != "turn.next":
            return
        left = number_in(r"(\d+) Speed", moment.asked.text)
        price = number_in(r"\((\d+) Speed\)", moment.label, int(moment.option.family in STEPS))
        if moment.option.family in STEPS:
            now = moment.figures("move.entered", "lair.space")[0]["speed"]
            assert left - price == now, (moment.said, now)
        elif price:
            self.speed = left - price

    def hear_search(self, moment: Moment) -> None:
        """What is found is what was said."""
        if moment.option.family == "search":
            self.seeks = moment.label.partition("; if it fails")[0]
        if "search.found" in moment.names:
            check_boons(moment, self.seeks, moment.events[moment.names.index("search.found") + 1 :])

    def hear_torch_up(self, moment: Moment) -> None:
        """The Torch moves up as far as was said."""
        said = moment.label if moment.option.family in ("reward", "space") else ""
        if moment.option.family == "pay":
            said = moment.asked.text
        ups = [figures["torch"] for figures in moment.figures("torch.up")]
        if self.torch is not None and "the torch moves" in said.casefold():
            by = number_in(r"(?i)the torch moves up (\d+)", said)
            assert ups[:1] == ([self.torch + by] if by else []), (moment.said, self.torch, ups)
        state = moment.session.state
        assert isinstance(state, Dungeon)
        self.torch = int(state.torch)

    def hear_taunt(self, moment: Moment) -> None:
        """The Boss comes as far as it can, from as far away as it is."""
        if moment.option.family == "taunt":
            far, comes = number_in(r"now (\d+) away", moment.label), number_in(r"up to (\d+) room", moment.label)
            self.away = max(0, far - comes)
        state = moment.session.state
        assert isinstance(state, Dungeon)
        came = "boss.moves" in moment.names and "turn.ends" not in moment.names
        if self.away is not None and came and moment.asked.prompt in ("turn.next", "taunt.path"):
            assert distance(state, state.boss_at, state.hero().at) == self.away, (moment.said, self.away, moment.events)
            self.away = None


def is_paid(event: Event) -> bool:
    """Whether an event is a price of Focus."""
    return event.kind.name == "hero.focus-spent"


def hear_torch(moment: Moment) -> None:
    """What the Torch meets on its way down."""
    names = moment.names
    goes = names.index("torch.down") + 1
    comes = [name for name in names[goes : goes + 2] if name in ("goblin.arrives", "end.goblins", "torch.enemies")]
    said = moment.label
    assert ("a Goblin comes" in said) == ("goblin.arrives" in comes), (said, names)
    assert ("all enemies act" in said) == ("torch.enemies" in comes) or "end.goblins" in comes, (said, names)
    assert ("a fifth Goblin comes, and the game is lost" in said) == ("end.goblins" in comes), (said, names)
    assert ("goes out" in said) == ("end.torch" in names[goes : goes + 1]), (said, names)


def hear_entry(moment: Moment) -> None:
    """What waits in a room strikes whoever enters."""
    said, names = moment.label, moment.names
    assert (", a trap" in said) == ("trap.springs" in names), (said, names)
    assert ("a fifth Goblin comes, and the game is lost" in said) == ("end.goblins" in names), (said, names)
    for word, name in (("Goblin", "danger.goblin"), ("Minion", "danger.minion")):
        harm = number_in(rf"a {word} strikes for (\d+)", said)
        assert bool(harm) == (name in names), (said, names)
        hurt = moment.figures("hero.damaged")
        assert name not in names or not hurt or hurt[0]["damage"] == harm, (said, hurt)
    if "trap.springs" not in names and "move.ends" in names:
        assert re.search(r"ends your movement|strikes for", said), (said, names)


def hear_rest(moment: Moment) -> None:
    """As much Health and Focus as was said."""
    told = moment.names[moment.names.index("rest.rested") + 1 :]
    for what, name in (("Health", "hero.healed"), ("Focus", "hero.focused")):
        by = number_in(rf"\+(\d+) {what}", moment.label)
        gained = [figures["by"] for figures in moment.figures(name)]
        assert not by or gained[0] == by, (moment.said, told)


def hear_count(moment: Moment) -> None:
    """What a result does, and what the dice that are left over pay."""
    said, names = moment.label.partition(": ")[2], moment.names
    counted = names.index("check.result")
    for what, name in (("Focus", "hero.focused"), ("Health", "hero.healed")):
        by = number_in(rf"\+(\d+) {what}", said)
        paid = [event.figures["by"] for event in moment.events[counted + 1 : counted + 3] if event.kind.name == name]
        assert not by or paid[:1] == [by], (moment.said, names)
    for verdict, name in (("success", "check.succeeds"), ("failure", "check.fails"), ("no damage", "enemy.unhurt")):
        assert not said.startswith(verdict) or name in names, (moment.said, names)
    assert ("cannot be paid" in said) == ("spell.cannot-pay" in names), (moment.said, names)
    if not re.search(r"(strikes|shoots|casts) at ", moment.asked.text):
        return
    harm = number_in(r"^(\d+) damage", said)
    hurt = [figures["damage"] for figures in moment.figures("enemy.hurt")]
    assert not harm or hurt in ([harm], []), (moment.said, hurt)
    kills = len(re.findall("kills", said))
    killed = len(moment.figures("minion.killed")) + len(moment.figures("enemy.killed"))
    assert kills == killed, (moment.said, names)


def hear_reward(moment: Moment) -> None:
    """What a dead Goblin leaves."""
    hear_gains(moment)
    assert moment.label[:4] == "Gain" or not moment.events or moment.names[0] not in GAINED, (moment.said, moment.names)
    for name in ("loot.drawn", "spell.drawn"):
        drawn = {name, "loot.nothing-left"} & set(moment.names)
        assert drawn or not re.match(BOONS[name], moment.label, re.IGNORECASE), (moment.said, moment.names)


def hear_gains(moment: Moment) -> None:
    """Exactly as much Health and Focus as was said to be gained."""
    said = [(track, int(by)) for by, track in re.findall(r"(\d)(?: of \d)? (Health|Focus)", moment.label)]
    gained = [event for event in moment.events if event.kind.name in GAINED][: len(said)]
    done = [(GAINED[event.kind.name], event.figures["by"]) for event in gained]
    assert "ain " not in moment.label or done == said, (moment.said, moment.names)


def check_boons(moment: Moment, said: str, events: list[Event]) -> None:
    """The first thing that comes of it was in the words, and no more of it."""
    for event in events[:1]:
        pattern = BOONS.get(event.kind.name)
        named = re.search(pattern, said, re.IGNORECASE) if pattern else None
        assert pattern is None or named, (moment.said, said, moment.names)
        assert named is None or event.figures.get("by", 0) <= int(named[1]), (moment.said, said, event.figures)


def hear_way(moment: Moment) -> None:
    """Where the Boss goes, and the altars that it breaks there."""
    to, _, broken = moment.label.removeprefix("To ").partition(", breaking ")
    assert [moment.named("room", figures["room"]) for figures in moment.figures("boss.moves")] == [to], moment.said
    rooms = [moment.named("room", figures["room"]) for figures in moment.figures("altar.breaks")]
    assert all(room in broken for room in rooms), (moment.said, rooms)
    assert len(rooms) == (len(re.findall(r", | and ", broken)) + 1 if broken else 0), (moment.said, rooms)


def hear_sought(moment: Moment) -> None:
    """If the enemy that was asked about reaches anybody, then at least whom it was sent to."""
    if moment.asked.prompt == "enemy.target":
        struck = [
            moment.named("hero", figures["hero"])
            for figures in moment.figures("enemy.attacks")
            if moment.asked.text.startswith(f"{moment.named('enemy', figures['enemy'])} has")
        ]
        assert not struck or moment.label.split(":")[0] in struck, (moment.said, struck)


def hear_reaction(moment: Moment) -> None:
    """Who is asked does it."""
    if moment.asked.prompt == "hero.reaction":
        who = re.search(r"Does (.+?) use ", moment.asked.text)
        used = [moment.named("hero", figures["hero"]) for figures in moment.figures("hero.power")[:1]]
        assert who is not None
        assert used == [who[1]], (moment.said, used)


def hear_discard(moment: Moment) -> None:
    """What must be discarded for its power is, and nothing else."""
    if "hero.power" in moment.names:
        power = moment.named("power", moment.figures("hero.power")[0]["power"])
        lost = [moment.named("loot", figures["loot"]) for figures in moment.figures("loot.discarded")]
        assert ("discard it" in moment.label.split(":")[0]) == (lost == [power]), (moment.said, lost)


def hear_place(moment: Moment) -> None:
    """Where a card is laid."""
    if moment.asked.prompt == "explore.short-deck":
        laid = moment.figures("explore.laid")[0]["place"]
        assert moment.label.endswith(f", {whereabouts(laid)}"), (moment.said, laid)


def hear_rotation(moment: Moment) -> None:
    """What was seen on the card, and how many cards may be laid around it."""
    seen = [event.figures["danger"] for event in moment.before if event.kind.name == "explore.revealed"]
    assert DANGERS[moment.named("danger", seen[-1])] in moment.asked.text, (moment.said, seen)
    dark = number_in(r"(\d+) ways? into the dark", moment.label)
    names = moment.names
    more = names.index("explore.flipped") if "explore.flipped" in names else len(names)
    assert names[:more].count("explore.laid") <= dark, (moment.said, names)


OF_FAMILY: Mapping[str, tuple[Callable[[Moment], None], ...]] = {
    "end-turn": (hear_torch,),
    "reveal-adjacent": (hear_torch,),
    "go": (hear_entry,),
    "rest": (hear_rest,),
    "count": (hear_count,),
    "reward": (hear_reward,),
    "space": (hear_gains,),
    "way": (hear_way,),
    "hero": (hear_sought,),
    "yes": (hear_reaction,),
    "use": (hear_discard,),
    "place": (hear_place,),
    "rotate": (hear_rotation,),
}
WITNESSES: Mapping[str, type[Witness]] = {
    "tin-helm": TinHelmWitness,
    "elbereth": ElberethWitness,
    "freequest": FreeQuestWitness,
    "tiny-epic-dungeons": TinyEpicDungeonsWitness,
}
