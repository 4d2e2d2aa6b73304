/** Runs one statement with parameters `$1`, `$2`, … and gives its rows: a pool, or the transaction of the caller. */
export interface SearchDatabase {
  query<Row>(text: string, parameters: readonly unknown[]): Promise<Row[]>;
}
