// Before anything is painted: the theme that the address asks for (#theme=dark); else that of the reader's system.
const asked = new URLSearchParams(location.hash.slice(1)).get("theme");
if (["light", "dark", "contrast"].includes(asked)) document.documentElement.dataset.theme = asked;
