// Reads the pages of the site from the repository: their titles, their addresses, and the links between them.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LABELS, SECTIONS } from './pages.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const BASE = '/guide/';
const IMAGES = 'docs/images/';
const NEEDS_START = /\$(?:URL|TOKEN)\b/;

/** The files of each section. A vendor's page that a section before it names is not repeated. */
const sections = new Map();
const ids = new Map();
for (const [label, patterns] of Object.entries(SECTIONS)) {
  const files = fs.globSync(patterns, { cwd: root }).filter((file) => !ids.has(file));
  const inOrder = patterns.flatMap((pattern) =>
    files.filter((file) => path.matchesGlob(file, pattern)).sort(),
  );
  sections.set(label, inOrder);
  for (const file of inOrder) ids.set(file, ids.size === 0 ? 'index' : idOf(file));
}

/** `docs/guides/music.md` is `music`, and `…/adapters/fal/README.md` is `fal`. */
function idOf(file) {
  const name = path.basename(file, '.md');
  return (name === 'README' ? path.basename(path.dirname(file)) : name).toLowerCase();
}

/** The menu, as Starlight takes it. */
export const sidebar = [...sections].map(([label, files]) => ({
  label,
  items: files.map((file) => (LABELS[file] ? { label: LABELS[file], slug: ids.get(file) } : ids.get(file))),
}));

/** Loads the pages for Starlight. */
export function documents() {
  return {
    name: 'documents',
    async load({ store, parseData, renderMarkdown, generateDigest }) {
      store.clear();
      for (const [file, id] of ids) {
        const text = fs.readFileSync(path.join(root, file), 'utf8');
        const { title, body } = pageOf(file, text);
        const data = await parseData({ id, data: { title } });
        const fileURL = pathToFileURL(path.join(root, file));
        const rendered = await renderMarkdown(body, { fileURL });
        const filePath = path.relative(import.meta.dirname, path.join(root, file));
        store.set({ id, data, body, filePath, digest: generateDigest(body), rendered });
      }
    },
  };
}

function pageOf(file, text) {
  const [heading, title] = /^# (.+)\n/m.exec(text) ?? [];
  if (!title) throw new Error(`${file} has no title.`);
  const start = `\`$URL\` and \`$TOKEN\` are set as in the [quick start](${BASE}).\n\n`;
  const needsStart = ids.get(file) !== 'index' && NEEDS_START.test(text);
  const named = text.replace(heading, '').replaceAll(/^```(\w+) (\S+)$/gm, '```$1 title="$2"');
  const linked = named.replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, label, target) => {
    const address = addressOf(file, target);
    return address === undefined ? label : `[${label}](${address})`;
  });
  return { title, body: (needsStart ? start : '') + linked };
}

/** Where a link of a document leads on the site; undefined for a file that is not part of it. */
function addressOf(file, target) {
  if (/^(?:[a-z]+:|#|\/)/.test(target)) return target.replace(/^http:\/\/localhost:3000/, '');
  const [name = '', anchor] = target.split('#');
  const linked = path.posix.join(path.posix.dirname(file), name);
  if (linked.startsWith(IMAGES)) return BASE + linked.slice(IMAGES.length);
  const id = ids.get(linked);
  if (id === undefined) return undefined;
  return `${BASE}${id === 'index' ? '' : `${id}/`}${anchor === undefined ? '' : `#${anchor}`}`;
}
