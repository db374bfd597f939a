// Runs before the first paint: sets the theme from the address (#theme=dark) or the reader's system.
const asked = new URLSearchParams(location.hash.slice(1)).get("theme");
if (["light", "dark", "contrast"].includes(asked)) document.documentElement.dataset.theme = asked;
