import { sniffImage } from './image-format.js';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
  );

describe('sniffImage', () => {
  it.each([
    ['png', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0])],
    ['jpeg', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF')],
    ['webp', bytes('RIFF', [10, 0, 0, 0], 'WEBPVP8 ')],
    ['avif', bytes([0, 0, 0, 24], 'ftypavif', [0, 0, 0, 0], 'mif1miaf')],
    ['avif', bytes([0, 0, 0, 24], 'ftypmif1', [0, 0, 0, 0], 'miafavif')],
    ['tiff', bytes('II', [42, 0, 8, 0])],
    ['tiff', bytes('MM', [0, 42, 0, 0])],
  ])('knows %s', (format, head) => {
    expect(sniffImage(head)).toBe(format);
  });

  it.each([
    ['svg', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['gif', bytes('GIF89a', [1, 0, 1, 0])],
    ['bmp', bytes('BM', [0, 0, 0, 0])],
    ['heic', bytes([0, 0, 0, 24], 'ftypheic', [0, 0, 0, 0], 'mif1heic')],
    ['an audio RIFF', bytes('RIFF', [10, 0, 0, 0], 'WAVEfmt ')],
    ['a brand beyond the box', bytes([0, 0, 0, 16], 'ftypmif1', [0, 0, 0, 0], 'avif')],
    ['html', bytes('<!doctype html>')],
    ['nothing', bytes()],
    ['a short head', bytes([0x89], 'PN')],
    ['a cut ftyp', bytes([0, 0, 0], 'ft')],
  ])('does not know %s', (_, head) => {
    expect(sniffImage(head)).toBeUndefined();
  });
});
