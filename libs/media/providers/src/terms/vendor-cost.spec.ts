import { costOf, inCurrency, toCompare, type VendorCost, type VendorCosts } from './vendor-cost.js';

const offerWith = (cost: VendorCost | undefined, more: object = {}): VendorCosts => ({
  ...{ cost, currency: 'USD', credit: 1, worth: undefined },
  ...more,
});

const TABLE: VendorCost = {
  'video-start-end': {
    'vq2-turbo': { '720p': { per_task: 0.03, per_second: 0.01 }, '1080p': 0.2 },
    'vidu-q1': 0.4,
  },
  'video-extend': { '720p': { per_second: 0.02 } },
  'image-relight': { per_megapixel: 0.05 },
  'music-from-text': {},
};

describe('costOf', () => {
  const work = { kind: 'video-start-end', models: ['vq2-turbo', 'viduq2-turbo'], resolution: '720p' };

  it.each<[string, object, number | undefined]>([
    ['adds what is stated for the model and the resolution', { durationSeconds: 7 }, 0.1],
    ['is a number for a task', { resolution: '1080p' }, 0.2],
    ['knows the vendor’s name of a model', { models: ['vq1', 'vidu-q1'] }, 0.4],
    ['needs no level of models', { kind: 'video-extend', durationSeconds: 3 }, 0.06],
    ['is by the size of a picture', { kind: 'image-relight', megapixels: 2.5 }, 0.125],
    ['is unknown for a resolution that is not listed', { resolution: '360p' }, undefined],
    ['is unknown for a model that is not listed', { models: ['v2.0', 'v2.0'] }, undefined],
    ['is unknown for a kind that is not listed', { kind: 'video-reference' }, undefined],
    ['is unknown where nothing is stated', { kind: 'music-from-text' }, undefined],
    ['is unknown while the length is', {}, undefined],
    ['is unknown while the size is', { kind: 'image-relight' }, undefined],
  ])('%s', (_, more, cost) => {
    expect(costOf(offerWith(TABLE), { ...work, ...more })).toBe(cost);
  });

  it('is the same for all work where it is one number, or one rate', () => {
    expect(costOf(offerWith(12), work)).toBe(12);
    expect(costOf(offerWith({ per_second: 2 }), { ...work, durationSeconds: 4 })).toBe(8);
    expect(costOf(offerWith(undefined), work)).toBeUndefined();
  });

  it('is in the currency of the books, to the places that are stored', () => {
    expect(costOf(offerWith(8, { credit: 0.005 }), work)).toBe(0.04);
    expect(inCurrency({ credit: 1 / 3 }, 1)).toBe(0.333333);
    expect(inCurrency({ credit: 1_000_000 }, 1_000_000)).toBe(1_000_000_000);
  });
});

describe('toCompare', () => {
  it('keeps currencies and credits apart, unless it is stated what they are worth', () => {
    expect(toCompare(offerWith(1), 2)).toEqual({ amount: 2, unit: 'USD' });
    expect(toCompare(offerWith(1, { currency: undefined }), 2)).toEqual({ amount: 2, unit: 'credits' });
    const euros = toCompare(offerWith(1, { currency: 'EUR', worth: 1.25 }), 2);
    expect(euros).toEqual({ ...toCompare(offerWith(1, { worth: 1 }), 2), amount: 2.5 });
  });
});
