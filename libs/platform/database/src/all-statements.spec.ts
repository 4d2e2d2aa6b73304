import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { QueryFailedError } from 'typeorm';
import { allStatements } from './all-statements.js';

function failure(message: string, code?: string): Error {
  const error = new pg.DatabaseError(message, message.length, 'error');
  if (code !== undefined) error.code = code;
  return new QueryFailedError('select', [], error);
}

describe('allStatements', () => {
  it('throws what failed first, once all have ended', async () => {
    const ends: (() => void)[] = [];
    const failing = (message: string): Promise<void> =>
      new Promise((_, reject) => ends.push(() => reject(new Error(message))));
    let isOver = false;
    const all = allStatements([failing('a later one'), failing('no such row')]);
    void all.catch(() => (isOver = true));
    ends[1]?.();
    await setImmediate();
    expect(isOver).toBe(false);
    ends[0]?.();
    await expect(all).rejects.toThrow('no such row');
  });

  it('throws what failed by itself, also when it is told of later than of those that failed with it', async () => {
    const after = Promise.reject(failure('the transaction has failed', '25P02'));
    const cause = setImmediate().then(() => Promise.reject(failure('the disk is full', '53100')));
    await expect(allStatements([cause, after])).rejects.toThrow('the disk is full');
    await expect(allStatements([after])).rejects.toThrow('the transaction has failed');
  });
});
