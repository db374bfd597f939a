// node play.mjs PYODIDE WHEEL: play with the engine's wheel in stock Pyodide, and print what happened.

import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, wheel] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const python = await loadPyodide();
await python.loadPackage(pathToFileURL(wheel).href, { messageCallback: () => {} });
console.log(
  python.runPython(`
from keyharvest import Game, make_player, play_game
game = Game.new(seed=1)
farmer = make_player("farmer", seed=1)
for _ in range(12):
    game.play(farmer.choose(game.observation(game.actor)))
f"{game.moves} {list(game.sentences().values())} {len(game.svg())} {play_game(['greedy', 'random'], seed=1).scores}"
`),
);
