import sharp from 'sharp';
import { xmpPacket } from '../../provenance/index.js';
import { VIDEO_SOURCE_TYPE } from '../video-source-type.js';
import { toRgb, type YuvPicture } from './yuv-picture.js';

const COVER_QUALITY = 88;

/** Writes a picture of a video as a JPEG file. */
export async function writeJpeg(picture: YuvPicture, path: string): Promise<void> {
  const { width, height } = picture;
  await sharp(toRgb(picture), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: COVER_QUALITY, mozjpeg: false })
    .withXmp(xmpPacket(VIDEO_SOURCE_TYPE))
    .toFile(path);
}
