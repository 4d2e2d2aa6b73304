import sharp from 'sharp';

/** A JPEG of noise in Base64. */
export async function noisyPicture(width, height) {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 };
  const create = { width, height, channels: 3, background: '#888888', noise };
  return (await sharp({ create }).jpeg().toBuffer()).toString('base64');
}
