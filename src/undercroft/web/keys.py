"""Secrets, ids and seeds."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from undercroft.core.seeds import words_for

SECRET_BYTES = 16  # 128 bits
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # those that nobody takes for another
ID_LENGTH = 12


def new_secret() -> str:
    """128 random bits as text."""
    return secrets.token_urlsafe(SECRET_BYTES)


def digest(secret: str) -> str:
    """What is stored of a visitor's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def same(first: str, second: str) -> bool:
    """Whether two secrets are the same, found in the same time whatever they are."""
    return hmac.compare_digest(first.encode(), second.encode())


def new_id() -> str:
    """An id that nobody guesses and anybody can read aloud."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def random_seed() -> str:
    """A seed of a few words."""
    return words_for(secrets.randbits(64))


def seed_of_the_day(game: str, day: str) -> str:
    """The seed of a day's dungeon, the same on every server."""
    number = int.from_bytes(hashlib.sha256(f"{game} {day}".encode()).digest()[:8], "big")
    return f"{words_for(number)}-{day}"
