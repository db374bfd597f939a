// Key Harvest: <key-harvest-demo scenario="chain" theme lang controls interactive>fallback</key-harvest-demo>,
// or with puzzle="daily" or puzzle="12", or with src="own.json", a file on the host's site, which the host page fetches under its
// own policy. See keyharvest/docs/embedding.md.
//
// The element creates a frame, adapts to its height, passes its messages on as events, and never throws an error.

/** Define the element, with its demos from the site whose folder `embed/` is at `base`. */
export function define(base) {
  if (!globalThis.customElements || customElements.get("key-harvest-demo")) return; // such as where a server draws the page
  const site = new URL(base);
  const LIVE = { theme: "auto", controls: "full", interactive: "true" }; // what may change while the frame is there, and its default
  const SENT = ["ready", "step", "try", "wrong", "goal"];
  const WAIT = 10000; // ms allowed from a frame's loading to its first message; a missing site sends none
  const LONGEST = 10000; // characters in a file
  const NAME = /^[a-z0-9-]{1,60}$/;
  // The height in pixels of each untouched demo at widths of 390, 560 and 700.
  const HEIGHTS = "{{heights}}";
  // The message in each language of the site for a demo that can't be shown.
  const SORRY = "{{sorry}}";
  // As a sheet, which any policy of the host allows, and which any rule of the host's own overrides.
  const style = new CSSStyleSheet();
  style.replaceSync(`
    :host { display: block; max-width: 46rem; }
    :host([hidden]) { display: none; }
    iframe { display: block; width: 100%; border: 0; color-scheme: normal; }
    @media print { iframe { height: var(--printed) !important; break-inside: avoid; } }
  `);
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

  /** Return the text of a file on the host's site. Throw an error that says what is wrong with it. */
  async function read(address) {
    const found = await fetch(address, { credentials: "omit" }).catch(() => {
      throw Error(`${address} can't be fetched: no network, a site that doesn't allow it (CORS), or this page's policy (connect-src)`);
    });
    if (!found.ok) throw Error(`${address} can't be fetched: status ${found.status}`);
    const text = await found.text();
    if (!text) throw Error(`${address} is empty`);
    if (text.length > LONGEST) throw Error(`${address} has ${text.length} characters; at most ${LONGEST} are allowed`);
    return text;
  }

  class KeyHarvestDemo extends HTMLElement {
    static observedAttributes = ["scenario", "puzzle", "src", "lang", "sandbox", ...Object.keys(LIVE)];
    waiting = []; // what the frame gets once it listens

    connectedCallback() {
      if (!this.shadowRoot) this.attachShadow({ mode: "open" }).adoptedStyleSheets = [style];
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
      if (name in LIVE) return this.post("set", { name, value: value || LIVE[name] });
      this.waiting = []; // it was meant for what was shown before
      this.build();
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
      this.ready = false;
      const src = this.getAttribute("src");
      const build = this.building = {};
      if (src === null) return this.show();
      read(new URL(src, document.baseURI)).then(
        (text) => build === this.building && this.show(text),
        ({ message: text }) => build === this.building && this.fail("bad-data", true, { text }),
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
      for (const each of Object.keys(LIVE)) if (this.getAttribute(each)) hash.set(each, this.getAttribute(each));
      if (file) hash.set("file", file);
      else if (puzzle !== null) hash.set("puzzle", puzzle);
      const language = spoken(lang);
      const page = file ? "own" : puzzle !== null ? "puzzle" : NAME.test(name) ? name : "missing";
      frame.src = new URL(`${language}/${page}.html#${hash}`, site).href;
      frame.title = `Key Harvest: ${this.what ?? ""}`;
      frame.loading = "lazy";
      frame.allow = "";
      if (this.hasAttribute("sandbox")) frame.setAttribute("sandbox", this.getAttribute("sandbox") || "allow-scripts");
      this.size(guessed(page, this.clientWidth || 700));
      frame.addEventListener("load", () => {
        if (!this.heard) this.late = setTimeout(() => this.fail("unreachable", true), WAIT);
      });
      this.shadowRoot.replaceChildren(frame);
    }

    /** Whether the frame may have no origin: because of its own sandbox, or of one around this page, which reaches into it. */
    get opaque() {
      const { frame } = this;
      return self.origin === "null" || (frame.hasAttribute("sandbox") && !frame.sandbox.contains("allow-same-origin"));
    }

    /** Set the frame's height in pixels, on the screen and on paper. */
    size(height, printed = height) {
      const { style } = this.frame;
      if (height > 0 && height < 20000) style.height = `${height}px`;
      if (printed > 0 && printed < 60000) style.setProperty("--printed", `${printed}px`);
    }

    /** Send a message to the frame, or keep it until the frame listens. */
    post(type, more) {
      if (!this.ready) {
        this.waiting.push([type, more]);
        return;
      }
      const target = this.frame && this.opaque ? "*" : site.origin; // an opaque origin can't be named
      this.frame?.contentWindow?.postMessage({ kh: 1, id: this.key, type, ...more }, target);
    }

    handleEvent({ source, origin, data }) {
      const { frame } = this;
      if (!frame || source !== frame.contentWindow || data?.kh !== 1 || data.id !== this.key) return;
      if (origin !== site.origin && !(this.opaque && origin === "null")) return;
      this.heard = true;
      clearTimeout(this.late);
      const { kh, id, type, height, printed, ...more } = data;
      this.size(height, printed);
      if (type === "error") this.fail(more.code, false, more);
      else if (SENT.includes(type)) this.say(type, more);
      if (type !== "ready") return;
      this.ready = true;
      for (const each of this.waiting.splice(0)) this.post(...each);
    }

    /** Dispatch an error event; with `gone`, the element's own content replaces the frame. */
    fail(code, gone, more) {
      if (more?.text) console.warn(`Key Harvest: ${more.text}`);
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

  // Frameworks set properties where there are any: `interactive={false}` must not be a missing attribute.
  for (const name of ["scenario", "puzzle", "src", "sandbox", ...Object.keys(LIVE)]) {
    Object.defineProperty(KeyHarvestDemo.prototype, name, {
      get() { return this.getAttribute(name) ?? LIVE[name] ?? null; },
      set(value) { (value ?? null) === null ? this.removeAttribute(name) : this.setAttribute(name, String(value)); },
    });
  }
  customElements.define("key-harvest-demo", KeyHarvestDemo);
}
