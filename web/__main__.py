"""``python3 web``: serve the page in development and open it in the browser; a changed source loads it again.

``python3 web build`` builds the page for publishing and prints the sizes of its files; ``python3 web wheels`` builds
the package's wheels, the whole one and the engine's alone; ``python3 web serve`` serves the page on this machine as a
host would. ``python3 web hosting`` prints the configuration of a host, and ``python3 web check`` asks a published site
whether its headers and types are right. ``python3 web bench`` measures start and play, ``python3 web bench embed`` the
cost of a demo on another page; ``python3 web lighthouse`` audits two screens; ``python3 web catalogue`` updates the
translations from the sentences in the code (``--new`` starts a language); ``python3 web profile`` finds the functions
of Pyodide that the start needs.
"""

import argparse
import re
import subprocess
import sys
import webbrowser
from functools import partial
from pathlib import Path

# `python3 web` runs this folder as a program, with the project not on the path.
ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)

from web import environment, server  # noqa: E402
from web.bundle import develop, hosts, sizes, stages  # noqa: E402
from web.tools import check  # noqa: E402


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python3 web", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    own = ["bench", "catalogue", "check", "hosting"]  # have arguments of their own
    commands = ["develop", "build", "wheels", "serve", "lighthouse", "profile", *own]
    parser.add_argument("command", nargs="?", choices=commands, default="develop", help="default: develop")
    parser.add_argument("--force", action="store_true", help="build everything again")
    parser.add_argument(
        "--compress", action="store_true", help="write .br and .gz beside the files, for servers that send them"
    )
    parser.add_argument("--address", default="", help="URL of the published site, for oEmbed links to demos")
    parser.add_argument(
        "--stun", default="", help="address service that players may agree to ask, for live games over the internet"
    )
    parser.add_argument("--port", type=int, default=8000, help="server port (default: %(default)s; 0: any free port)")
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")
    given = sys.argv[1:] if arguments is None else arguments
    options = parser.parse_args(given[:1] if given and given[0] in own else given)
    if options.address and not re.fullmatch(r"https?://[^\s/\"<>]+(/[^\s\"<>]*)?", options.address):
        parser.error(f"--address: expected an address that begins with https://, not {options.address!r}")
    if options.stun:
        from keyharvest.table.settings import is_service  # nothing else here needs the game

        if not is_service(options.stun):
            parser.error(f"--stun: expected stun:HOST or stun:HOST:PORT, not {options.stun!r}")
    address = options.address.rstrip("/") + "/" if options.address else ""
    try:
        if options.command == "check":
            return check.main(given[1:])
        if options.command == "hosting":
            return hosts.main(given[1:])
        if options.command == "bench":
            # It drives a browser, which only the tests' environment provides.
            module, rest = ("web.bench.demo", given[2:]) if given[1:2] == ["embed"] else ("web.bench.start", given[1:])
            return subprocess.run([environment.ensure("test"), "-m", module, *rest], cwd=ROOT).returncode
        if options.command == "lighthouse":
            return subprocess.run([environment.ensure("test"), "-m", "web.bench.lighthouse"], cwd=ROOT).returncode
        if options.command == "profile":
            return subprocess.run([environment.ensure("test"), "-m", "web.tools.profile"], cwd=ROOT).returncode
        if options.command == "catalogue":
            return subprocess.run(
                [environment.ensure("web"), "-m", "web.tools.catalogue", *given[1:]], cwd=ROOT
            ).returncode
        if options.command == "wheels":
            for wheel in stages.wheels(options.force):
                print(f"{wheel.relative_to(ROOT)}  {wheel.stat().st_size / 1000:.0f} kB")
            return 0
        if options.command in ("build", "serve"):
            folder = stages.build(force=options.force, compress=options.compress, address=address, stun=options.stun)
        if options.command == "build":
            print(sizes.size_table(folder))
            print(f"The page is in {folder}: upload that folder.")
            return 0
        serve = (
            partial(develop.serve, stun=options.stun) if options.command == "develop" else partial(server.serve, folder)
        )
        with serve(options.port) as running:
            print(f"Key Harvest is running at {running.url} (Ctrl+C to stop)", flush=True)
            if not options.no_open:
                webbrowser.open(running.url)
            running.serve_forever()
    except KeyboardInterrupt:
        return 0
    except (OSError, ValueError) as error:
        print(f"python3 web: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
