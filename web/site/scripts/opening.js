// Runs before the home screen is painted. It puts there what the reader will find: their language, colours and way on, as the last
// visit has left them (storage.js). If the page opens something else, a link or the place it was at, it says so instead.
{
  const line = document.getElementById("opening"), root = document.documentElement;
  const [kinds, doors] = [line.dataset.kinds, line.dataset.doors].map((text) => JSON.parse(text));

  const recalled = () => {
    try {
      const { page, doors: html } = JSON.parse(localStorage.getItem("keyharvest.first"));
      return { page, html };
    } catch {
      return null; // a first visit, or a browser that stores nothing
    }
  };

  const asked = () => navigator.languages.map((code) => code.split("-")[0].toLowerCase()).find((code) => code === "en" || code in doors);
  const { page, html } = recalled() ?? { page: { lang: asked() ?? "en" }, html: doors[asked()] };
  for (const [name, value] of Object.entries(page)) root.setAttribute(name, value);

  const linked = location.hash.length > 1;
  const where = linked ? location.hash : JSON.parse(history.state ?? "[]").findLast(Boolean) ?? "home";
  const [, words] = Object.entries(kinds).find(([beginning]) => beginning ? where.startsWith(beginning) : !linked) ?? [];
  line.lang = page.lang;
  line.textContent = words?.[page.lang] ?? "";
  line.dataset.said = words?.en ?? ""; // the shell may know another language from the settings
  line.hidden = !line.textContent;

  // The doors that the build has drawn, for an English reader's first visit, stay hidden until the right ones are there.
  root.toggleAttribute("data-doors", Boolean(html));
  if (html) {
    new MutationObserver((_, observer) => {
      if (!document.getElementById("over")) return; // it follows the home screen
      observer.disconnect();
      const home = document.querySelector("#main > .home");
      for (const old of home?.querySelectorAll(":scope > :is(.intro, footer)") ?? []) old.remove();
      home?.insertAdjacentHTML("beforeend", html);
      root.removeAttribute("data-doors");
    }).observe(document.body, { childList: true });
  }
}

// If the page's scripts haven't started after a while, look whether the server sends them with a type that browsers refuse.
{
  const late = document.getElementById("no-shell");
  late.addEventListener("animationend", async () => {
    const { src } = document.querySelector("script[type=module]");
    const type = (await fetch(src, { method: "HEAD" }).catch(() => null))?.headers.get("Content-Type") ?? "";
    if (!type || /javascript|ecmascript/.test(type)) return;
    const values = { file: src.split("/").pop(), type };
    for (const said of late.querySelectorAll("[data-typed]")) {
      said.textContent = said.dataset.typed.replace(/\{(\w+)\}/g, (_, name) => values[name]);
    }
  });
}
