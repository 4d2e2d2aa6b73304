import { OutboundError } from '#libs/platform/outbound';

/** Statuses with which a vendor refuses the content, rather than us. */
const CONTENT_REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422, 451]);

export function isContentRefusal(error: unknown): boolean {
  return (
    error instanceof OutboundError && error.code === 'bad_status' && CONTENT_REFUSALS.has(error.status ?? 0)
  );
}
