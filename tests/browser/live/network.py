"""A network for browsers that connect pages with each other (WebRTC): the machine's own, or one made for them.

On a machine without a network a browser has no address to offer, so no line can open. Root can give the browsers a
namespace with an interface (network.sh); the page is served there too, as no other namespace can be reached from it.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: An address reserved for documentation (RFC 5737): the question is only whether there is a route to it.
_ELSEWHERE = ("198.51.100.1", 9)


@dataclass(frozen=True)
class Network:
    """A network in which browsers can connect pages: the beginning of a command that runs in it, and the page's
    address.

    Both are empty for the machine's own network.
    """

    within: tuple[str, ...] = ()
    served: str = ""

    def program(self, path: str | Path, folder: Path) -> str:
        """Return the path of a program, or of a script, written into *folder*, that runs it in the network."""
        if not self.within:
            return str(path)
        script = folder / Path(path).name
        script.write_text(f'#!/bin/sh\nexec {shlex.join([*self.within, str(path)])} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
        return str(script)


def connected() -> bool:
    """Whether this machine has a network."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as asking:
        try:
            asking.connect(_ELSEWHERE)  # sends nothing
        except OSError:
            return False
    return True


@contextlib.contextmanager
def network(site: Path) -> Iterator[Network | str]:
    """Yield a network, or the reason why there is none; *site* is the page's folder."""
    if connected():
        yield Network()
        return
    missing = [tool for tool in ("unshare", "nsenter", "ip") if not shutil.which(tool)]
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or missing:
        yield "the machine has no network, and only root on Linux can make one" + f" (missing: {missing})" * bool(
            missing
        )
        return
    command: list[str | Path] = [
        "unshare",
        "--net",
        Path(__file__).with_name("network.sh"),
        sys.executable,
        "-m",
        __name__,
        site,
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin
        assert program.stdout
        address = program.stdout.readline().strip()
        within = ("nsenter", f"--net=/proc/{program.pid}/ns/net")
        yield Network(within, address) if address else "the machine has no network, and may not make one"
        program.stdin.close()


def main() -> None:
    """Serve the page until the input ends; print its address."""
    from web.server import answering, serve

    with answering(serve(Path(sys.argv[1]))) as server:
        print(f"http://127.0.0.1:{server.server_port}", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
