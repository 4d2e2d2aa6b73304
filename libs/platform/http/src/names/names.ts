import type { NamesFile } from './names-file.js';

type Table = ReadonlyMap<string, string>;

type Tables = {
  /** From theirs to ours, and back. */
  fields: { ours: Table; theirs: Table };
  query: Table;
  /** By our name of their field. */
  values: ReadonlyMap<string, { ours: Table; theirs: Table }>;
  /** Finds our names in a sentence. */
  words: RegExp;
  wordsOf: Table;
};

/** How deep a request may have names: `node.supported_comfyui_version`. */
const REQUEST_DEPTH = 2;

/** The names of another service, which callers may use in place of ours. */
export class Names {
  private readonly paths: readonly { theirs: RegExp; ours: string }[];
  private readonly shared: readonly RegExp[];
  private readonly tables: Tables;

  constructor(file: NamesFile) {
    this.paths = Object.entries(file.paths).map(([theirs, ours]) => ({
      theirs: patternOf(theirs),
      ours: replacementOf(theirs, ours),
    }));
    this.shared = file.shared.map(patternOf);
    this.tables = tablesOf(file);
  }

  /** What the names mean for a request to `url`; undefined where they mean nothing. */
  of(url: string): Naming | undefined {
    const [path = '', ...rest] = url.split('?');
    const query = rest.length > 0 ? `?${this.ourQuery(rest.join('?'))}` : '';
    const alias = this.paths.find(({ theirs }) => theirs.test(path));
    if (alias) return new Naming(this.tables, path.replace(alias.theirs, alias.ours) + query, true);
    if (!this.shared.some((pattern) => pattern.test(path))) return undefined;
    return new Naming(this.tables, path + query, false);
  }

  private ourQuery(query: string): string {
    const parameters = query.split('&').map((parameter) => {
      const [name = '', ...value] = parameter.split('=');
      return [this.tables.query.get(name) ?? name, ...value].join('=');
    });
    return parameters.join('&');
  }
}

/**
 * The names of one request. At a path of the other service they stand in place of ours; at a path that both have, where
 * nobody can tell which are expected, a reply has both.
 */
export class Naming {
  private hasTheirs: boolean;

  constructor(
    private readonly tables: Tables,
    /** The URL with our path and parameters. */
    readonly url: string,
    private readonly isTheirs: boolean,
  ) {
    this.hasTheirs = isTheirs;
  }

  /** A JSON body with our names. Where a caller sends both, ours counts, and the other is an unknown field. */
  body(body: unknown): unknown {
    return this.ourNames(body, REQUEST_DEPTH);
  }

  /** The body of a reply as the caller reads it. */
  reply(body: unknown): unknown {
    if (Array.isArray(body)) return body.map((entry) => this.reply(entry));
    if (typeof body !== 'object' || body === null || 'toJSON' in body) return body;
    const named: [string, unknown][] = [];
    for (const [field, value] of Object.entries(body)) {
      const name = this.tables.fields.theirs.get(field);
      const read = this.reply(this.theirValue(field, value));
      if (name === undefined || !this.isTheirs) named.push([field, read]);
      if (name !== undefined) named.push([name, read]);
    }
    return Object.fromEntries(named);
  }

  /** A sentence about a request, with the names that it used. */
  sentence(text: string): string {
    const { words, wordsOf } = this.tables;
    return this.hasTheirs ? text.replace(words, (word) => wordsOf.get(word) ?? word) : text;
  }

  private ourNames(body: unknown, depth: number): unknown {
    if (!isPlain(body) || depth === 0) return body;
    const named = Object.entries(body).map(([field, value]): [string, unknown] => {
      const name = this.tables.fields.ours.get(field);
      const isOurs = name !== undefined && !Object.hasOwn(body, name);
      if (isOurs) this.hasTheirs = true;
      return [isOurs ? name : field, this.ourNames(this.ourValue(field, value), depth - 1)];
    });
    return Object.fromEntries(named);
  }

  private ourValue(field: string, value: unknown): unknown {
    const table = this.isTheirs && typeof value === 'string' ? this.tables.values.get(field) : undefined;
    return table?.ours.get(value as string) ?? value;
  }

  private theirValue(field: string, value: unknown): unknown {
    const table = this.isTheirs && typeof value === 'string' ? this.tables.values.get(field) : undefined;
    return table?.theirs.get(value as string) ?? value;
  }
}

/** Whether it is an object as JSON has it: a list or a long text is none. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function tablesOf({ fields, query, values }: NamesFile): Tables {
  const bothWays = (table: Readonly<Record<string, string>>): { ours: Table; theirs: Table } => ({
    ours: new Map(Object.entries(table)),
    theirs: new Map(Object.entries(table).map(([theirs, ours]) => [ours, theirs])),
  });
  const wordsOf = new Map(
    [fields, query, ...Object.values(values)].flatMap((table) => [...bothWays(table).theirs]),
  );
  const longestFirst = [...wordsOf.keys()].sort((a, b) => b.length - a.length).map(RegExp.escape);
  return {
    fields: bothWays(fields),
    query: new Map(Object.entries(query)),
    values: new Map(Object.entries(values).map(([field, table]) => [field, bothWays(table)])),
    words: new RegExp(`(?<![\\w.-])(?:${longestFirst.join('|') || '$^'})(?![\\w-]|\\.\\w)`, 'g'),
    wordsOf,
  };
}

/** `/nodes/{node}` as a pattern: one segment in place of each name in braces, the rest of the path in place of `*`. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    if (segment === '*') return '(.*)';
    return segment.startsWith('{') ? '([^/]+)' : RegExp.escape(segment);
  });
  return new RegExp(`^${segments.join('/')}/?$`);
}

/** Our path with a reference to each segment of theirs. */
function replacementOf(theirs: string, ours: string): string {
  const places = theirs.split('/').filter((segment) => segment === '*' || segment.startsWith('{'));
  return ours.replaceAll(/\{[a-z]+\}|\*/gi, (place) => `$${places.indexOf(place) + 1}`);
}
