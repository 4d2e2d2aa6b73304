import sharp from 'sharp';
import { toRgb, type YuvPicture } from './yuv-picture.js';

const COVER_QUALITY = 88;

/** Writes a picture as a JPEG file. */
export async function writeJpeg(picture: YuvPicture, path: string): Promise<void> {
  const { width, height } = picture;
  await sharp(toRgb(picture), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: COVER_QUALITY, mozjpeg: false })
    .toFile(path);
}
