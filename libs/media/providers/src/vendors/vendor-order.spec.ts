import { type Candidate, inOrderOfChoice } from './vendor-order.js';

function vendor(
  value: string,
  { cost, unit = 'USD', ...offer }: { priority?: number; weight?: number; cost?: number; unit?: string } = {},
): Candidate<string> {
  const inUnit = cost === undefined ? undefined : { amount: cost, unit };
  return { value, offer: { priority: 0, weight: undefined, ...offer }, cost: inUnit };
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

  it('never compares costs of different units: those in the unit of the first come first', () => {
    const vendors = [
      vendor('unpriced'),
      vendor('dear', { cost: 9 }),
      vendor('foreign', { cost: 3, unit: 'EUR' }),
      vendor('cheap', { cost: 2 }),
      vendor('odd', { cost: 1, unit: 'credits' }),
      vendor('cheapest abroad', { cost: 1, unit: 'EUR' }),
    ];
    const inOrder = ['cheap', 'dear', 'cheapest abroad', 'foreign', 'odd', 'unpriced'];
    expect(inOrderOfChoice(vendors)).toEqual(inOrder);
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
