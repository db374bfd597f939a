"""Replacements for modules of the standard library that Pyodide imports at its start and this page does not use.

Each source defines only the names used while modules are imported. `compile.py` puts them into the library. Code that
uses any other name fails, either when the snapshot is made or later, with an error that names the missing attribute.
"""

NOTHING = "__all__ = ()\n"

STAND_INS = {
    # The event loop is the browser's (pyodide.webloop): no sockets, processes or threads.
    "asyncio/base_events.py": NOTHING,
    "asyncio/graph.py": NOTHING,
    "asyncio/protocols.py": NOTHING,
    "asyncio/streams.py": NOTHING,
    "asyncio/subprocess.py": NOTHING,
    "asyncio/taskgroups.py": NOTHING,
    "asyncio/threads.py": NOTHING,
    "asyncio/transports.py": NOTHING,
    "asyncio/unix_events.py": """\
from . import events
__all__ = ()
_DefaultEventLoopPolicy = events._BaseDefaultEventLoopPolicy
""",
    "socket.py": "from _socket import AF_UNSPEC, AI_PASSIVE\n",
    "subprocess.py": "PIPE = -1\n",
    # The named characters of HTML; the page's own text uses no others.
    "html/entities.py": 'html5 = {"amp;": "&", "gt;": ">", "lt;": "<", "quot;": \'"\'}\n',
    # Needed only to inspect bytecode, which the page doesn't; the flags distinguish coroutines from functions.
    "dis.py": """\
COMPILER_FLAG_NAMES = {
    1: "OPTIMIZED", 2: "NEWLOCALS", 4: "VARARGS", 8: "VARKEYWORDS", 16: "NESTED", 32: "GENERATOR", 64: "NOFREE",
    128: "COROUTINE", 256: "ITERABLE_COROUTINE", 512: "ASYNC_GENERATOR",
    0x4000000: "HAS_DOCSTRING", 0x8000000: "METHOD",
}
""",
    # The page loads no packages.
    "pyodide/_package_loader.py": """\
from pyodide_js import loadedPackages
class Place:
    def __init__(self, path):
        self.path = path
    def __str__(self):
        return self.path
DSO_DIR = Place("/usr/lib")
SITE_PACKAGES = Place("/lib/python3.14/site-packages")
def init_loaded_packages():
    pass
""",
}
