import { parseStrictJson } from './strict-json.js';

const read = (text: string): unknown => parseStrictJson(Buffer.from(text));

describe('strict JSON', () => {
  it.each([
    '{"a":1,"b":{"a":2},"c":[{"a":1},{"a":1}]}',
    '"a:\\"b"',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '[]',
    ' 1 ',
    '{"\\\\":1,"\\\\\\\\":2}',
  ])('reads %s as the parser does', (text) => {
    expect(read(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['{"prompt":1,"prompt":2}', '"prompt"'],
    ['{"x":[{"deep" :1, "deep"\n:2}]}', '"deep"'],
    ['{"a":1,"\\u0061":2}', '"a"'],
    ['{"a":"\\"","b":{},"a":"\\\\"}', '"a"'],
    ['{"":1,"":2}', '""'],
  ])('refuses %s for its repeated key', (text, name) => {
    expect(() => read(text)).toThrow(`The body has the key ${name} twice.`);
  });

  it.each(['{', '{"a"}', '{"a":1,}', "{'a':1}", 'undefined', '{"a":"', '{"a":1}}', '', '"\\"', 'NaN'])(
    'refuses %j and does not quote it',
    (text) => {
      expect(() => read(text)).toThrow(/^The body is not valid JSON(?:: the fault is at character \d+)?\.$/);
    },
  );

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseStrictJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow('The body is not UTF-8.');
    expect(() => parseStrictJson(Buffer.from('"é"', 'latin1'))).toThrow('The body is not UTF-8.');
  });

  it('takes a key of 10,000 characters and refuses a longer one', () => {
    const keyOf = (length: number): string => `{"x":[{"${'n'.repeat(length)}":1}]}`;
    expect(read(keyOf(10_000))).toEqual(JSON.parse(keyOf(10_000)));
    expect(() => read(keyOf(10_001))).toThrow('The body has a key of more than 10000 characters.');
  });

  it('refuses nesting and floods of values before they are parsed', () => {
    expect(() => read('['.repeat(1_000_000))).toThrow('nested more than 64 levels deep');
    expect(() => read('{"a":'.repeat(65) + '1' + '}'.repeat(65))).toThrow('nested more than 64 levels deep');
    expect(read('['.repeat(64) + ']'.repeat(64))).toBeInstanceOf(Array);
    expect(() => read(`[${'[],'.repeat(200_000)}1]`)).toThrow('made of more than 200000 values');
  });

  it('drops a key __proto__ at any depth, in any spelling', () => {
    const value = read('{"a":{"__proto__":{"isAdmin":true}},"\\u005f_proto__":{"isAdmin":true},"b":1}');
    expect(Object.keys(value as object)).toEqual(['a', 'b']);
    expect(JSON.stringify(value)).toBe('{"a":{},"b":1}');
    expect((value as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('names the field that holds a NUL character', () => {
    expect(() => read('{"a":{"list":["ok","b\\u0000d"]}}')).toThrow(
      'a.list[1] must not contain the NUL character.',
    );
    expect(() => read('{"a\\u0000":1}')).toThrow('The name of a field in the body must not contain');
    expect(read('{"a":"\\\\u0000"}')).toEqual({ a: '\\u0000' });
  });
});
