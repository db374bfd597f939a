// WebAssembly's binary format, as far as split.mjs needs it: sections, and the types of functions and where their bodies are.
//
// Bodies are moved unchanged: their instructions are never parsed.

export const TYPE = 1, IMPORT = 2, FUNCTION = 3, TABLE = 4, MEMORY = 5, GLOBAL = 6, EXPORT = 7, ELEMENT = 9, CODE = 10, DATA = 11, DATA_COUNT = 12, TAG = 13;
export const KINDS = ["function", "table", "memory", "global", "tag"];

/** Encode a number for WebAssembly (LEB128), with a last byte below *free*: where the number is signed, the sign must be 0. */
function leb(value, free) {
  const bytes = [];
  for (; value >= free; value = Math.floor(value / 128)) bytes.push((value % 128) | 0x80);
  return [...bytes, value];
}

export const number = (value) => leb(value, 0x80);
export const signed = (value) => leb(value, 0x40);
export const text = (value) => [...number(Buffer.byteLength(value)), ...Buffer.from(value)];
/** Encode a list of items, each given as bytes. */
export const list = (things) => Buffer.concat([number(things.length), ...things].map((bytes) => Buffer.from(bytes)));
/** Prefix content with its length. */
export const sized = (content) => Buffer.concat([Buffer.from(number(content.length)), Buffer.from(content)]);
/** Make a module from its sections, pairs of number and content. */
export const moduleOf = (sections) => Buffer.concat([
  Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), ...sections.flatMap(([id, content]) => [Buffer.from([id]), sized(content)]),
]);

/** Reads the parts of a module one after another. */
export class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  take(count) {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  text() {
    return String(this.take(this.number()));
  }

  /** Read a list: the number of its items, then each item with *one*. */
  list(one) {
    return Array.from({ length: this.number() }, () => one(this));
  }

  /** Return the bytes that *one* consumes. */
  bytesOf(one) {
    const from = this.at;
    one(this);
    return this.bytes.subarray(from, this.at);
  }
}

function limits(reader) {
  const hasMost = reader.byte() & 1;
  for (let i = 0; i <= hasMost; i++) reader.number();
}

/** Return the minimum number of pages from a memory's limits. */
export const leastOf = (memory) => new Reader(memory.subarray(1)).number();

/** Read a value type; all that this page's module uses are one byte long. */
function valueType(reader) {
  const type = reader.byte();
  if (type < 0x69) throw new Error(`a value's type begins with ${type}`);
  return type;
}

function functionType(reader) {
  if (reader.byte() !== 0x60) throw new Error("a type that is not a function's");
  return { parameters: reader.list(valueType), results: reader.list(valueType) };
}

function importedFunction(reader) {
  const bytes = reader.bytesOf(() => [reader.text(), reader.text()]);
  if (reader.byte() !== 0) throw new Error("an import that is not a function");
  reader.number();
  return bytes;
}

/** Read a global's type: that of its value, and whether it is mutable. */
function global(reader) {
  const type = reader.take(2);
  for (let code = reader.byte(); code !== 0x0b; code = reader.byte()) {
    if ([0x23, 0x41, 0x42, 0xd2].includes(code)) reader.number();
    else if (code === 0xd0) reader.byte();
    else if (code === 0x43 || code === 0x44) reader.take(code === 0x43 ? 4 : 8);
    else throw new Error(`a global that begins with ${code}`);
  }
  return type;
}

/** Return the parts of a module. Throw an `Error` that names anything such a module doesn't have. */
export function partsOf(bytes) {
  const sections = new Map();
  const reader = new Reader(bytes.subarray(8));
  while (reader.at < reader.bytes.length) {
    const id = reader.byte();
    sections.set(id, reader.take(reader.number()));
  }
  const read = (id, one) => (sections.has(id) ? new Reader(sections.get(id)).list(one) : []);
  const asBytes = (one) => (reader) => reader.bytesOf(one);
  return {
    sections,
    types: read(TYPE, functionType),
    imports: read(IMPORT, importedFunction),
    functions: read(FUNCTION, (reader) => reader.number()), // the type's number for each
    tables: read(TABLE, asBytes((reader) => { reader.byte(); limits(reader); })),
    memories: read(MEMORY, asBytes(limits)),
    tags: read(TAG, asBytes((reader) => { reader.byte(); reader.number(); })),
    globals: read(GLOBAL, global),
    bodies: read(CODE, (reader) => reader.take(reader.number())),
  };
}

/** Return how many bytes at the beginning of a function's body declare its variables. */
export function variablesOf(body) {
  return new Reader(body).bytesOf((reader) => reader.list(() => { reader.number(); valueType(reader); })).length;
}
