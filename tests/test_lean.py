"""What `web/lean` leaves of a WebAssembly module and its glue, on a small pair of them."""

import subprocess
from pathlib import Path

import pytest

from web import build, environment

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
    """What a program that uses the lean pair in *folder* says; a `ValueError` has what the build would say."""
    build.build()
    _, node = environment.node()
    modules, out = folder / "node_modules", folder / "out"
    for path in (modules / "pyodide", out):
        path.mkdir(parents=True)
    for name in ("acorn", "binaryen", "terser", "@jridgewell", "source-map-support", "commander"):
        (modules / name).symlink_to(build.BUILD / "npm/node_modules" / name)
    (folder / "module.wat").write_text(WAT, encoding="utf-8")
    module = modules / "pyodide/pyodide.asm.wasm"
    build._run([node, modules / "binaryen/bin/wasm-as", folder / "module.wat", "-o", module], folder)
    content = {"pyodide.asm.mjs": glue, "pyodide.mjs": LOADER, "package.json": '{"type": "module"}'}
    for name in ("package.json", "pyodide-lock.json", "python_stdlib.zip", *content):
        (modules / "pyodide" / name).write_text(content.get(name, ""), encoding="utf-8")
    build._run([node, build.LEAN / "lean.mjs", modules, out, part], folder)
    (out / "try.mjs").write_text(TRY, encoding="utf-8")
    return subprocess.run([node, out / "try.mjs"], check=True, capture_output=True, text=True).stdout


def test_what_can_be_reached_stays_and_works(tmp_path: Path) -> None:
    assert lean(tmp_path, GLUE) == "told begin asked by_name\ntold\n"
    glue = (tmp_path / "out/pyodide.asm.mjs").read_text(encoding="utf-8")
    assert not {word for word in ("sing", "_spare", "_sung", "lookUp") if f'"{word}"' in glue or f".{word}" in glue}


def test_the_whole_pair_is_to_be_had(tmp_path: Path) -> None:
    assert lean(tmp_path, GLUE, "whole") == "told begin asked by_name spare table\ntold sung\n"


@pytest.mark.parametrize("name", ["wasmImports", "assignWasmExports", "applySignatureConversions"])
def test_a_glue_of_another_form_stops_the_build(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match=f"Error: the glue has no {name}"):
        lean(tmp_path, GLUE.replace(name, "renamed"))


def test_an_export_that_is_asked_for_behind_the_back_stops_the_build(tmp_path: Path) -> None:
    hidden = GLUE.replace('lookUp("by_name")', 'new Function("wasmExports", `wasmExports.spare()`)(wasmExports)')
    with pytest.raises(ValueError, match="Error: the lean glue would miss spare"):
        lean(tmp_path, hidden)
