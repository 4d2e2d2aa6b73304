import { lookAlikeKey, nodeIdProblem } from '#libs/nodes';
import { storableText } from '#libs/platform/database';
import { visibleName } from '#libs/platform/http';
import { publisherIdProblem } from '#libs/publishers';

/** One node of a catalogue, ready to be stored. */
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
  /** Without doubles, sorted. */
  appNodeNames: string[];
};

const NAME_MAX_CHARS = 500;
const INT32_MAX = 2 ** 31 - 1;
/** Who publishes the nodes of authors whose names make no id. */
const NAMELESS = { publisherId: 'catalogue', publisherName: 'Catalogue' };

/**
 * Reads one line of a catalogue: a JSON object with `id` and, all optional, `name`, `author`, `description`,
 * `repository`, `github_stars`, `app_nodes`, `tags`, `category`, `license`, `preempted_app_node_names`.
 * Names and tags lose what is invisible in them: no request may set such ones, but a line is not refused for them.
 * @returns a sentence about what is wrong when the line is no node.
 */
export function readCatalogueEntry(line: string): CatalogueEntry | string {
  const fields = parseObject(line);
  if (!fields) return 'is not a JSON object';
  const id = text(fields.id);
  const problem = nodeIdProblem(id);
  if (problem !== undefined) return `the id ${JSON.stringify(id)} ${problem}`;
  const author = visibleName(text(fields.author));
  const repository = text(fields.repository);
  return {
    id,
    idKey: id.toLowerCase(),
    lookAlikeKey: lookAlikeKey(id),
    ...publisherOf(author),
    name: visibleName(text(fields.name)) || id,
    author,
    description: text(fields.description),
    repository: isWebAddress(repository) ? repository : '',
    category: text(fields.category),
    license: text(fields.license),
    tags: texts(fields.tags, visibleName),
    preemptedAppNodeNames: texts(fields.preempted_app_node_names),
    githubStars: count(fields.github_stars),
    appNodeNames: texts(fields.app_nodes).sort(),
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

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? storableText(value) : '';
}

function texts(value: unknown, clean = (entry: string) => entry): string[] {
  const all = Array.isArray(value) ? value.map((entry) => clean(text(entry))) : [];
  return [...new Set(all.filter((entry) => entry !== '' && entry.length <= NAME_MAX_CHARS))];
}

function count(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.min(Math.floor(value), INT32_MAX) : 0;
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
