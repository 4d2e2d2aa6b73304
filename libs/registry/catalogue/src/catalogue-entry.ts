import * as v from 'valibot';
import { lookAlikeKey, nodeIdProblem } from '#libs/registry/nodes';
import { storableText } from '#libs/platform/database';
import { visibleName, visibleProse } from '#libs/platform/http';
import { publisherIdProblem } from '#libs/registry/publishers';

export type CatalogueEntry = {
  id: string;
  idKey: string;
  lookAlikeKey: string;
  publisherId: string;
  publisherName: string;
  name: string;
  author: string;
  description: string;
  repository: string;
  category: string;
  license: string;
  tags: string[];
  preemptedAppNodeNames: string[];
  githubStars: number;
  /** Sorted, without duplicates. */
  appNodeNames: string[];
};

const NAME_MAX_CHARS = 500;
const INT32_MAX = 2 ** 31 - 1;
/** Publishes the nodes of authors whose names make no id. */
const NAMELESS = { publisherId: 'catalogue', publisherName: 'Catalogue' };

const text = v.fallback(v.pipe(v.string(), v.transform(storableText)), '');
const visibleText = v.pipe(text, v.transform(visibleName));
const prose = v.pipe(text, v.transform(visibleProse));
/** Drops duplicates, and texts that are empty or too long. */
const texts = (entry: typeof text | typeof visibleText) =>
  v.pipe(
    v.fallback(v.array(entry), []),
    v.transform((all) => [...new Set(all.filter(({ length }) => length > 0 && length <= NAME_MAX_CHARS))]),
  );
const count = v.pipe(
  v.fallback(v.number(), 0),
  v.transform((number) => Math.min(Math.max(0, Math.floor(number)), INT32_MAX)),
);

/** One line of a catalogue. A value of the wrong type counts as absent. */
const catalogueLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((value) => !Array.isArray(value)),
  v.object({
    id: text,
    name: visibleText,
    author: visibleText,
    description: prose,
    repository: v.pipe(
      text,
      v.transform((address) => (isWebAddress(address) ? address : '')),
    ),
    category: prose,
    license: prose,
    tags: texts(visibleText),
    preempted_app_node_names: texts(text),
    github_stars: count,
    app_nodes: texts(text),
  }),
);

/**
 * Reads one line of a catalogue: a JSON object with `id`; all other fields are optional. Invisible characters in names and
 * tags are removed: a request with them is refused, but a line of a catalogue is not.
 * @returns a sentence about what is wrong when the line is no node.
 */
export function readCatalogueEntry(line: string): CatalogueEntry | string {
  const read = v.safeParse(catalogueLine, line);
  if (!read.success) return 'is not a JSON object';
  const { id, name, preempted_app_node_names, github_stars, app_nodes, ...rest } = read.output;
  const problem = nodeIdProblem(id);
  if (problem !== undefined) return `the id ${JSON.stringify(id)} ${problem}`;
  return {
    id,
    idKey: id.toLowerCase(),
    lookAlikeKey: lookAlikeKey(id),
    ...publisherOf(rest.author),
    ...rest,
    name: name || id,
    preemptedAppNodeNames: preempted_app_node_names,
    githubStars: github_stars,
    appNodeNames: app_nodes.sort(),
  };
}

/** The publisher that an author's name makes: `Dr. Lt.Data` becomes `dr-lt-data`. */
export function publisherOf(author: string): { publisherId: string; publisherName: string } {
  const publisherId = author
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^[^a-z]+|-+$/g, '');
  return publisherIdProblem(publisherId) === undefined ? { publisherId, publisherName: author } : NAMELESS;
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
