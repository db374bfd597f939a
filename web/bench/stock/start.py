"""The first screen of the game, as the worker would send it to the page."""

import json

from keyharvest.page.session import Session

first = json.dumps(Session({}).start())
