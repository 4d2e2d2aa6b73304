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
