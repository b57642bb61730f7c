"""Files are whole or as they were, and what could not be written is refused before any work."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from undercroft.core.errors import UndercroftError
from undercroft.lab.files import NotAFile, TooLarge, check_writable, read_up_to, replacing, write_new, write_whole


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


# ---- on the disk -----------------------------------------------------------------------------------------------------


def test_a_file_is_on_the_disk_before_it_takes_the_others_place_and_its_name_after(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    done: list[tuple[str, int]] = []
    sync, replace = os.fsync, os.replace

    def synced(number: int) -> None:
        sync(number)
        done.append(("sync", os.fstat(number).st_ino))

    def replaced(source: Path, target: Path) -> None:
        done.append(("replace", os.stat(source).st_ino))
        replace(source, target)

    with patch.object(os, "fsync", synced), patch.object(os, "replace", replaced):
        write_whole(path, "new")
    new, folder = path.stat().st_ino, tmp_path.stat().st_ino
    assert done == [("sync", new), ("replace", new), ("sync", folder)]
    done.clear()
    with patch.object(os, "fsync", synced):
        write_new(tmp_path / "another", "x")
    assert done == [("sync", (tmp_path / "another").stat().st_ino), ("sync", folder)]


def test_what_cannot_be_written_whole_is_not_there_and_can_be_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with patch.object(os, "fsync", side_effect=OSError("full")), pytest.raises(OSError, match="full"):
        write_new(path, "new")
    assert list(tmp_path.iterdir()) == []
    write_new(path, "new")
    with pytest.raises(FileExistsError):
        write_new(path, "newer")
    assert path.read_text() == "new"


def test_two_who_write_the_same_file_do_not_write_into_each_others(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with replacing(path) as one:
        one.write_text("one and no more")
        write_whole(path, "another")
        assert path.read_text() == "another"
    assert path.read_text() == "one and no more"
    assert list(tmp_path.iterdir()) == [path]


def test_who_could_read_a_file_still_can(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    for mode in (0o640, 0o664):
        path.chmod(mode)
        write_whole(path, "new")
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_nothing_but_a_file_is_written_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UndercroftError, match="is not a file, and nothing else is written over"):
        check_writable(tmp_path / "pipe")


# ---- reading ---------------------------------------------------------------------------------------------------------


def test_what_never_answers_or_never_ends_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        with pytest.raises(NotAFile):
            read_up_to(path, 10)


def test_a_file_that_breaks_off_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("one")
    broken = patch.object(os, "fdopen", side_effect=OSError(5, "Input/output error"))
    with broken, pytest.raises(OSError, match="Input/output error") as raised:
        read_up_to(tmp_path / "file", 10)
    assert raised.value.filename == str(tmp_path / "file")


def test_a_file_is_read_up_to_a_limit(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"0123456789")
    assert read_up_to(tmp_path / "file", 10) == b"0123456789"
    with pytest.raises(TooLarge, match="larger than 9 bytes"):
        read_up_to(tmp_path / "file", 9)
