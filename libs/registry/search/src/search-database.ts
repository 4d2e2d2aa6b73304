/** Runs one statement with parameters `$1`, `$2`, … and gives its rows: a pool, or the transaction of the caller. */
export type SearchDatabase = {
  query<Row>(text: string, parameters: readonly unknown[]): Promise<Row[]>;
};

/** Runs `work` in one transaction of its own. */
export type SearchTransaction = <T>(work: (database: SearchDatabase) => Promise<T>) => Promise<T>;
