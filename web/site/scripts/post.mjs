// Sends the link of a turn: by the device's own ways of sharing, as a text to paste, or as a QR code. It is brought with
// the first that is sent.

const QUIET_ZONE = 3; // modules around a code, without which telephones do not find it

const link = () => document.getElementById("share-link");

/** Say what has become of it; a link that can't be copied is shown. */
function tell(word) {
  const told = document.getElementById("share-told");
  told.textContent = told.dataset[word];
  link().hidden = word !== "refused";
}

/** Copy a text, for which an address without https has no way. */
const copy = (text) => navigator.clipboard
  ? navigator.clipboard.writeText(text).then(() => tell("copied"), () => tell("refused"))
  : tell("refused");

/** Share by the device; who changes their mind is told nothing. */
const share = (text, url) => navigator.share({ text, url }).then(
  () => tell("shared"),
  ({ name }) => name === "AbortError" ? undefined : copy(`${text}\n${url}`),
);

/** Show the link as a code for the camera of a device near by, or put it away. */
async function showCode(url) {
  const place = document.getElementById("qr-code");
  place.hidden = !place.hidden;
  if (place.hidden || place.firstChild) return;
  const [{ generate }, { toSvg }] = await Promise.all(
    ["{{vendor}}/lean-qr/index.mjs", "{{vendor}}/lean-qr/svg.mjs"].map((module) => import(module)),
  );
  place.replaceChildren(toSvg(generate(url), document, { on: "#000", off: "#fff", pad: QUIET_ZONE }));
}

/** Carry out what a *button* beside the link is for; the words that go with the link lie around the buttons. */
export function post(what, button) {
  const url = link().href, { text } = button.parentElement.dataset;
  // Alone on its line, so that no messenger takes anything else for a part of it.
  return { send: () => share(text, url), mail: () => copy(`${text}\n${url}`), qr: () => showCode(url) }[what]();
}
