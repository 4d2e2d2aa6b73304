import { readFileSync } from 'node:fs';
import { NODE_VERSION_STATUSES, type NodeVersionStatus } from '#libs/registry/versions/store';
import { mayBecome, type StatusGiver } from './version-status.js';

const GIVERS: readonly StatusGiver[] = ['check', 'deadline', 'publisher', 'admin'];

function change(by: StatusGiver, from: NodeVersionStatus, to: NodeVersionStatus): string {
  return `${from} ${to} ${by}`.replaceAll('NodeVersionStatus', '');
}

describe('version statuses', () => {
  const pairs = NODE_VERSION_STATUSES.flatMap((from) =>
    NODE_VERSION_STATUSES.filter((to) => to !== from).map((to) => [from, to] as const),
  );
  const known = GIVERS.flatMap((by) =>
    pairs.filter((pair) => mayBecome(by, ...pair)).map((pair) => change(by, ...pair)),
  );

  it('never become pending again', () => {
    expect(known.filter((way) => / Pending /.test(way))).toEqual([]);
  });

  it('are what the picture in the README shows, which leaves out most of what admins may do', () => {
    const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const drawn = [...text.matchAll(/^ {2}(\w+) --> (\w+): .*\bby (?:the|its|an) (\w+)/gm)].map(
      ([, from, to, by]) => `${from} ${to} ${by}`,
    );
    expect(drawn).toHaveLength(text.match(/^ {2}\w+ --> /gm)?.length ?? 0);
    expect(known).toEqual(expect.arrayContaining(drawn));
    expect(drawn).toEqual(expect.arrayContaining(known.filter((way) => !way.endsWith(' admin'))));
  });
});
