import { hash } from 'node:crypto';
import { JsonBodies } from './json-bodies.js';
import { LongText } from '../fields/long-text.js';

describe('JSON bodies', () => {
  const bodies = new JsonBodies();
  afterAll(() => bodies.onApplicationShutdown());

  it('come out of a thread as they went in, texts of any alphabet included', async () => {
    const [latin, wide] = ['a'.repeat(1_200_000), 'é🎨'.repeat(300_000)];
    const value = {
      b: [{ deep: latin }, 'x', wide],
      a: { 2: latin, 1: null },
      long: -0.5,
      none: [],
      last: wide,
    };
    const parsed = await bodies.parse(Buffer.from(JSON.stringify(value)));
    expect(parsed).toEqual(value);
    expect(Object.keys(parsed as object)).toEqual(Object.keys(value));
    expect(await bodies.parse(Buffer.from(JSON.stringify(latin)))).toBe(latin);
  });

  it('have their very long texts read in the thread: what they hold, how long they are, which they are', async () => {
    const content = Buffer.alloc(3_000_000, 'abc');
    const base64 = content.toString('base64');
    const parsed = await bodies.parse(
      Buffer.from(JSON.stringify({ a: ['x', base64], b: '🎨'.repeat(1_100_000) })),
    );
    const { a, b } = parsed as { a: [string, LongText]; b: LongText };
    expect(a).toEqual(['x', expect.any(LongText)]);
    expect(a[1]).toMatchObject({ length: base64.length, sha256: hash('sha256', base64) });
    expect(a[1].base64.bytes?.equals(content)).toBe(true);
    expect(b).toBeInstanceOf(LongText);
    expect(b).toMatchObject({ length: 1_100_000, base64: { byteLength: 1_650_000 } });
    expect(b.base64.bytes).toBeUndefined();
  });

  it('may be a part of a larger piece of memory', async () => {
    const memory = Buffer.from(`xx${JSON.stringify('b'.repeat(700_000))}xx`);
    expect(await bodies.parse(memory.subarray(2, -2))).toBe('b'.repeat(700_000));
    expect(memory.subarray(0, 3).toString()).toBe('xx"');
  });

  it('are refused in the same words', async () => {
    const text = `{"a":"${'x'.repeat(700_000)}","a":1}`;
    await expect(bodies.parse(Buffer.from(text))).rejects.toMatchObject({
      code: 'invalid_json',
      message: 'The body has the key "a" twice.',
    });
  });
});
