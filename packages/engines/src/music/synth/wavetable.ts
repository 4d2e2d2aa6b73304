export const TABLE_SIZE = 2048;
const MASK = TABLE_SIZE - 1;
const LEVELS = 9;
const TOP_HARMONIC = 256;

export type WaveName = 'sine' | 'triangle' | 'saw' | 'square' | 'pulse' | 'organ' | 'reed';

/** One sine period plus a guard sample, for table look-ups with interpolation. */
export const SINE: Float32Array = Float32Array.from({ length: TABLE_SIZE + 1 }, (_, index) =>
  Math.sin((2 * Math.PI * index) / TABLE_SIZE),
);

const HARMONIC_LEVEL: Record<WaveName, (harmonic: number) => number> = {
  sine: (harmonic) => (harmonic === 1 ? 1 : 0),
  triangle: (harmonic) =>
    harmonic % 2 === 1 ? (((harmonic - 1) / 2) % 2 === 0 ? 1 : -1) / (harmonic * harmonic) : 0,
  saw: (harmonic) => 0.6 / harmonic,
  square: (harmonic) => (harmonic % 2 === 1 ? 0.8 / harmonic : 0),
  pulse: (harmonic) => (0.9 * Math.sin(Math.PI * harmonic * 0.22)) / harmonic,
  organ: (harmonic) => ({ 1: 0.5, 2: 0.4, 3: 0.3, 4: 0.18, 6: 0.12, 8: 0.1 })[harmonic] ?? 0,
  reed: (harmonic) => (harmonic % 2 === 1 ? 0.7 : 0.22) / harmonic ** 0.9,
};

const tables = new Map<string, Float32Array>();

/** The band-limited period of a wave whose harmonics stay below the Nyquist frequency at `increment` periods per sample. */
export function waveTable(wave: WaveName, increment: number): Float32Array {
  const level = Math.min(LEVELS - 1, Math.max(0, Math.ceil(Math.log2(increment * 2 * TOP_HARMONIC))));
  const id = `${wave}${level}`;
  let table = tables.get(id);
  if (!table) tables.set(id, (table = buildTable(wave, TOP_HARMONIC >> level)));
  return table;
}

function buildTable(wave: WaveName, harmonics: number): Float32Array {
  const table = new Float32Array(TABLE_SIZE + 1);
  for (let harmonic = 1; harmonic <= Math.max(1, harmonics); harmonic++) {
    const level = HARMONIC_LEVEL[wave](harmonic);
    if (level === 0) continue;
    for (let index = 0; index <= TABLE_SIZE; index++)
      table[index]! += level * SINE[(index * harmonic) & MASK]!;
  }
  return table;
}
