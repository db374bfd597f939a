"""Files that commands write: a failed save leaves the old file."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_file(path: Path, text: str) -> None:
    """Write a file, replacing the old one only when the new one is complete. Raise ``OSError`` with its name."""
    with _named(path):
        target = _target(path)
        if _is_stream(target):
            target.write_text(text, encoding="utf-8")
            return
        with _beside(target) as new:
            new.write_text(text, encoding="utf-8")
            new.replace(target)


def check_writable(path: Path) -> None:
    """Raise ``OSError`` if a file can't be written, so that a command needn't find out after hours. Change nothing."""
    with _named(path):
        target = _target(path)
        if not _is_stream(target):
            with _beside(target):
                pass


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Give errors the caller's file name: their own is that of the file beside it, or none if the disk is full."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _target(path: Path) -> Path:
    """Follow symbolic links, but leave names of open files, such as /dev/stdout."""
    return path if path.parts[:2] == ("/", "dev") else Path(os.path.realpath(path))


def _is_stream(target: Path) -> bool:
    """Whether it is something that no file can replace, such as a pipe."""
    return target.parts[:2] == ("/", "dev") or (target.exists() and not target.is_file() and not target.is_dir())


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """Create a file in the same folder with the same permissions; at the end delete it unless it was moved."""
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
