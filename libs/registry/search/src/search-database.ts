/** Runs one statement with parameters `$1`, `$2`, … and returns its rows, on a pool or in the caller's transaction. */
export type SearchDatabase = {
  query<Row>(text: string, parameters: readonly unknown[]): Promise<Row[]>;
};

/** Runs `work` in a new transaction. */
export type SearchTransaction = <T>(work: (database: SearchDatabase) => Promise<T>) => Promise<T>;
