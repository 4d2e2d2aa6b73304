import type { SectionKind } from './musical-terms.js';

/** A section before it has a place in time. */
export type FormPart = { kind: SectionKind; bars: number };

const SHORT_FORMS: readonly (readonly SectionKind[])[] = [
  ['verse'],
  ['verse', 'chorus'],
  ['verse', 'chorus', 'outro'],
  ['intro', 'verse', 'chorus', 'outro'],
  ['intro', 'verse', 'chorus', 'bridge', 'chorus'],
  ['intro', 'verse', 'chorus', 'bridge', 'chorus', 'outro'],
  ['intro', 'verse', 'chorus', 'verse', 'bridge', 'chorus', 'outro'],
];

/**
 * Spreads a form over a number of bars: whole phrases for every section, what is left over goes to the last one.
 * @param phraseBars Bars after which the genre's chords come round, 1–16.
 */
export function songForm(bars: number, phraseBars: number): FormPart[] {
  const unit = unitBars(bars, phraseBars);
  const count = Math.max(1, Math.floor(bars / unit));
  const kinds = SHORT_FORMS[count - 1] ?? longForm(count);
  const parts = kinds.map((kind): FormPart => ({ kind, bars: unit }));
  const last = parts.at(-1);
  if (last) last.bars += bars - unit * kinds.length;
  return parts;
}

function unitBars(bars: number, phraseBars: number): number {
  if (phraseBars > 8) return bars >= phraseBars ? phraseBars : Math.max(1, Math.floor(bars / 2));
  if (bars >= 44 || (phraseBars === 8 && bars >= 24)) return 8;
  if (bars >= 10) return 4;
  return bars >= 4 ? 2 : Math.max(1, bars);
}

function longForm(count: number): SectionKind[] {
  const middle: SectionKind[] = [];
  const cycle: SectionKind[] = ['verse', 'chorus', 'verse', 'chorus', 'bridge'];
  for (let index = 0; middle.length < count - 3; index++) middle.push(cycle[index % cycle.length] ?? 'verse');
  const beforeLast = middle.at(-1) === 'chorus' ? 'bridge' : 'chorus';
  const end: SectionKind[] = beforeLast === 'bridge' ? ['bridge', 'chorus'] : ['chorus', 'outro'];
  return ['intro', ...middle, ...end];
}
