"""Files that commands write: a save that fails leaves what was there before."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_file(path: Path, text: str) -> None:
    """Make a text the whole of a file, which has the old one until the new one is complete; ``OSError`` names it."""
    with _named(path):
        target = _target(path)
        if _is_stream(target):
            target.write_text(text, encoding="utf-8")
            return
        with _beside(target) as new:
            new.write_text(text, encoding="utf-8")
            new.replace(target)


def check_writable(path: Path) -> None:
    """``OSError`` if a file cannot be written, for a command that would find out after hours; changes nothing."""
    with _named(path):
        target = _target(path)
        if not _is_stream(target):
            with _beside(target):
                pass


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors tell the name that was given: by themselves they name the file beside it, or none if the disk is full."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _target(path: Path) -> Path:
    """Where symbolic links lead; what stands for an open file, such as /dev/stdout, is left as it is."""
    return path if path.parts[:2] == ("/", "dev") else Path(os.path.realpath(path))


def _is_stream(target: Path) -> bool:
    """Whether it is nothing that another file could take the place of, such as a pipe."""
    return target.parts[:2] == ("/", "dev") or (target.exists() and not target.is_file() and not target.is_dir())


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A new file in the same folder, with the same rights, which is gone at the end unless it was moved."""
    if target.exists():
        target.open("r+b").close()  # a protected file is not replaced, nor is a folder
    new = target.with_name(f".keyharvest-{os.getpid()}")
    new.touch(exist_ok=False)
    try:
        if target.exists():
            shutil.copymode(target, new)
        yield new
    finally:
        new.unlink(missing_ok=True)
