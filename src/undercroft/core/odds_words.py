"""Odds in words: short beside each option, whole as rows.

Which words there are, and which of them tell most, is up to the game's words file: the order of its odds counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from undercroft.core.odds import NOTHING, Branch, Odds
from undercroft.core.scene import Scene, Track
from undercroft.core.session import Session
from undercroft.core.stepping_in import Best, SteppingIn
from undercroft.core.values import Value
from undercroft.core.vocabulary import EventKind, Option, Options

MOST_WORDS = 8
FEW_WORDS = 3
LIMIT = 4_000  # runs of the rules for the odds beside an option, some tenths of a second where nothing is compiled
FEW_SAMPLES = 600
WHOLE_LIMIT = 10_000  # for a table that somebody asked for
STEPPING_LIMIT = 2_000  # runs to find the best that can be made of dice
UNVEILING_LIMIT = 500  # runs to count what may turn up: it takes few, or far too many
UNVEILING_SAMPLES = 2_000
ARROW = "→"
WITHIN_PERCENT = re.compile(r"(?<=\d) (?=%)|(?<=[<>]) (?=\d+ %)")  # the blanks of 83 % and < 1 %, where no line ends
WITH = "with "  # how the word for what one may use besides begins


def percent(chance: Fraction) -> str:
    """A whole percent; what is not quite never or always says so."""
    if 0 < chance < Fraction(1, 100):
        return "< 1 %"
    if Fraction(99, 100) < chance < 1:
        return "> 99 %"
    return f"{int(chance * 100 + Fraction(1, 2))} %"


# ---- beside an option ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chances(Value):
    """How likely each word is, the most telling first.

    `helped` says of a word how likely it becomes with what one may use besides: a weapon, Focus, another roll. Each of
    these chances is that of the whole: 67 % with a weapon means that 67 in 100 succeed if one is used where needed.
    """

    plain: dict[str, Fraction]
    helped: dict[str, dict[str, Fraction]]
    exact: bool

    @property
    def words(self) -> list[str]:
        """Words with their chances, such as kill 83 % (97 % with a reroll)."""
        return [f"{word} {self.text(chance)}{self.help_for(word)}" for word, chance in self.plain.items()]

    def help_for(self, word: str) -> str:
        """What helps, in brackets."""
        helped = self.helped.get(word)
        if not helped:
            return ""
        return f" ({', '.join([f'{self.text(chance)} {means}' for means, chance in helped.items()])})"

    def text(self, chance: Fraction) -> str:
        """A chance, which is about right if it was sampled."""
        return percent(chance) if self.exact else f"~{percent(chance)}"


@dataclass(frozen=True)
class ShortOdds(Value):
    """What stands beside an option: the chances of telling words, and what becomes of figures."""

    told: Chances
    changes: list[str]

    @property
    def chances(self) -> dict[str, Fraction]:
        """How likely each word is as things are."""
        return self.told.plain

    @property
    def exact(self) -> bool:
        """Whether these are true probabilities."""
        return self.told.exact

    @property
    def words(self) -> list[str]:
        """A few telling words, such as kill 31 % or -2 health."""
        return [*self.told.words, *self.changes]


def short_odds(session: Session, scene: Scene) -> list[list[str]]:
    """For each option of the question a few telling words."""
    return [odds.words for odds in odds_beside(session, scene)]


def odds_beside(session: Session, scene: Scene) -> list[ShortOdds]:
    """For each option of the question what stands beside it."""
    decision = session.decision
    if decision is None:
        return []
    options = decision.options
    pairs = zip(options, odds_of_options(session, options))
    return [odds_beside_one(session, scene, option, odds) for option, odds in pairs]


def odds_beside_one(session: Session, scene: Scene, option: Option, odds: Odds) -> ShortOdds:
    """The odds of one option as they stand beside it."""
    told = chances_of(session, option, odds)
    few = dict(list(told.plain.items())[:MOST_WORDS])
    return ShortOdds(Chances(few, told.helped, told.exact), changes_of(session, scene, odds, len(told.plain)))


def odds_of_options(session: Session, options: Options) -> list[Odds]:
    """The odds of all options alike: past questions one may leave alone, unless that leads too far to be exact."""
    result: list[Odds] = []
    for option in options:
        result.append(session.odds(option, follow=True, limit=LIMIT, samples=FEW_SAMPLES))
        if not result[-1].exact:
            return [session.odds(option, limit=LIMIT, samples=FEW_SAMPLES) for option in options]
    return result


def chances_of(session: Session, option: Option, odds: Odds) -> Chances:
    """How likely each word is, and how likely what one hopes for becomes with what one may use besides."""
    plain = word_chances(session, odds)
    used = helped_by_what_is_at_hand(session, odds, plain)
    told = used or Chances(plain, {}, odds.exact)
    kinds = {kind.name: kind for kind in session.game.vocabulary.events}
    aims = [kinds[name] for name in session.game.words().file.aims]
    weighs = any(prompt.means for prompt in session.game.vocabulary.prompts)
    if not aims or (used is not None and not weighs):
        return told
    # of what may happen, what one hopes for most: dice that give it need no help, and nobody has to look into them
    wanted = next((kind for kind in aims if odds.of(kind) > 0), aims[0]) if weighs else aims[0]
    if odds.of(wanted) == 1 or not (odds.let_be or (weighs and is_about_dice(session, option))):
        return told
    stepping = session.step_in(option, wanted, STEPPING_LIMIT)
    if stepping is None:
        return told
    if weighs:
        return helped_by_all(session, odds, told, aims, stepping)
    return helped_by_stepping_in(session, odds, plain, aims, stepping)


def is_about_dice(session: Session, option: Option) -> bool:
    """Whether an option does something about dice that lie on the table."""
    decision = session.decision
    means = session.game.words().file.means
    return decision is not None and decision.prompt.mid_roll and option.family in means


def helped_by_what_is_at_hand(session: Session, odds: Odds, plain: dict[str, Fraction]) -> Chances | None:
    """Chances with what the rules say a roll would need: a weapon, Focus. None where no roll needs any."""
    file = session.game.words().file
    kinds = {kind.name: kind.index for kind in session.game.vocabulary.events}
    enough = {kinds[name] for name in file.aims}
    total = chance_of_any(odds, enough)
    helped: dict[str, Fraction] = {}
    most = total
    for name, word in file.odds.items():
        if word.startswith(WITH):
            enough.add(kinds[name])
            chance = chance_of_any(odds, enough)
            if chance > most:
                helped[word] = most = chance
    if not helped:
        return None
    aimed = [word for word in aim_words(session, odds) if plain[word] == total]
    if aimed:
        return Chances(plain, {aimed[0]: helped}, odds.exact)
    return Chances({file.succeed: total, **plain}, {file.succeed: helped}, odds.exact)


def chance_of_any(odds: Odds, kinds: set[int]) -> Fraction:
    """How likely at least one of some events is."""
    return sum(
        [branch.probability for branch in odds.branches if any(index in kinds for index, _ in branch.happened)],
        Fraction(0),
    )


def aim_words(session: Session, odds: Odds) -> list[str]:
    """The words for what one hopes for, as far as it may happen."""
    words, nouns = session.game.words(), session.game.nouns(session.state)
    found: list[str] = []
    for branch in odds.branches:
        for index, thing in branch.happened:
            kind = session.game.vocabulary.events[index]
            if kind.name in words.file.aims:
                found.append(words.short(kind, thing, nouns))
    return list(dict.fromkeys([word for word in found if word]))


def helped_by_stepping_in(
    session: Session, odds: Odds, plain: dict[str, Fraction], aims: list[EventKind], stepping: SteppingIn
) -> Chances:
    """Chances with the best that can be made of the dice, for the most wanted event that this makes likelier."""
    words = session.game.words()
    for kind in aims:
        before, best = stepping.left_alone(kind), stepping.best(kind)
        if best.chance <= before or before != odds.of(kind):  # odds may look farther ahead
            continue
        named = before > 0 or "{" not in words.file.odds[kind.name]
        word = (
            words.short(kind, thing_of(odds, kind), session.game.nouns(session.state)) if named else words.file.succeed
        )
        means = means_of(session, best)
        if not means:
            continue
        helped = {word: {means: best.chance}}
        return Chances(plain if word in plain else {word: before, **plain}, helped, odds.exact)
    return Chances(plain, {}, odds.exact)


def helped_by_all(session: Session, odds: Odds, told: Chances, aims: list[EventKind], stepping: SteppingIn) -> Chances:
    """Chances with what is at hand, with the best that can be made of the dice, and with both.

    Of an option about dice on the table, odds do not say what they would then be good for: that is told as well.
    """
    total, left = chance_of_any(odds, {int(kind.index) for kind in aims}), stepping.left_alone_of(aims)
    if total not in (left, 0):  # odds may look farther ahead
        return told
    helped: dict[str, Fraction] = {}
    most = left
    for chance, means in sorted(helping(session, aims, stepping), key=lambda pair: pair[0]):
        if chance > most:
            helped[means] = most = chance
    if most == 0:
        return told
    aimed = [*told.helped, *[word for word in aim_words(session, odds) if told.plain[word] == total]]
    word = aimed[0] if aimed else session.game.words().file.succeed
    plain = told.plain if word in told.plain else {word: left, **told.plain}
    return Chances(plain, {word: helped}, odds.exact)


def helping(session: Session, aims: list[EventKind], stepping: SteppingIn) -> list[tuple[Fraction, str]]:
    """What may help, and how likely success becomes: by stepping in, with what is at hand, and with both."""
    file = session.game.words().file
    best = stepping.best_of(aims)
    found = [(best.chance, means_of(session, best))]
    enough = aims[:]
    at_hand = ""
    for kind in session.game.vocabulary.events:
        word = file.odds.get(kind.name, "")
        if word.startswith(WITH) and stepping.tells(kind):
            enough.append(kind)
            found.append((stepping.left_alone_of(enough), word))
            at_hand = word.removeprefix(WITH).lstrip("0123456789 ")
    both = stepping.best_of(enough)
    found.append((both.chance, f"{means_of(session, both)} and {at_hand}"))
    return [(chance, means) for chance, means in found if means.startswith(WITH)]


def means_of(session: Session, best: Best) -> str:
    """The means by which the best is made of dice; one that leads to another is named by that."""
    known = session.game.words().file.means
    first = {option for prompt in session.game.vocabulary.prompts for option in prompt.means}
    options = [option for option in best.options if option not in first] or best.options
    names = dict.fromkeys([known[option.family] for option in options if option.family in known])
    return f"{WITH}{' or '.join(names)}" if names else ""


def thing_of(odds: Odds, kind: EventKind) -> int:
    """What an event that may happen is about."""
    for branch in odds.branches:
        for index, thing in branch.happened:
            if index == kind.index:
                return thing
    return NOTHING


def word_chances(session: Session, odds: Odds) -> dict[str, Fraction]:
    """How likely each word is, the most telling first."""
    file_order = {name: place for place, name in enumerate(session.game.words().file.odds)}
    chances: dict[str, Fraction] = {}
    places: dict[str, int] = {}
    for branch in odds.branches:
        for word, place in branch_words(session, branch, file_order).items():
            if word.startswith(WITH):
                continue
            chances[word] = chances.get(word, Fraction(0)) + branch.probability
            places[word] = min(place, places.get(word, place))
    return dict(sorted(chances.items(), key=lambda pair: (places[pair[0]], -pair[1], pair[0])))


def branch_words(session: Session, branch: Branch, file_order: Mapping[str, int]) -> dict[str, int]:
    """The words for what happens on one branch, each once, with its place in the words file."""
    game = session.game
    words, nouns = game.words(), game.nouns(session.state)
    found: dict[str, int] = {}
    for index, thing in branch.happened:
        kind = game.vocabulary.events[index]
        word = words.short(kind, thing, nouns)
        if word:
            found[word] = min(file_order[kind.name], found.get(word, len(file_order)))
    return found


def changes_of(session: Session, scene: Scene, odds: Odds, words: int) -> list[str]:
    """What becomes of your figures: all of it where it is certain, of the first one on average where it is not."""
    tracked = [item.key for zone in scene.zones if not zone.aside for item in zone.items if isinstance(item, Track)]
    names = [name for name in session.game.figure_names if name in tracked]
    if len(odds.branches) > 1:
        names = names[:1] if words <= FEW_WORDS else []
    speech = session.game.words()
    result = []
    for name in names:
        place = session.game.figure_names.index(name)
        mean = sum((value * chance for value, chance in odds.spread(place).items()), Fraction(0)) - odds.before[place]
        if mean.denominator == 1 and mean:
            result.append(speech.change(name, int(mean)))
        elif abs(mean) >= Fraction(1, 20):
            result.append(f"{float(mean):+.1f} {speech.figure(name)}")
    return result


# ---- the whole distribution ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row(Value):
    """Outcomes that read the same: how likely, which figures change, what happens, what is asked then."""

    chance: Fraction
    changes: str
    happens: str
    then: str


@dataclass(frozen=True)
class AllOdds(Value):
    """All that an option may lead to up to the next question, the most likely first.

    `summary` are its words with their chances, `note` says how it was counted, and `beyond` is what may turn up where
    odds look no further: its words, and how they were found if that is not exact.
    """

    summary: list[str]
    rows: list[Row]
    note: str
    beyond: list[str]
    beyond_note: str

    @property
    def parts_ways(self) -> bool:
        """Whether not all outcomes lead to the same question."""
        return len({row.then for row in self.rows}) > 1


def all_odds(session: Session, option: Option, arrow: str = ARROW) -> AllOdds:
    """The whole distribution of an option."""
    odds = session.odds(option, follow=True, limit=WHOLE_LIMIT)
    rows = merged_rows(session, odds, arrow)
    told = chances_of(session, option, odds)
    beyond = odds_beyond(session, option, odds)
    new: dict[str, Fraction] = {}
    if beyond is not None:
        new = {word: chance for word, chance in word_chances(session, beyond).items() if word not in told.plain}
    return AllOdds(
        told.words,
        rows,
        how_counted(session, option, odds, rows),
        Chances(new, {}, beyond is None or beyond.exact).words,
        f"These come {from_tries(beyond)}" if new and beyond is not None and not beyond.exact else "",
    )


def odds_beyond(session: Session, option: Option, odds: Odds) -> Odds | None:
    """The odds of what comes after the unknown is shown, if some outcomes end there."""
    unveiling = unveiling_streams(session)
    if not any(branch.asked in unveiling for branch in odds.branches):
        return None
    return session.odds(option, follow=True, limit=UNVEILING_LIMIT, samples=UNVEILING_SAMPLES, unveil=True)


def unveiling_streams(session: Session) -> set[str]:
    """Where odds look no further."""
    return {stream.name for stream in session.game.vocabulary.streams if stream.unveils}


def how_counted(session: Session, option: Option, odds: Odds, rows: list[Row]) -> str:
    """How many outcomes there are, how they were found, and what is common to them all."""
    note = f"{len(rows)} {'outcome' if len(rows) == 1 else 'outcomes'}, "
    note += exactness(session) if odds.exact else from_tries(odds)
    asked = {row.then for row in rows}
    if len(asked) == 1:
        note += f" Then {rows[0].then}."
    if looks_past_questions(session, option):
        note += " Where you could still step in, these outcomes let things happen."
    return note


def exactness(session: Session) -> str:
    """How exact odds are that were counted: where another seat knows more, something hidden may still come between."""
    return "exact." if session.game.keeper in (None, session.asked_seat) else "exact by all that you can know."


def from_tries(odds: Odds) -> str:
    """How sampled odds were found."""
    return f"from {odds.samples:,} tries, give or take {odds.margin * 100:.1f} points."


def merged_rows(session: Session, odds: Odds, arrow: str) -> list[Row]:
    """Branches as rows, those that read the same together."""
    file_order = {name: place for place, name in enumerate(session.game.words().file.odds)}
    unveiling = unveiling_streams(session)
    chances: dict[tuple[str, str, str], Fraction] = {}
    for branch in odds.branches:
        words = branch_words(session, branch, file_order)
        telling = [word for word in words if not word.startswith(WITH)]  # which of them helps, the summary tells
        happens = ", ".join(sorted(telling, key=lambda word: words[word]))
        then = session.game.words().moment(branch.asked) if branch.asked else "the end"
        unchanged = "nothing yet" if branch.asked in unveiling else "nothing"
        key = (branch_changes(session, odds, branch, arrow) or unchanged, happens, then)
        chances[key] = chances.get(key, Fraction(0)) + branch.probability
    told = sorted(chances.items(), key=lambda row: (-row[1], row[0]))
    return [Row(chance, changes, happens, then) for (changes, happens, then), chance in told]


def branch_changes(session: Session, odds: Odds, branch: Branch, arrow: str) -> str:
    """Figures that change, from and to."""
    words = session.game.words()
    changes = zip(session.game.figure_names, odds.before, branch.figures, strict=True)
    return ", ".join(f"{words.figure(name)} {old}{arrow}{new}" for name, old, new in changes if old != new)


def looks_past_questions(session: Session, option: Option) -> bool:
    """Whether a passive answer was taken for granted somewhere."""
    passive = {prompt.name for prompt in session.game.vocabulary.prompts if prompt.passive is not None}
    return any(branch.asked in passive for branch in session.odds(option, limit=LIMIT).branches)
