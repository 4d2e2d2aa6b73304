import type { TransactionScope } from '#libs/platform/database';
import { currentRequest } from '../request-context.js';

/**
 * What an earlier run of this request began under its `Idempotency-Key`, as `noteBegun` put it. Code that begins things
 * that must not be begun twice asks first, and answers with what is there: the reply of the earlier run was lost.
 */
export function begunBefore(): string | undefined {
  return currentRequest()?.running?.begunBefore;
}

/**
 * Notes under the `Idempotency-Key` what this request begins, in the transaction that begins it: from its commit on, a
 * repeat finds it wherever this run breaks off. Without the header nothing happens.
 * @throws IdempotencyInFlight when the key was lost to a repeat meanwhile.
 */
export async function noteBegun(scope: TransactionScope, reference: string): Promise<void> {
  await currentRequest()?.running?.noteBegun(scope, reference);
}

/** What this request began has come to nothing: after a reply that is not kept (a 5xx), a repeat begins anew. */
export function forgetBegun(): void {
  currentRequest()?.running?.forgetBegun();
}
