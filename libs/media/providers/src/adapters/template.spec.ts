import { fill, placesIn } from './template.js';

const PLACES = { prompt: 'dusk', seed: 7, loud: false, image: undefined };

describe('fill', () => {
  it('puts values in their places, with their types', () => {
    const template = { a: '{{prompt}}', b: ['{{seed}}', 1, null], c: { d: '{{loud}}' } };
    expect(fill(template, PLACES)).toEqual({ a: 'dusk', b: [7, 1, null], c: { d: false } });
  });

  it('makes texts of places inside a longer text', () => {
    expect(fill('at {{prompt}}, {{seed}} times{{image}}', PLACES)).toBe('at dusk, 7 times');
  });

  it('leaves out what has no value, or takes the usual one', () => {
    const template = {
      a: '{{image}}',
      b: ['{{image}}'],
      c: '{{strength|0.6}}',
      d: '{{style|oil on canvas}}',
    };
    expect(fill(template, PLACES)).toEqual({ b: [], c: 0.6, d: 'oil on canvas' });
    expect(fill('{{prompt|dawn}}', PLACES)).toBe('dusk');
  });

  it('reads no place into what a caller wrote', () => {
    expect(fill('{{prompt}}', { prompt: '{{key}}', key: 'secret' })).toBe('{{key}}');
  });
});

describe('placesIn', () => {
  it('names all places, with their values when there is none', () => {
    expect(placesIn({ a: '{{x}} {{y|1}}', b: ['{{x}}'] })).toEqual(
      new Map([
        ['x', undefined],
        ['y', 1],
      ]),
    );
  });
});
