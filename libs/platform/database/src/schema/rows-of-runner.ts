import type { QueryRunner } from 'typeorm';

/** Rows of a plain, parameterised statement on the connection of a query runner. */
export async function rowsOfRunner<Row>(
  runner: QueryRunner,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  return (await runner.query(sql, [...parameters], true)).records as Row[];
}
