import { mono, type NoteRequest, type Voice } from './note.js';

const METAL = [2, 3, 4.16, 5.43, 6.79, 8.21];

type Decay = (index: number) => number;

function decay(note: NoteRequest, seconds: number): Decay {
  const rate = -6.9 / (seconds * note.sampleRate);
  return (index) => Math.exp(index * rate);
}

function blank(note: NoteRequest, seconds: number): Float32Array {
  return new Float32Array(Math.ceil(seconds * note.sampleRate));
}

/** A falling sine with a click: bass drums, toms and congas. `pitch` in Hz at rest. */
export function membrane(patch: {
  pitch: number;
  sweep: number;
  sweepSeconds: number;
  seconds: number;
  click: number;
  level: number;
}): Voice {
  return (note) => {
    const samples = blank(note, patch.seconds);
    const body = decay(note, patch.seconds);
    const fall = Math.exp(-1 / (patch.sweepSeconds * note.sampleRate));
    let above = patch.sweep * patch.pitch;
    let phase = 0;
    for (let index = 0; index < samples.length; index++) {
      phase += (patch.pitch + above) / note.sampleRate;
      above *= fall;
      const x = Math.sin(2 * Math.PI * phase) * body(index) * 1.3;
      samples[index] = (x / (1 + 0.35 * Math.abs(x))) * patch.level;
    }
    const clickLength = Math.round(0.006 * note.sampleRate);
    for (let index = 0; index < clickLength && index < samples.length; index++) {
      samples[index]! += (note.random() * 2 - 1) * patch.click * (1 - index / clickLength) ** 2;
    }
    return mono(fadeEnd(samples));
  };
}

/** Shaped noise between two corners in Hz, with an optional tone: snares, claps, shakers, cymbals. */
export type NoisePatch = {
  low: number;
  high: number;
  seconds: number;
  level: number;
  tone?: { pitch: number; level: number; seconds: number };
  /** Several strokes a few milliseconds apart, as hands do. */
  strokes?: number;
  attack?: number;
  metal?: { pitch: number; level: number };
};

export function noise(patch: NoisePatch): Voice {
  return (note) => {
    const left = noiseSide(patch, note);
    return patch.metal && patch.seconds > 0.4 ? { left, right: noiseSide(patch, note) } : mono(left);
  };
}

function noiseSide(patch: NoisePatch, note: NoteRequest): Float32Array {
  const samples = blank(note, patch.seconds + (patch.strokes ?? 1) * 0.011);
  fillBand(samples, patch, note);
  if (patch.metal) addMetal(samples, patch.metal, note);
  strike(samples, patch, note);
  if (patch.tone) addTone(samples, patch.tone, note);
  return fadeEnd(samples);
}

function fillBand(samples: Float32Array, patch: NoisePatch, note: NoteRequest): void {
  const keepHigh = Math.exp((-2 * Math.PI * patch.low) / note.sampleRate);
  const passLow =
    1 - Math.exp((-2 * Math.PI * Math.min(patch.high, note.sampleRate * 0.45)) / note.sampleRate);
  let smooth = 0;
  let base = 0;
  let base2 = 0;
  for (let index = 0; index < samples.length; index++) {
    smooth += passLow * (note.random() * 2 - 1 - smooth);
    base = smooth + keepHigh * (base - smooth);
    const once = smooth - base;
    base2 = once + keepHigh * (base2 - once);
    samples[index] = (once - base2) * 1.4;
  }
}

function addMetal(samples: Float32Array, metal: { pitch: number; level: number }, note: NoteRequest): void {
  const steps = METAL.map((ratio) => (metal.pitch * ratio) / note.sampleRate);
  const phases = METAL.map(() => note.random());
  let base = 0;
  const keep = Math.exp((-2 * Math.PI * 6000) / note.sampleRate);
  for (let index = 0; index < samples.length; index++) {
    let sum = 0;
    for (let part = 0; part < steps.length; part++) {
      const phase = (phases[part]! += steps[part]!);
      sum += (phase & 1) === 0 ? 1 : -1;
    }
    base = sum + keep * (base - sum);
    samples[index]! += (sum - base) * metal.level * 0.16;
  }
}

function strike(samples: Float32Array, patch: NoisePatch, note: NoteRequest): void {
  const strokes = patch.strokes ?? 1;
  const gap = Math.round(0.011 * note.sampleRate);
  const attack = Math.max(1, (patch.attack ?? 0.0005) * note.sampleRate);
  const long = decay(note, patch.seconds);
  const brief = decay(note, 0.03);
  for (let index = 0; index < samples.length; index++) {
    const stroke = Math.min(strokes - 1, Math.floor(index / gap));
    const since = index - stroke * gap;
    const envelope = stroke < strokes - 1 ? brief(since) : long(since);
    samples[index]! *= envelope * Math.min(1, since / attack) * patch.level;
  }
}

function addTone(
  samples: Float32Array,
  tone: { pitch: number; level: number; seconds: number },
  note: NoteRequest,
): void {
  const ring = decay(note, tone.seconds);
  const length = Math.min(samples.length, Math.ceil(tone.seconds * note.sampleRate));
  for (let index = 0; index < length; index++) {
    const seconds = index / note.sampleRate;
    const phase = tone.pitch * seconds + 0.6 * (1 - Math.exp(-seconds * 90));
    samples[index]! += Math.sin(2 * Math.PI * phase) * ring(index) * tone.level;
  }
}

/** Noise that grows for the note's length and stops: announces the next section. */
export const riser: Voice = (note) => {
  const samples = blank(note, note.seconds + 0.05);
  let smooth = 0;
  let base = 0;
  for (let index = 0; index < samples.length; index++) {
    const part = Math.min(1, index / (note.seconds * note.sampleRate));
    smooth += (0.03 + 0.5 * part * part) * (note.random() * 2 - 1 - smooth);
    base += 0.03 * (smooth - base);
    samples[index] = (smooth - base) * part * part * 0.9;
  }
  return mono(fadeEnd(samples));
};

/** A bed for the note's length: clicks and hiss of an old record, or slow wind. */
export function bed(kind: 'crackle' | 'wind'): Voice {
  return (note) => {
    const side = (): Float32Array => (kind === 'crackle' ? crackleSide(note) : windSide(note));
    return { left: side(), right: side() };
  };
}

function crackleSide(note: NoteRequest): Float32Array {
  const samples = blank(note, note.seconds);
  let hiss = 0;
  let click = 0;
  for (let index = 0; index < samples.length; index++) {
    hiss += 0.25 * (note.random() * 2 - 1 - hiss);
    if (note.random() < 7 / note.sampleRate) click = (note.random() - 0.5) * 1.6;
    click *= -0.78;
    samples[index] = hiss * 0.05 + click;
  }
  return fadeBoth(samples, note);
}

function windSide(note: NoteRequest): Float32Array {
  const samples = blank(note, note.seconds);
  const speed = (2 * Math.PI * (0.07 + 0.05 * note.random())) / note.sampleRate;
  let first = 0;
  let second = 0;
  for (let index = 0; index < samples.length; index++) {
    const opening = 0.03 + 0.025 * Math.sin(index * speed);
    first += opening * (note.random() * 2 - 1 - first);
    second += opening * (first - second);
    samples[index] = (first - second) * 1.2;
  }
  return fadeBoth(samples, note);
}

function fadeBoth(samples: Float32Array, note: NoteRequest): Float32Array {
  const edge = Math.min(samples.length >> 1, Math.round(0.5 * note.sampleRate));
  for (let index = 0; index < edge; index++) {
    samples[index]! *= index / edge;
    samples[samples.length - 1 - index]! *= index / edge;
  }
  return samples;
}

/** Takes the last twentieth to silence, so that no stroke ends with a click. */
function fadeEnd(samples: Float32Array): Float32Array {
  const length = Math.ceil(samples.length / 20);
  for (let index = 0; index < length; index++) samples[samples.length - 1 - index]! *= index / length;
  return samples;
}
