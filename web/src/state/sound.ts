import { prefs, type Ansicht } from "./prefs.svelte";

export type Sound = "dice" | "lift" | "flap" | "turn";

interface Timbre {
  /** Centre of the knock in Hz, how sharply it rings, and how long, in seconds. */
  pitch: number;
  ring: number;
  length: number;
}

const TIMBRES: Record<Ansicht, Timbre> = {
  kneipe: { pitch: 620, ring: 4, length: 0.07 },
  hafen: { pitch: 1500, ring: 14, length: 0.12 },
  salon: { pitch: 330, ring: 2, length: 0.05 },
};

/** When the knocks of a sound fall, in seconds, and how loud. */
const KNOCKS: Record<Sound, readonly (readonly [number, number])[]> = {
  dice: [[0.02, 0.3], [0.12, 0.35], [0.24, 0.3], [0.4, 0.7], [0.52, 0.45], [0.6, 0.25], [0.66, 0.15]],
  lift: [[0.7, 0.3], [0.78, 0.15]],
  flap: [[0.12, 0.9], [0.17, 0.3]],
  turn: [[0, 0.5], [0.14, 0.6]],
};

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Play a sound of the Ansicht in force, if the reader wants sound and has touched the page before. */
export function sound(name: Sound): void {
  if (!prefs.sound || !navigator.userActivation?.hasBeenActive || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  noise ??= hiss(context);
  const timbre = TIMBRES[prefs.ansicht];
  for (const [at, loud] of KNOCKS[name]) knock(context, noise, timbre, context.currentTime + at, loud);
}

function hiss(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  return buffer;
}

function knock(audio: AudioContext, buffer: AudioBuffer, timbre: Timbre, at: number, loud: number): void {
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = timbre.pitch * (0.85 + 0.3 * loud);
  filter.Q.value = timbre.ring;
  gain.gain.setValueAtTime(0.5 * loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + timbre.length);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + timbre.length);
}
