// Scripts of the page run in browsers and workers, those of the build in Node.js.
import { createRequire } from "node:module";

const from = createRequire(import.meta.url); // unlike `import` it looks where NODE_PATH says
const js = from("@eslint/js");
const globals = from("globals");

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error", reportUnusedInlineConfigs: "error" },
    rules: {
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "object-shorthand": "error",
      "no-implicit-globals": "error",
      "no-throw-literal": "error",
    },
  },
  { files: ["web/site/**", "web/embed/**", "web/bench/**"], languageOptions: { globals: { ...globals.browser, ...globals.worker } } },
  { files: ["web/embed/{embed,theme}.js", "web/site/scripts/{opening,missing}.js"], languageOptions: { sourceType: "script" } },
  { files: ["web/bundle/**", "web/pyodide/**"], languageOptions: { globals: globals.node } },
  {
    files: ["web/site/sw.js", "web/bundle/develop/*"],
    languageOptions: { sourceType: "module", globals: { ...globals.browser, ...globals.serviceworker } },
  },
  { files: ["tests/**"], languageOptions: { globals: { ...globals.node, ...globals.browser, ...globals.worker } } },
];
