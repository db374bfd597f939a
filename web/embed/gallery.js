// The gallery: a filter by word or rule, and the code to copy, completed with the address of this site.

const site = new URL("./", location.href).href;
for (const code of document.querySelectorAll("pre")) code.textContent = code.textContent.replaceAll("{site}", site);

const find = document.getElementById("find");
const found = document.getElementById("found");
const cards = [...document.querySelectorAll(".cards > li")];

function filter() {
  const word = find.value.trim().toLowerCase();
  const number = /^\d/.test(word);
  for (const card of cards) {
    const rules = card.dataset.rules.toLowerCase().split(" ");
    card.hidden = !(number
      ? rules.some((rule) => rule === word || rule.startsWith(`${word}.`) || (word === "12" && /^12[a-z]/.test(rule)))
      : card.textContent.toLowerCase().includes(word));
  }
  found.textContent = found.dataset.text.replace("{number}", cards.filter((card) => !card.hidden).length);
}

find.addEventListener("input", filter);
filter();
document.addEventListener("click", async ({ target }) => {
  if (!target.matches("[data-copied]")) return;
  const code = target.parentElement.querySelector("pre");
  try {
    await navigator.clipboard.writeText(code.textContent);
    target.textContent = target.dataset.copied;
  } catch {
    getSelection().selectAllChildren(code); // for the reader to copy by hand
  }
});
