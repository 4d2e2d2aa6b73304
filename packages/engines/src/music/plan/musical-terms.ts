export const KEY_NAMES = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'] as const;
/** The twelve key notes, index = pitch class with C = 0. */
export type KeyName = (typeof KEY_NAMES)[number];

export const MODE_STEPS = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  harmonicMinor: [0, 2, 3, 5, 7, 8, 11],
  phrygianDominant: [0, 1, 4, 5, 7, 8, 10],
} as const satisfies Record<string, readonly number[]>;
/** The scales the composer knows; values of the table are semitones above the key note. */
export type ModeName = keyof typeof MODE_STEPS;

/** Time signature: `beats` notes of the value 1/`unit` in a bar. */
export type Metre = { beats: number; unit: 4 | 8 };

export type SectionKind = 'intro' | 'verse' | 'chorus' | 'bridge' | 'outro';
