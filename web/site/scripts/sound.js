// The sounds of the table, synthesized rather than loaded from files. This module is loaded only if the player has switched sound
// on, and plays only after the first press, as browsers require.

// Each sound is a few tones: the wave, the frequency at its beginning and at its end in Hz, when it begins and how long it
// lasts in seconds, and how loud it is compared with the others.
const SOUNDS = {
  place: [["triangle", 240, 110, 0, 0.12, 0.5], ["sine", 90, 60, 0, 0.16, 0.4]],
  coins: [0, 1, 2].map((coin) => ["sine", 1760 + 330 * coin, 1760 + 330 * coin, 0.06 * coin, 0.18, 0.28]),
  hire: [["triangle", 392, 392, 0, 0.14, 0.4], ["triangle", 523, 523, 0.1, 0.2, 0.4]],
  event: [1, 2, 3, 4.2].map((partial) => ["sine", 440 * partial, 440 * partial, 0, 1.4 / partial, 0.4 / partial]),
  turn: [["sine", 523, 523, 0, 0.22, 0.4], ["sine", 784, 784, 0.14, 0.4, 0.4]],
  over: [523, 659, 784, 1047].map((tone, number) => ["triangle", tone, tone, 0.15 * number, 0.7, 0.32]),
  refused: [["triangle", 150, 110, 0, 0.16, 0.6]],
};
const ATTACK = 0.008; // s until a tone reaches its full volume; without such an attack it would click
const SILENT = 0.0001;
const PATIENCE = 500; // ms that a sound waits until sounds are possible again

let context = null;

/** Play a sound; `volume` from 0 to 1. */
export async function play(name, volume) {
  if (!navigator.userActivation.hasBeenActive) return;
  if (!context || context.state === "closed") context = new AudioContext();
  // A phone call leaves it suspended or, on iOS, interrupted. Until it is over, sounds are dropped instead of piling up.
  if (context.state !== "running") await Promise.race([context.resume(), new Promise((done) => setTimeout(done, PATIENCE))]);
  if (context.state !== "running") return;
  const now = context.currentTime;
  for (const [type, from, to, begin, length, level] of SOUNDS[name]) {
    const tone = new OscillatorNode(context, { type, frequency: from });
    const loudness = new GainNode(context, { gain: 0 });
    const start = now + begin;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, start + length);
    loudness.gain.setValueAtTime(SILENT, start);
    loudness.gain.linearRampToValueAtTime(level * volume, start + ATTACK);
    loudness.gain.exponentialRampToValueAtTime(SILENT, start + length);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
