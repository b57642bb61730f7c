"""The dungeon as a plan: rooms with their passages, facedown cards, who stands there, and the Boss Mat beside it."""

from __future__ import annotations

from undercroft.core.scene import Cell, CellKind, Map, Token
from undercroft.games.tiny_epic_dungeons.geometry import OPPOSITE, SIDE, beside, cells_of
from undercroft.games.tiny_epic_dungeons.pieces import (
    ENCOUNTER_CARD,
    ENTRANCE_CARD,
    GOBLIN_DANGER,
    LAIR_DOOR_CARD,
    MINION_DANGER,
    TRAP_DANGER,
    DungeonCard,
)
from undercroft.games.tiny_epic_dungeons.scene_effects import doing, search_words, trap_words
from undercroft.games.tiny_epic_dungeons.state import BOSS_TARGET, CENTRE, FIRST_MINION, LAIR, Dungeon, Hero
from undercroft.games.tiny_epic_dungeons.vocabulary import SPACES

DECKS = "ABC"
COMPASS = ("north", "east", "south", "west")
SPACE_PLACES = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))  # the ring of Hero Spaces, laid out in two rows


def cell_key(cell: int) -> str:
    """What a cell of the grid is called in scenes."""
    return f"cell-{cell}"


def space_key(space: int) -> str:
    """What a Hero Space is called in scenes."""
    return f"space-{space}"


def hero_key(number: int) -> str:
    """What a hero is called in scenes, its mat as well as its figure."""
    return f"hero-{number + 1}"


def enemy_key(target: int) -> str:
    """What an enemy is called in scenes, its card as well as its token."""
    if target == BOSS_TARGET:
        return "boss"
    return f"goblin-{target + 1}" if target < FIRST_MINION else f"minion-{target - FIRST_MINION + 1}"


def enemy_mark(target: int) -> str:
    """What stands for an enemy on the plan."""
    if target == BOSS_TARGET:
        return "B!"
    return f"g{target + 1}" if target < FIRST_MINION else f"M{target - FIRST_MINION + 1}"


def enemy_title(game: Dungeon, target: int) -> str:
    """The name on an enemy's card or mat."""
    return game.boss_mat().name if target == BOSS_TARGET else game.enemy_card(target).name


def first_name(hero: Hero) -> str:
    """A hero's name for short."""
    return hero.mat.name.split()[0]


def east_south(cell: int) -> tuple[int, int]:
    """How far east and south of the Entrance a cell lies."""
    return cell % SIDE - CENTRE % SIDE, cell // SIDE - CENTRE // SIDE


def whereabouts(cell: int) -> str:
    """Where a cell lies, seen from the Entrance."""
    east, south = east_south(cell)
    ways = ((-south, "north"), (south, "south"), (east, "east"), (-east, "west"))
    return ", ".join(f"{steps} {way}" for steps, way in ways if steps > 0) or "in the middle"


def plan(game: Dungeon) -> Map:
    """The whole dungeon, and the Boss Mat once it is there."""
    cells = [room_cell(game, cell) for cell in cells_of(game.rooms)]
    cells += [facedown_cell(game, cell) for cell in cells_of(game.hidden)]
    if game.act == 2:
        cells += boss_mat_cells(game, max(cell.east for cell in cells) + 2)
    hero = game.hero() if game.heroes else None
    focus = ""
    if game.turned >= 0:
        focus = cell_key(game.turned_at)
    elif hero is not None:
        focus = space_key(hero.space) if hero.space else cell_key(hero.at)
    return Map("plan", "Dungeon", tuple(cells), focus)


# ---- the grid -------------------------------------------------------------------------------------------------------


def room_cell(game: Dungeon, cell: int) -> Cell:
    """A room with its passages and all that is in it."""
    card = game.card_at(cell)
    east, south = east_south(cell)
    kind: CellKind = "start" if card.type == ENTRANCE_CARD else "stairs" if card.type == LAIR_DOOR_CARD else "room"
    sides = "".join(side_of(game, cell, side) for side in range(4))
    title = card.name.removeprefix("The ")
    return Cell(
        cell_key(cell), east, south, kind, initials(card), title, room_note(game, cell), sides,
        tokens=(*signs(game, cell), *figures(game, cell)),
    )  # fmt: skip


def initials(card: DungeonCard) -> str:
    """Two letters for a room."""
    words = card.name.removeprefix("The ").replace("-", " ").split()
    return (words[0][0] + words[-1][0]).upper() if len(words) > 1 else words[0][:2].upper()


def side_of(game: Dungeon, cell: int, side: int) -> str:
    """A passage, a wall, or the dark behind a facedown card."""
    other = beside(cell, side)
    if not game.exits[cell] >> side & 1 or other < 0:
        return "#"
    if game.hidden >> other & 1:
        return "?"
    return " " if game.rooms >> other & 1 and game.exits[other] & OPPOSITE[side] else "#"


def room_note(game: Dungeon, cell: int) -> str:
    """What a room holds for whoever comes there."""
    card = game.card_at(cell)
    notes: list[str] = []
    if card.type == ENTRANCE_CARD:
        notes.append("Entrance, where Goblins arrive")
    if card.type == LAIR_DOOR_CARD:
        notes.append("Lair Door")
    if card.trap is not None:
        notes.append("trap, disarmed" if game.disarmed >> cell & 1 else trap_words(card.trap))
    if card.danger in (GOBLIN_DANGER, MINION_DANGER) and not game.met >> cell & 1:
        notes.append("a Minion waits" if card.danger == MINION_DANGER else "a Goblin waits")
    if card.search is not None:
        spent = card.search.once and game.searched >> cell & 1
        notes.append("searched" if spent else f"Search ({search_words(card.search).replace(': ', ') ', 1)}")
    return "; ".join(notes)


def signs(game: Dungeon, cell: int) -> list[Token]:
    """What lies in a room: an altar, a trap, somebody who waits."""
    card = game.card_at(cell)
    found: list[Token] = []
    if game.altars >> cell & 1:
        found.append(Token(f"altar-{cell}", "device", "*", "Altar"))
    if card.danger == TRAP_DANGER:
        armed = not game.disarmed >> cell & 1
        found.append(
            Token(
                f"trap-{cell}", "trap" if armed else "open", "^" if armed else "o", "Trap" if armed else "Disarmed trap"
            )
        )
    elif card.danger in (GOBLIN_DANGER, MINION_DANGER) and not game.met >> cell & 1:
        minion = card.danger == MINION_DANGER
        found.append(
            Token(f"waiting-{cell}", "trap", "M?" if minion else "g?", "A Minion waits" if minion else "A Goblin waits")
        )
    elif card.type == ENCOUNTER_CARD and game.act == 1:
        found.append(Token(f"site-{cell}", "open", "m", "Encounter, met"))
    return found


def figures(game: Dungeon, cell: int) -> list[Token]:
    """Heroes and enemies in a room, heroes first."""
    found = [
        hero_token(hero, number)
        for number, hero in enumerate(game.heroes)
        if hero.at == cell
    ]  # fmt: skip
    for target in range(BOSS_TARGET + 1):
        if game.enemy_at(target) == cell:
            found.append(enemy_token(game, target))
    return found


def hero_token(hero: Hero, number: int) -> Token:
    """A hero's figure; one that is unconscious lies down."""
    name = first_name(hero)
    if hero.health == 0:
        return Token(hero_key(number), "body", name[:2].lower(), f"{name}, unconscious")
    return Token(hero_key(number), "hero", name[:2], name)


def enemy_token(game: Dungeon, target: int) -> Token:
    """An enemy's token."""
    kind: CellKind = "boss" if target == BOSS_TARGET else "enemy"
    return Token(enemy_key(target), kind, enemy_mark(target), enemy_title(game, target))


def facedown_cell(game: Dungeon, cell: int) -> Cell:
    """A facedown card, known by its deck; while it is being laid, by its name."""
    east, south = east_south(cell)
    sides = "".join("?" if leads_here(game, cell, side) else "#" for side in range(4))
    if game.turned >= 0 and game.turned_at == cell:
        card = game.content.dungeon[game.turned]
        return Cell(cell_key(cell), east, south, "room", initials(card), card.name, "is being laid", sides)
    deck = DECKS[game.facedown[cell]]
    return Cell(cell_key(cell), east, south, "facedown", f"?{deck}", f"Facedown card, Deck {deck}", sides=sides)


def leads_here(game: Dungeon, cell: int, side: int) -> bool:
    """Whether the room on that side has an exit to this cell."""
    other = beside(cell, side)
    return other >= 0 and bool(game.rooms >> other & 1) and bool(game.exits[other] & OPPOSITE[side])


# ---- the Boss Mat ---------------------------------------------------------------------------------------------------


def boss_mat_cells(game: Dungeon, west: int) -> list[Cell]:
    """The six Hero Spaces in their ring, and above them the Boss while it is at home, with its guests."""
    boss = game.boss_mat()
    north = east_south(game.door)[1] if game.door >= 0 else 0
    home = game.boss_at == LAIR
    inside = tuple(enemy_token(game, target) for target in range(BOSS_TARGET + 1) if game.enemy_at(target) == LAIR)
    note = boss.name if home else f"{boss.name} is out in the dungeon"
    cells = [Cell("throne", west + 1, north - 1, "room", "BM", "Boss Mat", note, "## #", tokens=inside)]
    for space in range(1, SPACES + 1):
        east, south = SPACE_PLACES[space - 1]
        here = tuple(hero_token(hero, number) for number, hero in enumerate(game.heroes) if hero.space == space)
        does = doing(boss.spaces[space - 1])
        door = ", beside the Lair Door" if space == 1 else ""
        cells.append(
            Cell(
                space_key(space),
                west + east,
                north + south,
                "space",
                f"S{space}",
                f"Hero Space {space}",
                f"{does}{door}",
                ring_sides(space),
                tokens=here,
            )
        )
    return cells


def ring_sides(space: int) -> str:
    """The sides of a Hero Space: open to its two neighbours in the ring."""
    here = SPACE_PLACES[space - 1]
    around = (SPACE_PLACES[space % SPACES], SPACE_PLACES[(space - 2) % SPACES])
    steps = ((0, -1), (1, 0), (0, 1), (-1, 0))
    return "".join(" " if (here[0] + east, here[1] + south) in around else "#" for east, south in steps)
