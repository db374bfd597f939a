"""``python3 web hosting``: print the configuration of a web server for the site: nginx, Apache or Caddy.

With ``--address https://example.org/games/key-harvest/``, it is for a site at that address. The blocks in
keyharvest/docs/hosting.md are printed by it; their headers are those of the file ``_headers``.
"""

import argparse
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import urlsplit

from web.bundle import hosting
from web.bundle.places import PACKAGE
from web.server import MISSING, stand_ins

PAGE = PACKAGE / "docs" / "hosting.md"
EXAMPLE = "https://example.org/"
_Rules = Mapping[str, Mapping[str, str]]
_FOLDERS: Final = "/var/www/html"


def nginx(rules: _Rules, host: str, below: str) -> str:
    """Return a ``server`` block. nginx drops inherited headers where a location adds one, so each has them all."""

    def location(pattern: str, more: str = "") -> str:
        values = {**rules["/*"], **rules[pattern]}
        added = "".join(f'        add_header {name} "{value}" always;\n' for name, value in values.items())
        exactly = "" if pattern.endswith(("/", "*")) else "= "
        path = below + pattern.lstrip("/").removesuffix("*")
        return f"    location {exactly}{path} {{\n{more}{added}    }}\n"

    [(_, missing)] = stand_ins()
    demos = f"        error_page 404 {below}{missing.lstrip('/')};\n"
    return (
        "server {\n"
        "    listen 80;                  # or 443 ssl, with your certificate\n"
        f"    server_name {host};\n"
        f"    root {_FOLDERS};         # the site is in the folder {below} there\n"
        "    include mime.types;\n"
        "    types { text/javascript mjs; application/manifest+json webmanifest; }\n"
        "    charset utf-8;\n"
        "    gzip_static on;             # sends NAME.gz, if the site was built with --compress\n"
        f"    error_page 404 {below}{MISSING.lstrip('/')};\n"
        + "".join(location(each, demos if each == "/embed/*" else "") for each in rules if each != "/*")
        + "}\n"
    )


def caddy(rules: _Rules, host: str, below: str) -> str:
    """Return the block of a Caddyfile."""
    folders = " ".join(f"{below}{each.lstrip('/')}" for each in rules if each not in ("/*", "/"))
    matchers = {"/*": "", "/": " @entry"}

    def header(pattern: str) -> str:
        matcher = matchers.get(pattern, f" {below}{pattern.lstrip('/')}")
        values = "".join(f'\t\t{name} "{value}"\n' for name, value in rules[pattern].items())
        return f"\theader{matcher} {{\n{values}\t}}\n"

    [(demos, missing)] = stand_ins()
    return (
        f"{host} {{\n"
        f"\troot * {_FOLDERS}\n"
        f"\t@entry not path {folders}\n"
        + "".join(map(header, rules))
        + "\tfile_server {\n\t\tprecompressed br gzip\n\t}\n"
        + "\thandle_errors {\n"
        + f"\t\t@demos path {below}{demos.lstrip('/')}\n"
        + f"\t\t@others not path {below}{demos.lstrip('/')}\n"
        + f"\t\trewrite @demos {below}{missing.lstrip('/')}\n"
        + f"\t\trewrite @others {below}{MISSING.lstrip('/')}\n"
        + "\t\tfile_server\n\t}\n}\n"
    )


def apache(rules: _Rules, host: str, below: str) -> str:
    """Return a ``.htaccess``, which needs the modules headers, mime and rewrite."""

    def matched(pattern: str) -> str:
        return pattern.strip("/*") + "/" if "*" in pattern else pattern.strip("/").replace(".", r"\.") + "$"

    def condition(pattern: str) -> str:
        if pattern == "/":
            others = "|".join(matched(each) for each in rules if each not in ("/*", "/"))
            return f"%{{REQUEST_URI}} !~ m#^{below}({others})#"
        return f"%{{REQUEST_URI}} =~ m#^{below}{matched(pattern)}#"

    def lines(values: Mapping[str, str], indent: str = "") -> str:
        return "".join(f'{indent}Header always set {name} "{value}"\n' for name, value in values.items())

    [(demos, missing)] = stand_ins()
    documents = {demos: f"    ErrorDocument 404 {below}{missing.lstrip('/')}\n"}
    parts = [
        f'<If "{condition(each)}">\n{documents.get(each, "")}{lines(rules[each], "    ")}</If>\n'
        for each in rules
        if each != "/*"
    ]
    return (
        "AddType text/javascript .js .mjs\n"
        "AddType application/wasm .wasm\n"
        "AddType application/manifest+json .webmanifest\n"
        "AddDefaultCharset utf-8\n"
        f"ErrorDocument 404 {below}{MISSING.lstrip('/')}\n"
        "# Sends NAME.gz, if the site was built with --compress.\n"
        "AddEncoding gzip .gz\n"
        "RemoveType .gz\n"
        "RewriteEngine on\n"
        "RewriteCond %{HTTP:Accept-Encoding} gzip\n"
        "RewriteCond %{REQUEST_FILENAME}.gz -f\n"
        "RewriteRule ^(.+)$ $1.gz [L]\n"
        "Header append Vary Accept-Encoding\n" + lines(rules["/*"]) + "".join(parts)
    )


HOSTS: Final[dict[str, Callable[[_Rules, str, str], str]]] = {"nginx": nginx, "apache": apache, "caddy": caddy}


def block(host: str, address: str = EXAMPLE) -> str:
    """Return the configuration of a host for a site at an address."""
    site = urlsplit(address)
    return HOSTS[host](hosting.rules(address), site.hostname or "", site.path.rstrip("/") + "/")


def renewed(page: str) -> str:
    """Return hosting.md with the blocks as this module prints them."""
    for host in HOSTS:
        before, _, rest = page.partition(f"```{host}\n")
        page = f"{before}```{host}\n{block(host)}```{rest.partition('```')[2]}"
    return page


def main(arguments: list[str]) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python3 web hosting", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("host", choices=HOSTS)
    parser.add_argument("--address", default=EXAMPLE, help="URL of the published site (default: %(default)s)")
    options = parser.parse_args(arguments)
    print(block(options.host, options.address.rstrip("/") + "/"), end="")
    return 0
