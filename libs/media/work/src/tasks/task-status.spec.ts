import { readFileSync } from 'node:fs';
import { isTerminal, statusesBefore, TASK_STATUSES } from './task-status.js';

describe('task statuses', () => {
  it('never leave an end', () => {
    const ends = TASK_STATUSES.filter(isTerminal);
    expect(ends).toEqual(['succeeded', 'failed', 'canceled']);
    for (const to of TASK_STATUSES) {
      for (const end of ends) expect(statusesBefore(to)).not.toContain(end);
    }
  });

  it('reach success through processing only', () => {
    expect(statusesBefore('succeeded')).toEqual(['processing']);
  });

  it('are uncertain after work only, and until the outcome is known', () => {
    expect(statusesBefore('uncertain')).toEqual(['processing']);
    expect(isTerminal('uncertain')).toBe(false);
    expect(statusesBefore('canceled')).not.toContain('uncertain');
  });

  it('are what the picture in the README shows', () => {
    const text = readFileSync(new URL('README.md', import.meta.url), 'utf8');
    const drawn = [...text.matchAll(/^ {2}(\w+) --> (\w+)/gm)].map(([, from, to]) => `${from} ${to}`);
    const known = TASK_STATUSES.flatMap((to) => statusesBefore(to).map((from) => `${from} ${to}`));
    expect(drawn.sort()).toEqual(known.sort());
  });
});
