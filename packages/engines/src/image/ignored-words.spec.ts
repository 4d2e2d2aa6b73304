import { ignoredWords } from './light-phrases.js';
import { promptLight } from './light-prompt.js';

describe('ignoredWords', () => {
  it.each([
    ['warm light from the left', []],
    ['Venetian blinds, soft warm light from the left', ['Venetian', 'blinds']],
    ['a woman in a red dress, blue light', ['woman', 'red', 'dress']],
    ['weiches Licht von links auf dem Gesicht', ['Gesicht']],
    ['мягкий тёплый свет справа, красивая женщина', ['красивая', 'женщина']],
    ['오른쪽의 파란 빛, 고양이', ['고양이']],
    ['左から柔らかい光 猫', ['猫']],
    // A language that is not known.
    ['ciepłe światło', ['ciepłe', 'światło']],
  ])('of "%s" are those that change nothing', (prompt, ignored) => {
    expect(ignoredWords(prompt, true)).toEqual(ignored);
  });

  it('hold a light from behind where there is no person', () => {
    expect(ignoredWords('rim light from behind, warm', false)).toEqual(['rim light', 'behind']);
    expect(ignoredWords('rim light from behind, warm', true)).toEqual([]);
  });
});

describe('promptLight', () => {
  it.each([
    'key light camera left, fill light camera right',
    'key left fill right',
    'fill from the right, key from the left',
  ])('"%s" keeps the key at least twice as bright as the fill', (prompt) => {
    const sources = promptLight(prompt)!.sources;
    const [key, fill] = [-1, 1].map((side) => sources.find(({ from }) => from[0] === side)!.power);
    expect(key! / fill!).toBeGreaterThanOrEqual(2);
    const stronger = promptLight('strong key light from the left, weak fill light from the right')!.sources;
    expect(stronger[0]!.power / stronger[1]!.power).toBeGreaterThan(key! / fill!);
  });

  it.each([
    ['свет слева', -1],
    ['свет справа', 1],
    ['왼쪽에서 빛', -1],
    ['오른쪽에서 빛', 1],
    ["light from 9 o'clock", -1],
    ["light from 3 o'clock", 1],
  ])('"%s" names a side', (prompt, side) => {
    expect(promptLight(prompt)!.sources[0]!.from[0]).toBe(side);
  });
});
