import * as v from 'valibot';
import { parse } from './parse.js';

const schema = v.object({
  name: v.string('must be a text'),
  sizes: v.array(v.object({ width: v.number() })),
});

describe('parse', () => {
  it('returns the value by its schema, without unknown fields', () => {
    expect(parse(schema, { name: 'a', sizes: [], other: 1 })).toEqual({ output: { name: 'a', sizes: [] } });
  });

  it('names every wrong field and its rule, and no value', () => {
    expect(parse(schema, { name: 7, sizes: [{ width: 'secret' }, {}] }, 'table').problems).toEqual([
      'table.name must be a text',
      'table.sizes.0.width must be number',
      'table.sizes.1.width is missing',
    ]);
    expect(parse(schema, 'secret').problems).toEqual(['it must be Object']);
  });
});
