import sharp from 'sharp';
import { CLIP, EDIT, FLUX } from '../../support/fal-recipes.js';
import { startStrictVendor } from '../../support/strict-vendor.js';
import { vendorsFile } from '../../support/vendors-file.js';

/** A vendor with a model that draws, one that edits and one that films. */
export async function vendorOfModels(): Promise<{ vendor: any; VENDORS_FILE: string }> {
  const vendor = await startStrictVendor('fal', 'fal');
  const VENDORS_FILE = vendorsFile([
    {
      ...{
        name: 'first',
        adapter: 'fal',
        base_url: vendor.url,
        keys: ['key-1'],
        poll_seconds: 0,
        attempts: 1,
      },
      kinds: {
        'text-to-image': { models: { 'flux-dev': FLUX } },
        'image-edit': { models: { 'nano-banana': EDIT } },
        'text-to-video': { models: { kling: CLIP } },
      },
    },
  ]);
  return { vendor, VENDORS_FILE };
}

/** Of a picture, 0 to 255. */
export async function brightness(image: Buffer | string): Promise<number> {
  const { channels } = await sharp(image).stats();
  return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean / 3, 0);
}
