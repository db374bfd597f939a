// The frame of a game in a notebook: draws what the session sends, and reports what the reader does.

const FIELDS = ["FORM", "SELECT", "INPUT"];
const BY_BROWSER = ["A", "BUTTON", "INPUT", "SELECT", "SUMMARY", "TEXTAREA"];

function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.title = "Key Harvest";
  frame.style.cssText = `width: 100%; height: ${model.get("height")}px; border: 0`;
  el.append(frame);
  let page = null, due = null;
  const send = (intent, value = null) => model.send({ intent, value });

  /** Draw panels; the control that had the focus gets it again. */
  function draw(panels) {
    const { id, dataset } = page.activeElement ?? {};
    for (const [name, html] of Object.entries(panels)) {
      const panel = page.getElementById(name);
      if (panel) panel.innerHTML = html;
    }
    if (page.activeElement !== page.body) return;
    const again = id ? page.getElementById(id)
      : dataset?.intent && page.querySelector(`[data-intent="${dataset.intent}"][data-value="${dataset.value}"]`);
    again?.focus({ preventScroll: true });
  }

  function show({ panels = {}, attributes = {}, screen, over, focus, say, alert, next, number }) {
    draw(panels);
    for (const [name, values] of Object.entries(attributes)) {
      for (const [attribute, value] of Object.entries(values)) {
        if (value === null) page.getElementById(name)?.removeAttribute(attribute);
        else page.getElementById(name)?.setAttribute(attribute, value);
      }
    }
    if (screen) page.body.dataset.screen = screen;
    const dialog = page.getElementById("over");
    if (dialog.open && (screen || over === false)) dialog.close();
    if (over && !dialog.open) dialog.showModal();
    if (say) page.getElementById("say").textContent = say;
    page.getElementById("alert").textContent = alert ?? "";
    if (focus) page.getElementById(focus)?.focus({ preventScroll: true });
    clearTimeout(due);
    if (next !== null) due = setTimeout(() => model.send({ step: number }), 1000 * next);
  }

  function listen() {
    page.addEventListener("click", (event) => {
      const pressed = event.target.closest("[data-intent]");
      if (!pressed || FIELDS.includes(pressed.tagName)) return;
      event.preventDefault();
      send(pressed.dataset.intent, pressed.dataset.value);
    });
    page.addEventListener("change", ({ target }) => {
      const { intent } = target.dataset, { name, value, type, checked } = target;
      if (intent) send(intent, type === "checkbox" ? { [name]: checked } : type === "radio" ? { [name]: value } : value);
    });
    page.addEventListener("submit", (event) => {
      event.preventDefault();
      if (event.target.method === "dialog") event.target.closest("dialog").close();
      else if (event.target.dataset.intent) send(event.target.dataset.intent, Object.fromEntries(new FormData(event.target)));
    });
    page.addEventListener("keydown", (event) => {
      const { key, code, ctrlKey, metaKey, shiftKey: shift, altKey: alt, repeat, target } = event;
      const ctrl = ctrlKey || metaKey, area = target.closest("[data-keys]");
      const ours = ctrl ? /^[yz]$/i.test(key) : !(BY_BROWSER.includes(target.tagName) && ["Enter", " "].includes(key) && !shift);
      if (!area || alt || !ours || (repeat && !key.startsWith("Arrow")) || page.getElementById("over").open) return;
      if (["INPUT", "TEXTAREA"].includes(target.tagName) || key.length > 1 && /^(Shift|Control|Meta|Tab)$/.test(key)) return;
      event.stopPropagation(); // the notebook has keys of its own
      if (ctrl || area.dataset.keys === "board") event.preventDefault();
      send("key", { key, code, ctrl, shift, alt, scope: area.dataset.keys, at: target.id });
    });
    page.getElementById("over").addEventListener("close", () => send("bare"));
  }

  function hear(message) {
    if (page) {
      if (!message.frame) show(message);
    } else if (message.frame) {
      frame.onload = () => {
        page = frame.contentDocument;
        listen();
        model.send({ all: true });
      };
      frame.srcdoc = message.frame;
    }
  }

  model.on("msg:custom", hear);
  model.send({ frame: true });
  return () => {
    clearTimeout(due);
    model.off("msg:custom", hear);
  };
}

export default { render };
