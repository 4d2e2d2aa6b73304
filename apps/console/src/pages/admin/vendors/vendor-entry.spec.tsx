import { problemsIn, vendorEntry, type VendorFields } from './vendor-entry.js';

const FAL = {
  ...{ name: 'fal', kinds: ['image-relight', 'music-from-video'], base_url: 'https://queue.fal.run' },
  ...{ needs_key: true, areas: [], recipe: ['model' as const, 'input' as const] },
};
const FIELDS: VendorFields = {
  ...{ name: 'fal', area: '', baseUrl: '', keyFrom: 'file', key: '/run/secrets/fal', kinds: [] },
};

describe('an entry of the vendors file', () => {
  it('names where the key is, and says of each chosen kind how it is ordered', () => {
    const kinds = ['image-relight', 'music-from-video'];
    expect(vendorEntry(FAL, { ...FIELDS, kinds })).toEqual({
      name: 'fal',
      adapter: 'fal',
      keys: ['file:/run/secrets/fal'],
      kinds: {
        'image-relight': { model: 'MODEL', input: { prompt: '{{prompt}}', image: '{{image}}' } },
        'music-from-video': { model: 'MODEL', input: { prompt: '{{prompt}}', video: '{{video}}' } },
      },
    });
  });

  it('names the models of kinds for which callers choose one', () => {
    expect(vendorEntry(FAL, { ...FIELDS, kinds: ['text-to-image'] })).toMatchObject({
      kinds: { 'text-to-image': { models: { MODEL: { input: { prompt: '{{prompt}}' } } } } },
    });
    expect(
      vendorEntry({ ...FAL, recipe: [] }, { ...FIELDS, kinds: ['video-extend', 'text-to-video'] }),
    ).toMatchObject({
      kinds: { 'video-extend': {}, 'text-to-video': { models: { MODEL: {} } } },
    });
  });

  it('lists the kinds of a vendor that knows how they are ordered', () => {
    const entry = vendorEntry(
      { ...FAL, recipe: [] },
      { ...FIELDS, keyFrom: 'none', kinds: ['image-relight'] },
    );
    expect(entry).toEqual({ name: 'fal', adapter: 'fal', kinds: ['image-relight'] });
  });

  it('takes no key in place of where it is, and needs what its kind of vendor needs', () => {
    expect(problemsIn(FAL, FIELDS)).toEqual({});
    for (const keyFrom of ['env', 'file'] as const)
      expect(Object.keys(problemsIn(FAL, { ...FIELDS, keyFrom, key: 'sk-0123' }))).toEqual(['key']);
    const own = { ...FAL, base_url: null, areas: ['image'] };
    expect(Object.keys(problemsIn(own, { ...FIELDS, name: 'My GPU' }))).toEqual(['name', 'baseUrl', 'area']);
    expect(Object.keys(problemsIn(FAL, { ...FIELDS, baseUrl: 'ftp://x' }))).toEqual(['baseUrl']);
  });
});
