/** A condition on lexemes with an upper estimate of the rows that fulfil it; undefined matches nothing. */
export interface LexemeQuery {
  /** Text of a `tsquery`. */
  readonly text: string;
  /** Sum or minimum of the vocabulary's counts. */
  readonly rows: number;
  /** A lower estimate of the rows. */
  readonly leastRows: number;
  /** The last tier of its list matches all of this too, so a count can leave it out. */
  readonly isCovered?: boolean;
}

/** Marks a tier whose rows the last tier has as well. */
export function covered(query: LexemeQuery | undefined): LexemeQuery | undefined {
  return query && { ...query, isCovered: true };
}

/** One lexeme that about `rows` documents have. */
export function lexeme(value: string, rows: number): LexemeQuery {
  return { text: `'${value.replace(/['\\]/gu, '$&$&')}'`, rows, leastRows: rows };
}

/** Any of the conditions. */
export function anyOf(queries: readonly (LexemeQuery | undefined)[]): LexemeQuery | undefined {
  const present = queries.filter((query) => query !== undefined);
  if (present.length < 2) return present[0];
  const texts = new Set(present.map((query) => query.text));
  return {
    text: `(${[...texts].join('|')})`,
    rows: present.reduce((sum, query) => sum + query.rows, 0),
    leastRows: Math.max(...present.map((query) => query.leastRows)),
  };
}

/** All of the conditions; nothing when one of them matches nothing. */
export function allOf(queries: readonly (LexemeQuery | undefined)[]): LexemeQuery | undefined {
  const present = queries.filter((query) => query !== undefined);
  if (present.length < queries.length) return undefined;
  if (present.length < 2) return present[0];
  const texts = new Set(present.map((query) => query.text));
  const rows = Math.min(...present.map((query) => query.rows));
  return { text: `(${[...texts].join('&')})`, rows, leastRows: 0 };
}

/** The condition without what the others match. */
export function without(query: LexemeQuery, others: readonly LexemeQuery[]): LexemeQuery {
  if (others.length === 0) return query;
  const excluded = others.map((other) => other.text).join('|');
  return { text: `${query.text}&!(${excluded})`, rows: query.rows, leastRows: 0 };
}
