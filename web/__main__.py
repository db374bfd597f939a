"""``python3 web``: build the page, serve it on this machine and open it in the browser.

``python3 web build`` stops after building and prints the sizes of the files.
"""

import argparse
import subprocess
import sys
import webbrowser
from pathlib import Path

# `python3 web` starts this folder as a program, without the project beside it.
sys.path[0] = str(Path(__file__).resolve().parent.parent)

from web import build, server  # noqa: E402


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python3 web", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", nargs="?", choices=["serve", "build"], default="serve", help="default: serve")
    parser.add_argument("--force", action="store_true", help="build everything anew")
    parser.add_argument("--port", type=int, default=8000, help="of the server (default: %(default)s; 0: any free one)")
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")
    options = parser.parse_args(arguments)
    try:
        folder = build.build(force=options.force)
        if options.command == "build":
            print(build.size_table(folder))
            print(f"The page is in {folder}: upload that folder.")
            return 0
        with server.serve(folder, options.port) as running:
            print(f"Key Harvest is at {running.url} (Ctrl+C ends it)", flush=True)
            if not options.no_open:
                webbrowser.open(running.url)
            running.serve_forever()
    except KeyboardInterrupt:
        return 0
    except (OSError, ValueError, OverflowError, subprocess.SubprocessError) as error:
        print(f"python3 web: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
