import { type FormPart, texts } from '../vendor-call.js';
import { imagesOf, inputOf, type VendorWork } from '../vendor-work.js';

export const VIDEO_PATHS: Readonly<Record<string, string>> = {
  'video-start-end': '/start-end2video',
  'video-reference': '/reference2video',
  'video-extend': '/extend',
};

export const MUSIC_PATHS: Readonly<Record<string, string>> = {
  'music-from-text': '/t2m/generate',
  'music-from-video': '/v2m/generate',
};

export async function imageBody({ asked, inputs }: VendorWork): Promise<object> {
  const images = inputs.map(async (input) => [input.name, await input.linkOrBase64()] as const);
  return { ...asked, ...Object.fromEntries(await Promise.all(images)) };
}

/**
 * The caller's `payload` is not sent to the vendor.
 * @param namesCreation Whether the vendor requires a creation id beside the link of a video to extend.
 */
export async function videoBody(work: VendorWork, namesCreation: boolean): Promise<object> {
  const { payload: _, video_creation_id: given, video_url: __, ...request } = work.asked;
  const [mark, video] = await Promise.all([inputOf(work, 'wm_url')?.link(), inputOf(work, 'video')?.link()]);
  const images = await Promise.all(imagesOf(work).map((image) => image.linkOrDataUri()));
  const { model } = work;
  if (video === undefined)
    return { ...request, model, images, ...(mark === undefined ? {} : { wm_url: mark }) };
  // Our ids mean nothing to the vendor: it gets a creation of ours by its link.
  const creation = namesCreation ? { video_creation_id: given ?? work.taskId } : {};
  return { ...request, model, images, ...creation, video_url: video };
}

/** Music from a prompt, or for a video. */
export async function musicForm(work: VendorWork): Promise<FormPart[]> {
  const {
    prompt,
    duration_seconds: seconds,
    video_name: name,
  } = work.fields as Record<string, string | number>;
  const video = inputOf(work, 'video');
  if (!video) return texts({ prompt, duration: seconds });
  const file = { name: '0.video', fileName: String(name || 'video'), ...(await video.open()) };
  return [...texts({ prompt: prompt || undefined }), file];
}
