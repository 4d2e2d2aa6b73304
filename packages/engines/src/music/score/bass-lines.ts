/** Bass lines of sixteen sixteenths: R loud, r soft root, 5 fifth, o octave; and how many sixteenths a note lasts. */
export const BASS_LINES = {
  eighths: { line: 'R.r.r.r.R.r.r.5.', length: 1.8 },
  offbeat: { line: '..R...R...R...Ro', length: 1.6 },
  octaves: { line: 'R.o.r.o.R.o.r.o.', length: 1.4 },
  rolling: { line: '.rrr.rrr.rrr.rro', length: 0.85 },
  boom: { line: 'R......r..R.....', length: 6 },
  tresillo: { line: 'R.....r.....5...', length: 5 },
  riddim: { line: 'R...r.5...r.5.r.', length: 2 },
  wobble: { line: 'R.......R.......', length: 7.8 },
  tumbao: { line: 'R.....5.....o.R.', length: 4 },
  marcato: { line: 'R...5...R...5.r.', length: 2.2 },
  motown: { line: 'R..r..R.r.5.r.5.', length: 1.9 },
} as const;
export type BassLine = keyof typeof BASS_LINES;
