import 'reflect-metadata';
import { field as CustomField } from './field.js';
import { ObjectField, ObjectListField } from './nested-fields.js';
import { IntField } from './number-fields.js';
import { TextListField } from './text-fields.js';
import { readRequest } from './request.pipe.js';

class Part {
  @IntField({ description: 'A number.', min: 0, max: 10, default: 3 })
  count!: number;
}

class Whole {
  @ObjectField({ description: 'One.', type: () => Part, optional: true })
  part?: Part;

  @ObjectListField({ description: 'Several.', type: () => Part, maxItems: 3, optional: true })
  parts?: Part[];

  @CustomField(
    { description: 'Anything.', optional: true },
    { rule: 'must be anything', isValid: () => true, schema: {} },
  )
  extra?: unknown;

  @TextListField({ description: 'Words.', maxItems: 3, maxLength: 10, default: ['a'] })
  words!: string[];
}

const read = (text: string) => readRequest(Whole, JSON.parse(text), { convertsText: false });
/** Keys that decide about an object where somebody trusts them. */
const HOSTILE = '{"constructor":"x","__proto__":{"count":1},"then":1,"length":1e9}';

describe('readRequest', () => {
  it('makes objects of the declared classes, with their defaults', () => {
    const request = read('{"part":{"count":null},"parts":[{},{"count":1}]}');
    expect(request).toBeInstanceOf(Whole);
    expect(request.words).toEqual(['a']);
    for (const part of [request.part, ...(request.parts ?? [])]) expect(part).toBeInstanceOf(Part);
    expect(request.parts?.map(({ count }) => count)).toEqual([3, 1]);
  });

  it('takes no class from what was sent, and leaves what only one field knows as it came', () => {
    const extra = JSON.parse(`{"deep":[${HOSTILE}]}`);
    const request = read(
      `{"constructor":{"name":"x"},"__proto__":{"part":1},"part":${HOSTILE},"extra":{"deep":[${HOSTILE}]}}`,
    );
    expect(Object.getPrototypeOf(request)).toBe(Whole.prototype);
    expect(request.part).toEqual(Object.assign(new Part(), { count: 3 }));
    expect(request.extra).toEqual(extra);
  });

  it.each([
    [`{"part":[${HOSTILE}]}`, 'part must be an object, not a list'],
    [`{"parts":${HOSTILE}}`, 'parts must be a list of 0 to 3 objects'],
    [`{"parts":[[${HOSTILE}],null]}`, 'parts must be a list of 0 to 3 objects'],
    [`{"words":[${HOSTILE}]}`, 'words must be a list of 0 to 3 strings'],
    [`{"words":${HOSTILE}}`, 'words must be a list of 0 to 3 strings'],
  ])('refuses %s', (text, problem) => {
    expect(() => read(text)).toThrow(problem);
  });
});
