"""Dead code removed from a small WebAssembly module and its glue; then a module in two parts."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from web import environment, programs, pyodide
from web.bundle import places, stages

WAT = """(module
  (import "env" "told" (func $told)) (import "env" "sung" (func $sung))
  (func (export "begin") (call $told)) (func (export "asked") (call $deep)) (func $deep)
  (func (export "by_name")) (func (export "spare") (call $sung))
  (table (export "table") 1 funcref) (elem (i32.const 0) $numbered) (func $numbered))"""
GLUE = """async function create(Module) {
var wasmImports={told:_told,sung:_sung};
function _told(){note("told")} function note(what){Module.noted=what}
function _sung(){sing()} function sing(){}
_sung.sig="v";
var _begin,_asked,_spare,table;
var lookUp=(name)=>wasmExports[name];
Module["lookUp"]=lookUp;
Module["sing"]=sing;
function applySignatureConversions(wasmExports){wasmExports=Object.assign({},wasmExports);
wasmExports["spare"]=Number(wasmExports["spare"]);return wasmExports}
function assignWasmExports(wasmExports){_begin=Module["_begin"]=wasmExports["begin"];
_asked=Module["_asked"]=wasmExports["asked"];_spare=Module["_spare"]=wasmExports["spare"];
table=Module["table"]=wasmExports["table"]}
var {instance}=await WebAssembly.instantiate(Module.code,{env:wasmImports});
var wasmExports=applySignatureConversions(instance.exports);assignWasmExports(wasmExports);
_begin();lookUp("by_name")();
return Module}export default create;"""
LOADER = "export const load = (create, code) => create({ code }).then((module) => (module._asked(), module))"
TRY = """import create from "./pyodide.asm.mjs"; import { load } from "./pyodide.mjs"; import fs from "node:fs";
const code = fs.readFileSync(new URL("pyodide.asm.wasm", import.meta.url));
const { noted } = await load(create, code);
console.log(noted, WebAssembly.Module.exports(new WebAssembly.Module(code)).map(({ name }) => name).join(" "));
console.log(WebAssembly.Module.imports(new WebAssembly.Module(code)).map(({ name }) => name).join(" "))"""


def lean(folder: Path, glue: str, part: str = "lean") -> str:
    """Return the output of a program that uses the lean pair in *folder*. Raise `ValueError` as the build would."""
    _, node = environment.node()
    tools = environment.packages(places.TOOLS_LOCK) / "node_modules"
    whole, out = folder / "pyodide", folder / "out"
    for path in (whole, out):
        path.mkdir(parents=True)
    (folder / "module.wat").write_text(WAT, encoding="utf-8")
    module = whole / "pyodide.asm.wasm"
    programs.run([node, tools / "binaryen/bin/wasm-as", folder / "module.wat", "-o", module], folder)
    content = {"pyodide.asm.mjs": glue, "pyodide.mjs": LOADER, "package.json": '{"type": "module"}'}
    for name in ("package.json", "pyodide-lock.json", "python_stdlib.zip", *content):
        (whole / name).write_text(content.get(name, ""), encoding="utf-8")
    programs.run([node, pyodide.LEAN / "lean.mjs", whole, tools, out, part], folder)
    (out / "try.mjs").write_text(TRY, encoding="utf-8")
    return subprocess.run([node, out / "try.mjs"], check=True, capture_output=True, text=True).stdout


@pytest.mark.thorough
def test_what_can_be_reached_stays_and_works(tmp_path: Path) -> None:
    assert lean(tmp_path, GLUE) == "told begin asked by_name\ntold\n"
    glue = (tmp_path / "out/pyodide.asm.mjs").read_text(encoding="utf-8")
    assert not {word for word in ("sing", "_spare", "_sung", "lookUp") if f'"{word}"' in glue or f".{word}" in glue}


@pytest.mark.slow
def test_the_whole_pair_is_to_be_had(tmp_path: Path) -> None:
    assert lean(tmp_path, GLUE, "whole") == "told begin asked by_name spare table\ntold sung\n"


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["wasmImports", "assignWasmExports", "applySignatureConversions"])
def test_a_glue_of_another_form_stops_the_build(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match=f"Error: the glue has no {name}"):
        lean(tmp_path, GLUE.replace(name, "renamed"))


@pytest.mark.thorough
def test_an_export_that_is_asked_for_behind_the_back_stops_the_build(tmp_path: Path) -> None:
    hidden = GLUE.replace('lookUp("by_name")', 'new Function("wasmExports", `wasmExports.spare()`)(wasmExports)')
    with pytest.raises(ValueError, match="Error: the lean glue would miss spare"):
        lean(tmp_path, hidden)


# ---- in two parts

PARTED = """(module
  (import "env" "told" (func $told (param i32)))
  (memory (export "memory") 1) (data (i32.const 8) "\\2a")
  (global $sum (mut i32) (i32.const 0)) (tag $caught (param i32))
  (table (export "table") 3 funcref) (elem (i32.const 1) $twice $throws)
  (func $add (param i32) (global.set $sum (i32.add (global.get $sum) (local.get 0))))
  (func $twice (param i32) (result i32) (i32.mul (local.get 0) (i32.const 2)))
  (func $throws (param i32) (result i32) (throw $caught (local.get 0)))
  (func $mixed (param i64 f64 f32) (result f64) (local i32)
    (call $add (i32.wrap_i64 (local.get 0))) (f64.mul (local.get 1) (f64.promote_f32 (local.get 2))))
  (func $catches (param i32) (result i32)
    (try (result i32) (do (call_indirect (param i32) (result i32) (local.get 0) (i32.const 2))) (catch $caught)))
  (func $nothing)
  (func (export "run") (result f64)
    (call $nothing)
    (call $told (call $catches (i32.load8_u (i32.const 8))))
    (call $add (call_indirect (param i32) (result i32) (i32.const 3) (i32.const 1)))
    (i32.store8 (i32.const 9) (i32.const 7))
    (call $mixed (i64.const 4) (f64.const 1.5) (f32.const 2)))
  (func (export "sum") (result i32) (i32.add (global.get $sum) (i32.load8_u (i32.const 9)))))"""
AS_MODULE = '(module (import "" "" (func)) (export "" (func 0)))'
RUN = """import fs from "node:fs";
const read = (name) => new WebAssembly.Module(fs.readFileSync(name));
const [module, rest] = [read("pyodide.asm.wasm"), fs.existsSync("pyodide.rest.wasm") && read("pyodide.rest.wasm")];
const said = [], imports = { env: { told: (value) => said.push(value) } };
const { exports } = new WebAssembly.Instance(module, imports);
if (fs.existsSync("pyodide.data.wasm")) new WebAssembly.Instance(read("pyodide.data.wasm"), { first: exports });
let brought = 0;
const bring = () => { brought++; new WebAssembly.Instance(rest, { ...imports, first: exports }); };
if (rest) exports.crossing.set(0, new WebAssembly.Instance(read("as_module.wasm"), { "": { "": bring } }).exports[""]);
for (let i = 0; i < 2; i++) said.push(exports.run(), exports.table.get(1)(21), exports.sum());
const ran = exports.ran && [...Array(exports.ran.length).keys()].filter((i) => exports.ran.get(i));
console.log(JSON.stringify({ said, brought, ran }));"""
SAID = [42, 3, 42, 17, 42, 3, 42, 27]


@pytest.fixture(scope="module")
def parted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with a module `whole.wasm` to split, and a program that runs the result."""
    folder = tmp_path_factory.mktemp("parted")
    _, node = environment.node()
    assembler = environment.packages(places.TOOLS_LOCK) / "node_modules/binaryen/bin/wasm-as"
    for name, source in {"whole": PARTED, "as_module": AS_MODULE}.items():
        (folder / f"{name}.wat").write_text(source, encoding="utf-8")
        features = ["--enable-exception-handling", "--enable-mutable-globals", "--enable-reference-types"]
        programs.run([node, assembler, folder / f"{name}.wat", *features, "-o", folder / f"{name}.wasm"], folder)
    (folder / "run.mjs").write_text(RUN, encoding="utf-8")
    return folder


def run_of(folder: Path, *profile: Path) -> dict[str, Any]:
    """Return the program's output for the module that split.mjs has made."""
    _, node = environment.node()
    programs.run([node, pyodide.LEAN / "split.mjs", folder / "whole.wasm", folder, *profile], folder)
    done = subprocess.run([node, "run.mjs"], cwd=folder, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("lacking", [[], [0], [1], [2], [3], [4], [5], [6], [7], [0, 2, 4, 6], list(range(8))])
def test_two_parts_do_what_the_whole_does(parted: Path, lacking: list[int]) -> None:
    profile = parted / "profile.json"
    functions = [number for number in range(8) if number not in lacking]
    profile.write_text(json.dumps({"functions": functions}), encoding="utf-8")
    assert run_of(parted, profile) == {"said": SAID, "brought": 1 if lacking else 0}


@pytest.mark.thorough
def test_a_recording_module_tells_which_functions_ran(parted: Path) -> None:
    for name in (pyodide.REST, pyodide.DATA):
        (parted / name).unlink(missing_ok=True)
    assert run_of(parted) == {"said": SAID, "brought": 0, "ran": list(range(8))}
    (parted / "run.mjs").write_text(RUN.replace("exports.run(), ", ""), encoding="utf-8")
    assert run_of(parted)["ran"] == [1, 7]


@pytest.mark.slow
def test_a_module_of_another_form_is_refused(parted: Path, tmp_path: Path) -> None:
    whole = (parted / "whole.wasm").read_bytes()
    (tmp_path / "whole.wasm").write_bytes(whole.replace(b"\x60\x00\x01\x7c", b"\x5f\x00\x01\x7c"))
    with pytest.raises(ValueError, match="Error: a type that is not a function's"):
        run_of(tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(bool(os.environ.get(stages.WHOLE_PYODIDE)), reason="Pyodide is left as it comes")
def test_the_profile_is_of_the_module_that_the_build_makes() -> None:
    site = stages.build()
    rest = list(site.glob(f"static/vendor-*/pyodide/{pyodide.REST}"))
    assert rest, "Pyodide's module has changed: python3 web profile finds out anew what of it is needed at once"


@pytest.mark.slow
def test_a_module_without_a_profile_of_its_own_is_left_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stages.build()
    profile = tmp_path / "profile.json"
    profile.write_text('{"module": "of another hash", "functions": []}', encoding="utf-8")
    monkeypatch.setattr(pyodide, "PROFILE", profile)
    parts = tmp_path / "parts"
    parts.mkdir()
    pyodide.split(places.BUILD / "pyodide", "lean", parts)
    assert [path.name for path in parts.iterdir()] == [pyodide.MODULE]
    assert "profile.json is for another Pyodide" in capsys.readouterr().out
