import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../..');
const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

describe('docs/wire-changes.md', () => {
  const page = read('docs/wire-changes.md');
  const { paths } = JSON.parse(read('openapi.json')) as { paths: Record<string, Record<string, unknown>> };
  const entries = [...page.matchAll(/^- \*\*(\w+)\*\*: (.*(?:\n {2}.*)*)/gm)].map(
    ([, kind = '', text = '']) => ({
      kind,
      text,
    }),
  );

  it('is in order of its days, the newest first', () => {
    const days = [...page.matchAll(/^## (.*)$/gm)].map(([, day = '']) => day);
    expect(days.length).toBeGreaterThan(1);
    for (const day of days) expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
    expect(days).toEqual([...new Set(days)].sort().reverse());
  });

  it('says of every entry what it is, and names only operations that there are, or are no more', () => {
    expect(entries).toHaveLength([...page.matchAll(/^- /gm)].length);
    const wrong = entries.filter(({ kind, text }) => {
      const isThere = [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^`]+)`/g)].map(
        ([, method = '', route = '']) => paths[route]?.[method.toLowerCase()] !== undefined,
      );
      // The first is what was removed; others are what to use.
      if (kind === 'Removed') return isThere.shift() !== false || isThere.includes(false);
      return !['Added', 'Changed'].includes(kind) || isThere.includes(false);
    });
    expect(wrong).toEqual([]);
  });
});
