"""Folders and file names that several modules of the build share."""

from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SITE = ROOT / "web" / "site"
SCRIPTS, SHEETS = SITE / "scripts", SITE / "styles"
#: The modules of the page's shell, in `SITE`.
SHELL = ("shell", "keyboard", "trail")
BUILD = ROOT / "build"
ASSETS = ROOT / "assets"
PACKAGE = ROOT / "keyharvest"
#: The locks of npm's packages: those that the page contains, and those that only publishing needs.
LOCK, TOOLS_LOCK = HERE / "package-lock.json", HERE / "tools" / "package-lock.json"
