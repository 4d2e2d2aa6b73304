import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parse, type Parsed } from '#libs/platform/parsing';

const PATH = /^(?:\/(?:[a-z0-9._-]+|\{[a-z]+\}))+(?:\/\*)?$/i;
const PLACES = /\{[a-z]+\}|\*/gi;
const NAME = /^[A-Za-z][\w.-]*$/;

const pathRule = 'must be a path such as /nodes/{node}/versions, which may end with /*';
const nameRule = 'must be a name of letters, digits, underscores, hyphens and points';
const tableRule = 'must be an object, from the other names to ours';
const path = v.pipe(v.string(pathRule), v.regex(PATH, pathRule));
const name = v.pipe(v.string(nameRule), v.regex(NAME, nameRule));
const onceRule = 'must give each of our names once';
const names = v.pipe(
  v.record(name, name, tableRule),
  v.check((table) => new Set(Object.values(table)).size === Object.keys(table).length, onceRule),
);

const placesRule = 'must use in our path only what {braces} and * stand for in the other';

function placesOf(path: string): readonly string[] {
  return path.match(PLACES) ?? [];
}

function isFilled(paths: Readonly<Record<string, string>>): boolean {
  return Object.entries(paths).every(([theirs, ours]) => {
    const places = placesOf(theirs);
    return placesOf(ours).every((place) => places.includes(place));
  });
}

const paths = v.pipe(v.record(path, path, tableRule), v.check(isFilled, placesRule));

const file = v.strictObject(
  {
    sources: v.optional(v.array(v.string('must be a text'), 'must be a list of texts'), []),
    paths: v.optional(paths, {}),
    shared: v.optional(v.array(path, 'must be a list of paths'), []),
    fields: v.optional(names, {}),
    query: v.optional(names, {}),
    values: v.optional(v.record(name, names, 'must be an object of tables, by our name of a field'), {}),
  },
  ({ expected }) => (expected === 'never' ? 'is not a field of the file' : 'must be an object'),
);

/** Which names of another service stand for which of ours. */
export type NamesFile = v.InferOutput<typeof file>;

/** Reads a file of names, or says what is wrong with it. */
export function readNamesFile(place: string): Parsed<typeof file> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(place, 'utf8'));
  } catch {
    return { problems: ['must be comfyui, or name a file that can be read as JSON'] };
  }
  return parse(file, value, 'its');
}
