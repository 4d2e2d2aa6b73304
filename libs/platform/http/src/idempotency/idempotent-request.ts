import type { TransactionScope } from '#libs/platform/database';
import { currentRequest } from '../requests/request-context.js';

/** @throws IdempotencyInFlight when the key was lost to a repeat meanwhile. */
export type BeginningNote = (scope: TransactionScope, reference: string) => Promise<void>;

/**
 * What an earlier run of this request began under its `Idempotency-Key`, as `noteBegun` put it. Code that begins things
 * that must not be begun twice asks first, and answers with what is there: the reply of the earlier run was lost.
 */
export function begunBefore(): string | undefined {
  return currentRequest()?.running?.begunBefore;
}

/**
 * What notes under the `Idempotency-Key` of this request what it begins, in the transaction that begins it, perhaps together
 * with what other requests begin: from its commit on, a repeat finds it wherever this run breaks off. Without the header it
 * does nothing.
 */
export function beginningNote(): BeginningNote {
  const running = currentRequest()?.running;
  return async (scope, reference) => running?.noteBegun(scope, reference);
}

/** What this request began has come to nothing: after a reply that is not kept (a 5xx), a repeat begins anew. */
export function forgetBegun(): void {
  currentRequest()?.running?.forgetBegun();
}

/**
 * Obeys `Idempotency-Key` in a route with `@StreamedBody()`, whose body the platform cannot see: the route calls this
 * once (later calls do nothing), when every part is read and before anything is started. Without the header nothing happens.
 * `readForm` calls it by itself.
 * Let its errors pass: one of them sends the first reply again.
 * @param digest of all that the body says: fields, and a hash of each file; the same for an equal request.
 */
export async function beginStreamedRequest(digest: Buffer): Promise<void> {
  const current = currentRequest();
  const begin = current?.beginWith;
  if (!begin) return;
  // A form begins its request by itself; a route that does so again must not run into its own key.
  current.beginWith = undefined;
  current.running = await begin(digest);
}

/**
 * Says that the body of this reply is a stream that its module keeps under `reference`; a registered `ReplaySource`
 * of that kind replays it. Call it when status and headers are set, before the first byte. Without an
 * `Idempotency-Key` nothing happens.
 */
export async function keepReplyAs(kind: string, reference: string): Promise<void> {
  await currentRequest()?.running?.keepAs(kind, reference);
}
