import {
  DRAW_HEAD,
  DROP_HEADS,
  type Head,
  headsFor,
  LOCK_HEADS,
  MOVE_ROWS,
  OPEN_HEADS,
  READ_SIZES,
  recountTerms,
} from './maintenance-sql.js';
import type { SearchDatabase, SearchTransaction } from './search-database.js';
import { COLLECT_LEXEMES, ENTER_LEXEMES, HEAD_ROWS } from './search-sql.js';

type Sizes = { rows: number; firstHeadRows: number; headRows: number; hasHeads: boolean };

/** Larger catalogues count their vocabulary on the sample: reading all lexemes takes a minute per million nodes. */
const COUNT_ALL_ROWS = 200_000;
/** Rows that one statement moves, so that none holds its locks for long. */
const MOVED_ROWS = 2_000;
/** The borders stay where they are until the catalogue has changed by this share. */
const DRAW_AGAIN_SHARE = 0.25;
/** Ranks move, and with them rows into the first head: so many times its size are too many. */
const FIRST_HEAD_GROWTH = 2;

/**
 * Keeps the search fast, never right: every answer is the same without it. Run it after a bulk import and about once a
 * day; readers and writers go on meanwhile. Only one process may run it at a time.
 */
export class NodeSearchMaintenance {
  constructor(
    private readonly database: SearchDatabase,
    private readonly transaction: SearchTransaction,
  ) {}

  /** Brings the planner's statistics, the vocabulary's counts and the heads up to date. */
  async run(): Promise<void> {
    const { rows, firstHeadRows, headRows, hasHeads } = await this.sizes();
    await this.database.query('analyze node_search', []);
    await this.database.query(recountTerms(rows > COUNT_ALL_ROWS), []);
    await this.database.query('analyze search_term', []);
    const heads = headsFor(rows);
    const mayMove = hasHeads || heads.length > 0;
    const isOutgrown =
      Math.abs(rows - headRows) > DRAW_AGAIN_SHARE * headRows ||
      firstHeadRows > FIRST_HEAD_GROWTH * HEAD_ROWS[0];
    if (mayMove && isOutgrown) await this.drawHeads(heads, rows);
  }

  /** New borders are honoured by writers at once and by readers when every row has its place. */
  private async drawHeads(heads: readonly Head[], rows: number): Promise<void> {
    await this.transaction(async (scope) => {
      await scope.query(LOCK_HEADS, []);
      await scope.query(DROP_HEADS, []);
      for (const head of heads) await scope.query(DRAW_HEAD, [head.rows, head.head, rows]);
    });
    for (let last: string | null = ''; last !== null;) last = await this.moveRows(last);
    await this.database.query(OPEN_HEADS, []);
  }

  /** A row that moves enters every index of lexemes anew. @returns the last id looked at. */
  private async moveRows(after: string): Promise<string | null> {
    return this.transaction(async (scope) => {
      await scope.query(COLLECT_LEXEMES, []);
      const [moved] = await scope.query<{ last: string | null }>(MOVE_ROWS, [after, MOVED_ROWS]);
      for (const statement of ENTER_LEXEMES) await scope.query(statement, []);
      return moved?.last ?? null;
    });
  }

  private async sizes(): Promise<Sizes> {
    const [sizes] = await this.database.query<Sizes>(READ_SIZES, []);
    return sizes ?? { rows: 0, firstHeadRows: 0, headRows: 0, hasHeads: false };
  }
}
