"""Odds in words: short beside each option, whole as rows.

Which words there are, and which of them tell most, is up to the game's words file: the order of its odds counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from undercroft.core.odds import Branch, Odds
from undercroft.core.scene import Scene, Track
from undercroft.core.session import Session
from undercroft.core.vocabulary import Option, Options

MOST_WORDS = 8
FEW_WORDS = 3
LIMIT = 4_000  # runs of the rules for the odds beside an option, some tenths of a second where nothing is compiled
FEW_SAMPLES = 600
WHOLE_LIMIT = 10_000  # for a table that somebody asked for
UNVEILING_LIMIT = 500  # runs to count what may turn up: it takes few, or far too many
UNVEILING_SAMPLES = 2_000
ARROW = "→"


def percent(chance: Fraction) -> str:
    """A whole percent; what is not quite never or always says so."""
    if 0 < chance < Fraction(1, 100):
        return "< 1 %"
    if Fraction(99, 100) < chance < 1:
        return "> 99 %"
    return f"{int(chance * 100 + Fraction(1, 2))} %"


# ---- beside an option ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShortOdds:
    """What stands beside an option: how likely each word is, the most telling first, and what becomes of figures."""

    chances: dict[str, Fraction]
    changes: list[str]
    exact: bool

    @property
    def words(self) -> list[str]:
        """A few telling words, such as kill 31 % or -2 health."""
        return [*words_of(self.chances, self.exact), *self.changes]


def short_odds(session: Session, scene: Scene) -> list[list[str]]:
    """For each option of the question a few telling words."""
    return [odds.words for odds in odds_beside(session, scene)]


def odds_beside(session: Session, scene: Scene) -> list[ShortOdds]:
    """For each option of the question what stands beside it."""
    decision = session.decision
    if decision is None:
        return []
    return [odds_beside_one(session, scene, odds) for odds in odds_of_options(session, decision.options)]


def odds_beside_one(session: Session, scene: Scene, odds: Odds) -> ShortOdds:
    """The odds of one option as they stand beside it."""
    chances = word_chances(session, odds)
    changes = changes_of(session, scene, odds, len(chances))
    return ShortOdds(dict(list(chances.items())[:MOST_WORDS]), changes, odds.exact)


def odds_of_options(session: Session, options: Options) -> list[Odds]:
    """The odds of all options alike: past questions one may leave alone, unless that leads too far to be exact."""
    result: list[Odds] = []
    for option in options:
        result.append(session.odds(option, follow=True, limit=LIMIT, samples=FEW_SAMPLES))
        if not result[-1].exact:
            return [session.odds(option, limit=LIMIT, samples=FEW_SAMPLES) for option in options]
    return result


def words_of(chances: Mapping[str, Fraction], exact: bool) -> list[str]:
    """Words with their chances."""
    about = "" if exact else "~"
    return [f"{word} {about}{percent(chance)}" for word, chance in chances.items()]


def word_chances(session: Session, odds: Odds) -> dict[str, Fraction]:
    """How likely each word is, the most telling first."""
    file_order = {name: place for place, name in enumerate(session.game.words().file.odds)}
    chances: dict[str, Fraction] = {}
    places: dict[str, int] = {}
    for branch in odds.branches:
        for word, place in branch_words(session, branch, file_order).items():
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
class Row:
    """Outcomes that read the same: how likely, which figures change, what happens, what is asked then."""

    chance: Fraction
    changes: str
    happens: str
    then: str


@dataclass(frozen=True)
class AllOdds:
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
    chances = word_chances(session, odds)
    beyond = odds_beyond(session, option, odds)
    new: dict[str, Fraction] = {}
    if beyond is not None:
        new = {word: chance for word, chance in word_chances(session, beyond).items() if word not in chances}
    return AllOdds(
        words_of(chances, odds.exact),
        rows,
        how_counted(session, option, odds, rows),
        words_of(new, beyond is None or beyond.exact),
        f"These come {from_tries(beyond)}" if new and beyond is not None and not beyond.exact else "",
    )


def odds_beyond(session: Session, option: Option, odds: Odds) -> Odds | None:
    """The odds of what comes after the unknown is shown, if some outcomes end there."""
    unveiling = {stream.name for stream in session.game.vocabulary.streams if stream.unveils}
    if not any(branch.asked in unveiling for branch in odds.branches):
        return None
    return session.odds(option, follow=True, limit=UNVEILING_LIMIT, samples=UNVEILING_SAMPLES, unveil=True)


def how_counted(session: Session, option: Option, odds: Odds, rows: list[Row]) -> str:
    """How many outcomes there are, how they were found, and what is common to them all."""
    note = f"{len(rows)} {'outcome' if len(rows) == 1 else 'outcomes'}, "
    note += "exact." if odds.exact else from_tries(odds)
    asked = {row.then for row in rows}
    if len(asked) == 1:
        note += f" Then {rows[0].then}."
    if looks_past_questions(session, option):
        note += " Counted as if you let things be wherever you could still step in."
    return note


def from_tries(odds: Odds) -> str:
    """How sampled odds were found."""
    return f"from {odds.samples:,} tries, give or take {odds.margin:.1%}."


def merged_rows(session: Session, odds: Odds, arrow: str) -> list[Row]:
    """Branches as rows, those that read the same together."""
    file_order = {name: place for place, name in enumerate(session.game.words().file.odds)}
    chances: dict[tuple[str, str, str], Fraction] = {}
    for branch in odds.branches:
        words = branch_words(session, branch, file_order)
        happens = ", ".join(sorted(words, key=lambda word: words[word]))
        then = session.game.words().moment(branch.asked) if branch.asked else "the end"
        key = (branch_changes(session, odds, branch, arrow), happens, then)
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
