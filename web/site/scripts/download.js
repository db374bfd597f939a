// Downloads files for the worker and reports real progress. The build fills in the placeholders in double braces.

import { tell } from "./tell.js";

const FILES = JSON.parse('{{files}}'); // by name: the path and the size in bytes
export const near = (path) => new URL(path, import.meta.url).href;
export const has = (name) => name in FILES;

// ---- progress

const sums = { got: 0, all: 0, told: 0 };

function count(bytes) {
  sums.got += bytes;
  const part = Math.min(1, sums.got / sums.all);
  if (part - sums.told >= 0.02 || part === 1) {
    sums.told = part;
    tell({ progress: "download", part });
  }
}

/** Files that are loaded together and count in the progress once someone awaits them. Ignores files that the build hasn't made. */
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

/** Whether a new version has replaced this one on the site, so that this script is gone as well. */
const replaced = () => fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).then(({ status }) => status === 404, () => false);

export async function fetched(url, options) {
  const response = await fetch(url, options);
  if (response.status === 404 && await replaced()) tell({ outdated: true });
  if (!response.ok) throw new Error(`${url} can't be loaded: ${response.status} ${response.statusText}`);
  return response;
}

/** Return a file's content. It must have the length that the build recorded. */
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

/**
 * Compile a WebAssembly module; count its bytes only when it is complete, as browsers compile while downloading, and cache the
 * result, only if nothing else reads the response.
 */
export async function compiled(name, batch = new Batch(), options = {}) {
  const [path, size] = FILES[name];
  const response = await fetched(near(path), options);
  const module = await (response.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer()));
  batch.count(size);
  return module;
}

/** Compile a WebAssembly module synchronously. */
export function compiledNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", near(FILES[name][0]), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${name} can't be loaded: ${request.status} ${request.statusText}`);
  return new WebAssembly.Module(request.response);
}

/** Start a job whose failure is reported only once someone awaits its result. */
export function begun(job) {
  job.catch(() => {});
  return job;
}
