import { defineError } from '#libs/platform/errors';

/** A request under the same `Idempotency-Key` still runs; `Retry-After` says when to look again. */
export const IdempotencyInFlight = defineError(
  'idempotency_in_flight',
  409,
  'A request with this Idempotency-Key still runs.',
);
/** The `Idempotency-Key` was used for another request. */
export const IdempotencyMismatch = defineError(
  'idempotency_mismatch',
  409,
  'This Idempotency-Key was used for another request.',
);
