"""Folders and file names that several modules of the build share."""

from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SITE = ROOT / "web" / "site"
SCRIPTS, SHEETS = SITE / "scripts", SITE / "styles"
BUILD = ROOT / "build"
LOCK = [HERE / "package.json", HERE / "package-lock.json"]
ASSETS = ROOT / "assets"
