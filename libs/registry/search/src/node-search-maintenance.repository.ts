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
/** Rows moved by one statement, so that none holds its locks for long. */
const MOVED_ROWS = 2_000;
/** The borders are drawn again when the catalogue has changed by this share. */
const DRAW_AGAIN_SHARE = 0.25;
/** As ranks change, rows move into the first head. At this many times its size, the borders are drawn again. */
const FIRST_HEAD_GROWTH = 2;

/**
 * Keeps the search fast; every result is the same without it. Run it after a bulk import and about once a day, in one
 * process at a time. Readers and writers are not blocked.
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

  /** Writers use new borders at once; readers use them when every row has been moved. */
  private async drawHeads(heads: readonly Head[], rows: number): Promise<void> {
    await this.transaction(async (scope) => {
      await scope.query(LOCK_HEADS, []);
      await scope.query(DROP_HEADS, []);
      for (const head of heads) await scope.query(DRAW_HEAD, [head.rows, head.head, rows]);
    });
    for (let last: string | null = ''; last !== null;) last = await this.moveRows(last);
    await this.database.query(OPEN_HEADS, []);
  }

  /** A moved row is written to every index of lexemes again. @returns the last id read. */
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
