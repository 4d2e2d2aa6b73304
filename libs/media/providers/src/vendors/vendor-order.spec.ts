import { type Candidate, inOrderOfChoice } from './vendor-order.js';

function vendor(
  value: string,
  { cost, ...offer }: { priority?: number; weight?: number; cost?: number } = {},
): Candidate<string> {
  return { value, offer: { priority: 0, weight: undefined, ...offer }, cost };
}

describe('inOrderOfChoice', () => {
  it('takes the lowest priority first, then the cheapest, and one without a cost last', () => {
    const vendors = [
      vendor('spare', { priority: 1, cost: 1 }),
      vendor('unpriced'),
      vendor('dear', { cost: 9 }),
      vendor('cheap', { cost: 2 }),
    ];
    expect(inOrderOfChoice(vendors)).toEqual(['cheap', 'dear', 'unpriced', 'spare']);
  });

  it('draws by weight when one of a priority has a weight, whatever they cost, and never first at weight 0', () => {
    const vendors = [
      vendor('usual', { weight: 75, cost: 9 }),
      vendor('canary', { weight: 25, cost: 1 }),
      vendor('none', { weight: 0 }),
    ];
    let draws = 0;
    /** Evenly over all pairs of a hundred steps; nothing is drawn for weight 0. */
    const evenly = () => {
      const [at, digit] = [Math.floor(draws / 2), draws % 2];
      draws += 1;
      return (((digit === 0 ? at : Math.floor(at / 100)) % 100) + 0.5) / 100;
    };
    const firsts = Array.from({ length: 10_000 }, () => inOrderOfChoice(vendors, evenly)[0]);
    const share = firsts.filter((name) => name === 'canary').length / firsts.length;
    expect(share).toBeCloseTo(0.25, 2);
    expect(firsts).not.toContain('none');
    expect(inOrderOfChoice(vendors).at(-1)).toBe('none');
  });
});
