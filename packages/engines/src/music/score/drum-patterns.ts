import type { DrumName } from '../synth/voices.js';
import { STYLE_DRUM_LINES } from './style-drum-lines.js';

/** Roles a pattern writes for; a kit says which sound plays them. */
export type DrumRole = 'kick' | 'snare' | 'hat' | 'open' | 'extra';

/** X loud, x middling, o soft, a dot is silence; sixteen sixteenths, repeated or cut to the bar. */
export const DRUM_LINES = {
  fourFloor: {
    kick: 'X...X...X...X...',
    snare: '....x.......x...',
    hat: 'o.oxo.oxo.oxo.ox',
    open: '..x...x...x...x.',
  },
  housey: {
    kick: 'X...X...X...X...',
    snare: '....X.......X...',
    hat: 'oo.ooo.ooo.ooo.o',
    open: '..X...X...X...X.',
    extra: '...o..o....o..o.',
  },
  disco: {
    kick: 'X...X...X...X...',
    snare: '....X..o....X..o',
    hat: 'x.oox.oox.oox.oo',
    open: '..x...x...x...x.',
  },
  rock: { kick: 'X.....x.X.x.....', snare: '....X.......X...', hat: 'x.o.x.o.x.o.x.o.' },
  double: { kick: 'X.x.x.x.X.x.xxxx', snare: '....X.......X...', hat: 'X...X...X...X...' },
  swing: {
    kick: 'o.......o.......',
    snare: '......o.......o.',
    hat: '....x.......x...',
    extra: 'X...x.x.X...x.x.',
  },
  boomBap: { kick: 'X......x..x.....', snare: '....X.......X...', hat: 'x.o.x.o.x.oox.o.' },
  trapHats: {
    kick: 'X.....x...x.....',
    snare: '........X.......',
    hat: 'x.x.x.xxx.x.xxxx',
    open: '..............o.',
  },
  halfTime: { kick: 'X.....x.........', snare: '........X.......', hat: 'x.o.x.o.x.o.x.o.' },
  waltz: { kick: 'X...........', snare: '....o...o...', extra: 'o...........' },
  epic: { kick: 'X.....x.x.......', snare: '........x.....xx', extra: 'o.x.o.xoo.x.oxxx' },
  breaks: { kick: 'X.........x.....', snare: '....X..o.o..X..o', hat: 'x.x.x.x.x.x.x.x.' },
  bossa: {
    kick: 'x.....xox.....xo',
    snare: 'x..x..x...x..x..',
    hat: 'oooooooooooooooo',
    extra: '..x...xx..x...x.',
  },
  oneDrop: {
    kick: '........X.......',
    snare: '........X.......',
    hat: 'x.o.x.oxx.o.x.o.',
    open: '..............o.',
  },
  ...STYLE_DRUM_LINES,
  train: { kick: 'x.......x.......', snare: '..o.x.o.o.o.x.oo', extra: 'o.x.o.x.o.x.o.x.' },
} satisfies Record<string, Partial<Record<DrumRole, string>>>;
export type DrumPattern = keyof typeof DRUM_LINES;

export const KITS = {
  electronic: { kick: 'kick', snare: 'clap', hat: 'hat', open: 'hatOpen', extra: 'shaker' },
  acoustic: { kick: 'kickSoft', snare: 'snare', hat: 'hat', open: 'hatOpen', extra: 'ride' },
  brushes: { kick: 'kickSoft', snare: 'brush', hat: 'hatDusty', open: 'hatOpen', extra: 'ride' },
  dusty: { kick: 'kickSoft', snare: 'snareDusty', hat: 'hatDusty', open: 'hatDusty', extra: 'shaker' },
  trap: { kick: 'kickDeep', snare: 'clap', hat: 'hat', open: 'hatOpen', extra: 'rim' },
  orchestral: { kick: 'taiko', snare: 'tomLow', hat: 'tambourine', open: 'tambourine', extra: 'tomHigh' },
  hard: { kick: 'kickHard', snare: 'clap', hat: 'hat', open: 'hatOpen', extra: 'shaker' },
  chip: { kick: 'chipKick', snare: 'chipNoise', hat: 'chipHat', open: 'chipHat', extra: 'chipHat' },
  palmas: { kick: 'cajon', snare: 'clap', hat: 'palma', open: 'palma', extra: 'rim' },
  stomp: { kick: 'boot', snare: 'clap', hat: 'tambourine', open: 'tambourine', extra: 'shaker' },
  claps: { kick: 'kickSoft', snare: 'clap', hat: 'shaker', open: 'tambourine', extra: 'rim' },
  tabla: { kick: 'djembe', snare: 'congaHigh', hat: 'shaker', open: 'tambourine', extra: 'conga' },
  djembe: { kick: 'djembe', snare: 'djembeSlap', hat: 'shaker', open: 'agogo', extra: 'congaHigh' },
  sleigh: { kick: 'kickSoft', snare: 'brush', hat: 'sleighBells', open: 'sleighBells', extra: 'ride' },
  clock: { kick: 'boot', snare: 'rim', hat: 'tick', open: 'tick', extra: 'taiko' },
  hand: { kick: 'conga', snare: 'rim', hat: 'shaker', open: 'tambourine', extra: 'congaHigh' },
} satisfies Record<string, Record<DrumRole, DrumName>>;
export type KitName = keyof typeof KITS;

export const STROKE_LEVEL: Record<string, number> = { X: 0.95, x: 0.7, o: 0.42 };
/** The position of a role in the kit, and its loudness. */
export const DRUM_ROLES: Record<DrumRole, { pan: number; level: number }> = {
  kick: { pan: 0, level: 1 },
  snare: { pan: 0.05, level: 0.85 },
  hat: { pan: 0.3, level: 0.5 },
  open: { pan: 0.3, level: 0.5 },
  extra: { pan: -0.35, level: 0.55 },
};
