import * as v from 'valibot';
import type { FreeCall } from './vendor-adapter.js';
import { parseReply } from './vendor-reply.js';

const idList = v.looseObject({ data: v.array(v.looseObject({ id: v.string() })) });

/** A list of models as OpenAI gives it, and the servers with its API. */
export function modelList(path: string): FreeCall {
  return { path, read: (json) => ({ models: parseReply(idList, json).data.map(({ id }) => id) }) };
}

/** A call whose answer matters only in that the key was accepted. */
export function keyCheck(path: string): FreeCall {
  return { path, read: () => ({}) };
}
