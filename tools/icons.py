"""Make src/undercroft/web/static/icons.svg: the pictures that the icons.toml files name, as symbols of one file.

    python tools/icons.py /path/to/@iconify-json/game-icons/icons.json

A developer runs it after naming a new picture; its author goes into tools/icon-authors.toml and NOTICE first.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "src" / "undercroft" / "web"
GAMES = ROOT / "src" / "undercroft" / "games"
SPRITE = WEB / "static" / "icons.svg"
AUTHORS = ROOT / "tools" / "icon-authors.toml"
HEAD = "<!-- Pictures from game-icons (CC BY 3.0); NOTICE names their authors. Made by tools/icons.py. -->"


def main() -> None:
    """Write the sprite, or say what is missing."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    library = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    names = named_icons()
    refuse("game-icons has no picture", [name for name in names if body(library, name) is None])
    authors = tomllib.loads(AUTHORS.read_text(encoding="utf-8"))
    known = {name for made in authors.values() for name in made}
    refuse(f"{AUTHORS.name} names no author of", [name for name in names if name not in known])
    symbols = [f'<symbol id="{name}" viewBox="0 0 512 512">{body(library, name)}</symbol>' for name in names]
    lines = ['<svg xmlns="http://www.w3.org/2000/svg">', HEAD, *symbols, "</svg>"]
    SPRITE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{SPRITE.relative_to(ROOT)}: {len(symbols)} pictures")


def named_icons() -> list[str]:
    """All pictures that the house and its games name."""
    names: set[str] = set()
    for path in (WEB / "icons.toml", *sorted(GAMES.glob("*/data/icons.toml"))):
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        names |= {tables["emblem"], *tables.get("icons", {}).values()}
    return sorted(names)


def body(library: dict[str, Any], name: str) -> str | None:
    """The shapes of a picture, or None if the library has none of that name."""
    icon = library["icons"].get(name)
    return None if icon is None else str(icon["body"])


def refuse(sentence: str, names: list[str]) -> None:
    """Stop if there are such names."""
    if names:
        sys.exit(f"{sentence} {', '.join(names)}")


if __name__ == "__main__":
    main()
