// Sends the link of a turn: with the device's own sharing, as a text to paste, or as a QR code. Loaded when the first link is sent.

import { copy } from "./copy.js";

const QUIET_ZONE = 3; // empty modules around a code, without which phones don't recognize it

const link = () => document.getElementById("share-link");

/** Say what happened to the link. */
function tell(word) {
  const told = document.getElementById("share-told");
  told.textContent = told.dataset[word];
}

/** Copy a text for a *button*, and say whether that worked. */
const copyFor = (text, button) => copy(text, button).then((done) => tell(done ? "copied" : "refused"));

/** Share through the device; players who change their mind get no message. */
const share = (text, url, button) => navigator.share({ text, url }).then(
  () => tell("shared"),
  ({ name }) => name === "AbortError" ? undefined : copyFor(`${text}\n${url}`, button),
);

/** Show the link as a code for the camera of a nearby device. */
export async function showCode(url = link()?.href) {
  const place = document.getElementById("qr-code");
  if (!place || !url || (!place.hidden && place.dataset.url === url)) return;
  place.hidden = false;
  if (place.dataset.url === url) return;
  place.dataset.url = url;
  const [{ generate }, { toSvg }] = await Promise.all(
    ["{{vendor}}/lean-qr/index.js", "{{vendor}}/lean-qr/svg.js"].map((module) => import(module)),
  );
  place.replaceChildren(toSvg(generate(url), document, { on: "#000", off: "#fff", pad: QUIET_ZONE }));
}

/** Show the code, or hide it. */
function turnCode(url) {
  const place = document.getElementById("qr-code");
  if (place.hidden) return showCode(url);
  place.hidden = true;
}

/** Do what a *button* beside the link says; the elements around the buttons contain the link's text. */
export function post(what, button) {
  const url = link().href, { text } = button.parentElement.dataset;
  // The link is on a line of its own, so that messengers don't take other text for a part of it.
  return { send: () => share(text, url, button), mail: () => copyFor(`${text}\n${url}`, button), qr: () => turnCode(url) }[what]();
}
