import { defaultLight, promptLight } from './light-prompt.js';

type Side = readonly number[];

const H = Math.SQRT1_2;

/** Sides of all lights, rounded. */
function sides(prompt: string): Side[] | undefined {
  return promptLight(prompt)?.sources.map(({ from }) =>
    from.map((value) => Math.round(value * 100) / 100 + 0),
  );
}

/** The strongest channel of each light. */
function hues(prompt: string): string[] | undefined {
  return promptLight(prompt)?.sources.map(
    ({ colour }) => ['red', 'green', 'blue'][colour.indexOf(Math.max(...colour))]!,
  );
}

const LEFT = [-1, 0];
const RIGHT = [1, 0];
const TOP = [0, -1];
const BOTTOM = [0, 1];
const FRONT = [0, 0];
const diagonal = (x: number, y: number): Side => [x, y].map((value) => Math.round(value * H * 100) / 100);

describe('promptLight', () => {
  it('knows nothing of words outside the vocabulary', () => {
    expect(promptLight('')).toBeUndefined();
    expect(promptLight('a cat on a constructor')).toBeUndefined();
    expect(promptLight('a wonderful picture, masterpiece')).toBeUndefined();
    expect(promptLight('a wonderful warm picture')).toEqual(promptLight('warm'));
  });

  it('finds words in any case and common endings', () => {
    expect(promptLight('WARM')).toEqual(promptLight('warm'));
    expect(promptLight('warmly')).toEqual(promptLight('warm'));
    expect(promptLight('candles')).toEqual(promptLight('candle'));
  });

  it.each([
    ['from the left', LEFT],
    ['left side lit', LEFT],
    ['lit from the right', RIGHT],
    ['sun on the left', LEFT],
    ['upper left', diagonal(-1, -1)],
    ['top right', diagonal(1, -1)],
    ['from below left', diagonal(-1, 1)],
    ['from above', TOP],
    ['from below', BOTTOM],
    ['from the front', FRONT],
    ['a woman in front of a window on the right', RIGHT],
    ['light at 45 degrees from the right', RIGHT],
    ['from left to right', LEFT],
    ['shadows on the right', LEFT],
    ['light from the left with long shadows to the right', LEFT],
    ['light from the left casting long shadows to the right', LEFT],
    ['under a lamp from above', TOP],
    ['not from the left but from the right', RIGHT],
    ['not only from the left', LEFT],
    ['[warm] light (from left)', LEFT],
    ['((warm:1.2) light:1.2) from above', TOP],
    ['von links oben', diagonal(-1, -1)],
    ['von links nach rechts', LEFT],
    ['Schatten rechts', LEFT],
    ['desde arriba a la derecha', diagonal(1, -1)],
    ['iluminado desde abajo', BOTTOM],
    ["d'en haut à gauche", diagonal(-1, -1)],
    ['éclairé par la droite', RIGHT],
    ['vindo de cima à esquerda', diagonal(-1, -1)],
    ["dall'alto", TOP],
    ['in basso a destra', diagonal(1, 1)],
    ['左上からの光', diagonal(-1, -1)],
    ['下から照らす', BOTTOM],
    ['左からではなく右から', RIGHT],
    ['光从右上方照射', diagonal(1, -1)],
    ['左侧光', LEFT],
  ])('hears the side of %p', (prompt, side) => {
    const [first, ...others] = sides(prompt)!;
    expect(first).toEqual(side);
    for (const other of others) expect(other).toEqual(side);
  });

  it.each([
    'sunset',
    'golden hour',
    'moonlight',
    'campfire',
    'studio',
    'window light',
    'god rays',
    '夕日',
    'Kerze',
  ])('lets the named side of %p count instead of its own, whatever the weight', (light) => {
    for (const prompt of [`${light} from the left`, `(${light}:1.4) from the left`, `left, ${light}`])
      expect(sides(prompt)).toEqual([LEFT]);
    expect(sides(`(${light}:1.4)`)).toEqual(sides(light));
  });

  it.each([
    '(red light:1.4) from the left, (blue light:1.4) from the right',
    'red light from the left and blue light from the right',
    'red from the left blue from the right',
    'left red right blue',
    'the left side in red, the right side in blue',
    'rotes Licht von links, blaues Licht von rechts',
    'luz roja desde la izquierda y luz azul desde la derecha',
    'lumière rouge à gauche, lumière bleue à droite',
    'luz vermelha da esquerda e luz azul da direita',
    'luce rossa da sinistra e luce blu da destra',
    '左からの赤い光、右からの青い光',
    '左边红光，右边蓝光',
    'red and blue light',
    'neon cyberpunk, red and blue',
  ])('reads two lights from %p', (prompt) => {
    expect(sides(prompt)).toEqual([LEFT, RIGHT]);
    expect(hues(prompt)).toEqual(['red', 'blue']);
  });

  it('gives a side without a colour of its own that of the scene', () => {
    expect(hues('sunset, light from the left and from above')).toEqual(['red', 'red']);
    expect(promptLight('blue light from the left and right')!.sources).toHaveLength(2);
    expect(hues('moonlight, red light from the left')).toEqual(['red']);
  });

  it('gives a brighter or stressed phrase more of the light', () => {
    const [bright, dim] = promptLight('bright light from the left, dim light from the right')!.sources;
    expect(bright!.power).toBeGreaterThan(dim!.power * 1.5);
    const [stressed, plain] = promptLight('(red:1.4) from the left, blue from the right')!.sources;
    expect(stressed!.power).toBeGreaterThan(plain!.power);
  });

  it.each([
    'not from the left',
    'no light from the left',
    'no red light',
    'no red and blue light',
    'without neon',
    'kein rotes Licht von links',
    'nicht von links',
    'sin luz roja',
    'pas de lumière rouge',
    'sem luz vermelha',
    'senza luce rossa',
    '赤い光なし',
    '不要红光',
  ])('asks for nothing with %p', (prompt) => {
    expect(promptLight(prompt)).toBeUndefined();
  });

  it('minds a negation no further than it goes', () => {
    expect(promptLight('warm, not red')).toEqual(promptLight('warm'));
    expect(promptLight('no red, warm')).toEqual(promptLight('warm'));
    expect(promptLight('no red light but warm')).toEqual(promptLight('warm'));
    expect(promptLight('no red or blue light, warm')).toEqual(promptLight('warm'));
  });

  it('turns the usual side of a light away from where none is wanted', () => {
    expect(sides('sunset, not from the right')![0]![0]).toBeLessThan(0);
    expect(promptLight('')).toBeUndefined();
    expect(defaultLight('').sources[0]!.from[0]).toBeLessThan(0);
    expect(defaultLight('kein Licht von links').sources[0]!.from[0]).toBeGreaterThan(0);
  });

  it('orders brightness', () => {
    const exposures = ['very bright', 'bright', 'warm', 'dim', 'very dark'].map(
      (prompt) => promptLight(prompt)!.exposure,
    );
    expect(exposures).toEqual(exposures.toSorted((one, other) => other - one));
    expect(new Set(exposures).size).toBe(5);
  });

  it.each([
    [
      'sunset',
      'Sonnenuntergang',
      'puesta de sol',
      'coucher de soleil',
      'pôr do sol',
      'tramonto',
      '夕日',
      '夕阳',
    ],
    ['moonlight', 'Mondlicht', 'luz de luna', 'clair de lune', 'luar', 'chiaro di luna', '月光', '月光'],
    ['candle', 'Kerzenlicht', 'luz de velas', 'bougie', 'vela', 'lume di candela', 'キャンドル', '烛光'],
    ['blue light', 'blaues Licht', 'luz azul', 'lumière bleue', 'luz azul', 'luce blu', '青い光', '蓝光'],
    [
      'soft',
      'weiches Licht',
      'luz suave',
      'lumière douce',
      'luz suave',
      'luce morbida',
      '柔らかい光',
      '柔和的光',
    ],
    ['backlight', 'Gegenlicht', 'contraluz', 'contre-jour', 'contraluz', 'controluce', '逆光', '逆光'],
  ])('reads %p in every language', (...words) => {
    for (const word of words) expect(promptLight(word)).toEqual(promptLight(words[0]!));
  });

  it('leaves the colours of things to the things', () => {
    expect(promptLight('a woman in a red dress with blue eyes')).toBeUndefined();
    expect(hues('a woman in a red dress, blue light')).toEqual(['blue']);
  });

  it('gives a rim light its own colour', () => {
    const light = promptLight('warm key from the left, blue rim light')!;
    expect(light.behind).toBeGreaterThan(0);
    expect(light.behindColour[2]).toBeGreaterThan(light.behindColour[0]);
    expect(light.sources.map(({ colour }) => colour[0] > colour[2])).toEqual([true]);
  });

  it('stresses a nested part by both weights, to the limit', () => {
    const exposure = (prompt: string): number => promptLight(prompt)!.exposure;
    expect(exposure('((dim:1.1) light:1.2)')).toBeLessThan(exposure('(dim:1.2) light'));
    expect(promptLight('((dim:1.4) light:1.4)')).toEqual(promptLight('(dim:1.4) light'));
  });
});
