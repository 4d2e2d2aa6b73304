import { setImmediate } from 'node:timers/promises';
import { Rounds } from './rounds.js';

describe('Rounds', () => {
  const rounds: number[][] = [];
  let open: () => void = () => undefined;
  const doubled = new Rounds(
    async (items: readonly number[]) => {
      rounds.push([...items]);
      await new Promise<void>((resolve) => (open = resolve));
      if (items.includes(13)) throw new Error('no luck');
      return Promise.allSettled(
        items.map(async (item) => {
          if (item === 7) throw new Error('not seven');
          return item * 2;
        }),
      );
    },
    { items: 3, rounds: 1 },
  );
  const begin = (...items: number[]) => Promise.allSettled(items.map((item) => doubled.do(item)));

  beforeEach(() => rounds.splice(0));

  it('processes concurrent items together, and later ones in the next round, up to its size', async () => {
    const first = begin(1, 2);
    await setImmediate();
    const later = begin(3, 4, 5, 6);
    open();
    expect(await first).toMatchObject([{ value: 2 }, { value: 4 }]);
    await setImmediate();
    open();
    await setImmediate();
    open();
    expect(await later).toMatchObject([{ value: 6 }, { value: 8 }, { value: 10 }, { value: 12 }]);
    expect(rounds).toEqual([[1, 2], [3, 4, 5], [6]]);
  });

  it('fails one item alone, or all of a round that throws, and continues with the next', async () => {
    const results = begin(1, 7, 2, 13, 3);
    for (let round = 0; round < 2; round += 1) {
      await setImmediate();
      open();
    }
    expect((await results).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    const next = begin(4);
    await setImmediate();
    open();
    expect(await next).toMatchObject([{ value: 8 }]);
  });
});
