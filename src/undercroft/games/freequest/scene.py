"""What a seat sees of FreeQuest, as a scene, and the words that questions and events need."""

from __future__ import annotations

from functools import lru_cache

from undercroft.core.ground import DOOR, NO_DOOR, NOWHERE, OPEN, ROCK, SIDES, Ground
from undercroft.core.scene import Card, Cell, CellKind, Dice, Item, Map, Pile, Scene, Track, Zone
from undercroft.core.state import State
from undercroft.core.vocabulary import Option
from undercroft.core.words import WHERE, Facts, Noun, Nouns
from undercroft.games.freequest.between import GIFTS
from undercroft.games.freequest.combat import monster_defense
from undercroft.games.freequest.contests import chances, dice_of
from undercroft.games.freequest.movement import leap_run
from undercroft.games.freequest.pieces import CANDLE, FAR_EAST, FAR_SOUTH, NOTHING, RESULTS, SECRET, SWAP
from undercroft.games.freequest.scene_cards import (
    equipment,
    heroes,
    item_figures,
    monster_lines,
    shop,
    spells,
    trap_note,
)
from undercroft.games.freequest.sheets import attack_dice, defense_dice, movement
from undercroft.games.freequest.state import (
    ARMED,
    BETWEEN_QUESTS,
    CAPTIVE,
    CREATING,
    DRAFTING,
    FIGURE_NAMES,
    HEROES_ACT,
    NOBODY,
    PLACING,
    REFEREE_ACTS,
    Board,
    FreeQuest,
    Hero,
    Monster,
)
from undercroft.games.freequest.vocabulary import COMPASS, SELECTION

TITLE = "FreeQuest"
FACTS = (
    "ask", "order", "so-far", "hero", "held", "allowed", "left", "steps", "gold", "other", "gift", "amount", "item",
    "acting", "mover", "way", "monster", "weapon", "spell", "on", "and-whom", "trap", "device", "area", "health",
    "rest", "items", "quest", "improvement", "odds", "ransom", "figures", WHERE,
)  # fmt: skip
ON_SIDES = ("step", "leap", "sure-leap", "open", "disarm", "unlock")
ON_MONSTERS = ("attack", "attack-other-hand", "attack-unarmed", "on-monster", "monster")
ON_HEROES = (
    "free", "aid", "guard", "take-all", "take-body", "on-hero", "strike", "first", "give-gold", "to-hero", "vigil",
    "pay-for", "paid-by",
)  # fmt: skip
RESULT_WORDS = {
    "recovery": "the bodies are brought out, but not what they carried",
    "ransom": "the heroes are held to ransom",
    "lost": "the heroes and all that they carried are lost",
}
ON_ITEMS = ("drink", "wear", "put-away", "take-item", "buy", "sell", "give-item")


class DiceNouns:
    """Dice as they lie, in words: 4, 3, 1."""

    def __getitem__(self, value: int, /) -> Noun:
        faces = dice_of(value)
        return Noun(", ".join(str(face) for face in faces) if faces else "no dice")


def nouns(state: State) -> Nouns:
    """The things that figures of events stand for."""
    assert isinstance(state, FreeQuest)
    content, book = state.content, state.book
    heroes = [Noun(kind.name) for kind in content.heroes]
    dice = DiceNouns()
    return {
        "hero": heroes,
        "other": heroes,
        "monster": [Noun(name) for name in book.nouns],
        "item": [Noun(spoken(item.name)) for item in content.items],
        "spell": [Noun(spell.name) for spell in content.spells],
        "card": [Noun(f"{card.name} ({card.text.removesuffix('.')})") for card in content.cards],
        "trap": [Noun(trap.name) for trap in content.traps],
        "improvement": [Noun(each.name) for each in content.improvements],
        "quest": [Noun(quest.title) for quest in book.quests],
        "captive": [Noun(quest.captive_name or "the captive") for quest in book.quests],
        "briefing": [Noun(quest.briefing) for quest in book.quests],
        "text": [Noun(text) for text in book.texts],
        "thing": [Noun(name) for name in book.thing_names],
        "result": [Noun(RESULT_WORDS[result]) for result in RESULTS],
        "place": [Noun(word) for word in ("nowhere", "first", "second", "third", "fourth")],
        "roll": dice,
        "against": dice,
        "faces": dice,
    }


# ---- what questions mention -----------------------------------------------------------------------------------------


def facts(state: State) -> Facts:
    """Figures and phrases for the questions and labels of this moment."""
    assert isinstance(state, FreeQuest)
    board = state.board
    result: dict[str, str | int] = dict.fromkeys(FACTS, "")
    hero = hero_of_the_moment(board)
    if hero is not None:
        actions = board.actions_left
        result |= {
            "hero": hero.kind.name,
            "left": f"{actions or 'no'} {'action' if actions == 1 else 'actions'} left",
            "steps": f"{board.steps_left} {'square' if board.steps_left == 1 else 'squares'}",
            "gold": hero.savings,
            "held": bin(hero.spells).count("1"),
            "allowed": hero.spells_allowed,
        }
    if board.acting != NOBODY:
        result["acting"] = board.monsters[board.acting].name
    result["ransom"] = state.content.ransom
    return result | facts_of_matter(board)


def facts_of_matter(board: Board) -> dict[str, str | int]:
    """What a question in the midst of a rule mentions, as the board says what it is about."""
    matter, content = board.matter, board.content
    result: dict[str, str | int] = {"amount": matter.amount, "gift": f"{matter.amount} gold"}
    if matter.other != NOBODY:
        result["other"] = board.heroes[matter.other].kind.name
    if matter.item >= 0:
        item = spoken(content.items[matter.item].name)
        result |= {"item": item, "gift": f"the {item}"}
    if matter.spell >= 0:
        spell = content.spells[matter.spell]
        result |= {"spell": spell.name, "on": "Where" if spell.effect == CANDLE else "On whom"}
        swaps = spell.effect == SWAP and matter.other != NOBODY
        result["and-whom"] = f"With whom does the {result['other']} change places" if swaps else "And on whom else"
    if matter.hero != NOBODY:
        result["mover"] = board.heroes[matter.hero].kind.name
    if matter.monster != NOBODY:
        result["mover"] = board.monsters[matter.monster].name
    if matter.kind >= 0:
        result["ask"] = content.heroes[matter.kind].selections[matter.selection].ask
    order = ", ".join(board.heroes[index].kind.name for index in matter.order)
    return result | {"order": order, "so-far": f" So far: {order}." if order else ""}


def spoken(name: str) -> str:
    """A thing's name as it stands in a sentence that has an article of its own."""
    return name.removeprefix("the ").removeprefix("The ")


def hero_of_the_moment(board: Board) -> Hero | None:
    """The hero that a question is about."""
    if board.matter.hero != NOBODY:
        return board.heroes[board.matter.hero]
    if board.phase == HEROES_ACT and board.turn != NOBODY:
        return board.hero()
    if board.phase == BETWEEN_QUESTS and board.at_counter != NOBODY:
        return board.heroes[board.at_counter]
    if board.phase == DRAFTING and board.order:
        return next_caster(board)
    if board.phase == PLACING and board.drafting < len(board.order):
        return board.heroes[board.order[board.drafting]]
    return None


def next_caster(board: Board) -> Hero | None:
    """Who takes the next spell: in hero order, whoever has not enough."""
    for place in range(board.drafting, board.drafting + len(board.order)):
        hero = board.heroes[board.order[place % len(board.order)]]
        if hero.magic_dice > 0 and bin(hero.spells).count("1") < hero.spells_allowed:
            return hero
    return None


def about(state: State, option: Option) -> Facts:
    """What the label of one option mentions."""
    assert isinstance(state, FreeQuest)
    board, content, number = state.board, state.content, int(option.number)
    family = option.family
    if family in ON_SIDES:
        return about_side(board, option)
    if family in ON_MONSTERS:
        return about_monster(board, option)
    if family in ON_HEROES:
        return about_hero(board, option)
    if family in ON_ITEMS:
        item = content.items[number]
        gold = item.sells if family == "sell" else item.cost
        figures = item_figures(item, board.hero() if family == "drink" else None)
        return {"item": spoken(item.name), "gold": gold, "figures": f": {figures}" if figures else ""}
    if family in ("cast", "monster-cast", "draft"):
        spell = content.spells[number]
        return {"spell": f"{spell.name}: {spell.text}" if family == "draft" else spell.name}
    if family == "lay-down":
        return {"hero": carried(board)}
    if family == "disarm-here":
        return {"trap": content.traps[board.traps[board.hero().at] // 2].name}
    return about_rest(state, option)


def about_rest(state: FreeQuest, option: Option) -> Facts:
    """What the labels of rarer options mention."""
    board, content, number = state.board, state.content, int(option.number)
    family = option.family
    if family == "square":
        return {WHERE: f", {where(number)}"}
    if family == "work":
        return {"device": board.fixtures[number].name}
    if family == "on-area":
        return {"area": f"area {number + 1}, {area_words(board, board.shown[number])}"}
    if family == "keep":
        return {"health": number, "rest": int(board.matter.amount) - number}
    if family == "hero":
        kind = content.heroes[number]
        return {"hero": f"{kind.name}: {kind.text}"}
    if family == "select":
        return {"items": selection_words(board, number)}
    if family == "quest":
        quest = state.book.quests[number]
        return {"quest": f"{quest.title}: {quest.goal}"}
    if family == "learn":
        improvement = content.improvements[number]
        return {"improvement": f"{improvement.name}: {improvement.text}"}
    if family == "offer":
        return {"gold": number * content.offering_step, "odds": vigil_odds(state, number)}
    if family == "amount":
        giver = board.heroes[board.at_counter]
        return {"gold": GIFTS[number] or int(giver.savings)}
    return {}


def about_hero(board: Board, option: Option) -> Facts:
    """A hero, or the captive, and what a hero's purse has for what is left to pay."""
    number = int(option.number)
    if number == CAPTIVE:
        return {"hero": board.captive_name}
    hero = board.heroes[number]
    if option.family == "free" and hero is board.hero():
        return {"hero": "yourself"}
    pays = {"gold": min(hero.savings, board.matter.amount)} if option.family == "paid-by" else {}
    return {"hero": hero.kind.name, **pays}


def carried(board: Board) -> str:
    """Whom the hero whose turn it is carries."""
    burden = board.hero().carries
    return board.captive_name if burden == CAPTIVE else board.heroes[burden].kind.name


def selection_words(board: Board, number: int) -> str:
    """The items of a selection."""
    matter, content = board.matter, board.content
    options = content.heroes[matter.kind].selections[matter.selection].options
    chosen = options[number - int(matter.selection) * SELECTION]
    return " and ".join(spoken(content.items[item].name) for item in chosen)


def vigil_odds(state: FreeQuest, steps: int) -> str:
    """How likely a vigil brings somebody back."""
    content = state.content
    dead = state.board.heroes[state.board.matter.other]
    odds = chances(content.life_dice + steps, content.death_dice + dead.returns)
    whole = sum(odds[2:]) + (odds[1] if dead.most_health == 1 else 0)  # nothing is left that a mark could take
    return f"{100 * (1 - odds[0]):.0f} in 100 return, {100 * whole:.0f} of them whole"


def about_side(board: Board, option: Option) -> Facts:
    """What lies on a side of the hero."""
    way = COMPASS[int(option.number)]
    to = board.step(board.hero().at, int(option.number))
    trap = board.content.traps[board.traps[to] // 2].name if to != NOWHERE and to in board.traps else ""
    if option.family != "step":
        return {"way": way, "trap": trap}
    return {"way": f" {way}, into the {trap}"} if trap else {WHERE: f" {way}"}


def about_monster(board: Board, option: Option) -> Facts:
    """A monster, and what it is attacked with."""
    monster = board.monsters[option.number]
    result: dict[str, str | int] = {"monster": monster.name, WHERE: f", {where(board.codes[monster.at])}"}
    if option.family in ("attack", "attack-other-hand"):
        hero = board.hero()
        weapon = hero.main_hand if option.family == "attack" else hero.other_hand
        if board.matter.hero != NOBODY:
            weapon = board.matter.item  # the blow goes on with what it began with
        name = spoken(board.content.items[weapon].name) if weapon >= 0 else "bare hands"
        dice = attack_dice(board.content, hero, weapon)
        result["weapon"] = f"{name} ({dice} v {monster_defense(monster)})"
    return result


def where(code: int) -> str:
    """Where a square lies, seen from the first square of the starting tile."""
    east, south = east_south(code)
    ways = ((-south, "north"), (south, "south"), (east, "east"), (-east, "west"))
    return ", ".join(f"{steps} {way}" for steps, way in ways if steps > 0) or "where you came in"


def east_south(code: int) -> tuple[int, int]:
    """How far east and south of the starting tile's first square."""
    return code % (2 * FAR_EAST) - FAR_EAST, code // (2 * FAR_EAST) - FAR_SOUTH


def area_words(board: Board, area: int) -> str:
    """Where an area is."""
    for at in range(board.ground.size):
        if board.ground.area[at] == area:
            return where(board.codes[at])
    return ""


def target(state: State, option: Option) -> str:
    """The cell or card that an option acts on."""
    assert isinstance(state, FreeQuest)
    board, number, family = state.board, int(option.number), option.family
    if family == "square":
        return f"square-{number}"
    if family in ("step", "disarm"):
        to = board.step(board.hero().at, number)
        return "" if to == NOWHERE else cell_key(board, to)
    if family in ("leap", "sure-leap"):
        to = board.hero().at
        for _ in range(leap_run(board, board.hero().at, number) + 1):
            to = board.step(to, number)
        return cell_key(board, to)
    if family in ("open", "unlock"):
        return f"{cell_key(board, board.hero().at)}-{COMPASS[number]}"
    if family in ON_MONSTERS:
        return cell_key(board, board.monsters[number].at)
    if family in ("aid", "guard", "free", "on-hero", "strike") and number < len(board.heroes):
        at = board.heroes[number].at
        return "" if at == NOWHERE else cell_key(board, at)
    if family == "work":
        return cell_key(board, board.fixtures[number].at)
    return ""


def cell_key(board: Board, at: int) -> str:
    """What a square is called in scenes."""
    return f"square-{board.codes[at]}"


# ---- the table ------------------------------------------------------------------------------------------------------


def freequest_scene(state: State, seat: int) -> Scene:
    """The whole table from one seat; `state` is what the seat may know."""
    assert isinstance(state, FreeQuest)
    board = state.board
    zones: list[Zone] = []
    if board.heroes:
        zones.append(party(state))
    if board.codes and board.ground.size:
        zones.append(Zone("board", "Map", (plan(state),)))
        zones.append(enemies(board))
    zones.append(table_zone(board))
    if board.title:
        zones.append(goal(board))
    zones += [aside(state), heroes(board), equipment(board), shop(board), spells(board)]
    return Scene("freequest", TITLE, status(board), tuple(zone for zone in zones if zone.items))


def status(board: Board) -> str:
    """Where the game stands, in a few words."""
    if board.phase == CREATING:
        return "the party gathers"
    if board.phase == BETWEEN_QUESTS:
        return "between quests"
    if not board.title:
        return "before the quest"
    done = ", the objective is done" if board.achieved else ""
    return f"{board.title}, round {board.round} of {board.rounds}{done}" if board.round else board.title


def goal(board: Board) -> Zone:
    """What the party is here for."""
    done = "done, now home" if board.achieved else ""
    return Zone("quest", "Quest", (Card("quest", "Goal", "quest", (board.goal,), state=done),))


def party(state: FreeQuest) -> Zone:
    """The heroes' sheets, in the order of turns."""
    board = state.board
    order = board.order or [hero.index for hero in board.heroes]
    active = board.hero().index if board.phase == HEROES_ACT and board.turn != NOBODY else NOBODY
    cards = [hero_card(state, board.heroes[index], index == active) for index in order]
    return Zone("party", "Party", tuple(cards))


def hero_card(state: FreeQuest, hero: Hero, active: bool) -> Card:
    """A hero's sheet."""
    board, content = state.board, state.content
    worn = [content.items[item].name for item in (hero.main_hand, hero.other_hand, hero.head, hero.body) if item >= 0]
    pack = [content.items[item].name for item in hero.gear if not hero.wears(item)]
    weapon = hero.main_hand if hero.main_hand >= 0 else NOTHING
    lines = [
        f"Attack {attack_dice(content, hero, weapon)}, Defense {defense_dice(hero)}, "
        f"Movement {movement(content, hero)}, Skill {hero.skill_dice}"
        + (f", Magic {hero.magic_dice}" if hero.magic_dice else ""),
    ]
    things = held_things(state, hero)
    if hero.loot or things:
        lines.append(f"Found: {', '.join([*things, *([f'{hero.loot} gold'] if hero.loot else [])])}")
    spells = [spell.name for spell in content.spells if (hero.spells & ~hero.spent) >> spell.index & 1]
    if spells:
        lines.append(f"Spells: {', '.join(spells)}")
    lines.append(f"Wears: {', '.join(worn) or 'nothing'}" + (f". Pack: {', '.join(pack)}" if pack else ""))
    if hero.improvements:
        lines.append(f"Has learnt: {', '.join(content.improvements[index].name for index in hero.improvements)}")
    tracks = (Track(f"hero-{hero.index}-health", "Health", int(hero.health), int(hero.full)),)
    return Card(f"hero-{hero.index}", hero.kind.name, "hero", tuple(lines), tracks, hero_state(board, hero, active))


def held_things(state: FreeQuest, hero: Hero) -> list[str]:
    """The things of the quest that a hero carries."""
    return [name for index, name in state.board.thing_names.items() if hero.quest_items >> index & 1]


def hero_state(board: Board, hero: Hero, active: bool) -> str:
    """What is the matter with a hero, in a few words."""
    words: list[str] = []
    if hero.lost:
        words.append("lost")
    elif hero.dead:
        words.append("dead")
    if active:
        words.append("acts")
    marks = (
        (hero.raging, "raging"), (hero.in_pit, "in a pit"), (bool(hero.snared), "snared"),
        (hero.hindered, "one action next turn"), (hero.guarded_by != NOBODY, "guarded"),
        (bool(hero.shield), f"+{hero.shield} Defense"), (bool(hero.edge), f"+{hero.edge} Attack"),
        (bool(hero.ward), "warded"), (bool(hero.hare), "swift"), (hero.smoke, "like smoke"),
        (hero.carries == CAPTIVE, "carries the captive"),
        (hero.carries not in (NOBODY, CAPTIVE), "carries the dead"),
    )  # fmt: skip
    return ", ".join([*words, *(word for on, word in marks if on)])


def enemies(board: Board) -> Zone:
    """The monsters on the board with their Health."""
    cards = [
        Card(
            f"monster-{monster.number}",
            f"{monster.name} ({mark_of(board, monster)})",
            "monster",
            monster_lines(board.content, monster.kind, int(monster_defense(monster))),
            (Track(f"monster-{monster.number}-health", "Health", int(monster.health), int(monster.most_health)),),
            monster_state(monster),
        )
        for monster in board.monsters
        if monster.at != NOWHERE
    ]
    return Zone("monsters", "Monsters", tuple(cards))


def mark_of(board: Board, monster: Monster) -> str:
    """What stands for a monster on the map: a letter, and how many of that letter were placed before it."""
    letter = monster.kind.mark[0]
    alike = [other for other in board.monsters[: monster.number + 1] if other.kind.mark[0] == letter]
    return f"{letter}{len(alike)}"


def monster_state(monster: Monster) -> str:
    """What is the matter with a monster."""
    words = ((monster.asleep, "waking"), (monster.slowed, "slowed"), (bool(monster.unpicked), "unpicked"))
    return ", ".join(word for on, word in words if on)


def table_zone(board: Board) -> Zone:
    """The deck and the last dice."""
    items: list[Item] = []
    if board.codes and board.round:
        items.append(Pile("treasure-deck", "Treasure deck", len(board.deck)))
    if board.roll:
        items.append(Dice("roll", "Roll", tuple(dice_of(board.roll))))
    if board.against:
        items.append(Dice("against", "Against", tuple(dice_of(board.against))))
    return Zone("table", "Table", tuple(items))


def aside(state: FreeQuest) -> Zone:
    """The quest's words and the figures."""
    board = state.board
    items: list[Item] = []
    if board.title:
        items.append(Card("briefing", board.title, "quest", (board.briefing,)))
    for name, value in zip(FIGURE_NAMES, state.figures(), strict=True) if board.round else ():
        items.append(Track(name, name.capitalize(), value))
    return Zone("aside", "Quest", tuple(items), aside=True)


# ---- the map --------------------------------------------------------------------------------------------------------


def plan(state: FreeQuest) -> Map:
    """The map as far as it is known; the referee, and all once it is over, see the rest as ghosts."""
    board = state.board
    everything = state.notes.quest is not None
    ground = state.quest().ground if everything else board.ground
    busy = busy_squares(state)
    cells = [
        cell(state, ground, at, sides, everything)
        if at in busy or SOME_DOOR in sides
        else bare_cell(board.codes[at], sides, board.ground.area[at], board.start)
        for at, sides in sides_of(ground)
    ]
    return Map("plan", "Map", tuple(cells), focus_of(board))


def busy_squares(state: FreeQuest) -> set[int]:
    """The squares on which there may be more than floor; most of a map is bare."""
    board, quest = state.board, state.notes.quest
    busy = {at for at, figure in enumerate(board.figures) if figure}
    busy.update(board.furniture, board.rubble, board.traps, state.notes.traps)
    busy.update(fixture.at for fixture in board.fixtures)
    busy.update(at for one in board.heroes for at in (one.at, one.body_at))
    busy.add(board.captive_at)
    if quest is not None:
        busy.update(lair.at for lair in quest.lairs)
        busy.update(device.at for device in quest.devices)
        busy.update(at for at, solid in enumerate(quest.ground.solid) if solid)
        busy.add(quest.captive)
    return busy


@lru_cache(maxsize=4096)
def bare_cell(code: int, sides: str, area: int, start: int) -> Cell:
    """A square with nothing on it and no door beside it."""
    east, south = east_south(code)
    if area == ROCK:
        return Cell(f"square-{code}", east, south, "open", ".", "floor, not yet seen", "", sides, True)
    kind: CellKind = "start" if area == start else "open"
    mark, title = ("s", "starting tile") if area == start else (".", "floor")
    return Cell(f"square-{code}", east, south, kind, mark, title, "", sides)


def focus_of(board: Board) -> str:
    """The cell of whoever acts."""
    if board.phase == HEROES_ACT and board.turn != NOBODY and board.hero().lives():
        return cell_key(board, board.hero().at)
    if board.phase == REFEREE_ACTS and board.acting != NOBODY and board.monsters[board.acting].at != NOWHERE:
        return cell_key(board, board.monsters[board.acting].at)
    return ""


def cell(state: FreeQuest, ground: Ground, at: int, sides: str, everything: bool) -> Cell:
    """A square and what is on it."""
    board = state.board
    east, south = east_south(board.codes[at])
    known = board.ground.area[at] >= 0
    kind, mark, title, ghost = seen_at(state, at) if known else hidden_at(state, at)
    if known and everything and at in state.notes.traps and kind in ("open", "start"):
        kind, mark, title, ghost = "trap", "^", f"{state.content.traps[state.notes.traps[at]].name}, hidden", True
    if SOME_DOOR in sides:
        sides = with_doors(state, ground, at, sides, everything)
    notes = "; ".join(filter(None, (notes_at(board, at), trap_note(state, at, everything))))
    return Cell(cell_key(board, at), east, south, kind, mark, title, notes, sides, ghost or not known)


def seen_at(state: FreeQuest, at: int) -> tuple[CellKind, str, str, bool]:
    """What all know to be on a square: its kind, mark and title."""
    board = state.board
    hero = board.hero_at(at)
    if board.phase == HEROES_ACT and board.walking and board.hero().at == at:
        hero = board.hero().index  # who walks past somebody stands on the same square
    if hero != NOBODY:
        one = board.heroes[hero]
        return "hero", one.kind.name[:2], f"{one.kind.name}, {one.health} of {one.full} Health", False
    number = board.monster_at(at)
    if number != NOBODY:
        monster = board.monsters[number]
        boss = monster.name != monster.kind.name
        return (
            "boss" if boss else "enemy",
            mark_of(board, monster),
            f"{monster.name}, {monster.health} of {monster.most_health} Health",
            False,
        )
    for fixture in board.fixtures:
        if fixture.at == at:
            return "device", "!" if fixture.uses else ",", fixture.name, False
    if at in board.furniture:
        return "furniture", "[]", board.furniture[at], False
    if at in board.rubble:
        return "furniture", "%%", "Rubble", False
    if at in board.traps:
        trap = board.content.traps[board.traps[at] // 2]
        armed = board.trap_state(at) == ARMED
        return "trap", "^" if armed else "o", f"{trap.name}, {'armed' if armed else 'open'}", False
    if at == board.captive_at or any(one.dead and one.body_at == at for one in board.heroes):
        return "body", "+", body_words(board, at), False
    if board.in_start(at):
        return "start", "s", "starting tile", False
    return "open", ".", "floor", False


def hidden_at(state: FreeQuest, at: int) -> tuple[CellKind, str, str, bool]:
    """What waits on a square that no hero has seen; for the referee."""
    quest, content = state.quest(), state.content
    for lair in quest.lairs:
        if lair.at == at and lair.least <= len(state.board.heroes):
            kind = content.monsters[lair.kind]
            named = state.book.nouns[lair.noun] if lair.noun < len(state.book.nouns) else kind.name
            return "enemy", kind.mark, f"{named}, not yet seen", True
    for device in quest.devices:
        if device.at == at:
            return "device", "!", device.name, True
    if quest.ground.solid[at]:
        return "furniture", "[]", quest.furniture[quest.ground.solid[at] - 1].name, True
    if at in state.notes.traps:
        return "trap", "^", f"{content.traps[state.notes.traps[at]].name}, hidden", True
    if at == quest.captive:
        return "body", "+", quest.captive_name, True
    return "open", ".", "floor, not yet seen", True


def body_words(board: Board, at: int) -> str:
    """Who lies on a square."""
    names = [one.kind.name for one in board.heroes if one.dead and one.body_at == at]
    if at == board.captive_at:
        names.append(board.captive_name)
    return " and ".join(names)


def notes_at(board: Board, at: int) -> str:
    """What else is on a square where a figure stands."""
    words: list[str] = []
    if board.ground.area[at] < 0:
        return ""
    if board.figures[at]:
        if at in board.traps:
            words.append(f"on a trap: {board.content.traps[board.traps[at] // 2].name}")
        if body_words(board, at):
            words.append(f"here lies {body_words(board, at)}")
    for fixture in board.fixtures:
        if fixture.at == at and fixture.public:
            words.append(fixture.public)
    return "; ".join(words)


SOME_DOOR = "D"  # its state is another matter


@lru_cache(maxsize=64)
def sides_of(ground: Ground) -> tuple[tuple[int, str], ...]:
    """The squares of a map, which never changes, each with what is on its sides: walls, doors, the dark, nothing."""
    return tuple(
        (at, "".join([side_of(ground, at * SIDES + side) for side in range(SIDES)]))
        for at in range(ground.size)
        if ground.area[at] >= 0
    )


def side_of(ground: Ground, place: int) -> str:
    """What is on a side of a square."""
    edge = ground.edge[place]
    if edge == OPEN:
        return "?" if ground.beyond[place] == NOWHERE else " "
    return SOME_DOOR if edge == DOOR and ground.door[place] != NO_DOOR else "#"


def with_doors(state: FreeQuest, ground: Ground, at: int, sides: str, everything: bool) -> str:
    """The sides of a square, with its doors as they stand."""
    doors = [ground.door[at * SIDES + side] for side in range(SIDES)]
    return "".join(
        door_mark(state, door, everything) if side == SOME_DOOR else side for side, door in zip(sides, doors)
    )


def door_mark(state: FreeQuest, door: int, everything: bool) -> str:
    """A door: open, secret as the referee alone knows it, locked or closed."""
    board = state.board
    if board.doors_open >> door & 1:
        return "'"
    if everything and state.quest().doors[door].state == SECRET and not board.doors_known >> door & 1:
        return "~"
    return "=" if board.doors_locked >> door & 1 else "+"


def rank_name(state: State, rank: str) -> str:
    """This game has no ranks."""
    return ""
