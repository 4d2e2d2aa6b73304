import sharp from 'sharp';
import { claimedPixels, isAnimated } from './image-header.js';

const picture = () => sharp({ create: { width: 37, height: 21, channels: 3, background: '#a06040' } });

describe('claimedPixels', () => {
  it.each([
    ['png', picture().png()],
    ['jpeg', picture().jpeg()],
    ['progressive jpeg', picture().withIccProfile('p3').jpeg({ progressive: true })],
    ['webp', picture().webp()],
    ['lossless webp', picture().webp({ lossless: true })],
    ['webp with a profile', picture().withIccProfile('p3').webp()],
    ['avif', picture().avif({ effort: 0 })],
    ['tiff', picture().tiff()],
  ])('reads the size of a %s', async (_, encoder) => {
    const file = await encoder.toBuffer();
    expect(claimedPixels(file)).toBe(37 * 21);
    for (let bytes = 0; bytes < 64; bytes++)
      expect([37 * 21, undefined]).toContain(claimedPixels(file.subarray(0, bytes)));
  });

  it('knows nothing of other files', () => {
    expect(claimedPixels(Buffer.from('GIF89a'))).toBeUndefined();
    expect(claimedPixels(Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0))).toBeUndefined();
  });
});

describe('isAnimated', () => {
  it('tells moving pictures from others', async () => {
    const frames = await sharp(Buffer.alloc(8 * 16 * 3, 'frames of other colours'), {
      raw: { width: 8, height: 16, channels: 3, pageHeight: 8 },
    })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect(isAnimated(frames)).toBe(true);
    expect(isAnimated(withAnimationControl(await picture().png().toBuffer()))).toBe(true);
    expect(isAnimated(Buffer.concat([Buffer.of(0, 0, 0, 24), Buffer.from('ftypavis\0\0\0\0avismsf1')]))).toBe(
      true,
    );
    for (const encoder of [
      picture().png(),
      picture().webp(),
      picture().avif({ effort: 0 }),
      picture().jpeg(),
    ])
      expect(isAnimated(await encoder.toBuffer())).toBe(false);
  });
});

/** Adds an APNG's first chunk after the header; its checksum is not read. */
function withAnimationControl(png: Buffer): Buffer {
  const control = Buffer.alloc(20);
  control.writeUInt32BE(8, 0);
  control.write('acTL', 4);
  return Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
}
