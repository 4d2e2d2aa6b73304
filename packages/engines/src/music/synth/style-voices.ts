import { membrane, noise } from './drums.js';
import { modulated } from './frequency-modulation.js';
import { envelope, type Voice } from './note.js';
import { plucked } from './plucked.js';
import { subtractive } from './subtractive.js';
import { wobble } from './wobble.js';

/** Pitched sounds that single styles are known by. */
export const STYLE_VOICES = {
  sitar: plucked({
    ringSeconds: 3,
    damping: 0.1,
    position: 0.05,
    hardness: 40,
    release: 0.3,
    drive: 0.12,
    level: 0.7,
  }),
  chipLead: subtractive({
    wave: 'square',
    unison: [1, 0],
    cutoff: 9000,
    sweep: [0, 0.3],
    envelope: envelope(0.001, 0.2, 0.7, 0.01),
    level: 0.34,
  }),
  chipPulse: subtractive({
    wave: 'pulse',
    unison: [1, 0],
    cutoff: 9000,
    sweep: [0, 0.3],
    envelope: envelope(0.001, 0.08, 0.4, 0.01),
    level: 0.34,
  }),
  chipBass: subtractive({
    wave: 'triangle',
    unison: [1, 0],
    cutoff: 6000,
    sweep: [0, 0.3],
    envelope: envelope(0.001, 0.2, 0.9, 0.01),
    level: 0.8,
  }),
  cowbell: modulated({
    ratio: 1.48,
    index: 2.6,
    indexSeconds: 0.5,
    overtone: { ratio: 1.5, level: 0.5, seconds: 0.2 },
    detuneCents: 0,
    envelope: envelope(0.001, 0.28, 0.05, 0.12),
    level: 0.7,
  }),
  wobbleBass: wobble,
  hardBass: subtractive({
    sub: 0.5,
    unison: [2, 10],
    cutoff: 320,
    sweep: [2.6, 0.18],
    resonance: 0.3,
    drive: 0.6,
    envelope: envelope(0.004, 0.3, 0.8, 0.05),
    level: 0.62,
  }),
} as const satisfies Record<string, Voice>;

/** Unpitched sounds of single styles. */
export const STYLE_DRUMS = {
  kickHard: membrane({ pitch: 52, sweep: 7, sweepSeconds: 0.045, seconds: 0.34, click: 0.7, level: 1.25 }),
  cajon: membrane({ pitch: 74, sweep: 0.9, sweepSeconds: 0.02, seconds: 0.22, click: 0.3, level: 0.85 }),
  boot: membrane({ pitch: 52, sweep: 1, sweepSeconds: 0.03, seconds: 0.3, click: 0.3, level: 0.9 }),
  djembe: membrane({ pitch: 82, sweep: 0.5, sweepSeconds: 0.03, seconds: 0.5, click: 0.14, level: 0.95 }),
  djembeSlap: noise({
    low: 900,
    high: 6000,
    seconds: 0.09,
    level: 0.45,
    tone: { pitch: 390, level: 0.7, seconds: 0.14 },
  }),
  agogo: noise({
    low: 3000,
    high: 8000,
    seconds: 0.03,
    level: 0.2,
    tone: { pitch: 930, level: 0.8, seconds: 0.2 },
  }),
  palma: noise({ low: 1100, high: 4200, seconds: 0.09, level: 0.7, strokes: 2 }),
  tick: noise({
    low: 3500,
    high: 9000,
    seconds: 0.02,
    level: 0.4,
    tone: { pitch: 2100, level: 0.3, seconds: 0.02 },
  }),
  sleighBells: noise({
    low: 6000,
    high: 15000,
    seconds: 0.16,
    level: 0.5,
    strokes: 3,
    metal: { pitch: 880, level: 0.9 },
  }),
  chipKick: membrane({ pitch: 60, sweep: 5, sweepSeconds: 0.03, seconds: 0.14, click: 0, level: 0.9 }),
  chipNoise: noise({ low: 200, high: 9000, seconds: 0.12, level: 0.6 }),
  chipHat: noise({ low: 5000, high: 15000, seconds: 0.03, level: 0.4 }),
} as const satisfies Record<string, Voice>;
