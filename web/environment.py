"""Install on demand the programs and packages that the build and the tests need.

Standard library only: this module runs under a bare Python 3.11 before anything is installed. Everything it makes is in
``.venv`` at the root of the project; delete that folder to start from scratch. Debian packages are installed only by
root.

Each function is quick if its work is already done, prints one line for each step that takes time, and exits with one
clear line (`SystemExit`) if a person has to act.
"""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036  (an older Python gets this far)
    raise SystemExit(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}")

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")

OLDEST_NODE = 20
SHELL = "chromium-headless-shell"
#: Web servers whose configurations are tried, with their packages in Debian.
WEB_SERVERS = {"nginx": "nginx-light", "caddy": "caddy", "apache2": "apache2"}
BROWSERS = ("google-chrome-stable", "google-chrome", "chromium", "chromium-browser", "chrome", "microsoft-edge")
BROWSER_APPS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
FIREFOXES = ("firefox-esr", "firefox")
FIREFOX_APP = "/Applications/Firefox.app/Contents/MacOS/firefox"
DOWNLOAD_SECONDS = 240


def say(text: str) -> None:
    """Print a line at once, even into a pipe."""
    print(f"environment: {text}", flush=True)


@contextlib.contextmanager
def locked(name: str) -> Iterator[None]:
    """Hold the project's lock *name*, so that two runs don't build the same thing at once. It is not reentrant."""
    if os.name == "nt":
        yield
        return
    import fcntl

    folder = ROOT / ".cache"
    folder.mkdir(exist_ok=True)
    with (folder / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def ensure(extra: str) -> Path:
    """Install the project with *extra*, one of its optional dependencies, into ``.venv``; return the Python there.

    Install nothing if that was done before with the same tables ``[build-system]`` and ``[project]`` of pyproject.toml
    and the same hook, which makes some of the package's files. Raise `ValueError` for an unknown *extra*.
    """
    import tomllib

    tables = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    known = tables["project"]["optional-dependencies"]
    if extra not in known:
        raise ValueError(f"unknown extra {extra!r}: pyproject.toml has {', '.join(sorted(known))}")
    hook = (ROOT / "web" / "bundle" / "hatch_build.py").read_text(encoding="utf-8")
    wanted = json.dumps([tables["build-system"], tables["project"], hook, str(ROOT)], sort_keys=True)
    digest = hashlib.sha256(wanted.encode()).hexdigest()
    with locked("environment"):
        if _lacks_pip():
            _create()
        if _stamp(extra) != digest:
            say(f"installing the packages for {extra!r}")
            pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]
            if not _answers([*pip, "install", "--quiet", "-e", f"{ROOT}[{extra}]"], show=True):
                raise SystemExit(f"The packages for {extra!r} could not be installed: see pip's message above")
            _set_stamp(extra, digest)
    return PYTHON


def node() -> tuple[str, str]:
    """Return the commands ``npm`` and ``node``: the machine's if both are new enough, or a PyPI package's."""
    npm, command = shutil.which("npm"), shutil.which("node")
    if npm and command and _node_major(command) >= OLDEST_NODE and _answers([npm, "--version"]):
        return npm, command
    ensure("node")
    npm, command = shutil.which("npm", path=SCRIPTS), shutil.which("node", path=SCRIPTS)
    if not npm or not command:
        raise SystemExit(f"Node.js not found: install Node.js {OLDEST_NODE} or newer, with npm")
    # npm runs packages' own scripts with the first `node` on the path.
    if str(SCRIPTS) not in os.environ["PATH"].split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([str(SCRIPTS), os.environ["PATH"]])
    return npm, command


def chromium() -> Path:
    """Return a Chromium for the browser tests.

    In this order: the one named by the environment variable KEYHARVEST_CHROMIUM, Playwright's own, an installed Chrome
    or Chromium, Debian's package ``chromium`` (as root).
    """
    if named := _named("KEYHARVEST_CHROMIUM"):
        return named
    ensure("test")
    with locked("chromium"):
        remembered = _stamp("chromium")
        if remembered and Path(remembered).is_file():
            return Path(remembered)
        found = _playwright_chromium() or _installed_chromium() or _debian_chromium()
        if not found:
            raise SystemExit("No browser found: install Chrome or Chromium, or set KEYHARVEST_CHROMIUM to its path")
        say(f"the browser is {found}")
        _set_stamp("chromium", found)
    return Path(found)


def headless() -> Path:
    """Return a Chromium without windows, whose pages take half as long: Debian's (as root), or what `chromium` returns.

    It has no back-forward cache.
    """
    if named := _named("KEYHARVEST_CHROMIUM"):
        return named
    ensure("test")
    with locked("headless"):
        remembered = _stamp("headless")
        if not remembered or not Path(remembered).is_file():
            found = shutil.which(SHELL) or (shutil.which(SHELL) if _apt(SHELL) else None)
            remembered = found if found and _starts(found) else str(chromium())
            _set_stamp("headless", remembered)
    return Path(remembered)


def firefox() -> Path:
    """Return a Firefox: the one named by the environment variable KEYHARVEST_FIREFOX, an installed one, or Debian's."""
    if named := _named("KEYHARVEST_FIREFOX"):
        return named
    with locked("firefox"):
        found = _installed_firefox() or (_installed_firefox() if _apt("firefox-esr") else None)
    if not found:
        raise SystemExit("Firefox not found: install it, or set KEYHARVEST_FIREFOX to its path")
    return Path(found)


def web_server(name: str) -> str | None:
    """Return the command of a web server in ``WEB_SERVERS``: an installed one, or Debian's (as root), or `None`."""
    with locked(name):
        return shutil.which(name) or (shutil.which(name) if _apt(WEB_SERVERS[name]) else None)


def webkit() -> Path | None:
    """Return WebKitWebDriver, which drives WebKitGTK on a virtual display (Xvfb), or `None` if it isn't available.

    It is the one named by the environment variable KEYHARVEST_WEBKIT, an installed one, or Debian's (as root). On macOS
    and Windows there is none.
    """
    if named := _named("KEYHARVEST_WEBKIT"):
        return named
    with locked("webkit"):
        if (found := _installed_webkit()) or not _installs_packages():
            return found
        if not _apt("webkit2gtk-driver", "xvfb") or not (found := _installed_webkit()):
            raise SystemExit("WebKit not found: install WebKitWebDriver and Xvfb")
    return found


def packages(lock: Path) -> Path:
    """Install the npm packages named by *lock*, a package-lock.json, below ``.venv``; return their folder."""
    npm, _ = node()
    name = f"npm-{lock.parent.name}"
    folder = VENV / name
    with locked(name):
        digest = hashlib.sha256(lock.read_bytes()).hexdigest()
        if _stamp(name) != digest:
            say(f"installing the packages of {lock.parent.name}/{lock.name}")
            folder.mkdir(parents=True, exist_ok=True)
            for file in (lock, lock.with_name("package.json")):
                shutil.copy(file, folder)
            quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
            if not _answers([npm, "ci", "--prefix", str(folder), *quiet], show=True):
                raise SystemExit(f"The packages of {lock} could not be installed: see npm's message above")
            _set_stamp(name, digest)
    return folder


def _named(variable: str) -> Path | None:
    """Return the program that an environment variable names, if it is set. Exit if that program doesn't start."""
    name = os.environ.get(variable)
    if name and not _starts(name):
        raise SystemExit(f"{variable} names {name}, which does not start")
    return Path(name) if name else None


def _lacks_pip() -> bool:
    """Whether ``.venv`` must be made: it has no Python, or one without pip.

    If its Python can't even start, as on a machine short of memory or processes, that says nothing about ``.venv``: try
    once more, and exit if that fails too.
    """
    if not PYTHON.is_file():
        return True
    look = "import importlib.util, sys; sys.exit(10 if importlib.util.find_spec('pip') else 11)"
    for wait in (0.5, 2, 0):
        with contextlib.suppress(OSError):
            code = subprocess.run([PYTHON, "-c", look], stdin=subprocess.DEVNULL, capture_output=True).returncode
            if code in (10, 11):
                return code == 11
        time.sleep(wait)
    raise SystemExit(f"{PYTHON} can't be run: try again when the machine is less busy, or delete {VENV}")


def _installed_firefox() -> str | None:
    places = [*(shutil.which(name) for name in FIREFOXES), FIREFOX_APP]
    return next((place for place in places if place and _starts(place)), None)


def _installed_webkit() -> Path | None:
    found = shutil.which("WebKitWebDriver")
    return Path(found) if found and shutil.which("Xvfb") else None


def _create() -> None:
    """Make ``.venv`` with a working pip, even if Debian has left ``ensurepip`` out of its Python."""
    say(f"making {VENV.name}")
    shutil.rmtree(VENV, ignore_errors=True)
    base = str(getattr(sys, "_base_executable", sys.executable))
    if _answers([base, "-m", "venv", str(VENV)]):
        return
    if _answers([base, "-m", "venv", "--clear", "--without-pip", str(VENV)]):
        if _answers([base, "-m", "pip", "--python", str(PYTHON), "install", "--quiet", "pip"]):
            return
        shutil.rmtree(VENV)
    if _apt("python3-venv") and _answers([base, "-m", "venv", "--clear", str(VENV)]):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    raise SystemExit(f"{base} can't make a virtual environment with pip: on Debian or Ubuntu install python3-venv")


def _playwright_chromium() -> str | None:
    ask = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    path = subprocess.run([PYTHON, "-c", ask], check=True, capture_output=True, text=True).stdout.strip()
    if not Path(path).is_file():
        say("downloading Playwright's Chromium")
        if not _answers([str(PYTHON), "-m", "playwright", "install", "--no-shell", "chromium"], DOWNLOAD_SECONDS):
            say("it can't be downloaded")
            return None
    if not _starts(path) and _is_root():
        say("installing the system libraries that Playwright's Chromium needs")
        _answers([str(PYTHON), "-m", "playwright", "install-deps", "chromium"], DOWNLOAD_SECONDS)
    return path if _starts(path) else None


def _installed_chromium() -> str | None:
    places = [shutil.which(name) for name in BROWSERS] + list(BROWSER_APPS)
    return next((place for place in places if place and _starts(place)), None)


def _debian_chromium() -> str | None:
    return _installed_chromium() if _apt("chromium") else None


def _installs_packages() -> bool:
    return bool(shutil.which("apt-get")) and _is_root()


def _apt(*packages: str) -> bool:
    """Install Debian's *packages* without asking questions; return whether that worked."""
    if not _installs_packages():
        return False
    say(f"installing Debian's {' and '.join(packages)}")
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    # An outdated list of packages is the usual cause of failure; an update that fails in part may still be enough.
    _answers(["apt-get", "-q", "update"], environ=quiet)
    return _answers(["apt-get", "-q", "install", "-y", "--no-install-recommends", *packages], environ=quiet, show=True)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _starts(browser: str) -> bool:
    return _answers([browser, "--version"], seconds=60)


def _node_major(command: str) -> int:
    answer = subprocess.run([command, "--version"], capture_output=True, text=True).stdout.strip()
    major = answer.removeprefix("v").partition(".")[0]
    return int(major) if major.isdecimal() else 0


def _answers(
    command: Sequence[str], seconds: float | None = None, environ: dict[str, str] | None = None, show: bool = False
) -> bool:
    """Whether *command* runs and succeeds within *seconds*. Its output is shown only if it fails and *show* is set."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, env=environ
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    if show and done.returncode:
        print(done.stdout, done.stderr, sep="\n", file=sys.stderr)
    return done.returncode == 0


def _stamp(name: str) -> str | None:
    file = VENV / f"{name}.stamp"
    return file.read_text(encoding="utf-8") if file.is_file() else None


def _set_stamp(name: str, value: str) -> None:
    (VENV / f"{name}.stamp").write_text(value, encoding="utf-8")
