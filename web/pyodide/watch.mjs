// Reports where Pyodide reads and writes its memory. Binaryen has put a call beside each load and store of the module
// (--instrument-memory); the glue's views of memory are replaced here.

/**
 * Watch the module that is instantiated next. *made* is called with its memory before anything runs, *filled* with the runs that
 * the worker itself fills in, and *touched* with the place and length of everything else that is read or written.
 */
export function watch({ made, filled, touched }) {
  let memory = null;
  const at = (_, length, offset, place) => {
    touched((place >>> 0) + offset, length);
    return place;
  };
  const hooks = { load_ptr: at, store_ptr: at };
  for (const type of ["i32", "i64", "f32", "f64"]) {
    for (const kind of ["load", "store"]) hooks[`${kind}_val_${type}`] = (_, value) => value;
  }
  for (const when of ["pre", "post"]) hooks[`memory_grow_${when}`] = (_, value) => value;

  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (module, imports) => {
    const instance = await instantiate(module, { ...imports, env: { ...imports?.env, ...hooks } });
    if (instance.exports?.memory) made(memory = instance.exports.memory);
    return instance;
  };

  const MOST = 2 ** 20; // bytes, of any copy that the glue itself makes
  /** Return a view of the memory that reports every use of it. */
  function told(view) {
    const width = view.BYTES_PER_ELEMENT;
    const tell = (from = 0, to = view.length) => to > from && touched(from * width, (to - from) * width);
    const methods = {
      subarray: (from, to) => { tell(from, to); return view.subarray(from, to); },
      slice: (from, to) => { tell(from, to); return view.slice(from, to); },
      fill: (value, from, to) => { tell(from, to); view.fill(value, from, to); },
      copyWithin: (to, from, end) => { tell(from, end); tell(to, to + end - from); view.copyWithin(to, from, end); },
      set(source, place = 0) {
        if (source.buffer?.byteLength > MOST) filled();
        else tell(place, place + source.length);
        view.set(source, place);
      },
    };
    const isPlace = (key) => typeof key === "string" && /^\d+$/.test(key);
    return new Proxy(view, {
      get(_, key) {
        if (isPlace(key)) tell(+key, +key + 1);
        else if (Object.hasOwn(methods, key)) return methods[key];
        else if (typeof view[key] === "function") throw new Error(`${key} of memory is not watched`);
        return view[key];
      },
      set(_, key, value) {
        if (isPlace(key)) tell(+key, +key + 1);
        view[key] = value;
        return true;
      },
    });
  }

  const views = [
    Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array,
    BigInt64Array, BigUint64Array, DataView,
  ];
  for (const View of views) {
    const Told = globalThis[View.name] = new Proxy(View, {
      construct(_, given, by) {
        const view = Reflect.construct(View, given, by === Told ? View : by);
        if (given[0] !== memory?.buffer) return view;
        if (given.length === 1 && View !== DataView) return told(view);
        touched(view.byteOffset, view.byteLength);
        return view;
      },
    });
  }
}
