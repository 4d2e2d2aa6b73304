import { parseReply } from '../vendor-reply.js';
import { filesOf } from '../recipe-adapter.js';
import { type EndedState, UnusableResult, type VendorTaskState } from '../vendor-adapter.js';
import { prediction } from './replicate.schemas.js';

const ENDS: ReadonlySet<string> = new Set(['succeeded', 'failed', 'canceled', 'aborted']);
/** What models of Replicate say of content that they refuse. E005 is its code for that. */
const CONTENT = /\bnsfw\b|flagged|\(E005\)/i;

/** @throws GarbledVendorReply */
export function readPrediction(json: unknown, kind: string): VendorTaskState {
  return ENDS.has(parseReply(prediction, json).status) ? readEnded(json, kind) : { kind: 'running' };
}

/** A prediction that has ended: `succeeded`, `failed`, `canceled` or `aborted`. @throws GarbledVendorReply */
export function readEnded(json: unknown, kind: string): EndedState {
  const { status, output, error } = parseReply(prediction, json);
  if (status !== 'succeeded')
    return { kind: 'failed', said: error, refusal: saysContent(error) ? 'content' : undefined };
  const links = linksIn(output);
  if (links.length === 0) throw new UnusableResult('Work that succeeded names no file');
  return { kind: 'succeeded', files: filesOf(kind, links) };
}

export function saysContent(said: unknown): boolean {
  return typeof said === 'string' && CONTENT.test(said);
}

/** The links of an output: a link, a list of them, or an object with some. */
function linksIn(output: unknown): string[] {
  if (typeof output === 'string') return /^(https?|data):/.test(output) ? [output] : [];
  return typeof output === 'object' && output !== null ? Object.values(output).flatMap(linksIn) : [];
}
