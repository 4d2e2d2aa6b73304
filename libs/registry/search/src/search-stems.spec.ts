import { formsOf, stemOf } from './search-stems.js';

describe('forms of a word', () => {
  it.each([
    ['remove', 'removes', 'removed', 'remover', 'removing', 'removal'],
    ['upscale', 'upscaler', 'upscaling', 'upscales'],
    ['swap', 'swapper', 'swapping', 'swaps'],
    ['generate', 'generation', 'generator', 'generating'],
    ['segment', 'segments', 'segmentation', 'segmenting'],
    ['library', 'libraries'],
    ['image', 'images', 'imaging'],
  ])('are found from each of them: %s', (...forms) => {
    for (const form of forms)
      for (const other of forms.filter((one) => one !== form))
        expect([form, formsOf(form)]).toEqual([form, expect.arrayContaining([other])]);
  });

  it.each([
    ['anime', 'animate'],
    ['color', 'col'],
    ['normal', 'norm'],
    ['process', 'proces'],
  ])('are not the same for %s and %s', (word, other) => {
    expect(stemOf(word)).not.toBe(stemOf(other));
  });

  it('are of plain English words alone', () => {
    for (const word of ['sd3', '图像工具', 'été', 'tts']) expect(formsOf(word)).toEqual([]);
  });
});
