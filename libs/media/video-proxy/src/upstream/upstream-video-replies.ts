import * as v from 'valibot';
import { parseReply, UnusableResult, type VendorFile, type VendorTaskState } from '#libs/media/providers';
import { creationsReply, madeVideos } from './upstream-video.schemas.js';

/** Error codes with which video vendors refuse content. */
const CONTENT_CODE = /audit|policy|moderation|sensitive|illegal|nsfw/i;

/**
 * The status of the vendor's work, from its answer to a poll.
 * @throws GarbledVendorReply
 */
export function readVendorState(reply: unknown): VendorTaskState {
  const {
    state,
    err_code: code,
    err_msg: message,
    creations,
    progress,
    credits,
  } = parseReply(creationsReply, reply);
  switch (state) {
    case 'created':
    case 'queueing':
    case 'processing':
      return { kind: 'running', ...(progress === undefined ? {} : { progress }) };
    case 'failed': {
      const isContent = typeof code === 'string' && CONTENT_CODE.test(code);
      const said = message ? `${String(code)}: ${message}` : code;
      return { kind: 'failed', reason: isContent ? 'rejected_content' : 'upstream_error', said, credits };
    }
    case 'success':
      return { kind: 'succeeded', files: filesOf(creations), credits };
  }
}

function filesOf(creations: unknown): VendorFile[] {
  const made = v.safeParse(madeVideos, creations);
  if (!made.success) throw new UnusableResult('Work that succeeded names no video');
  const [{ url, cover_url: cover, watermarked_url: watermarked }] = made.output;
  return [
    { role: 'video', url },
    ...(cover === undefined ? [] : [{ role: 'cover', url: cover }]),
    ...(watermarked === undefined ? [] : [{ role: 'watermarked', url: watermarked }]),
  ];
}
