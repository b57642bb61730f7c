"""Odds in words: short beside each option, whole as a table.

Which words there are, and which of them tell most, is up to the game's words file: the order of its odds counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rich.table import Table
from rich.text import Text

from undercroft.core.odds import Branch, Odds
from undercroft.core.scene import Scene, Track
from undercroft.core.session import Session
from undercroft.core.vocabulary import Option, Options
from undercroft.terminal.lines import flow
from undercroft.terminal.look import MUTED, STRONG, Look

MOST_WORDS = 8
FEW_WORDS = 3
LIMIT = 4_000  # runs of the rules for the odds beside an option, some tenths of a second where nothing is compiled
FEW_SAMPLES = 600
WHOLE_LIMIT = 10_000  # for a table that somebody asked for
UNVEILING_LIMIT = 500  # runs to count what may turn up: it takes few, or far too many
UNVEILING_SAMPLES = 2_000
BAR = 8


def percent(chance: Fraction) -> str:
    """A whole percent; what is not quite never or always says so."""
    if 0 < chance < Fraction(1, 100):
        return "< 1 %"
    if Fraction(99, 100) < chance < 1:
        return "> 99 %"
    return f"{int(chance * 100 + Fraction(1, 2))} %"


# ---- beside an option ------------------------------------------------------------------------------------------------


def short_odds(session: Session, scene: Scene) -> list[list[str]]:
    """For each option of the question a few telling words, such as kill 31 % or -2 health."""
    decision = session.decision
    if decision is None:
        return []
    all_odds = odds_of_options(session, decision.options)
    chances = [word_chances(session, odds) for odds in all_odds]
    return [
        [*words_of(words, odds.exact)[:MOST_WORDS], *changes_of(session, scene, odds, len(words))]
        for words, odds in zip(chances, all_odds, strict=True)
    ]


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
    result = []
    for name in names:
        place = session.game.figure_names.index(name)
        mean = sum((value * chance for value, chance in odds.spread(place).items()), Fraction(0)) - odds.before[place]
        figure = session.game.words().figure(name)
        if mean.denominator == 1 and mean:
            result.append(f"{int(mean):+d} {figure}")
        elif abs(mean) >= Fraction(1, 20):
            result.append(f"{float(mean):+.1f} {figure}")
    return result


# ---- the whole distribution ------------------------------------------------------------------------------------------


def odds_table(session: Session, option: Option, look: Look) -> list[Text | Table]:
    """All that an option may lead to up to the next question."""
    odds = session.odds(option, follow=True, limit=WHOLE_LIMIT)
    rows = merged_rows(session, odds, look)
    asked = sorted({asked for _, _, asked in rows})
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=MUTED, pad_edge=False)
    table.add_column("chance", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for title in ("what changes", "what happens", "then")[: 3 if len(asked) > 1 else 2]:
        table.add_column(title)
    most = max(rows.values())
    for (changes, happens, then), chance in sorted(rows.items(), key=lambda row: (-row[1], row[0])):
        bar = look.glyphs.bar * max(1, round(chance / most * BAR))
        cells = (changes or "nothing", happens, Text(then, MUTED))
        table.add_row(Text(percent(chance), STRONG), bar, *cells[: 3 if len(asked) > 1 else 2])
    summary = ", ".join(words_of(word_chances(session, odds), odds.exact))
    notes = f"{len(rows)} {'outcome' if len(rows) == 1 else 'outcomes'}, "
    notes += "exact." if odds.exact else from_tries(odds)
    if len(asked) == 1:
        notes += f" Then {asked[0]}."
    if looks_past_questions(session, option):
        notes += " Counted as if you let things be wherever you could still step in."
    above = [Text(summary)] if summary else []
    return [*above, table, Text(notes, MUTED), *what_may_turn_up(session, option, odds, look)]


def what_may_turn_up(session: Session, option: Option, odds: Odds, look: Look) -> list[Text]:
    """What happens only where odds look no further: past a stream that unveils the unknown."""
    unveiling = {stream.name for stream in session.game.vocabulary.streams if stream.unveils}
    if not any(branch.asked in unveiling for branch in odds.branches):
        return []
    beyond = session.odds(option, follow=True, limit=UNVEILING_LIMIT, samples=UNVEILING_SAMPLES, unveil=True)
    known = word_chances(session, odds)
    new = {word: chance for word, chance in word_chances(session, beyond).items() if word not in known}
    if not new:
        return []
    *words, last = words_of(new, beyond.exact)
    told = [Text("What may turn up:", STRONG), *(Text(f"{word},") for word in words), Text(f"{last}.")]
    note = "" if beyond.exact else f"These come {from_tries(beyond)}"
    return flow([*told, *(Text(word, MUTED) for word in note.split())], look, gap=1)


def from_tries(odds: Odds) -> str:
    """How sampled odds were found."""
    return f"from {odds.samples:,} tries, give or take {odds.margin:.1%}."


def merged_rows(session: Session, odds: Odds, look: Look) -> dict[tuple[str, str, str], Fraction]:
    """Branches as (what changes, what happens, what is asked next), those that read the same together."""
    file_order = {name: place for place, name in enumerate(session.game.words().file.odds)}
    rows: dict[tuple[str, str, str], Fraction] = {}
    for branch in odds.branches:
        words = branch_words(session, branch, file_order)
        happens = ", ".join(sorted(words, key=lambda word: words[word]))
        key = (
            branch_changes(session, odds, branch, look),
            happens,
            session.game.words().moment(branch.asked) if branch.asked else "the end",
        )
        rows[key] = rows.get(key, Fraction(0)) + branch.probability
    return rows


def branch_changes(session: Session, odds: Odds, branch: Branch, look: Look) -> str:
    """Figures that change, from and to."""
    words = session.game.words()
    changes = zip(session.game.figure_names, odds.before, branch.figures, strict=True)
    arrow = look.glyphs.arrow
    return ", ".join(f"{words.figure(name)} {old}{arrow}{new}" for name, old, new in changes if old != new)


def looks_past_questions(session: Session, option: Option) -> bool:
    """Whether a passive answer was taken for granted somewhere."""
    passive = {prompt.name for prompt in session.game.vocabulary.prompts if prompt.passive is not None}
    return any(branch.asked in passive for branch in session.odds(option, limit=LIMIT).branches)
