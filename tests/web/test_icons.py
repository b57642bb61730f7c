"""Pictures: everything that a scene shows has one, all are in the sprite, and all their authors are named."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from random import Random

import pytest

import undercroft
from undercroft.core.errors import ContentError
from undercroft.core.scene import Map, Scene
from undercroft.games import GAMES
from undercroft.web import icons
from undercroft.web.icons import Icons, cell_words, icons_of, item_words, read_icons, slug, sprite_names

ROOT = Path(__file__).resolve().parent.parent.parent
FORMS = {"track", "card", "pile", "dice", "slot", "map"}


def authors() -> dict[str, list[str]]:
    """Who drew what."""
    return dict(tomllib.loads((ROOT / "tools" / "icon-authors.toml").read_text(encoding="utf-8")))


def without_picture(scene: Scene, own: Icons) -> set[str]:
    """The keys of a scene for which only their form has a picture, or nothing."""
    bare: set[str] = set()
    for zone in scene.zones:
        if zone.key == "score":  # its parts are figures that have pictures where they are tracked
            continue
        for item in zone.items:
            if not isinstance(item, Map) and item.key != "dice" and not own.of(*set(item_words(item)) - FORMS):
                bare.add(item.key)
            if isinstance(item, Map):
                bare |= {cell.title for cell in item.cells if not own.of(*cell_words(cell))}
    return bare


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_everything_that_scenes_show_has_a_picture(game: str) -> None:
    own = icons_of(GAMES[game])
    bare: set[str] = set()
    for edition in GAMES[game].editions():
        for number in range(1 if GAMES[game].settings() else 4):  # games with quests are long
            session = undercroft.start(game, edition=edition, seed=f"pictures {number}")
            chance = Random(number)
            while session.decision is not None:
                bare |= without_picture(session.scene(0), own)
                session.choose(chance.choice(session.decision.options))
    assert bare == set()


@pytest.mark.parametrize("path", [icons.HOUSE, *sorted((ROOT / "src").glob("undercroft/games/*/data/icons.toml"))])
def test_every_picture_that_is_named_is_in_the_sprite(path: Path) -> None:
    named = read_icons(path)
    assert {named.emblem, *named.icons.values()} - sprite_names() == set()


def test_every_picture_that_templates_name_is_in_the_sprite() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (icons.HERE / "templates").glob("*.html"))
    named = set(re.findall(r'icon\("([^"]+)"', text)) | set(re.findall(r"icons\.svg#([a-z0-9-]+)", text))
    assert named
    assert named - sprite_names() == set()


def test_every_game_has_an_emblem_of_its_own() -> None:
    emblems = [icons_of(game).emblem for game in GAMES.values()]
    assert len({*emblems, icons.house_icons().emblem}) == len(emblems) + 1


def test_the_sprite_holds_nothing_that_nobody_names() -> None:
    named: set[str] = set()
    for path in (icons.HOUSE, *(ROOT / "src").glob("undercroft/games/*/data/icons.toml")):
        named |= {read_icons(path).emblem, *read_icons(path).icons.values()}
    assert sprite_names() - named == set()


def test_every_picture_has_one_author_and_the_notice_names_them_all() -> None:
    drawn = [name for made in authors().values() for name in made]
    assert sorted(drawn) == sorted(sprite_names())
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8").lower()
    assert [author for author in authors() if author.replace("-", " ") not in notice] == []
    for word in ("CC BY 3.0", "game-icons", "Cinzel", "Alegreya", "OFL", "htmx", "idiomorph"):
        assert word.lower() in notice


def test_pictures_are_drawn_in_the_colour_of_the_text() -> None:
    sprite = icons.SPRITE.read_text(encoding="utf-8")
    assert set(re.findall(r'fill="([^"]+)"', sprite)) == {"currentColor"}
    assert "<script" not in sprite


@pytest.mark.parametrize(
    ("words", "key"),
    [("Two-headed Ogre, strength 5", "two-headed-ogre"), ("1 Sword", "sword"), ("Up Stairs", "up-stairs"), ("", "")],
)
def test_a_title_is_found_as_a_key(words: str, key: str) -> None:
    assert slug(words) == key


@pytest.mark.parametrize(
    ("game", "option", "pictures"),
    [
        ("tin-helm", "spend-2", ("electric",)),
        ("tin-helm", "drink-found-potion", ("round-potion",)),
        ("elbereth", "start-with-sword-staff", ("broadsword", "wizard-staff")),
        ("elbereth", "attack-12", ()),
        ("elbereth", "give-up", ("flying-flag",)),
    ],
)
def test_an_option_shows_what_it_is_about(game: str, option: str, pictures: tuple[str, ...]) -> None:
    assert icons_of(GAMES[game]).of_option(option) == pictures


def test_a_wrong_file_is_refused_by_its_field(tmp_path: Path) -> None:
    path = tmp_path / "icons.toml"
    path.write_text('emblem = "rat"\nicon = {}\n', encoding="utf-8")
    with pytest.raises(ContentError, match=r"icons.toml: unknown field 'icon'; do you mean 'icons'"):
        read_icons(path)
