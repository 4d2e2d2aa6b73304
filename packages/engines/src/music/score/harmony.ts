import { KEY_NAMES, type KeyName } from '../plan/musical-terms.js';

/** A chord as degrees of the scale: root first, then thirds stacked. */
export type Chord = { root: number; degrees: number[] };

/** Pitch class of a key note, C = 0. */
export function keyClassOf(key: KeyName): number {
  return KEY_NAMES.indexOf(key);
}

/** Semitones above the key note of any scale degree, octaves below and above included. */
export function semitones(scale: readonly number[], degree: number): number {
  const octave = Math.floor(degree / scale.length);
  return 12 * octave + (scale[degree - octave * scale.length] ?? 0);
}

/** The chord on a degree; a bare diminished triad is replaced by its gentler neighbour a third above. */
export function chordOn(degree: number, scale: readonly number[], size: 3 | 4 | 5): Chord {
  const fifth = semitones(scale, degree + 4) - semitones(scale, degree);
  const root = fifth === 6 && (size === 3 || degree === 3) ? degree + 2 : degree;
  return { root, degrees: [0, 2, 4, 6, 8].slice(0, size).map((third) => root + third) };
}

/**
 * Places chord notes near the previous ones so that every voice moves little.
 * @param centre MIDI number the chord stays around.
 */
export function leadVoices(
  classes: readonly number[],
  previous: readonly number[] | undefined,
  centre: number,
): number[] {
  let best: number[] = [];
  let bestCost = Infinity;
  for (let inversion = 0; inversion < classes.length; inversion++) {
    for (let lift = -1; lift <= 0; lift++) {
      const voicing = stackFrom(classes, inversion, centre + lift * 12 - 5);
      const cost = movement(voicing, previous) + 0.6 * Math.abs(average(voicing) - centre);
      if (cost < bestCost) [best, bestCost] = [voicing, cost];
    }
  }
  return best;
}

function stackFrom(classes: readonly number[], inversion: number, lowest: number): number[] {
  let floor = lowest;
  return classes.map((_, index) => {
    const wanted = classes[(index + inversion) % classes.length] ?? 0;
    floor += (((wanted - floor) % 12) + 12) % 12;
    return floor++;
  });
}

function movement(voicing: readonly number[], previous: readonly number[] | undefined): number {
  if (!previous || previous.length === 0) return 0;
  return (
    voicing.reduce(
      (sum, note, index) => sum + Math.abs(note - (previous[Math.min(index, previous.length - 1)] ?? note)),
      0,
    ) / voicing.length
  );
}

function average(notes: readonly number[]): number {
  return notes.reduce((sum, note) => sum + note, 0) / notes.length;
}
