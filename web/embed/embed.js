// Key Harvest: <key-harvest-demo scenario="chain" theme lang controls interactive>fallback</key-harvest-demo>,
// or with puzzle="daily" or puzzle="12", or with src="own.json", a file on the host's site, which the host page fetches under its
// own policy. See keyharvest/docs/embedding.md.
//
// The element creates a frame, adapts to its height, passes its messages on as events, and never throws an error.
(() => {
  const base = new URL("./", document.currentScript ? document.currentScript.src : location.href);
  const LIVE = ["theme", "controls", "interactive"];
  const WAIT = 10000; // ms allowed from a frame's loading to its first message; a missing site sends none
  const LONGEST = 10000; // characters in a file
  const NAME = /^[a-z0-9-]{1,60}$/;
  // The height in pixels of each untouched demo at widths of 390, 560 and 700.
  const HEIGHTS = "{{heights}}";
  // The message in each language of the site for a demo that can't be shown.
  const SORRY = "{{sorry}}";
  let count = 0;

  /** Estimate a demo's height: its frame reports the exact one, but that must not move the page by much. */
  function guessed(name, width) {
    const [narrow, wide, widest] = Object.hasOwn(HEIGHTS, name) ? HEIGHTS[name] : HEIGHTS.missing;
    return width < 560 ? narrow : Math.round(wide + (widest - wide) * (width - 560) / 140);
  }

  /** Return the site's language closest to the one wanted. */
  function spoken(wanted) {
    const language = wanted.toLowerCase().split("-")[0];
    return Object.hasOwn(SORRY, language) ? language : "en";
  }

  class KeyHarvestDemo extends HTMLElement {
    static observedAttributes = ["scenario", "puzzle", "src", "lang", "sandbox", ...LIVE];

    connectedCallback() {
      if (!this.shadowRoot) this.attachShadow({ mode: "open" });
      addEventListener("message", this);
      this.build();
    }

    disconnectedCallback() {
      removeEventListener("message", this);
      this.building = null; // ignore a file still being fetched
      clearTimeout(this.late);
    }

    attributeChangedCallback(name, old, value) {
      if (!this.building || old === value) return;
      if (LIVE.includes(name)) this.post("set", { name, value: value ?? { theme: "auto", controls: "full", interactive: "true" }[name] });
      else this.build();
    }

    /** The address of the file shown, the puzzle, such as "puzzle-12", or the scenario's name. */
    get what() {
      const puzzle = this.getAttribute("puzzle");
      return this.getAttribute("src") ?? (puzzle === null ? this.getAttribute("scenario") : `puzzle-${puzzle}`);
    }

    /** Show a step, from 1. */
    step(n) { this.post("step", { n }); }
    /** Let the reader play, as "Try it" does. */
    tryIt() { this.post("try"); }
    /** Return to the first step. */
    reset() { this.post("reset"); }

    build() {
      clearTimeout(this.late);
      this.frame = null;
      const src = this.getAttribute("src");
      const build = this.building = {};
      if (src === null) return this.show();
      const read = async () => {
        const found = await fetch(new URL(src, document.baseURI), { credentials: "omit" });
        const text = found.ok ? await found.text() : "";
        if (!text || text.length > LONGEST) throw Error();
        return text;
      };
      read().then(
        (text) => build === this.building && this.show(text),
        () => build === this.building && this.fail("bad-data", true),
      );
    }

    /** Create the frame: for a demo by its name, or for a *file*, given as text. */
    show(file) {
      this.heard = false;
      const name = this.getAttribute("scenario") ?? "";
      const puzzle = this.getAttribute("puzzle");
      const lang = this.getAttribute("lang") ?? "en";
      const frame = this.frame = document.createElement("iframe");
      this.key = `kh${++count}-${Math.random().toString(36).slice(2)}`;
      const hash = new URLSearchParams({ id: this.key });
      for (const each of LIVE) if (this.hasAttribute(each)) hash.set(each, this.getAttribute(each));
      if (file) hash.set("file", file);
      else if (puzzle !== null) hash.set("puzzle", puzzle);
      const language = spoken(lang);
      const page = file ? "own" : puzzle !== null ? "puzzle" : NAME.test(name) ? name : "missing";
      frame.src = new URL(`${language}/${page}.html#${hash}`, base).href;
      frame.title = `Key Harvest: ${this.what ?? ""}`;
      frame.loading = "lazy";
      frame.allow = "";
      if (this.hasAttribute("sandbox")) frame.setAttribute("sandbox", this.getAttribute("sandbox") || "allow-scripts");
      Object.assign(this.style, { display: "block", maxWidth: this.style.maxWidth || "46rem" });
      const height = `${guessed(page, this.clientWidth || 700)}px`;
      Object.assign(frame.style, { display: "block", width: "100%", height, border: "0", colorScheme: "normal" });
      frame.addEventListener("load", () => {
        if (!this.heard) this.late = setTimeout(() => this.fail("unreachable", true), WAIT);
      });
      this.shadowRoot.replaceChildren(frame);
    }

    /** Whether the frame's sandbox takes its origin away. */
    get opaque() {
      const { frame } = this;
      return frame.hasAttribute("sandbox") && !frame.sandbox.contains("allow-same-origin");
    }

    post(type, more) {
      const target = this.frame && this.opaque ? "*" : base.origin; // an opaque origin can't be named
      this.frame?.contentWindow?.postMessage({ kh: 1, id: this.key, type, ...more }, target);
    }

    handleEvent({ source, origin, data }) {
      const { frame } = this;
      if (!frame || source !== frame.contentWindow || data?.kh !== 1 || data.id !== this.key) return;
      if (origin !== (this.opaque ? "null" : base.origin)) return;
      this.heard = true;
      clearTimeout(this.late);
      const { kh, id, type, height, ...more } = data;
      if (height > 0 && height < 20000) frame.style.height = `${height}px`;
      if (type === "error") this.fail(more.code, false, more);
      else if (["ready", "step", "try", "wrong", "goal"].includes(type)) this.say(type, more);
    }

    /** Dispatch an error event; with `gone`, the element's own content replaces the frame. */
    fail(code, gone, more) {
      if (gone) {
        const sorry = document.createElement("p");
        sorry.setAttribute("role", "status");
        sorry.textContent = SORRY[spoken(this.getAttribute("lang") ?? "en")];
        this.frame = null;
        this.shadowRoot.replaceChildren(sorry, document.createElement("slot"));
      }
      this.say("error", { ...more, code });
    }

    say(type, more) {
      const detail = { scenario: this.what, ...more };
      this.dispatchEvent(new CustomEvent(`kh-${type}`, { bubbles: true, composed: true, detail }));
    }
  }

  if (!customElements.get("key-harvest-demo")) customElements.define("key-harvest-demo", KeyHarvestDemo);
})();
