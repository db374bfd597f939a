"""The configurations of other hosts: as docs/hosting.md has them, tried on the servers themselves."""

from __future__ import annotations

import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.generated import ALL
from web import environment, server
from web.bundle import assembly, hosting, hosts
from web.tools import check

FILES = {
    "index.html": "<title>Key Harvest</title>",
    "404.html": "<title>Key Harvest: nothing here</title>",
    "gallery.html": "gallery",
    "python.html": "python",
    "licences.txt": "licences",
    "manifest.webmanifest": "{}",
    "embed/v1.js": "1",
    "embed/v1.mjs": "1",
    "embed/en/chain.html": "chain",
    "embed/en/missing.html": "<title>Key Harvest: no such demo</title>",
    "python/pyodide/pyodide.js": "1",
    "static/game-1/page.js": "long(); " * 4000,
    "static/vendor-1/python.wasm": "wasm",
    "static/vendor-1/font.woff2": "font",
}


@pytest.fixture(params=["/", "/games/kh/"])
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> tuple[Path, str]:
    """Return the root of a server, and the path of a small site in it: with a compressed file, and a service worker."""
    below: str = request.param
    site = tmp_path / "html" / below.strip("/")
    for name, text in FILES.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    subprocess.run(["gzip", "-k", site / "static/game-1/page.js"], check=True)
    hosting.write(site)
    assembly.add_service_worker(site)
    return tmp_path, below


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def configured(host: str, root: Path, below: str, port: int) -> list[str]:
    """Write a host's configuration for a folder; return the command that starts it there."""
    text = hosts.block(host, f"http://127.0.0.1:{port}{below}")
    text = text.replace("/var/www/html", str(root / "html"))
    for name in ("logs", "temp"):
        (root / name).mkdir(exist_ok=True)
    if host == "nginx":
        paths = "".join(
            f"{kind}_temp_path {root}/temp;" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        text = text.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("mime.types", "/etc/nginx/mime.types")
        user = "user root; " if os.geteuid() == 0 else ""  # else its workers can't read the folder
        around = f"{user}pid {root}/nginx.pid; error_log {root}/logs/error.log; daemon off; worker_processes 1;"
        events = f"events {{}} http {{ access_log off; {paths}\n{text}}}"
        (root / "nginx.conf").write_text(f"{around}\n{events}\n", encoding="utf-8")
        return ["nginx", "-c", str(root / "nginx.conf"), "-e", str(root / "logs/error.log")]
    if host == "caddy":
        text = text.replace("127.0.0.1 {", f"http://127.0.0.1:{port} {{", 1)
        (root / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n{text}", encoding="utf-8")
        return ["caddy", "run", "--config", str(root / "Caddyfile"), "--adapter", "caddyfile"]
    (root / "html" / below.strip("/") / ".htaccess").write_text(text, encoding="utf-8")
    modules = "mpm_event authz_core dir mime headers rewrite unixd"
    loaded = "".join(
        f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n"
        for name in modules.split()
        if Path(f"/usr/lib/apache2/modules/mod_{name}.so").exists()
    )
    (root / "apache.conf").write_text(
        f"ServerRoot {root}\nListen 127.0.0.1:{port}\nServerName 127.0.0.1\nPidFile {root}/apache.pid\n"
        f"ErrorLog {root}/logs/error.log\n{loaded}TypesConfig /etc/mime.types\nDirectoryIndex index.html\n"
        f"DocumentRoot {root}/html\n<Directory {root}/html>\nAllowOverride All\nRequire all granted\n</Directory>\n",
        encoding="utf-8",
    )
    return ["apache2", "-X", "-f", str(root / "apache.conf")]


@pytest.fixture(params=["nginx", "caddy", "apache"])
def running(folder: tuple[Path, str], request: pytest.FixtureRequest) -> Iterator[str]:
    """Start a server with the configuration of the docs; yield the site's address."""
    (root, below), host = folder, request.param
    if not environment.web_server("apache2" if host == "apache" else host):
        pytest.skip(f"{host} is not installed, and only root can install it")
    port = free_port()
    process = subprocess.Popen(configured(host, root, below, port), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        for _ in range(600):
            with socket.socket() as asking:
                if asking.connect_ex(("127.0.0.1", port)) == 0 or process.poll() is not None:
                    break
            time.sleep(0.1)
        assert process.poll() is None, (process.stdout.read() if process.stdout else b"").decode()
        yield f"http://127.0.0.1:{port}{below}"
    finally:
        process.terminate()
        process.communicate()


@pytest.mark.thorough
def test_a_server_configured_as_in_the_docs_sends_what_the_check_expects(running: str) -> None:
    assert check.findings(running) == []
    request = urllib.request.Request(f"{running}static/game-1/page.js", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as response:
        assert response.headers["Content-Encoding"] == "gzip"
        assert len(response.read()) < 1000


@pytest.mark.slow
def test_our_own_server_is_right(folder: tuple[Path, str]) -> None:
    root, below = folder
    with server.answering(server.serve(root / "html" / below.strip("/"), 0, below)) as ours:
        assert check.findings(f"http://127.0.0.1:{ours.server_address[1]}{below}") == []


def test_the_check_names_each_fault(folder: tuple[Path, str]) -> None:
    root, below = folder
    site = root / "html" / below.strip("/")
    (site / "_headers").write_text(
        "/*\n  X-Content-Type-Options: nosniff\n/embed/*\n  X-Frame-Options: DENY\n  Cache-Control: max-age=5\n"
        "/embed/v1.mjs\n  Content-Type: application/octet-stream\n"
    )
    (site / "embed/en/missing.html").write_text("nothing")
    (site / "static/game-1/page.js.gz").unlink()
    (site / "embed/v1.js").unlink()
    with server.answering(server.serve(site, 0, below)) as ours:
        found = "\n".join(check.findings(f"http://127.0.0.1:{ours.server_address[1]}{below}"))
    for told in (
        "embed/v1.mjs: the server sends it as application/octet-stream, expected text/javascript: browsers refuse it",
        "embed/v1.js: the server answers 404",
        "X-Frame-Options is DENY, so no other page can show a demo",
        "Cache-Control is max-age=5, expected no-cache",
        "the header Access-Control-Allow-Origin is missing, expected *",
        "static/game-1/page.js: it isn't compressed, so a first visit loads three times as much",
        "embed/en/no-such-demo.html: the server doesn't send /embed/en/missing.html for a file that doesn't exist",
    ):
        assert told in found


def test_the_check_says_where_no_site_is(folder: tuple[Path, str]) -> None:
    root, below = folder
    (root / "html" / below.strip("/") / "sw.js").unlink()
    with server.answering(server.serve(root / "html" / below.strip("/"), 0, below)) as ours:
        address = f"http://127.0.0.1:{ours.server_address[1]}{below}"
        with pytest.raises(ValueError, match=r"/: there is no Key Harvest here"):
            check.findings(address)
    with pytest.raises(ValueError, match=r"refused"):
        check.findings(address)


def test_the_blocks_of_the_docs_are_generated() -> None:
    page = hosts.PAGE.read_text(encoding="utf-8")
    assert hosts.renewed(page) == page
    assert any("hosting.md" in each.patterns for each in ALL)
    for host in hosts.HOSTS:
        assert f"```{host}\n{hosts.block(host)}```" in page
        assert urlsplit(hosts.EXAMPLE).hostname in page  # type: ignore[operator]
