import { OutboundError } from '#libs/platform/outbound';

/** Statuses by which a vendor refuses what it was sent, rather than us. */
const CONTENT_REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422, 451]);

/** Whether the vendor refuses what it was sent. */
export function isContentRefusal(error: unknown): boolean {
  return (
    error instanceof OutboundError && error.code === 'bad_status' && CONTENT_REFUSALS.has(error.status ?? 0)
  );
}
