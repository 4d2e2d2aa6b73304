/** The lowest UUIDv7 (RFC 9562 §5.7) made at a time: every id made before is lower. */
export function oldestTaskIdAt(time: Date): string {
  const milliseconds = time.getTime().toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`;
}
