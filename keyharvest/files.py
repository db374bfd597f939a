"""Files that commands write: a failed save leaves the old file."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_file(path: Path, text: str) -> None:
    """Write a file, replacing the old one only when the new one is complete. Raise ``OSError`` with the file's name."""
    with _named(path):
        target = _target(path)
        if _is_stream(target):
            target.write_text(text, encoding="utf-8")
            return
        with _beside(target) as new:
            new.write_text(text, encoding="utf-8")
            new.replace(target)


def check_writable(path: Path) -> None:
    """Raise ``OSError`` if a file can't be written, so that a command needn't find out after hours. Change no file."""
    with _named(path):
        target = _target(path)
        if not _is_stream(target):
            with _beside(target):
                pass


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Name the caller's file in errors, which otherwise name the temporary file, or none if the disk is full."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _target(path: Path) -> Path:
    """Resolve symbolic links, except under /dev, where names such as /dev/stdout stand for open files."""
    return path if path.parts[:2] == ("/", "dev") else Path(os.path.realpath(path))


def _is_stream(target: Path) -> bool:
    """Whether the target is something that a new file can't replace, such as a pipe."""
    return target.parts[:2] == ("/", "dev") or (target.exists() and not target.is_file() and not target.is_dir())


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """Create a temporary file beside the target, with its permissions; at the end delete it unless it was moved."""
    if target.exists():
        target.open("r+b").close()  # write-protected files and folders must not be replaced
    new = target.with_name(f".keyharvest-{os.getpid()}")
    new.touch(exist_ok=False)
    try:
        if target.exists():
            shutil.copymode(target, new)
        yield new
    finally:
        new.unlink(missing_ok=True)
