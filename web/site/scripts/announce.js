// What a screen reader is to say: at the speed at which it reads, so that no sentence cuts off the one before. What comes meanwhile
// is gathered; if that gets too long, the oldest is left out, so that the state reached last is always said.

const SPEED = 15; // characters that a screen reader says in a second
const MOST = 300; // characters gathered

let waiting = [], timer = 0, free = 0, marked = false;

/** Have *text* said, even if it is the same as before: *now*, in place of all that waits, or in its turn. */
export function announce(region, text, now) {
  if (region === "alert") return put(region, text);
  if (now) {
    waiting = [];
    free = 0;
    clearTimeout(timer);
    timer = 0;
  }
  waiting.push(text);
  const rest = free - performance.now();
  if (rest <= 0 && !timer) speak();
  else timer ||= setTimeout(speak, rest);
}

function speak() {
  while (waiting.length > 1 && waiting.join(" ").length > MOST) waiting.shift();
  const text = waiting.join(" ");
  waiting = [];
  timer = 0;
  free = performance.now() + 1000 * text.length / SPEED;
  put("say", text);
}

/** Fill a live region; a space at the end makes the same text a new one. */
function put(region, text) {
  marked = !marked;
  document.getElementById(region).textContent = text + (marked ? "\u00a0" : "");
}
