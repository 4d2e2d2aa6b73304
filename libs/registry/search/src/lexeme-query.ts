/** A condition on lexemes, with an upper estimate of the rows that meet it; undefined matches nothing. */
export type LexemeQuery = {
  /** Text of a `tsquery`. */
  readonly text: string;
  /** Sum or minimum of the vocabulary's counts. */
  readonly rows: number;
  /** A lower estimate of the rows. */
  readonly leastRows: number;
  /** Conditions that must all hold; these or `otherwise` mean the same as `text`. */
  readonly factors: readonly Factor[];
  /** Text of a `tsquery` that suffices on its own. */
  readonly otherwise?: string | undefined;
  /** The last tier of its list also matches everything that this one matches, so a count can leave it out. */
  readonly isCovered?: boolean | undefined;
  /** Steps of popularity that a row gains in this tier; tiers without a bonus come one after the other. */
  readonly bonus?: number | undefined;
  /** The exact name, id or repository was typed, so nothing needs repair. */
  readonly isExact?: boolean | undefined;
};

type Factor = {
  readonly text: string;
  readonly rows: number;
};

/**
 * A query as `tsquery` texts: either the first, or all of the others, rarest first. For an `&` of long alternatives an index
 * evaluates every operand for every row that has one of them. As separate conditions it skips between the rows of the
 * rarest, which is five to fifteen times as fast.
 */
export type SearchKeys = readonly [otherwise: string, ...factors: string[]];

/** Most separate conditions; further ones, the most frequent, are joined to the last. */
const FACTORS_MAX = 5;

/** A letter that no field uses. */
const NO_LEXEME = `'~'`;
/** Text of a `tsquery` that no row matches. */
export const NOTHING = NO_LEXEME;
/** Text of a `tsquery` that every row matches. */
export const EVERYTHING = `!${NO_LEXEME}`;

/** The conditions by which an index finds the rows of a query. */
export function searchKeys({ factors, otherwise }: LexemeQuery): SearchKeys {
  const texts = factors.toSorted((left, right) => left.rows - right.rows).map(({ text }) => text);
  const own = [...texts.slice(0, FACTORS_MAX - 1), ...joined(texts.slice(FACTORS_MAX - 1))];
  return [otherwise ?? NOTHING, ...(own.length > 0 ? own : [NOTHING])];
}

function joined(texts: readonly string[]): string[] {
  return texts.length > 0 ? [texts.join('&')] : [];
}

/** Marks a tier whose rows the last tier also has. */
export function covered(query: LexemeQuery | undefined): LexemeQuery | undefined {
  return query && { ...query, isCovered: true };
}

/** One lexeme that about `rows` documents have. */
export function lexeme(value: string, rows: number): LexemeQuery {
  const text = `'${value.replace(/['\\]/gu, '$&$&')}'`;
  return { text, rows, leastRows: rows, factors: [{ text, rows }] };
}

export function anyOf(queries: readonly (LexemeQuery | undefined)[]): LexemeQuery | undefined {
  const present = queries.filter((query) => query !== undefined);
  if (present.length < 2) return present[0];
  const text = alternatives(present.map((query) => query.text));
  const rows = present.reduce((sum, query) => sum + query.rows, 0);
  const leastRows = Math.max(...present.map((query) => query.leastRows));
  const [broadest] = present
    .filter((query) => query.factors.length > 1)
    .sort((left, right) => right.rows - left.rows);
  if (broadest === undefined) return { text, rows, leastRows, factors: [{ text, rows }] };
  const rest = present.filter((query) => query !== broadest).map((query) => query.text);
  const own = broadest.otherwise === undefined ? [] : [broadest.otherwise];
  return { text, rows, leastRows, factors: broadest.factors, otherwise: alternatives([...own, ...rest]) };
}

/** All of the conditions; nothing when one of them matches nothing. */
export function allOf(queries: readonly (LexemeQuery | undefined)[]): LexemeQuery | undefined {
  const present = queries.filter((query) => query !== undefined);
  if (present.length < queries.length) return undefined;
  if (present.length < 2) return present[0];
  const texts = [...new Set(present.map((query) => query.text))];
  const factors = present.flatMap((query) => query.factors);
  // (a or b) and (c or d) is a and c, or b and (c or d), or (a or b) and d: the sufficient condition should be a rare one.
  const otherwise = present.flatMap(({ otherwise: own, text }) =>
    own === undefined ? [] : [`(${[own, ...texts.filter((other) => other !== text)].join('&')})`],
  );
  return {
    text: `(${texts.join('&')})`,
    rows: Math.min(...present.map((query) => query.rows)),
    leastRows: 0,
    factors: [...new Map(factors.map(({ text, rows }) => [text, { text, rows }])).values()],
    otherwise: otherwise.length > 0 ? alternatives(otherwise) : undefined,
  };
}

function alternatives(texts: readonly string[]): string {
  return `(${[...new Set(texts)].join('|')})`;
}
