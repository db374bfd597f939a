"""The demos for other pages: ``embed/LANGUAGE/NAME.html`` for every scenario, the script that hosts load, the gallery.

The package draws them (keyharvest/page/lessons/demo.py); here each gets its document, with only the drawings it uses.
Styles and scripts are in a folder named by its content, since the frames allow nothing inline.
"""

import html
import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from web.bundle import hosting

WEB = Path(__file__).resolve().parents[1]
EMBED = WEB / "embed"
#: What the frames and the gallery load, including what the frame's script loads later.
ASSETS = ("frame.js", "theme.js", "missing.js", "gallery.js")
SHEETS = ("frame.css", "gallery.css", "live.css")
#: The size of a demo in pixels where the host page can't adapt to its content.
WIDE, HIGH = 736, 640
#: The height of each demo in pixels, in a frame of that width (measured by web/tools/heights.py).
HEIGHTS = EMBED / "heights.json"
MEASURED = (390, 560, 700)
#: The number of puzzles in a file with their positions (frame.js knows it too).
TABLES = 50
#: A picture of the game's board for services that show what a pasted link leads to, and its size.
THUMBNAIL = ("screen-wide.webp", 1280, 800)
#: The element's script finds the site by its own address; a module that isn't one, in a bundle, can't.
_AS_SCRIPT = """(() => {
{{element}}
const named = (name) => document.querySelector(`script[src$="/embed/${name}.js"]`);
const own = document.currentScript ?? named("v1") ?? named("embed");
if (own) define(new URL("./", own.src));
else console.error("Key Harvest: import the module v1.mjs instead of this script");
})();
"""
_AS_MODULE = '\ndefine(new URL("./", import.meta.url));\n'
#: Pages that the gallery links to, copied unchanged.
GUIDES = tuple(WEB.parent / "keyharvest" / "docs" / name for name in ("embedding.md", "scenarios.md"))

#: The schema of scenario files, for editors.
SCHEMA = WEB.parent / "keyharvest" / "scenario" / "schema.json"


def pages(made: dict[str, Any], folder: str, address: str = "", art: str = "") -> dict[str, str]:
    """Return the site's files by path, made from what was drawn; *folder* contains the styles and scripts.

    *address*: the URL of the site, if known. Then each demo links to a file for oEmbed, which services request to embed
    a demo by its address, and which needs absolute URLs. *art*: the folder of the site's pictures, for that file.
    """
    element = _element({language: each["sorry"] for language, each in made["languages"].items()})
    types = (EMBED / "element.d.ts").read_text(encoding="utf-8")
    script = _AS_SCRIPT.replace("{{element}}", element.replace("export function", "function"))
    found = {
        "embed/v1.js": script,
        "embed/embed.js": script,  # its former name
        "embed/v1.mjs": element + _AS_MODULE,
        "embed/v1.d.mts": types,
    }
    found[f"embed/{SCHEMA.parent.name}.schema.json"] = SCHEMA.read_text(encoding="utf-8")
    for guide in GUIDES:
        found[f"embed/{guide.stem}.txt"] = guide.read_text(encoding="utf-8")
    policy = hosting.demo_policy(address)
    for language, each in made["languages"].items():
        shared = partial(card, address=address, art=art)
        frame = partial(_page, language, assets=f"../../static/{folder}", policy=policy, shared=shared)
        for name, demo in each["demos"].items():
            found[f"embed/{language}/{name}.html"] = frame(demo, name=name, there=f"embed/{language}/{name}")
        found[f"embed/{language}/own.html"] = frame(each["own"])
        found[f"embed/{language}/puzzle.html"] = frame(
            each["puzzle"], puzzles=made["puzzles"]["lists"], there=f"embed/{language}/puzzle"
        )
        for name, demo in {**each["demos"], "puzzle": each["puzzle"]}.items() if address else ():
            found[f"embed/{language}/{name}.json"] = _oembed(demo["title"], f"embed/{language}/{name}", address, art)
        found[f"embed/{language}/missing.html"] = frame(each["missing"], kind="missing")
        gallery = each["gallery"]
        found[gallery["page"]] = _page(
            language,
            gallery,
            assets=f"static/{folder}",
            policy=hosting.policy(),
            kind="gallery",
            there=gallery["page"].removesuffix(".html"),
            shared=shared,
        )
    return found


def tables(made: dict[str, Any]) -> dict[str, str]:
    """Return the positions of the puzzles, some in each file, so that a frame loads little to show one."""
    found = made["puzzles"]["tables"]
    parts = [found[at : at + TABLES] for at in range(0, len(found), TABLES)]
    return {f"puzzles-{part}.json": json.dumps(some, separators=(",", ":")) for part, some in enumerate(parts)}


def _element(sorry: dict[str, str]) -> str:
    """Return the element's module; *sorry*: what it says in each language if the site can't be reached."""
    text = (EMBED / "element.js").read_text(encoding="utf-8")
    heights = json.loads(HEIGHTS.read_text(encoding="utf-8"))
    for place, value in (("heights", heights), ("sorry", sorry)):
        text = text.replace(f'"{{{{{place}}}}}"', json.dumps(value, separators=(",", ":")))
    return text


def npm(made: dict[str, Any], version: str) -> dict[str, str]:
    """Return the files of a package for npm with the element, by path: for pages whose scripts are bundled."""
    about = {
        "name": "key-harvest-demo",
        "version": version,
        "description": "Demos of the board game Key Harvest as an element; unofficial",
        "type": "module",
        "exports": {".": {"types": "./index.d.ts", "default": "./index.js"}},
        "license": "MIT",
    }
    return {
        "index.js": _element({language: each["sorry"] for language, each in made["languages"].items()}),
        "index.d.ts": (EMBED / "element.d.ts").read_text(encoding="utf-8"),
        "README.md": (EMBED / "npm.md").read_text(encoding="utf-8"),
        "package.json": json.dumps(about, indent=2) + "\n",
    }


def _oembed(title: str, there: str, address: str, art: str) -> str:
    """Return the response that says how to embed a demo (oembed.com, version 1.0)."""
    size = {"width": WIDE, "height": HIGH}
    sized = " ".join(f'{name}="{number}"' for name, number in size.items())
    frame = f'<iframe src="{address}{there}.html" title="{html.escape(title)}" {sized} loading="lazy"></iframe>'
    about = {"title": title, "provider_name": "Key Harvest", "provider_url": address}
    name, width, height = THUMBNAIL
    thumbnail = {
        "thumbnail_url": f"{address}static/{art}/{name}",
        "thumbnail_width": width,
        "thumbnail_height": height,
    }
    return json.dumps({"version": "1.0", "type": "rich", **about, **thumbnail, "html": frame, **size})


def card(title: str, about: str, page: str, *, address: str, art: str, oembed: str = "") -> str:
    """Return the tags of a page for services that show a pasted link: Open Graph, and oEmbed if it has a file.

    They need absolute URLs: without the site's *address*, there are none.
    """
    if not address:
        return ""
    name, width, height = THUMBNAIL
    values = {
        "og:site_name": "Key Harvest",
        "og:type": "website",
        "og:title": title,
        "og:description": about or title,
        "og:url": f"{address}{page}",
        "og:image": f"{address}static/{art}/{name}",
        "og:image:width": str(width),
        "og:image:height": str(height),
        "twitter:card": "summary_large_image",
    }
    tags = "".join(f'<meta property="{key}" content="{html.escape(value)}">\n' for key, value in values.items())
    link = (
        f'<link rel="alternate" type="application/json+oembed" href="{address}{oembed}" title="{html.escape(title)}">\n'
    )
    return tags + (link if oembed else "")


def _page(
    language: str,
    made: dict[str, str],
    *,
    assets: str,
    policy: str,
    kind: str = "frame",
    name: str = "",
    there: str = "",
    shared: Callable[..., str] | None = None,
    puzzles: Sequence[tuple[str, int]] = (),
) -> str:
    style = "gallery" if kind == "gallery" else "frame"
    theme = "" if kind == "gallery" else f'<script src="{assets}/theme.js"></script>\n'
    shows = (
        f' data-scenario="{html.escape(name)}"'
        if name
        else f' data-puzzles="{html.escape(json.dumps(puzzles))}"'
        if puzzles
        else ""
    )
    title = html.escape(made["title"])
    oembed = f"{there}.json" if kind == "frame" else ""
    about = shared(made["title"], made["about"], f"{there}.html", oembed=oembed) if shared and there else ""
    class_ = "" if kind == "gallery" else ' class="demo"'
    return f"""<!doctype html>
<html lang="{language}"{shows}>
<head>
<meta charset="utf-8">
{policy}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="darkreader-lock">
<title>{title} · Key Harvest</title>
<meta name="description" content="{html.escape(made["about"])}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{assets}/{style}.css">
{about}{theme}<script type="module" src="{assets}/{kind}.js"></script>
</head>
<body>
<main{class_}>{made["main"]}</main>
<div id="drawings">{made["drawings"]}</div>
</body>
</html>
"""
