import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** Longest side of a photograph on a page. */
const LONGEST = 900;

/** The pictures of a folder, at most 900 pixels long, as PNG. */
export async function readPhotos(folder) {
  const photos = [];
  for (const name of (await readdir(folder)).sort()) {
    if (!/\.(jpe?g|png|webp|avif|tiff?)$/i.test(name)) continue;
    const bytes = await readFile(path.join(folder, name));
    const small = sharp(bytes)
      .autoOrient()
      .resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true });
    photos.push({ name: path.parse(name).name, bytes: await small.png().toBuffer() });
  }
  if (photos.length === 0) throw new Error(`There is no picture in ${folder}.`);
  return photos;
}

/** The picture after this one, the first after the last. */
export function nextOf(photos, photo, steps = 1) {
  return photos[(photos.indexOf(photo) + steps) % photos.length];
}

/** A grey ramp from white at the left to black at the right. */
export function ramp() {
  const data = Buffer.from(Array.from({ length: 256 * 16 }, (_, at) => 255 - (at % 256)));
  return sharp(data, { raw: { width: 256, height: 16, channels: 1 } })
    .resize(256, 256, { fit: 'fill' })
    .png()
    .toBuffer();
}

/** A flat grey card. */
export function greyCard() {
  return sharp({ create: { width: 480, height: 360, channels: 3, background: '#777777' } })
    .png()
    .toBuffer();
}
