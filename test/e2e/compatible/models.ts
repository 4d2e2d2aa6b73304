import sharp from 'sharp';
import { startStrictVendor } from '../../support/strict-vendor.js';
import { vendorsFile } from '../../support/vendors-file.js';

const FLUX = {
  model: 'fal-ai/flux/dev',
  input: { prompt: '{{prompt}}', image_size: { width: '{{width|1024}}', height: '{{height|768}}' } },
};
const EDIT = {
  model: 'fal-ai/nano-banana/edit',
  input: { prompt: '{{prompt}}', image_urls: ['{{image}}', '{{image_2}}'] },
};
const CLIP = {
  model: 'fal-ai/kling-video/v2.5-turbo/pro/text-to-video',
  input: { prompt: '{{prompt}}', duration: '{{duration|"5"}}' },
  fields: { duration: { type: 'string', enum: ['5', '10'] } },
};

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
