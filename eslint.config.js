// What the pages' JavaScript is held to, beside its types (tsconfig.json), and that of the examples.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["node_modules/", ".venv*/", "build/"] },
  js.configs.recommended,
  { files: ["examples/*.mjs"], languageOptions: { globals: globals.node } },
  {
    files: ["services/gateway/static/**/*.js", "redscience/*/page/**/*.js", "tests/**/page/**/*.js"],
    languageOptions: { globals: globals.browser },
    rules: {
      "array-callback-return": "error",
      complexity: ["error", 15],
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-depth": ["error", 3],
      "max-len": ["error", { code: 120, tabWidth: 2 }],
      "max-lines": ["error", 450],
      "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
      "max-params": ["error", 7],
      "no-console": "error",
      "no-eval": "error",
      "no-implicit-coercion": "error",
      "no-implied-eval": "error",
      "no-param-reassign": "error",
      "no-restricted-properties": ["error", { object: "location", property: "assign", message: "See going.js." }],
      "no-shadow": "error",
      "no-throw-literal": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      "sort-imports": ["error", { ignoreDeclarationSort: true, ignoreCase: true }],
    },
  },
  { files: ["services/gateway/static/going.js"], rules: { "no-restricted-properties": "off" } },
];
