import { setImmediate } from 'node:timers/promises';
import { OwnRounds } from './own-rounds.js';

describe('OwnRounds', () => {
  it('processes the items of one owner in sequence, independent of other owners', async () => {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const work = new OwnRounds(
      async ([item]: readonly string[]) => {
        begun.push(item!);
        await new Promise<void>((resolve) => ends.set(item!, resolve));
        return [{ status: 'fulfilled', value: item!.toUpperCase() }];
      },
      { items: 1, rounds: 1 },
    );
    const [first, second, other] = [work.do('ada', 'a1'), work.do('ada', 'a2'), work.do('ben', 'b1')];
    await setImmediate();
    expect(begun).toEqual(['a1', 'b1']);
    ends.get('b1')?.();
    expect(await other).toBe('B1');
    expect([work.has('ada'), work.has('ben')]).toEqual([true, false]);
    ends.get('a1')?.();
    expect(await first).toBe('A1');
    await setImmediate();
    ends.get('a2')?.();
    expect(await second).toBe('A2');
    expect(work.has('ada')).toBe(false);
  });
});
