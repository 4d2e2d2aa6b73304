import * as v from 'valibot';
import { parseReply } from '../vendor-reply.js';
import { UnusableResult, type VendorFile, type VendorTaskState } from '../vendor-adapter.js';
import { creationsReply, imageReply, madeVideos } from './native.schemas.js';

/** Error codes with which video vendors refuse content. */
const CONTENT_CODE = /audit|policy|moderation|sensitive|illegal|nsfw/i;

/** @throws GarbledVendorReply */
export function readImageState(reply: unknown): VendorTaskState {
  const { status, generated, credits, error, message } = parseReply(imageReply, reply);
  switch (status) {
    case 'CREATED':
    case 'IN_PROGRESS':
      return { kind: 'running' };
    case 'COMPLETED':
      return { kind: 'succeeded', files: generated.map((url) => ({ role: 'image', url })), credits };
    case 'FAILED':
      return { kind: 'failed', said: { error, message }, credits };
  }
}

/** @throws GarbledVendorReply */
export function readVideoState(reply: unknown): VendorTaskState {
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
      return { kind: 'failed', refusal: isContent ? 'content' : undefined, said, credits };
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
