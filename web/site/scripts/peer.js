// Lines, direct connections between the pages of a live game: WebRTC data channels. Loaded with the first invitation.
//
// No server takes part, unless the site names an address service (STUN) and the player has agreed to ask it.
//
// What a browser needs for a connection is sent in links, packed as tightly as possible: a byte of flags (keyharvest/docs/
// remote.md), the certificate's fingerprint, ICE's username fragment and password, and the addresses; everything else in a
// session description is the same for all. The game's worker gives orders and gets reports of what happens, all as strings.

const LONGEST = 20_000; // characters of a text, as in keyharvest/remote/ordering.py
const MOST_TEXTS = 200, WITHIN = 10_000; // the most texts from one page within so many ms; no game sends more
const PATIENCE = 10_000; // ms for two browsers to find each other: WebRTC reports no error if they can't
const GATHERING = 6_000; // ms for the browser to find its addresses, one of which it may have to ask for over a slow network
const STIRRING = 2_000; // ms between the attempts with which a waiting guest keeps the connection alive
const UNTOUCHED = 120_000; // ms without a touch of the page after which its player is away
const MOST_ADDRESSES = 4, MOST_OUTSIDE = 3; // in the local network, and on the internet
const HOST = 0, IPV4 = 1, IPV6 = 2; // kinds of addresses: a name in the local network (mDNS), or a number

/** The address service that the host of the site has chosen, if any (python3 web --stun). */
const SERVICE = document.querySelector("meta[name=stun]")?.content;

const lines = new Map(); // by number: connection, channel, note
let hear = () => {};
const told = (line, what, text = "") => hear(line, what, text);

// ---- packing

const encoded = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const decoded = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (text) => (text.match(/../g) ?? []).map((pair) => parseInt(pair, 16));

/** Return the 16 bytes of an IPv6 address. */
function ipv6(address) {
  const [left, right] = address.split("::").map((part) => part ? part.split(":") : []);
  const groups = right ? [...left, ...Array(8 - left.length - right.length).fill("0"), ...right] : left;
  return groups.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
}

function packedAddress([, address, port]) {
  const tail = [port >> 8, port & 255];
  if (address.endsWith(".local")) return [HOST, ...fromHex(address.slice(0, -6).replaceAll("-", "")), ...tail];
  return address.includes(":") ? [IPV6, ...ipv6(address), ...tail] : [IPV4, ...address.split(".").map(Number), ...tail];
}

/** Return the addresses of a kind in a session description, as matches: the whole text, the address, the port. */
const addressesIn = (sdp, kind, most) =>
  [...sdp.matchAll(new RegExp(`^a=candidate:\\S+ 1 udp \\d+ (\\S+) (\\d+) typ ${kind}`, "gmi"))].slice(0, most);

/**
 * Pack a session description. Firefox's username fragments and passwords are hexadecimal, those of other browsers base64.
 * Addresses on the internet come last, where pages of earlier versions ignore them.
 */
function packed(sdp) {
  const [name, password] = ["ice-ufrag", "ice-pwd"].map((key) => sdp.match(new RegExp(`^a=${key}:(\\S+)`, "m"))[1]);
  const fingerprint = fromHex(sdp.match(/^a=fingerprint:sha-256 (\S+)/mi)[1].replaceAll(":", ""));
  const inside = addressesIn(sdp, "host", MOST_ADDRESSES), outside = addressesIn(sdp, "srflx", MOST_OUTSIDE);
  const hex = /^[0-9a-f]{8} [0-9a-f]{32}$/.test(`${name} ${password}`);
  const secrets = hex ? fromHex(name + password) : [...atob(name + password)].map((letter) => letter.charCodeAt(0));
  if (secrets.length !== (hex ? 20 : 21)) throw new Error("a name or password of ICE of unknown length");
  const flags = hex | outside.length << 1 | /^a=setup:passive/m.test(sdp) << 3 | inside.length << 4;
  return encoded([flags, ...fingerprint, ...secrets, ...[...inside, ...outside].flatMap(packedAddress)]);
}

/**
 * Make a session description from a packed one, and return it with the addresses on the internet, as candidates. An answer
 * contains all addresses, an offer at most those of the local network.
 *
 * All of it is made from numbers, so a link can't put anything else into the description.
 */
function unpacked(code, offer, withInside = true) {
  const bytes = decoded(code);
  let at = 1;
  const take = (length) => {
    if (at + length > bytes.length) throw new Error("a part is missing");
    return bytes.subarray(at, at += length);
  };
  const base64 = (length) => btoa(String.fromCharCode(...take(length)));
  const fingerprint = Array.from(take(32), (byte) => toHex([byte]).toUpperCase()).join(":");
  const [name, password] = bytes[0] & 1 ? [toHex(take(4)), toHex(take(16))] : [base64(3), base64(18)];
  const address = () => {
    const [kind] = take(1), length = kind === IPV4 ? 4 : 16, raw = take(length), [high, low] = take(2);
    const text = kind === IPV4 ? raw.join(".")
      : kind === IPV6 ? toHex(raw).match(/.{4}/g).join(":")
      : toHex(raw).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5.local");
    return `${text} ${high << 8 | low}`;
  };
  const some = (length, kind, first) => Array.from({ length }, (_, i) =>
    `candidate:${first + i} 1 udp ${2113937151 - first - i} ${address()} typ ${kind}`);
  const inside = some(Math.min(bytes[0] >> 4, MOST_ADDRESSES), "host", 1);
  const outside = some(bytes[0] >> 1 & MOST_OUTSIDE, "srflx raddr 0.0.0.0 rport 9", 5);
  // The guest begins the handshake, or over the internet the host: there the guest's browser may reach the host's long
  // before the host has the answer, and would give up.
  const setup = offer ? outside.length ? "active" : "actpass" : bytes[0] >> 3 & 1 ? "passive" : "active";
  const lines = [
    "v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0", "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 0.0.0.0", `a=ice-ufrag:${name}`, `a=ice-pwd:${password}`, `a=fingerprint:sha-256 ${fingerprint}`,
    `a=setup:${setup}`, "a=mid:0", "a=sctp-port:5000", "a=max-message-size:262144",
    ...[...(withInside ? inside : []), ...(offer ? [] : outside)].map((candidate) => `a=${candidate}`),
  ];
  return [{ type: offer ? "offer" : "answer", sdp: `${lines.join("\r\n")}\r\n` }, outside];
}

// ---- connecting

/** Resolve when the browser has found its addresses. */
const gathered = (connection) => new Promise((done) => {
  const look = () => connection.iceGatheringState === "complete" && done();
  connection.addEventListener("icegatheringstatechange", look);
  setTimeout(done, GATHERING);
  look();
});

/** Begin a line, and report when it breaks; *agreed* is the address service that the player lets the browser ask. */
function begun(number, note, agreed) {
  drop(number);
  const iceServers = agreed && agreed === SERVICE ? [{ urls: SERVICE }] : [];
  const line = { connection: new RTCPeerConnection({ iceServers }), channel: null, note, heard: [] };
  lines.set(number, line);
  line.connection.addEventListener("connectionstatechange", () => {
    const { connectionState: state } = line.connection;
    if (lines.get(number) !== line || line.channel?.readyState !== "open") return;
    if (state === "disconnected") told(number, "shaky");
    if (state === "connected" && line.shaken) told(number, "steady");
    if (state === "failed") lost(number, line);
    line.shaken = state === "disconnected";
  });
  return line;
}

function lost(number, line) {
  if (lines.get(number) !== line) return;
  drop(number);
  told(number, "lost");
}

function drop(number) {
  const line = lines.get(number);
  lines.delete(number);
  clearTimeout(line?.patience);
  clearInterval(line?.stirring);
  line?.connection.close();
  watch();
}

function use(number, line, channel) {
  line.channel = channel;
  const open = () => {
    clearTimeout(line.patience);
    clearInterval(line.stirring);
    watch();
    told(number, "open", line.note);
  };
  channel.addEventListener("close", () => lost(number, line));
  channel.addEventListener("message", ({ data }) => {
    const now = performance.now();
    line.heard = [...line.heard.filter((then) => now - then < WITHIN), now];
    if (typeof data !== "string" || data.length > LONGEST || line.heard.length > MOST_TEXTS) lost(number, line);
    else told(number, "text", data);
  });
  if (channel.readyState === "open") open();
  else channel.addEventListener("open", open);
}

/** Make an offer, for an invitation; it waits for an answer as long as the page is open. */
async function offer(number, note, agreed) {
  const line = begun(number, note, agreed);
  use(number, line, line.connection.createDataChannel("game"));
  await line.connection.setLocalDescription();
  await gathered(line.connection);
  if (lines.get(number) === line) made(number, line, "offer");
}

/** Answer an offer, and wait until the other page has the answer. */
async function answer(number, note, code, agreed) {
  const line = begun(number, note, agreed), { connection } = line;
  connection.addEventListener("datachannel", ({ channel }) => use(number, line, channel));
  // A browser that can reach the other one before that has the answer gives up after a few minutes, and at once stops asking
  // for its own address on the internet, but without addresses to try it waits. Firefox needs some, as it would give up
  // after five seconds.
  const firefox = navigator.userAgent.includes("Firefox");
  const [offered, outside] = unpacked(code, true, firefox);
  await connection.setRemoteDescription(offered);
  await connection.setLocalDescription();
  await gathered(connection);
  if (lines.get(number) !== line) return;
  made(number, line, "answer");
  if (!firefox && !outside.length) return;
  line.stirring = setInterval(stir, STIRRING, connection, firefox, outside);
  stir(connection, firefox, outside);
}

/** Report an offer or an answer, and keep the report for a new worker. */
function made(number, line, what) {
  line.made = [what, packed(line.connection.localDescription.sdp)];
  told(number, ...line.made);
}

let stirred = 1000;
/**
 * Give a waiting browser addresses to try: for Firefox, another one in a network reserved for documentation (RFC 5737);
 * and again the host's addresses on the internet, as a router lets in only replies to something sent a moment ago.
 */
function stir(connection, firefox, outside) {
  const another = firefox ? [`candidate:9 1 udp ${stirred} 198.51.100.1 ${stirred++} typ host`] : [];
  for (const candidate of [...another, ...outside]) {
    connection.addIceCandidate({ candidate, sdpMid: "0", sdpMLineIndex: 0 }).catch(() => {});
  }
}

/** Use the answer to an offer; if that leads to no connection within a few seconds, it never will. */
async function accept(number, code) {
  const line = lines.get(number);
  if (!line) return told(number, "failed");
  await line.connection.setRemoteDescription(unpacked(code, false)[0]);
  line.patience = setTimeout(() => {
    drop(number);
    told(number, "failed");
  }, PATIENCE);
}

function send(number, text) {
  const line = lines.get(number);
  try {
    line?.channel?.send(text);
  } catch {
    if (line) lost(number, line); // its queue is full, or it has just closed
  }
}

// ---- an answer whose link has been opened in another tab

// The page that waits says that it has *taken* the answer, or that it is *paused*, and later that it is *back*.
const tabs = new BroadcastChannel("keyharvest answers");
let handing = "";
tabs.onmessage = ({ data }) => {
  if (data === "back") handing && tabs.postMessage(handing);
  else if (data === "taken" || data === "paused") handing && told(-1, data);
  else if (typeof data !== "string" || data.length >= LONGEST || !lines.size) return;
  else if (document.getElementById("main").inert) tabs.postMessage("paused");
  else told(-1, "handed", data);
  if (data === "taken") handing = "";
};

// ---- who is there

const live = () => [...lines.values()].some(({ channel }) => channel?.readyState === "open");
let away = false, dozing = 0;

/** Note that the player has touched the page, or has come back to it. */
function stay() {
  clearTimeout(dozing);
  dozing = setTimeout(() => {
    away = true;
    told(-1, "away");
  }, UNTOUCHED);
  if (!away || document.hidden) return;
  away = false;
  told(-1, "here");
}

const TITLE = document.title;
const badge = (how) => navigator[how]?.().catch(() => {}); // of an installed page's icon

/** Show in the tab's title, and on the icon, what the player is called to do; without a word, nothing. */
function call(word) {
  document.title = word ? `${word} – ${TITLE}` : TITLE;
  badge(word ? "setAppBadge" : "clearAppBadge");
}
addEventListener("pagehide", () => badge("clearAppBadge"));

const leave = (event) => event.preventDefault(); // the browser asks before it closes the page

/** While there is a line, watch the player, and ask before the page is left. */
function watch() {
  const on = live();
  for (const kind of ["pointerdown", "keydown", "visibilitychange"]) {
    if (on) document.addEventListener(kind, stay, true);
    else document.removeEventListener(kind, stay, true);
  }
  if (on) addEventListener("beforeunload", leave);
  else removeEventListener("beforeunload", leave);
  if (on) stay();
  else clearTimeout(dozing);
}

// ---- orders

const orders = {
  offer,
  answer,
  accept,
  send,
  close: drop,
  hand: (_number, text) => tabs.postMessage(handing = text),
  taken: () => tabs.postMessage("taken"),
  /** Change the note of a line, which a new worker will get: the line now belongs to another game. */
  note: (number, note) => lines.has(number) && (lines.get(number).note = note),
  call: (_number, word) => call(word),
  /** Report to the worker which address service the site has. */
  service: () => SERVICE && told(-1, "service", SERVICE),
  code: () => import("./post.js").then(({ showCode }) => showCode()),
  /** Report to a new worker all lines, those that wait for an answer too, and the place to which the page returns. */
  again(_number, place) {
    for (const [number, { channel, note, made: waiting }] of lines) {
      told(number, "kept", note);
      if (channel?.readyState === "open") told(number, "open", note);
      else if (waiting) told(number, ...waiting);
    }
    told(-1, "returned", place);
    tabs.postMessage("back");
  },
};

/** Carry out orders, a list of `[order, line, text, text]` as JSON. The listener gets a line, what happened on it, and a text. */
export function carryOut(json, listener) {
  hear = listener;
  for (const [what, number, ...texts] of JSON.parse(json)) {
    Promise.resolve().then(() => orders[what](number, ...texts)).catch((error) => {
      console.info(`Line ${number}:`, String(error));
      drop(number);
      told(number, "failed");
    });
  }
}
