"""Static files, and addresses for them that change when they do, so that browsers keep them for good."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

STATIC = Path(__file__).with_name("static")
VERSION = "v="
FOR_GOOD = "public, max-age=31536000, immutable"


@cache
def asset(name: str) -> str:
    """The address of a static file with a mark of its content; what is made by the server itself bears none."""
    path = STATIC / name
    if not path.is_file():
        return f"/static/{name}"
    return f"/static/{name}?{VERSION}{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"
