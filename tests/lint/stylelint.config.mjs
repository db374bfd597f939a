// The standard rules, except those about order: index.css defines the cascade, and blank lines are Prettier's.
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
  },
};
