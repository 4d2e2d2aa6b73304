import { withCoding, withoutCoding } from './entity-tag.js';

describe('entity tags', () => {
  it('gives the compressed form a tag of its own and finds the way back', () => {
    expect(withCoding('"abc"', 'gzip')).toBe('"abc-gzip"');
    expect(withoutCoding('"abc-gzip"')).toBe('"abc"');
    expect(withoutCoding('"abc-br"')).toBe('"abc"');
  });

  it('leaves weak tags and other suffixes alone', () => {
    expect(withCoding('W/"abc"', 'gzip')).toBe('W/"abc"');
    expect(withoutCoding('"abc-def"')).toBe('"abc-def"');
    expect(withoutCoding('W/"abc"')).toBe('"abc"');
  });
});
