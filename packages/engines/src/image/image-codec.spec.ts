import sharp, { type Sharp } from 'sharp';
import { psnr } from './__fixtures__/measures.js';
import { portrait, stillLife, withAlpha } from './__fixtures__/scenes.js';
import { ImageEngine } from './index.js';
import type { Raster } from './raster.js';

const scene = stillLife();
const NEUTRAL = { lightTransferStrength: 0 } as const;

function file({ data, width, height, channels }: Raster): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

async function pixelsOf(bytes: Uint8Array): Promise<Raster> {
  const { data, info } = await sharp(bytes).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8ClampedArray(data),
    width: info.width,
    height: info.height,
    channels: info.channels as 3 | 4,
  };
}

/** The pixels as they are, said to be of Display P3. */
async function asDisplayP3(picture: Sharp): Promise<Buffer> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const black = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  return sharp(black)
    .keepIccProfile()
    .resize(info.width, info.height, { fit: 'fill', kernel: 'nearest' })
    .boolean(data, 'or', { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer();
}

describe('the formats of the image engine', () => {
  const engine = new ImageEngine({ processes: 1 });

  afterAll(async () => {
    await engine.close();
  });

  it.each([
    ['png', file(scene).png(), 'image/png', 50],
    ['jpeg', file(scene).jpeg({ quality: 95 }), 'image/jpeg', 40],
    ['webp', file(scene).webp({ lossless: true }), 'image/webp', 38],
    ['avif', file(scene).avif({ quality: 90 }), 'image/avif', 38],
    ['tiff', file(scene).tiff({ compression: 'lzw' }), 'image/tiff', 50],
    ['16-bit png', file(scene).toColourspace('rgb16').png(), 'image/png', 45],
    ['palette png', file(scene).png({ palette: true, colours: 64 }), 'image/png', 50],
    ['grey png', file(scene).toColourspace('b-w').png(), 'image/png', 50],
    ['cmyk jpeg', file(scene).toColourspace('cmyk').jpeg({ quality: 95 }), 'image/jpeg', 36],
  ])(
    'reads %s and, unchanged, gives it back within 40 dB or its format allows',
    async (_, encoder, contentType, decibels) => {
      const image = await encoder.toBuffer();
      const output = await engine.relight({ image, ...NEUTRAL });
      expect(output.contentType).toBe(contentType);
      const [before, after] = [await pixelsOf(image), await pixelsOf(output.bytes)];
      expect([after.width, after.height]).toEqual([output.width, output.height]);
      expect(psnr(after, before)).toBeGreaterThan(decibels);
    },
  );

  it.each([
    ['png', file(withAlpha(scene)).png()],
    ['webp', file(withAlpha(scene)).webp({ lossless: true, exact: true })],
  ])('keeps the alpha channel of a %s', async (format, encoder) => {
    const image = await encoder.toBuffer();
    const output = await engine.relight({ image, prompt: 'warm' });
    expect(output.contentType).toBe(`image/${format}`);
    const alpha = async (bytes: Uint8Array): Promise<Buffer> =>
      sharp(bytes).extractChannel(3).raw().toBuffer();
    expect(await alpha(output.bytes)).toEqual(await alpha(image));
  });

  it.each([
    ['png', file(scene).toColourspace('rgb16').png()],
    ['tiff', file(scene).toColourspace('rgb16').tiff({ compression: 'lzw' })],
  ])('keeps the 16 bits of a %s', async (format, encoder) => {
    const output = await engine.relight({ image: await encoder.toBuffer(), prompt: 'warm' });
    expect(await sharp(output.bytes).metadata()).toMatchObject({ format, depth: 'ushort' });
  });

  it.each([
    ['jpeg', file(scene).withIccProfile('p3').jpeg({ quality: 95 })],
    ['png', file(withAlpha(scene)).withIccProfile('p3').png()],
    ['16-bit png', file(scene).toColourspace('rgb16').withIccProfile('p3').png()],
    ['webp', file(scene).withIccProfile('p3').webp({ quality: 95 })],
    ['avif', file(scene).withIccProfile('p3').avif({ quality: 90 })],
    ['tiff', file(scene).withIccProfile('p3').tiff({ compression: 'lzw' })],
  ])('keeps the wide gamut of a %s, and its colours', async (_, encoder) => {
    const image = await encoder.toBuffer();
    const output = await engine.relight({ image, ...NEUTRAL });
    const [before, after] = [await sharp(image).metadata(), await sharp(output.bytes).metadata()];
    expect(after.icc).toEqual(before.icc);
    expect(after.depth).toBe(before.depth);
    expect(psnr(await pixelsOf(output.bytes), await pixelsOf(image))).toBeGreaterThan(38);
  });

  it('keeps a colour that sRGB does not have', async () => {
    const green = { create: { width: 16, height: 16, channels: 3, background: '#00ff00' } } as const;
    const image = await asDisplayP3(sharp(green));
    const { bytes } = await engine.relight({ image, ...NEUTRAL });
    const [red, full, blue] = await sharp(bytes).keepIccProfile().raw().toBuffer();
    expect([red, full, blue]).toEqual([0, 255, 0]);
  });

  it('refuses an animated picture by its name', async () => {
    const image = await file(scene).png().toBuffer();
    const frames = {
      width: scene.width,
      height: scene.height,
      channels: 3,
      pageHeight: scene.height / 2,
    } as const;
    const moving = await sharp(scene.data, { raw: frames })
      .webp({ delay: [90, 90] })
      .toBuffer();
    await expect(engine.relight({ image: moving })).rejects.toThrow(/^The image is animated/);
    await expect(engine.relight({ image, reference: moving })).rejects.toThrow(
      /^The reference image is animated/,
    );
    await expect(engine.relight({ image, lightmap: moving })).rejects.toThrow(/^The lightmap is animated/);
  });

  it('turns a picture as its orientation tag says', async () => {
    const image = await file(portrait(120, 200)).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const output = await engine.relight({ image, ...NEUTRAL });
    expect([output.width, output.height]).toEqual([200, 120]);
    const upright = await sharp(image).autoOrient().toBuffer();
    expect(psnr(await pixelsOf(output.bytes), await pixelsOf(upright))).toBeGreaterThan(36);
    expect((await sharp(output.bytes).metadata()).orientation).toBeUndefined();
  });

  it('reads one pixel', async () => {
    const image = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#a06040' } })
      .png()
      .toBuffer();
    for (const output of [
      await engine.relight({ image, reference: image }),
      await engine.transferStyle({ image, reference: image }),
      await engine.enhanceSkin({ image, mode: 'creative' }),
    ]) {
      expect([output.width, output.height]).toEqual([1, 1]);
    }
  });

  it('leaves the buffers of its caller usable', async () => {
    const image = await file(scene).png().toBuffer();
    const before = Buffer.from(image);
    await engine.relight({ image, reference: image });
    expect(image).toEqual(before);
  });
});
