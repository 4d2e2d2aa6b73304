import { LEXEME_SEPARATOR, rankKey, searchRow, type NodeSearchDocument } from './search-document.js';

const document: NodeSearchDocument = {
  id: 'Flash-VSR',
  name: 'ComfyUI FlashVSR 2',
  author: 'Jin Liu',
  publisherId: 'jinliu',
  publisherName: 'Jin',
  description: 'Upscales videos',
  tags: ['video'],
  repository: 'https://github.com/Jin/ComfyUI-FlashVSR.git',
  appNodeNames: ['LoadVideo (Fast)'],
  os: ['Linux'],
  accelerators: [],
  searchRanking: 0,
  downloads: 0,
  stars: 0,
  createdAt: new Date(0),
  banned: false,
};

function lexemesOf(of: NodeSearchDocument): string[] {
  return searchRow(of).lexemes.split(LEXEME_SEPARATOR);
}

describe('searchRow', () => {
  it('holds every field under its own letter', () => {
    const lexemes = lexemesOf(document);
    expect(lexemes).toEqual(
      expect.arrayContaining([
        ...[
          'n"flash-vsr',
          'n=flashvsr',
          'n=comfyuiflashvsr2',
          'n:flashvsr2',
          'nflash',
          'nflashvsr',
          'n^flashvsr',
          'n~fla',
        ],
        ...['w=jinliu', 'wjin', 'tliu', 'tupscales', 'tvideo', 't#video', 'tflash'],
        ...['a=loadvideofast', 'aload', 'aloadvideo', 'afast'],
        ...['r"github.com/jin/comfyui-flashvsr', 'r=jincomfyuiflashvsr', 'r=comfyuiflashvsr', 'rjin', 'rvsr'],
      ]),
    );
    expect(lexemes).not.toContain('tload');
    expect(lexemes).not.toContain('n~com');
  });

  it('names the whole without noise, once per spelling', () => {
    expect(searchRow(document).keys).toEqual([
      { key: 'flashvsr2', name: 'comfyui flashvsr 2' },
      { key: 'flashvsr', name: 'flash-vsr' },
    ]);
  });

  it('stays below what a text vector can hold', () => {
    const appNodeNames = Array.from({ length: 65_000 }, (_, at) => `NodeNumber${at}With A Long Name ${at}`);
    const bytes = Buffer.byteLength(lexemesOf({ ...document, appNodeNames }).join(''));
    expect(bytes).toBeLessThan(1_000_000);
  });
});

describe('rankKey', () => {
  const key = (searchRanking: number, downloads: number, stars: number): string =>
    rankKey({ searchRanking, downloads, stars });

  it('sorts by ranking, the lowest first and 0 last, then by popularity, downloads and stars, the largest first', () => {
    const rising = [
      key(-(2 ** 31), 0, 0),
      key(-1, 1e9, 1e6),
      key(-1, 0, 0),
      key(1, 0, 0),
      key(2, 9, 0),
      key(2, 8, 0),
      key(5, 1e9, 0),
      key(2 ** 31 - 1, 0, 0),
      key(0, 8, 4_000),
      key(0, 9, 1),
      key(0, 9, 0),
      key(0, 0, 0),
    ];
    expect([...rising].reverse().sort()).toEqual(rising);
    expect(rising.every((text) => /^[0-9a-f]{32}$/u.test(text))).toBe(true);
  });

  it('keeps values beyond its range at the edge', () => {
    expect(key(0, Number.MAX_SAFE_INTEGER, 0).slice(12)).toBe(key(0, 2 ** 32, 0).slice(12));
    expect(key(0, -1, -1)).toBe(key(0, 0, 0));
  });
});
