import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../..');
const find = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: ROOT, exclude: (name) => /node_modules|__fixtures__|^data$/.test(name) });
const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

describe('what documents and comments point at', () => {
  const pages = find('*.md', 'docs/**/*.md', 'libs/**/*.md', 'bench/**/*.md');

  it('is there: links of the pages', () => {
    const links = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = '']) => ({
        page,
        link,
      })),
    );
    expect(links.length).toBeGreaterThan(10);
    const isBroken = ({ page, link }: (typeof links)[number]) =>
      !existsSync(path.join(ROOT, path.dirname(page), decodeURIComponent(link)));
    expect(links.filter(isBroken)).toEqual([]);
  });

  it('is there: sections of the specification', () => {
    const sections = [...read('docs/spec/completions.md').matchAll(/^## (\d+)\. /gm)].map(
      ([, number]) => number,
    );
    expect(sections.length).toBeGreaterThan(5);
    const cited = [...pages, ...find('apps/**/*.ts', 'libs/**/*.ts', 'test/**/*.ts')].flatMap((name) =>
      [...read(name).matchAll(/completions(?:\.md)?`?,? §(\d+)/g)].map(([, section]) => ({ name, section })),
    );
    expect(cited.length).toBeGreaterThan(5);
    expect(cited.filter(({ section }) => !sections.includes(section))).toEqual([]);
  });
});
