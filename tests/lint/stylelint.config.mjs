// The standard rules, except those about order: layers define the cascade, and blank lines are Prettier's; and the system of the
// sheets: sizes, spaces, corners and colours are tokens (web/site/styles/first/tokens.css, keyharvest/picture/colours.py).
const small = String.raw`/(?<![\d.])(1?\d|20)(\.\d+)?px/`; // what a token stands for; larger spaces are for something that lies there

export default {
  extends: "stylelint-config-standard",
  reportNeedlessDisables: true,
  reportDescriptionlessDisables: true,
  rules: {
    "no-descending-specificity": null,
    "rule-empty-line-before": null,
    "comment-empty-line-before": null,
    "at-rule-empty-line-before": null,
    "custom-property-empty-line-before": null,
    "declaration-empty-line-before": null,
    "declaration-no-important": true,
    "color-no-hex": true,
    "max-nesting-depth": 2,
    "declaration-property-value-disallowed-list": {
      "font-size": [/^(?!min).*\d(px|rem)/],
      font: [/\drem\s*\//],
      "/^(gap|row-gap|column-gap|padding)/": [small],
      "border-radius": [/(?<![\d.])([4-9]|1\d|20)px/],
    },
  },
  overrides: [{ files: ["**/tokens.css"], rules: { "declaration-property-value-disallowed-list": null } }],
};
