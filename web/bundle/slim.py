"""The slim wheel: the engine alone, for pages and notebooks that download it each time.

It is made from the whole wheel, and imported by the same name.
"""

import base64
import hashlib
import re
import zipfile
from pathlib import Path, PurePosixPath

#: The name of the distribution, and what it keeps of the package.
NAME = "keyharvest-engine"
KEPT = ("rules", "knowledge", "record", "picture", "words", "search", "players", "game", "files", "py.typed")
#: Kept too, for `play_game`, from a package that is left out otherwise.
MATCH = ("keyharvest/lab/__init__.py", "keyharvest/lab/match.py")
ABOUT = f"""\
Metadata-Version: 2.4
Name: {NAME}
Version: {{version}}
Summary: The engine of Key Harvest alone: rules, records, pictures and computer players. Unofficial
License-Expression: MIT
License-File: LICENSE
Requires-Python: >=3.11
Description-Content-Type: text/markdown

# {NAME}

Rules, records, pictures and computer players of the board game Key Harvest, imported as `keyharvest`, in English.
It lacks the command line, lessons, puzzles, hints, studies, environments, remote games, and the other languages:
those are in the package `keyharvest`, which contains all of this.
"""
#: A long time ago, so that equal wheels are equal files.
_DATE = (1980, 1, 1, 0, 0, 0)


def slim(whole: Path, target: Path) -> Path:
    """Write the slim wheel, made from the *whole* one, into a folder; return its path."""
    with zipfile.ZipFile(whole) as opened:
        content = {name: opened.read(name) for name in opened.namelist()}
    [version] = re.findall(r"keyharvest-(.+)\.dist-info/METADATA$", "\n".join(content), re.MULTILINE)
    about, old = f"{NAME.replace('-', '_')}-{version}.dist-info", f"keyharvest-{version}.dist-info"
    kept = {name: data for name, data in content.items() if _kept(name)}
    missing = {name: _lacking(name, kept) for name in content if name not in kept}
    files = kept | {name: _refusal(module) for name, module in missing.items() if module}
    files |= {f"{about}/{name}": content[f"{old}/{name}"] for name in ("WHEEL", "licenses/LICENSE")}
    files[f"{about}/METADATA"] = ABOUT.format(version=version).encode()
    made = target / f"{NAME.replace('-', '_')}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as written:
        files = dict(sorted(files.items()))
        record = "".join(f"{name},{_digest(data)},{len(data)}\n" for name, data in files.items())
        for name, data in (files | {f"{about}/RECORD": f"{record}{about}/RECORD,,\n".encode()}).items():
            info = zipfile.ZipInfo(name, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            written.writestr(info, data)
    return made


def _kept(name: str) -> bool:
    path = PurePosixPath(name)
    if path.parts[0] != "keyharvest" or path.suffix == ".mo":
        return False
    return path.parts[1].removesuffix(".py") in (*KEPT, "__init__") or name in MATCH


def _lacking(name: str, kept: dict[str, bytes]) -> str:
    """Return the module to name on an import of a file left out beside files kept; empty for other files."""
    path = PurePosixPath(name)
    if path.suffix != ".py" or path.name == "__main__.py":
        return ""
    module = path.parent if path.name == "__init__.py" else path.with_suffix("")
    return ".".join(module.parts) if f"{module.parent}/__init__.py" in kept else ""


def _refusal(module: str) -> bytes:
    message = f"{module} is not in {NAME}, the engine alone: install keyharvest instead"
    return f"raise ModuleNotFoundError({message!r}, name={module!r})\n".encode()


def _digest(data: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
