import { coreKey, digitParts, squash, tokenize, wordsOf } from './search-text.js';

describe('tokenize', () => {
  it('splits at separators and at camel case, keeping each piece whole too', () => {
    expect(tokenize('FlashVSR_upscale-HTTPServer')).toEqual([
      { whole: 'flashvsr', parts: ['flash', 'vsr'] },
      { whole: 'upscale', parts: [] },
      { whole: 'httpserver', parts: ['http', 'server'] },
    ]);
  });

  it.each(['ComfyUI-Foo', 'comfy_ui foo', 'Comfy UI Foo', 'ComfyUIFoo', 'comfyuiFoo'])(
    'reads the host application in %s as one word',
    (name) => {
      expect(tokenize(name).map(({ whole }) => whole)).toEqual(['comfyui', 'foo']);
    },
  );

  it('joins what zero-width and direction marks stand in', () => {
    expect(tokenize('up\u200bsca\u2060le\u202e r')).toEqual(tokenize('upscale r'));
  });

  it('takes accents off Latin letters and keeps the marks of other scripts', () => {
    expect(tokenize('Café naïve').map(({ whole }) => whole)).toEqual(['cafe', 'naive']);
    expect(tokenize('हिन्दी').map(({ whole }) => whole)).toEqual(['हिन्दी']);
  });

  it('pairs the syllables of Korean words', () => {
    expect(tokenize('AI업스케일 도구')).toEqual([
      { whole: 'ai업스케일', parts: ['ai', '업스', '스케', '케일'] },
      { whole: '도구', parts: [] },
    ]);
  });

  it('pairs the characters of scripts without spaces', () => {
    expect(tokenize('图像放大Pro')).toEqual([
      { whole: '图像放大pro', parts: ['图像', '像放', '放大', 'pro'] },
    ]);
  });

  it.each(['', ' ', '---', "'; drop table x; --".replace(/[a-z]/gu, ''), '&|!():*<->', '\u200b'])(
    'finds nothing in %j',
    (text) => {
      expect(tokenize(text)).toEqual([]);
    },
  );

  it('cuts endless words', () => {
    expect([...wordsOf('x'.repeat(100_000))]).toEqual(['x'.repeat(48)]);
  });
});

describe('keys', () => {
  it('squash is the same whatever the separators, case and accents', () => {
    expect(squash('Impact-Pack: Éd. 2')).toBe('impactpacked2');
  });

  it('the core leaves noise and stop words out, unless nothing else is there', () => {
    expect(coreKey('KJNodes for ComfyUI')).toBe('kjnodes');
    expect(coreKey('ComfyUI')).toBe('comfyui');
  });

  it('parts letters from digits', () => {
    expect(digitParts('sam2')).toEqual(['sam', '2']);
    expect(digitParts('sam')).toEqual([]);
  });
});
