// Takes Emscripten's glue, the script beside a WebAssembly module, apart into units, and puts it together again from some of them.
//
// The glue is one function with a long flat body. Each of its variables, functions, classes and statements is a unit, and so is
// each entry of its lists: `wasmImports` (functions for the module), `assignWasmExports` and `applySignatureConversions`
// (functions of the module). A unit defines words and mentions words; a unit that mentions a word needs all that define it:
//
//     x           a name of the function's body
//     .x          a property or a string: `Module["x"] = y` defines .x and mentions y
//     import x    an entry of wasmImports defines it; the module mentions it
//     export x    the module defines it; wasmExports.x and the string "x" mention it
//
// A unit with a side effect is always kept. Scopes are ignored, and a word counts wherever it occurs, so any mistake keeps too
// much rather than too little.

const LISTS = ["applySignatureConversions", "assignWasmExports"];
const HOLDERS = ["FS", "Module"]; // their properties are kept if mentioned; other objects' properties are kept with the object
// Statements for programs that draw frame by frame: nothing here needs them, but they would keep all of SDL and WebGL.
const DONE_WITHOUT = ["MainLoop", "registerPostMainLoop"];

const PURE = ["ArrowFunctionExpression", "ClassExpression", "FunctionExpression", "Identifier", "Literal", "TemplateElement"];
const PURE_WITH_PURE_PARTS = ["ArrayExpression", "BinaryExpression", "ObjectExpression", "TemplateLiteral", "UnaryExpression"];
const PURE_CLASSES = ["Array", "Date", "Float32Array", "HandleAllocator", "Int32Array", "Map", "Set", "TextDecoder", "Uint8Array", "WeakMap"];

const children = (node) => Object.values(node).flat().filter((value) => typeof value?.type === "string");
const nameOf = (key) => key.name ?? key.value;

/** Whether an expression has no side effect. */
function isPure(node) {
  if (!node || PURE.includes(node.type)) return true;
  if (PURE_WITH_PURE_PARTS.includes(node.type)) return children(node).every(isPure);
  if (node.type === "Property") return isPure(node.value) && (!node.computed || isPure(node.key));
  if (node.type === "MemberExpression") return node.object.type === "Identifier";
  return node.type === "NewExpression" && PURE_CLASSES.includes(node.callee.name) && node.arguments.every(isPure);
}

/** Yield the words that a piece of the glue mentions. */
export function* words(node, parent = {}) {
  if (node.type === "Identifier") {
    const isProperty = !parent.computed && (parent.property === node || (parent.key === node && !parent.shorthand));
    yield isProperty ? `.${node.name}` : node.name;
  } else if (node.type === "Literal" && typeof node.value === "string") {
    yield `.${node.value}`;
    yield `export ${node.value}`;
  } else if (node.type === "MemberExpression" && node.object.name === "wasmExports") {
    yield `export ${nameOf(node.property)}`;
  }
  for (const child of children(node)) yield* words(child, node);
}

/** Return the word that an assignment to this defines. */
function given(target) {
  if (target.type === "Identifier") return target.name;
  return `${target.object.name === "wasmExports" ? "export " : "."}${nameOf(target.property)}`;
}

const unit = (node, gives, content = node) => ({ node, gives, mentions: content ? [...words(content)] : [], always: false });
const always = (node, gives = [], content = node) => ({ ...unit(node, gives, content), always: true });

/** Return the unit of an assignment, or of a chain of them, with no other effect; `null` for any other statement. */
function unitOfAssignment(node) {
  const targets = [];
  let value = node.expression;
  for (; value?.type === "AssignmentExpression"; value = value.right) targets.push(value.left);
  if (!targets.length) return null;
  const declared = targets.filter(({ type }) => type === "Identifier").map(given);
  return { node, gives: targets.map(given), mentions: [...declared, ...words(value)], always: false };
}

function* unitsOf(node) {
  if (node.type === "VariableDeclaration") {
    for (const variable of node.declarations) {
      const entries = variable.id.name === "wasmImports" ? variable.init.properties : [];
      if (entries.length) yield always(variable, ["wasmImports"], null);
      else yield { ...unit(variable, [...words(variable.id)]), always: !isPure(variable.init) };
      for (const entry of entries) yield unit(entry, [`import ${nameOf(entry.key)}`], entry.value);
    }
  } else if (node.type === "FunctionDeclaration" && LISTS.includes(node.id.name)) {
    yield always(node, [node.id.name], null);
    for (const statement of node.body.body) yield unitOfAssignment(statement) ?? always(statement);
  } else if (node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") {
    yield unit(node, [node.id.name]);
  } else {
    const { left, right } = node.expression ?? {};
    const holder = left?.object?.name;
    if (HOLDERS.includes(holder) && isPure(right)) yield unitOfAssignment(node);
    else if (holder && holder !== "API" && isPure(right)) yield unit(node, [holder], right);
    else if (DONE_WITHOUT.some((word) => [...words(node)].includes(word))) yield unit(node, []);
    else yield always(node);
  }
}

/** Return the function that is the glue, and its units. Throw an error if the glue isn't in the expected form. */
export function takenApart(syntax) {
  const [factory] = syntax.body;
  const units = (factory?.body?.body ?? []).flatMap((node) => [...unitsOf(node)]);
  for (const name of [...LISTS, "wasmImports"]) {
    if (!units.some((unit) => unit.always && unit.gives.includes(name))) throw new Error(`the glue has no ${name}`);
  }
  return { factory, units };
}

/** Return the glue with only those units in its function whose nodes are *kept*. */
export function putTogether(source, factory, kept) {
  const isKept = (node) => kept.has(node);
  const text = ({ start, end }) => source.slice(start, end);
  const all = (nodes, between) => nodes.filter(isKept).map(text).join(between);
  const parts = factory.body.body.flatMap((node) => {
    if (node.type === "VariableDeclaration") {
      return node.declarations.filter(isKept).map((variable) => variable.id.name === "wasmImports"
        ? `var wasmImports = {${all(variable.init.properties, ",\n")}};`
        : `${node.kind} ${text(variable)};`);
    }
    if (!isKept(node)) return [];
    return LISTS.includes(node.id?.name) ? `function ${node.id.name}(wasmExports) {${all(node.body.body, "\n")}}` : `${text(node)};`;
  });
  return `${source.slice(factory.start, factory.body.start)}{\n${parts.join("\n")}\n}\nexport default ${factory.id.name};\n`;
}
