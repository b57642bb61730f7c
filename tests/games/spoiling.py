"""Ways to spoil a data file, to see it refused."""

from __future__ import annotations

from pathlib import Path


def spoil(path: Path, old: str, new: str) -> None:
    """Put one thing in place of another, once."""
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{path.name} has no {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def spoil_record(path: Path, record: str, old: str, new: str) -> None:
    """Put one thing in place of another within a record."""
    text = path.read_text(encoding="utf-8")
    start = text.index(f"[{record}]")
    end = text.find("\n[", start) % (len(text) + 1)
    assert old in text[start:end], f"{path.name}: {record} has no {old!r}"
    path.write_text(text[:start] + text[start:end].replace(old, new, 1) + text[end:], encoding="utf-8")


def cut_record(path: Path, record: str) -> None:
    """Take a record out of its file."""
    text = path.read_text(encoding="utf-8")
    start = text.index(f"[{record}]")
    end = text.find("\n[", start) % (len(text) + 1)
    path.write_text(text[:start] + text[end:], encoding="utf-8")
