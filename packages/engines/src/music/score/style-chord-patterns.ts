/** Chord lines of single styles: x down, u up; how many sixteenths a stroke lasts, and seconds between its notes. */
export const STYLE_CHORD_LINES = {
  tresillo: { line: 'x..x..x.x..x..x.', length: 2.2 },
  boomChick: { line: '..x...x...x...x.', length: 1.5, strum: 0.008 },
  rasgueado: { line: 'x..xuxx.x.xuxuxu', length: 1.8, strum: 0.011 },
  marcato: { line: 'x...x...x...x.x.', length: 1.6 },
  montuno: { line: 'x.xx.x.xx.xx.x.x', length: 1.3 },
  afterbeat: { line: '..x...x...x...x.', length: 1.2 },
  jig: { line: 'x...x.x...x.', length: 1.8, strum: 0.01 },
  tremolo: { line: 'uuuuuuuuuuuuuuuu', length: 1.3 },
  highlife: { line: 'x.xux.x..xux.xu.', length: 1.1 },
  banjoRoll: { line: 'xuxuxuxuxuxuxuxu', length: 1.2, rolls: true },
} as const;
