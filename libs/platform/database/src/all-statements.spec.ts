import { setImmediate } from 'node:timers/promises';
import { allStatements } from './all-statements.js';

describe('allStatements', () => {
  it('throws what failed first, once all have ended', async () => {
    const ends: (() => void)[] = [];
    const failing = (message: string): Promise<void> =>
      new Promise((_, reject) => ends.push(() => reject(new Error(message))));
    let isOver = false;
    const all = allStatements([failing('the transaction was ended'), failing('no such row')]);
    void all.catch(() => (isOver = true));
    ends[1]?.();
    await setImmediate();
    expect(isOver).toBe(false);
    ends[0]?.();
    await expect(all).rejects.toThrow('no such row');
  });
});
