"""What the player sees of Elbereth, as a scene, and the words that questions and events need."""

from __future__ import annotations

from collections import Counter

from undercroft.core import scene
from undercroft.core.bits import bits_in
from undercroft.core.grid import SIDES, beside, east_of, south_of
from undercroft.core.scene import CellKind, Dice, Item, Map, Pile, Scene, Slot, Standing, Track, Zone
from undercroft.core.state import State
from undercroft.core.vocabulary import Option
from undercroft.core.words import WHERE, Facts, Noun, Nouns
from undercroft.games.elbereth.cards import ALL_PIECES, BOSS, DOWN_STAIRS, ENEMY, ITEM, SHOP, UP_STAIRS, WALL, Kind
from undercroft.games.elbereth.cards import Content as Cards
from undercroft.games.elbereth.state import NOBODY, Elbereth
from undercroft.games.elbereth.vocabulary import ITEMS

TITLE = "Elbereth"
COIN_NAME = "Coin"
STATES: dict[Standing, str] = {"had": "equipped", "missing": "face-down", "gone": "gone for good"}
CELL_KINDS: dict[int, CellKind] = {
    ENEMY: "enemy", WALL: "wall", ITEM: "item", SHOP: "shop", BOSS: "boss", UP_STAIRS: "stairs", DOWN_STAIRS: "stairs",
}  # fmt: skip
ON_A_CARD = ("attack", "break", "pick-up")  # families of options about a card on the table
ON_AN_ITEM = ("buy", "bribe-with", "protect-with", "discard")  # about an item
FACTS = ("enemy", "die", "strength", "boss", "card", "piece", "pieces", "total", "verdict", WHERE)


def nouns(state: State) -> Nouns:
    """The things that figures of events stand for."""
    assert isinstance(state, Elbereth)
    kinds = [Noun(kind.name) for kind in state.content.kinds]
    return {
        "card": kinds,
        "boss": kinds,
        "piece": [*(Noun(piece.name, piece.plural) for piece in state.content.pieces), Noun(COIN_NAME)],
    }


def item_names(content: Cards) -> list[str]:
    """Equipment, and the coin."""
    return [*(piece.name for piece in content.pieces), COIN_NAME]


# ---- what questions mention -----------------------------------------------------------------------------------------


def facts(state: State) -> Facts:
    """Figures and phrases for the questions and labels of this moment."""
    assert isinstance(state, Elbereth)
    enemy = state.kind(state.target) if state.target != NOBODY else None
    return {
        **dict.fromkeys(FACTS, ""),
        "enemy": enemy.name if enemy else "",
        "strength": enemy.strength if enemy else 0,
        "die": state.die,
        "boss": state.kind(state.boss).name if state.boss != NOBODY else "",
    }


def about(state: State, option: Option) -> Facts:
    """What the label of one option mentions."""
    assert isinstance(state, Elbereth)
    if option.family in ON_A_CARD:
        kind = state.kind(option.number)
        again = state.hit_once and option.number == state.boss
        return {
            "card": f"{kind.name} again" if again else kind.name,
            "strength": kind.strength,
            WHERE: f": {opens(state, option.number)}{where(state, option.number)}",
        }
    if option.family in ON_AN_ITEM:
        return {"piece": item_names(state.content)[option.number]}
    if option.family in ("use", "start-with"):
        return about_pieces(state, option)
    return {}


def about_pieces(state: Elbereth, option: Option) -> Facts:
    """What the label of a set of pieces mentions; as weapons, whether they suffice."""
    names = [piece.name for piece in state.content.pieces if option.number & piece.bit]
    result: dict[str, str | int] = {"pieces": " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)}
    if option.family == "use":
        total = state.die + bits_in(option.number)
        enough = total >= state.kind(state.target).strength
        result |= {"total": total, "verdict": "enough" if enough else "not enough"}
    return result


def opens(state: Elbereth, number: int) -> str:
    """What beating an enemy or breaking a wall brings to the table; what lies open already brings nothing."""
    if state.kind(number).open_face:
        return ""
    spaces = empty_sides(state, number)
    return f"opens {spaces} {'space' if spaces == 1 else 'spaces'}, " if spaces else "opens nothing new, "


def empty_sides(state: Elbereth, number: int) -> int:
    """How many cards would be laid around a card right away if it lay open."""
    empty = sum(beside(state.places[number], side) not in state.at for side in range(SIDES))
    return min(empty, state.deck_size())


def where(state: Elbereth, number: int) -> str:
    """Where a card lies, seen from the up stairs."""
    east, south = east_of(state.places[number]), south_of(state.places[number])
    ways = ((-south, "north"), (south, "south"), (east, "east"), (-east, "west"))
    return ", ".join(f"{steps} {way}" for steps, way in ways if steps > 0)


def target(state: State, option: Option) -> str:
    """What an option acts on: a card on the table, a slot of the inventory, the stairs."""
    assert isinstance(state, Elbereth)
    if option.family in ON_A_CARD:
        return cell_key(option.number)
    if option.family == "bribe-with":
        return cell_key(state.boss)
    if option.family == "descend":
        return cell_key(state.cards.index(state.content.down_stairs))
    return ITEMS[option.number] if option.family in ON_AN_ITEM else ""


# ---- the table ------------------------------------------------------------------------------------------------------


def elbereth_scene(state: State, seat: int) -> Scene:
    """The whole table: inventory, floor, deck."""
    assert isinstance(state, Elbereth)
    zones = [inventory(state)]
    if state.floor:
        zones += [board(state), deck(state), aside(state)]
    return Scene("elbereth", TITLE, status(state), tuple(zones))


def status(state: Elbereth) -> str:
    """Where you are, in a few words."""
    if not state.floor:
        return "before the dungeon"
    return f"floor {state.floor} of {state.content.floors}"


def inventory(state: Elbereth) -> Zone:
    """The eight inventory cards; equipment with the number that a wall hits it by."""
    slots: list[Item] = []
    for piece in state.content.pieces:
        standing = piece_standing(state, piece.index)
        slots.append(Slot(piece.key, f"{piece.number} {piece.name}", standing, STATES[standing]))
    slots.append(other_slot("coin", COIN_NAME, state.coin, state.coin_gone))
    slots.append(other_slot("key", "Key", state.key_held, False))
    return Zone("inventory", "Equipment", tuple(slots))


def piece_standing(state: Elbereth, item: int) -> Standing:
    """What has become of a piece of equipment."""
    return "had" if state.equipped >> item & 1 else "gone" if state.gone >> item & 1 else "missing"


def other_slot(key: str, title: str, had: bool, gone: bool) -> Slot:
    """The coin or the key."""
    if gone:
        return Slot(key, title, "gone", "gone for good")
    return Slot(key, title, "had", "in hand") if had else Slot(key, title, "missing", "not in hand")


def board(state: Elbereth) -> Zone:
    """The floor as it lies on the table."""
    cells = tuple(cell(state, number) for number in range(len(state.cards)))
    focus = cell_key(state.target) if state.target != NOBODY else ""
    return Zone("board", "Floor", (Map("floor-map", "Floor", cells, focus),))


def cell_key(number: int) -> str:
    """What a card on the table is called in scenes."""
    return f"card-{number}"


def cell(state: Elbereth, number: int) -> scene.Cell:
    """A card on the table."""
    kind, at = state.kind(number), state.places[number]
    open_back = bool(state.turned[number])
    mark = "." if open_back else kind.mark + (str(kind.strength) if kind.strength else "")
    title = f"{kind.name}, strength {kind.strength}" if kind.strength else kind.name
    if number == state.boss and state.hit_once:
        title += ", hit once"
    if open_back:
        title = f"open, once {kind.name}"
    cell_kind: CellKind = "open" if open_back else CELL_KINDS.get(kind.sort, "open")
    notes = [f"seen on floor {state.seen[number]}"] if state.seen[number] else []
    notes += [] if open_back else boss_notes(state.content, kind)
    return scene.Cell(cell_key(number), east_of(at), south_of(at), cell_kind, mark, title, "; ".join(notes))


def boss_notes(content: Cards, kind: Kind) -> list[str]:
    """What else stands on a boss's card than its strength."""
    names = [item_names(content)[item] for item in kind.bribes]
    taken = " or ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
    notes = [f"takes {kind.hits_needed} hits in a row"] if kind.hits_needed > 1 else []
    return [*notes, *([f"can be bribed with {taken}"] if taken else [])]


def deck(state: Elbereth) -> Zone:
    """How much of the deck is left, how many cards have left the game, and the last roll."""
    items: list[Item] = [Pile("deck-pile", "Deck", state.deck_size())]
    if state.floor > 1:
        items.append(Pile("removed", "Out of the game", state.out_of_the_game()))
    if state.die:
        items.append(Dice("dice", "Last roll", (state.die,)))
    return Zone("deck", "Deck", tuple(items))


def not_on_the_table(state: Elbereth) -> Pile:
    """All cards in the deck or out of the game, and nobody knows which is where: one owns the cards and can count."""
    content = state.content
    bosses = state.bosses if content.boss_per_floor else content.bosses
    left = Counter([*content.ordinary, content.down_stairs, *bosses]) - Counter(state.cards)
    names = tuple(f"{number} {content.kinds[kind].name}" for kind, number in left.items())
    return Pile("not-on-the-table", "Not on the table", left.total(), names)


def aside(state: Elbereth) -> Zone:
    """The figures that the status line, the inventory and the deck show as well."""
    items = (
        Track("floor", "Floor", state.floor, state.content.floors),
        Track("equipped", "Equipped", bits_in(state.equipped), len(state.content.pieces)),
        Track("pieces", "Pieces left", bits_in(ALL_PIECES & ~state.gone), len(state.content.pieces)),
        Track("coin-held", "Coins", int(state.coin), 1),
        Track("key-held", "Keys", int(state.key_held), 1),
        Track("deck", "Cards in the deck", state.deck_size()),
    )
    return Zone("aside", "Trackers", (*items, not_on_the_table(state)), aside=True)


def rank_name(state: State, rank: str) -> str:
    """This game has no ranks."""
    return ""
