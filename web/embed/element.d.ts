/** A demo, a puzzle or a scenario file of your own; see docs/embedding.md. Its properties are its attributes. */
export interface KeyHarvestDemo extends HTMLElement {
  scenario: string | null;
  puzzle: string | null;
  src: string | null;
  theme: "auto" | "light" | "dark" | "contrast";
  controls: "full" | "step" | "none";
  interactive: boolean | "true" | "false";
  sandbox: string | null;
  /** Show a step, from 1. */
  step(n: number): void;
  /** Let the reader play, as "Try it" does. */
  tryIt(): void;
  /** Return to the first step. */
  reset(): void;
}

/** Define the element; `base` is the address of the site's folder `embed/`. */
export function define(base: string | URL): void;

declare global {
  interface HTMLElementTagNameMap {
    "key-harvest-demo": KeyHarvestDemo;
  }
}
