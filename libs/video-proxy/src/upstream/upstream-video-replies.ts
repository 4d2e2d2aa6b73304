import { GarbledVendorReply, UnusableResult, type VendorFile, type VendorTaskState } from '#libs/providers';
import { VIDEO_STATES } from '../video-kinds.js';

const VENDOR_ID_MAX_CHARS = 200;
/** Error codes by which video vendors say that the content was the reason. */
const CONTENT_CODE = /audit|policy|moderation|sensitive|illegal|nsfw/i;

/**
 * The vendor's id of a task, out of the answer to an order.
 * @throws GarbledVendorReply
 */
export function readVendorId(reply: unknown): string {
  const { task_id: id } = asObject(reply);
  if (typeof id === 'string' && id !== '' && id.length <= VENDOR_ID_MAX_CHARS) return id;
  throw new GarbledVendorReply('An answer names no task');
}

/**
 * Where the vendor's work stands, out of its creations answer.
 * @throws GarbledVendorReply
 */
export function readVendorState(reply: unknown): VendorTaskState {
  const { state: word, err_code: code, err_msg: message, creations, progress } = asObject(reply);
  const state = VIDEO_STATES.find((known) => known === word);
  switch (state) {
    case 'created':
    case 'queueing':
    case 'processing':
      return { kind: 'running', ...(typeof progress === 'number' ? { progress } : {}) };
    case 'failed': {
      const isContent = typeof code === 'string' && CONTENT_CODE.test(code);
      const said = typeof message === 'string' && message !== '' ? `${String(code)}: ${message}` : code;
      return { kind: 'failed', reason: isContent ? 'rejected_content' : 'upstream_error', said };
    }
    case 'success':
      return { kind: 'succeeded', files: readFiles(creations) };
    case undefined:
      throw new GarbledVendorReply('An answer has no known state');
  }
}

/** One order makes one video; the first creation is it. */
function readFiles(creations: unknown): VendorFile[] {
  const first: unknown = Array.isArray(creations) ? creations[0] : undefined;
  const { url, cover_url: cover, watermarked_url: watermarked } = asObject(first ?? {});
  if (!isLink(url)) throw new UnusableResult('Work that succeeded names no video');
  return [
    { role: 'video', url },
    ...(isLink(cover) ? [{ role: 'cover', url: cover }] : []),
    ...(isLink(watermarked) ? [{ role: 'watermarked', url: watermarked }] : []),
  ];
}

function isLink(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new GarbledVendorReply('An answer is not an object');
  return value as Record<string, unknown>;
}
