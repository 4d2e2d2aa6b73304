import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SETTINGS } from '../../../apps/api/src/service/index.js';
import { Environment, readSettings } from '#libs/platform/config';

const ROOT = path.join(import.meta.dirname, '../../..');
const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found]) => found ?? '');
const MAIN = /dist\/apps\/\w+\/src\/main\.js/g;

/** What the files below may name besides the settings of the service. */
const OF_OTHERS = [
  ...['NODE_ENV', 'ENGINES', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'BIND'],
  ...[
    'MALLOC_ARENA_MAX',
    'MALLOC_MMAP_THRESHOLD_',
    'MALLOC_TRIM_THRESHOLD_',
    'NODE_OPTIONS',
    'NODE_EXTRA_CA_CERTS',
  ],
];

/** Docker is not available to these tests: they compare the files with the code that they start. */
describe('the files for deployment', () => {
  const known = [...readSettings(new Environment({}), SETTINGS).map(({ name }) => name), ...OF_OTHERS];

  it.each(['Dockerfile', 'compose.yaml', 'deploy/atelier.service', 'deploy/atelier-worker.service'])(
    '%s starts programs that the build makes',
    (name) => {
      const programs = [...read(name).matchAll(MAIN)].map(([program]) => program);
      if (name !== 'compose.yaml') expect(programs.length).toBeGreaterThan(0);
      for (const program of programs) expect(existsSync(path.join(ROOT, program))).toBe(true);
    },
  );

  it('copy everything into the image that the build reads', () => {
    const dockerfile = read('Dockerfile');
    const copied = matches(dockerfile, /^COPY (?!--from)(.+)$/gm).flatMap((line) =>
      line.split(' ').slice(0, -1),
    );
    const isIgnored = (name: string) => read('.dockerignore').split('\n').includes(name.replace('./', ''));
    for (const name of copied) {
      expect(existsSync(path.join(ROOT, name))).toBe(true);
      expect(isIgnored(name)).toBe(false);
    }
    const inputs = /BUILD_INPUTS = \[(.*?)\]/s.exec(read('scripts/prepare.mjs'))?.[1] ?? '';
    const needed = matches(inputs, /'([^'/]+)(?:\/[^']*)?'/g);
    expect(needed.length).toBeGreaterThan(5);
    expect(needed.filter((name) => !copied.includes(name))).toEqual([]);
  });

  it.each([
    ['Dockerfile', /\b([A-Z][A-Z0-9_]+)=/g],
    ['compose.yaml', /^\s+([A-Z][A-Z0-9_]+):|\$\{[A-Z]/gm],
    ['deploy/compose.env.example', /^([A-Z][A-Z0-9_]+)=/gm],
    ['deploy/atelier.service', /\b([A-Z][A-Z0-9_]+)=(?!.*EnvironmentFile)/g],
    ['docs/operating.md', /`([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])\b(?:=|`)/g],
  ])('%s names settings that there are', (name, pattern) => {
    const named = matches(read(name), pattern).filter((setting) => setting !== '');
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((setting) => !known.includes(setting))).toEqual([]);
  });

  it('start every program with the settings that have memory given back', async () => {
    const { MEMORY_SETTINGS } = await import(pathToFileURL(path.join(ROOT, 'scripts/memory.mjs')).href);
    const wanted = Object.entries(MEMORY_SETTINGS).map(([name, value]) => `${name}=${String(value)}`);
    expect(wanted.length).toBeGreaterThan(2);
    for (const name of ['Dockerfile', 'deploy/atelier.service', 'deploy/atelier-worker.service'])
      expect(matches(read(name), /((?:MALLOC_\w+|NODE_OPTIONS)=\S+)/g)).toEqual(wanted);
    // What compose.yaml starts of ours is the image, whose settings its own leave alone.
    expect(matches(read('compose.yaml'), /(MALLOC_\w+)/g)).toEqual([]);
  });

  it('name commands that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = matches(read('docs/operating.md') + read('README.md'), /npm run ([\w:-]+)/g);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
