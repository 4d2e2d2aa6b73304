import { isAfterFailure } from './refusals.js';

/**
 * Waits for statements of a transaction that go on side by side, also when one of them fails: what was sent after the end of
 * the transaction would run by itself.
 * @throws What failed by itself: the statements after it only say that their transaction has failed.
 */
export async function allStatements(running: readonly Promise<unknown>[]): Promise<void> {
  const errors: unknown[] = [];
  await Promise.all(running.map((one) => one.catch((error: unknown) => errors.push(error))));
  if (errors.length > 0) throw errors.find((error) => !isAfterFailure(error)) ?? errors[0];
}
