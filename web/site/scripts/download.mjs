// Brings files for the worker, with an honest account of how far they are. The build fills in the places in double braces.

import { tell } from "./tell.mjs";

const FILES = {{files}}; // by their names: where each lies, and how many bytes it has
export const near = (path) => new URL(path, import.meta.url).href;
export const has = (name) => name in FILES;

// ---- the account

const sums = { got: 0, all: 0, told: 0 };

function count(bytes) {
  sums.got += bytes;
  const part = Math.min(1, sums.got / sums.all);
  if (part - sums.told >= 0.02 || part === 1) {
    sums.told = part;
    tell({ progress: "download", part });
  }
}

/** Files that come together, counted as soon as somebody waits for them; none that the build has not made. */
export class Batch {
  #awaited = false;
  #got = 0;
  #all;

  constructor(...names) {
    this.names = names.filter((name) => name in FILES);
    this.#all = this.names.reduce((sum, name) => sum + FILES[name][1], 0);
  }

  awaited() {
    if (this.#awaited || !this.#all) return;
    this.#awaited = true;
    if (sums.told === 1) Object.assign(sums, { got: 0, all: 0, told: 0 });
    sums.all += this.#all;
    count(this.#got);
  }

  count(bytes) {
    this.#got += bytes;
    if (this.#awaited) count(bytes);
  }
}

// ---- files

async function* chunks(response) {
  const reader = response.body.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
}

export async function fetched(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url} can't be had: ${response.status} ${response.statusText}`);
  return response;
}

/** A file's content, which must be as long as the build says. */
export async function bytes(name, batch = new Batch()) {
  const [path, size] = FILES[name];
  const content = new Uint8Array(size);
  let got = 0;
  for await (const chunk of chunks(await fetched(near(path)))) {
    content.set(chunk, got);
    got += chunk.length;
    batch.count(chunk.length);
  }
  if (got !== size) throw new Error(`${name} ends after ${got} of ${size} bytes`);
  return content.buffer;
}

/** A WebAssembly module, counted when it is there; only an untouched response is compiled on its way, and cached. */
export async function compiled(name, batch = new Batch(), options = {}) {
  const [path, size] = FILES[name];
  const response = await fetched(near(path), options);
  const module = await (response.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer()));
  batch.count(size);
  return module;
}

/** A WebAssembly module; nothing else is done until it is there. */
export function compiledNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", near(FILES[name][0]), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${name} can't be had: ${request.status} ${request.statusText}`);
  return new WebAssembly.Module(request.response);
}

/** Start a job now whose failure counts only when someone asks for its result. */
export function begun(job) {
  job.catch(() => {});
  return job;
}
