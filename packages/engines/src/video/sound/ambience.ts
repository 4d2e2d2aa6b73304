import { randomFrom } from '../../image/index.js';
import type { Ambience } from '../prompt-words.js';
import { addTo, normalise, SAMPLE_RATE, silence, type StereoSound } from './stereo-sound.js';

type Recipe = {
  /** Band of the noise bed in Hz. */
  band: [low: number, high: number];
  /** Seconds of one swell and how deep it goes, 0–1. */
  swell: [seconds: number, depth: number];
  /** Small sounds on top: how many a second and which. */
  events?: { perSecond: number; make: (random: () => number) => StereoSound };
  /** Steady tones in Hz. */
  drone?: number[];
  /** Peak; default 0.5. */
  peak?: number;
};

const RECIPES: Record<Ambience, Recipe> = {
  rain: { band: [900, 9000], swell: [7, 0.2], events: { perSecond: 26, make: drop } },
  sea: { band: [60, 1400], swell: [6.5, 0.85] },
  wind: { band: [140, 700], swell: [4.3, 0.65] },
  fire: { band: [40, 420], swell: [2.7, 0.3], events: { perSecond: 14, make: crackle } },
  city: { band: [40, 500], swell: [5, 0.45], events: { perSecond: 0.35, make: passing } },
  forest: { band: [1500, 6000], swell: [8, 0.4], events: { perSecond: 1.3, make: chirp } },
  space: { band: [30, 220], swell: [9, 0.5], drone: [55, 55.4, 82.5, 110.3, 164.9] },
  night: { band: [60, 500], swell: [7, 0.3], events: { perSecond: 2.4, make: cricket }, peak: 0.3 },
  room: { band: [30, 240], swell: [5, 0.15], drone: [98, 147.2], peak: 0.16 },
  crowd: { band: [250, 1700], swell: [0.31, 0.35], events: { perSecond: 5, make: murmur } },
};
const PEAK = 0.5;

/** A sound bed of a kind: noise in a band that swells, with its own small sounds. */
export function ambience(kind: Ambience, seconds: number, seed: number): StereoSound {
  const recipe = RECIPES[kind];
  const random = randomFrom(seed);
  const sound = noiseBed(recipe, seconds, random);
  normalise(sound, 0.5);
  if (recipe.drone) addTo(sound, drone(recipe.drone, seconds, random), 0.9);
  if (recipe.events) {
    const count = Math.ceil(recipe.events.perSecond * seconds);
    for (let i = 0; i < count; i++) {
      addTo(sound, recipe.events.make(random), 0.2 + 0.5 * random(), random() * seconds * 0.97);
    }
  }
  return normalise(sound, recipe.peak ?? PEAK);
}

function noiseBed({ band: [low, high], swell }: Recipe, seconds: number, random: () => number): StereoSound {
  const sound = silence(seconds);
  const [period, depth] = swell;
  const phase = random() * 2 * Math.PI;
  const up = coefficient(high);
  const down = coefficient(low);
  for (let channel = 0; channel < 2; channel++) {
    let first = 0;
    let smooth = 0;
    let slow = 0;
    for (let i = channel, n = 0; i < sound.length; i += 2, n++) {
      first += up * (random() * 2 - 1 - first);
      smooth += up * (first - smooth);
      slow += down * (smooth - slow);
      const time = n / SAMPLE_RATE;
      const swing = 0.7 * Math.sin((2 * Math.PI * time) / period + phase + channel * 0.4);
      const detail = 0.3 * Math.sin((2 * Math.PI * time) / (period * 0.37) + 2 * phase);
      sound[i] = (smooth - slow) * (1 - depth * (0.5 - 0.5 * (swing + detail)));
    }
  }
  return sound;
}

function drone(tones: number[], seconds: number, random: () => number): StereoSound {
  const sound = silence(seconds);
  for (const [n, hertz] of tones.entries()) {
    const phase = random() * 2 * Math.PI;
    const gain = 0.35 / (n + 1);
    for (let i = 0; i < sound.length; i += 2) {
      const angle = (2 * Math.PI * hertz * (i / 2)) / SAMPLE_RATE + phase;
      const beat = 0.7 + 0.3 * Math.sin((angle * 0.0031) / (n + 1));
      sound[i]! += gain * beat * Math.sin(angle);
      sound[i + 1]! += gain * beat * Math.sin(angle + 0.6 + 0.2 * n);
    }
  }
  return sound;
}

/** A short sound from a function of time, somewhere between left and right. */
function shortSound(seconds: number, pan: number, sample: (time: number) => number): StereoSound {
  const sound = silence(seconds);
  for (let i = 0; i < sound.length; i += 2) {
    const value = sample(i / 2 / SAMPLE_RATE);
    sound[i] = value * (1 - pan);
    sound[i + 1] = value * pan;
  }
  return sound;
}

function drop(random: () => number): StereoSound {
  const hertz = 1800 + 4200 * random();
  return shortSound(
    0.03,
    random(),
    (time) => 0.5 * Math.exp(-time * 160) * Math.sin(2 * Math.PI * hertz * time * (1 + 6 * time)),
  );
}

function crackle(random: () => number): StereoSound {
  const sharpness = 150 + 500 * random();
  return shortSound(0.03, random(), (time) => 0.9 * (random() * 2 - 1) * Math.exp(-time * sharpness));
}

function passing(random: () => number): StereoSound {
  const seconds = 2.5 + 2 * random();
  const hertz = 70 + 60 * random();
  let low = 0;
  return shortSound(seconds, random(), (time) => {
    const near = Math.sin((Math.PI * time) / seconds) ** 3;
    low += 0.06 * (random() * 2 - 1 - low);
    return (
      near * (0.8 * low + 0.15 * Math.sin(2 * Math.PI * hertz * (1.08 - (0.12 * time) / seconds) * time))
    );
  });
}

function chirp(random: () => number): StereoSound {
  const base = 2400 + 2200 * random();
  const notes = 2 + Math.floor(random() * 4);
  const length = 0.06 + 0.05 * random();
  const rise = 0.7 - 1.4 * random();
  return shortSound(notes * length * 1.3, random(), (time) => {
    const within = time % (length * 1.3);
    if (within > length) return 0;
    const along = within / length;
    const hertz = base * (1 + 0.12 * rise * along);
    return 0.35 * Math.sin(Math.PI * along) ** 2 * Math.sin(2 * Math.PI * hertz * within);
  });
}

/** Three or four pulses of a high tone. */
function cricket(random: () => number): StereoSound {
  const hertz = 4100 + 500 * random();
  const pulses = 3 + Math.floor(random() * 2);
  const length = 0.045;
  return shortSound(pulses * length, random(), (time) => {
    const within = (time % length) / length;
    const swell = within < 0.7 ? Math.sin((Math.PI * within) / 0.7) ** 2 : 0;
    return 0.25 * swell * Math.sin(2 * Math.PI * hertz * time);
  });
}

function murmur(random: () => number): StereoSound {
  const pitch = 95 + 120 * random();
  const formant = 350 + 500 * random();
  return shortSound(0.22, random(), (time) => {
    const envelope = Math.sin((Math.PI * time) / 0.22) ** 2;
    const voice = Math.sin(2 * Math.PI * pitch * time) + 0.6 * Math.sin(2 * Math.PI * formant * time);
    return 0.2 * envelope * voice;
  });
}

/** One-pole low-pass coefficient of a corner frequency. */
function coefficient(hertz: number): number {
  return 1 - Math.exp((-2 * Math.PI * hertz) / SAMPLE_RATE);
}
