/** As at Replicate. */
const WAIT_MAX_SECONDS = 60;

/** How long a request wants to wait, by its `Prefer` header (RFC 7240): `wait`, or `wait=5`. */
export function preferredWait(prefer: string | undefined): number {
  const found = /(?:^|[,;\s])wait(?:\s*=\s*"?(\d{1,6})"?)?\s*(?:$|[,;])/i.exec(prefer ?? '');
  if (!found) return 0;
  return Math.min(WAIT_MAX_SECONDS, found[1] === undefined ? WAIT_MAX_SECONDS : Number(found[1]));
}
