import { inWords } from '../../../parts/words.js';
import type { Field } from './form-schema.js';

/** Where the API's own name would not be understood. */
const LABELS: Readonly<Record<string, string>> = {
  bgm: 'Background music',
  callback_url: 'Callback address',
  enhance: 'Enrich the prompt',
  image: 'Picture',
  images: 'Pictures',
  is_portrait: 'It is a portrait',
  is_rec: 'Recommended prompt',
  meta_data: 'Metadata',
  off_peak: 'Off-peak, for half the price',
  payload: 'Note to yourself',
  reference_image: 'Picture with the style',
  transfer_light_from_lightmap: 'Light map',
  transfer_light_from_reference_image: 'Picture with the light',
  transfer_light_a: 'Amount of transferred light',
  transfer_light_b: 'Shape of transferred light',
  video_url: 'Video',
  voice_id: 'Voice',
  webhook_url: 'Webhook address',
  wm_position: 'Corner of the watermark',
  wm_url: 'Picture of the watermark',
};
/** Where the API speaks to programs. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  model: 'What makes the video. They differ in price, and in the lengths and sizes that they offer.',
  video: 'Of at most 6 minutes and 1024 MB.',
  video_url: 'Of 1 to 60 seconds and at most 1024 MB.',
};
const LIMIT = / At most \d+ characters\./;
const BASE64 = / (?:Each as )?Base64 (?:\(.*?\) )?or URL\.|, (?:each )?as Base64 or URL(?=[.;])/g;

/** `light_transfer_strength` reads `Light transfer strength`, `images[0]` reads `Picture 1`. */
export function labelOf(path: string): string {
  const name = path.split('.').at(-1) ?? path;
  const [, list, index] = /^(.+)s\[(\d+)\]$/.exec(name) ?? [];
  if (list !== undefined) return `${labelOf(list)} ${Number(index) + 1}`;
  return LABELS[name] ?? sentence(name);
}

/** What the API says of the field, with the words that this form has for fields, and without what is about programs. */
export function descriptionOf({ path, description = '' }: Field): string {
  const own = DESCRIPTIONS[path];
  if (own !== undefined) return own;
  return description
    .replaceAll(BASE64, '')
    .replace(LIMIT, '')
    .replaceAll('`', '')
    .replaceAll(/\b(?:an )?image(?=s?\b)/gi, pictureFor)
    .replaceAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (name) => `“${labelOf(name)}”`)
    .trim();
}

/** `contrasted_n_hdr` reads `Contrasted n hdr`; numbers are named by the description: `1 top left, 2 …`. */
export function choiceLabel({ description = '' }: Field, value: string | number): string {
  if (typeof value === 'string') return sentence(value);
  const named = new RegExp(`\\b${value} ([a-z ]+)`).exec(description)?.[1];
  return named ? sentence(named) : String(value);
}

function sentence(name: string): string {
  return /^v[q\d]/.test(name) ? name : inWords(name);
}

/** `An image` reads `A picture`. */
function pictureFor(image: string): string {
  const picture = /^an/i.test(image) ? 'a picture' : 'picture';
  return /^[A-Z]/.test(image) ? sentence(picture) : picture;
}
