import { countValues } from './node-facets.js';

const ROWS = [
  { os: ['linux'], accelerators: ['cuda'], tags: ['Image', 'image', 'depth'] },
  { os: ['windows', 'linux'], accelerators: null, tags: ['image'] },
  { os: null, accelerators: ['rocm'], tags: [' '] },
];

describe('countValues', () => {
  it('counts rows that declare nothing for each platform, and a tag once whatever its case', () => {
    expect(countValues(ROWS, {})).toEqual({
      supported_os: [
        { value: 'linux', count: 3 },
        { value: 'windows', count: 2 },
      ],
      supported_accelerator: [
        { value: 'cuda', count: 2 },
        { value: 'rocm', count: 2 },
      ],
      tag: [
        { value: 'image', count: 2 },
        { value: 'depth', count: 1 },
      ],
    });
  });

  it('counts each kind with the conditions on the others', () => {
    expect(countValues(ROWS, { supportedOs: 'Windows', supportedAccelerator: 'CUDA' })).toEqual({
      supported_os: [
        { value: 'linux', count: 2 },
        { value: 'windows', count: 1 },
      ],
      supported_accelerator: [{ value: 'rocm', count: 2 }],
      tag: [{ value: 'image', count: 1 }],
    });
  });

  it('gives the twenty most frequent values', () => {
    const tags = Array.from({ length: 30 }, (_, at) => `t${at}`);
    expect(countValues([{ os: null, accelerators: null, tags }], {}).tag).toHaveLength(20);
    expect(countValues([], {})).toEqual({ supported_os: [], supported_accelerator: [], tag: [] });
  });
});
