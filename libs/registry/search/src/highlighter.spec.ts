import { Highlighter } from './highlighter.js';

/** The text with its matches in brackets. */
function marked(
  search: string,
  text: string,
  { mayBeMisspelt = false, isName = false } = {},
): string | undefined {
  const fragments = new Highlighter(search, mayBeMisspelt).mark(text, isName);
  return fragments?.map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece)).join('');
}

describe('Highlighter', () => {
  it.each([
    ['depth', 'Estimates Depth of a depth-map', 'Estimates [Depth] of a [depth]-map'],
    ['sharp', 'Image Sharpen', 'Image [Sharp]en'],
    ['image sharpen', 'ImageSharpenPro', '[ImageSharpen]Pro'],
    ['imagesharpen', 'Image Sharpen', '[Image Sharpen]'],
    ['sam', 'SAM2 masks', '[SAM]2 masks'],
    ['upscalers', 'An upscaler', 'An [upscaler]'],
    ['cafe', 'Le café noir', 'Le [café] noir'],
    ['放大', '图像放大工具', '图像[放大]工具'],
    ['comfyui', 'Nodes for ComfyUI', 'Nodes for [ComfyUI]'],
    ['<b>', '<b>bold</b> move', '<[b]>bold</[b]> move'],
  ])('%p in %p', (search, text, expected) => {
    expect(marked(search, text)).toBe(expected);
  });

  it('marks nothing within words, and short beginnings in names only', () => {
    expect(marked('art', 'a smart part')).toBeUndefined();
    expect(marked('sh', 'sharpen')).toBeUndefined();
    expect(marked('sh', 'Sharpen', { isName: true })).toBe('[Sh]arpen');
    expect(marked('imagesharp', 'Image Sharpen')).toBeUndefined();
    expect(marked('imagesharp', 'Image Sharpen', { isName: true })).toBe('[Image Sharp]en');
    expect(marked('!!', 'anything')).toBeUndefined();
    expect(marked('sh', '')).toBeUndefined();
  });

  it('marks words with typing errors where the search took them so', () => {
    expect(marked('watercolor', 'Watercolour nodes')).toBeUndefined();
    expect(marked('watercolor', 'Watercolour nodes', { mayBeMisspelt: true })).toBe('[Watercolour] nodes');
  });

  it('shows of a long text the part with the first match', () => {
    const shown = marked('needle', `${'hay '.repeat(200)}needle ${'straw '.repeat(200)}`) ?? '';
    expect(shown).toMatch(/^…(hay )+\[needle\] (straw ?)+…$/u);
    expect(shown.length).toBeLessThan(260);
    expect(marked('hay', 'hay '.repeat(200))?.startsWith('[hay]')).toBe(true);
    expect(marked('x', `${'y'.repeat(500)} x`)?.endsWith('[x]')).toBe(true);
  });
});
