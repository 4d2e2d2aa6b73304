import path from 'node:path';
import { type FormPart, texts } from '../vendor-call.js';
import { inputOf, type VendorWork } from '../vendor-work.js';

const TYPES: Readonly<Record<string, string>> = {
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mkv': 'video/x-matroska',
};

/**
 * The form of an order. The length of music for a video is the video's.
 * @param more Further text fields.
 */
export async function soniloForm(
  work: VendorWork,
  more: Readonly<Record<string, unknown>>,
): Promise<FormPart[]> {
  const { fields, durationSeconds } = work;
  const prompt = fields.prompt || undefined;
  const video = inputOf(work, 'video');
  if (video) return [...texts({ prompt, ...more }), videoPart(work, await video.open())];
  const duration = durationSeconds === undefined ? undefined : Math.round(durationSeconds);
  return texts({ prompt, duration, ...more });
}

function videoPart(
  { fields }: VendorWork,
  file: { bytes: number; open(): Promise<AsyncIterable<Uint8Array>> },
): FormPart {
  const fileName = String(fields.video_name || 'video.mp4');
  const contentType = TYPES[path.extname(fileName).toLowerCase()] ?? 'video/mp4';
  return { name: 'video', fileName, contentType, ...file };
}
