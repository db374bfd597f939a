// Runs before the home screen is painted: if the address has a link's fragment, the page says what it is opening.
{
  const line = document.getElementById("opening"), kinds = Object.entries(JSON.parse(line.dataset.kinds));
  const [, words] = kinds.find(([beginning]) => location.hash.startsWith(`#${beginning}`)) ?? [];
  if (words) {
    line.lang = navigator.languages.map((code) => code.split("-")[0].toLowerCase()).find((code) => code in words) ?? "en";
    line.textContent = words[line.lang];
    line.dataset.said = words.en; // the shell may know another language from the settings
    line.hidden = false;
  }
}
