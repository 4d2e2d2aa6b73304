import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SETTINGS } from '../../../apps/api/src/service/index.js';
import { Environment, readSettings } from '#libs/platform/config';

const ROOT = path.join(import.meta.dirname, '../../..');
const ADAPTERS = 'libs/media/providers/src/adapters';
/** A key, and a secret of Standard Webhooks. */
const SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
/** A part of an entry is read as that of a vendor of many models. */
const OF_ENTRY = { name: 'one', adapter: 'fal', keys: ['env:FAL_KEY'] };

type Entry = Record<string, unknown>;

const pages = ['docs/vendors.md', ...globSync(`${ADAPTERS}/*/README.md`, { cwd: ROOT })];
const examples = pages.flatMap((page) =>
  [...readFileSync(path.join(ROOT, page), 'utf8').matchAll(/^( *)```json\n(.*?)^ *```$/gms)].map(
    ([, , code = ''], index): [string, string, string] => [`${page}, ${index + 1}`, page, code],
  ),
);

/** The vendors file of an example: a whole one, an entry, or a part of one. */
function fileOf(page: string, code: string): { vendors: Entry[] } {
  const isPart = code.trimStart().startsWith('"');
  const stated = JSON.parse(isPart ? `{${code}}` : code) as Entry & { vendors?: Entry[] };
  if (stated.vendors) return { vendors: stated.vendors };
  if (!isPart) return { vendors: [stated] };
  const adapter = page.startsWith(ADAPTERS) ? path.basename(path.dirname(page)) : OF_ENTRY.adapter;
  return { vendors: [{ ...OF_ENTRY, adapter, ...stated }] };
}

describe('the vendors files of the documents', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'vendors-'));
    cpSync(path.join(ROOT, 'docs/comfyui'), path.join(folder, 'comfyui'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are one for each adapter at least', () => expect(examples.length).toBeGreaterThan(pages.length));

  it.each(examples)('%s is accepted at the start', (_, page, code) => {
    const keys = [...code.matchAll(/env:(\w+)/g), ['', 'FAL_KEY']].map(([, name = '']) => [name, SECRET]);
    writeFileSync(path.join(folder, 'vendors.json'), JSON.stringify(fileOf(page, code)));
    const settings = { ...Object.fromEntries(keys), VENDORS_FILE: path.join(folder, 'vendors.json') };
    expect(() => readSettings(new Environment(settings), SETTINGS)).not.toThrow();
  });
});
