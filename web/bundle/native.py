"""Compile the engine with mypyc: ``python native.py FOLDER``, at the root of the project, with mypy and a C compiler.

The compiled modules are written to the folder, at the paths that they have in a wheel. hatch_build.py runs this for
``KEYHARVEST_COMPILE=1``.
"""

import os
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Distribution

#: The packages in which a game and a search spend their time. Modules that read data are not compiled.
ROOMS = ("keyharvest/rules", "keyharvest/knowledge", "keyharvest/search")
#: The C compiler's optimization level: 3 for speed; 0 compiles in half the time.
OPTIMIZED = os.environ.get("KEYHARVEST_OPTIMIZE", "3")
LEFT_OUT = ("__init__.py", "chances.py", "json_text.py", "layout.py", "weights.py")


def build(folder: Path) -> None:
    """Compile the modules into a folder; the compiler prints to this program's output."""
    sources = [str(path) for room in ROOMS for path in sorted(Path(room).glob("*.py")) if path.name not in LEFT_OUT]
    options = ["--config-file=", f"--cache-dir={folder / 'cache'}"]
    extensions = mypycify([*options, *sources], opt_level=OPTIMIZED, debug_level="0", target_dir=str(folder / "c"))
    if os.name != "nt":
        # A fused multiply-add rounds differently from Python, so that a search could find another move.
        for extension in extensions:
            # Python's own -Wall takes longer than compiling, and nobody reads warnings about generated C.
            extension.extra_compile_args += ["-ffp-contract=off", "-Wno-all"]
    distribution = Distribution({"name": "keyharvest", "ext_modules": extensions})
    command = distribution.get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "temp")
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    build(Path(sys.argv[1]))
