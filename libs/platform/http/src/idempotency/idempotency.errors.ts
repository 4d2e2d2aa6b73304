import { defineErrors } from '#libs/platform/errors';

export const { IdempotencyInFlight, IdempotencyMismatch } = defineErrors({
  /** A request under the same `Idempotency-Key` still runs; `Retry-After` says when to look again. */
  IdempotencyInFlight: [409, 'A request with this Idempotency-Key still runs.'],
  IdempotencyMismatch: [409, 'This Idempotency-Key was used for another request.'],
});
