import { viduModel } from './vidu-models.js';
import { imagesOf, inputOf, pick, type VendorWork } from '../vendor-work.js';

/** Most characters of a picture in Base64: 10 MB of bytes. Source: Vidu's documentation, November 2026. */
const BASE64_MAX = (10 * 1024 * 1024 * 4) / 3;

/** Fields of ours that each endpoint knows; Vidu refuses any other. */
const OF_ALL = ['prompt', 'duration', 'seed', 'resolution'];
const OF_MOST = [
  ...OF_ALL,
  ...['movement_amplitude', 'off_peak', 'watermark', 'wm_position', 'meta_data'],
  ...['bgm', 'audio', 'audio_type', 'voice_id', 'is_rec'],
];
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'start-end2video': OF_MOST,
  img2video: OF_MOST,
  reference2video: [...OF_MOST, 'aspect_ratio'],
  text2video: [...OF_MOST, 'aspect_ratio'],
  extend: OF_ALL,
};

/** Vidu has a separate endpoint for a video from one picture, its start frame. */
export function endpointOf(work: VendorWork): string {
  if (work.kind === 'video-extend') return 'extend';
  if (work.kind === 'video-reference') return 'reference2video';
  if (work.kind === 'text-to-video') return 'text2video';
  return imagesOf(work).length === 1 ? 'img2video' : 'start-end2video';
}

export async function requestBody(work: VendorWork): Promise<object> {
  const endpoint = endpointOf(work);
  const images = await Promise.all(imagesOf(work).map((image) => image.linkOrDataUri(BASE64_MAX)));
  const [video, mark] = await Promise.all([inputOf(work, 'video')?.link(), inputOf(work, 'wm_url')?.link()]);
  const links = { video_url: video, wm_url: endpoint === 'extend' ? undefined : mark };
  return {
    model: viduModel(work.model),
    ...(images.length > 0 ? { images } : {}),
    ...pick(work.asked, ...(FIELDS[endpoint] ?? [])),
    ...pick({ ...links, callback_url: work.callbackUrl }, 'video_url', 'wm_url', 'callback_url'),
    // By it a lost order is found in the list of tasks.
    payload: work.reference,
  };
}
