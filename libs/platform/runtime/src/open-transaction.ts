import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs the body of a database transaction; until it ends, whatever it calls is refused by `refuseInTransaction`. */
export async function asTransaction<T>(body: () => Promise<T>): Promise<T> {
  const mark = { isOpen: true };
  try {
    return await storage.run(mark, body);
  } finally {
    // A timer or a connection that the body has made outlives it.
    mark.isOpen = false;
  }
}

/**
 * A transaction that waits for a second connection stops the process once every connection waits; one that waits for the
 * network holds its locks as long.
 * @param act What is about to begin, as in "reads a stored file".
 * @throws Error when a transaction waits for the caller.
 */
export function refuseInTransaction(act: string): void {
  if (storage.getStore()?.isOpen) throw new Error(`A transaction ${act} before it ends`);
}
