"""Files are whole or as they were, and what could not be written is refused before any work."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from undercroft.core.errors import UndercroftError
from undercroft.lab.files import check_writable, write_whole


def test_texts_and_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    for content in ("é\n", b"\x00\r\n"):
        write_whole(tmp_path / "file", content)
        assert (tmp_path / "file").read_bytes() == (content.encode() if isinstance(content, str) else content)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_is_not_finished_leaves_the_older_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with patch.object(Path, "replace", side_effect=OSError("full")), pytest.raises(OSError, match="full"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_name_of_any_length_has_room_beside_it(tmp_path: Path) -> None:
    write_whole(tmp_path / ("n" * 255), "x")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link, target = tmp_path / "link", tmp_path / "folder" / "target"
    link.symlink_to(target)
    write_whole(link, "x")
    assert link.is_symlink()
    assert target.read_text() == "x"


@pytest.mark.parametrize("closed", ["file", "folder"])
def test_a_closed_file_or_folder_is_refused(tmp_path: Path, closed: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").touch()

    def access(path: Any, mode: int) -> bool:
        return Path(path).name != closed

    with patch.object(os, "access", access), pytest.raises(UndercroftError, match="may not be written here"):
        check_writable(folder / "file")
    check_writable(folder / "file")
