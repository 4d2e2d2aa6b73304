import { invalidFields } from '#libs/platform/http';

/**
 * The point in time of a date-time field that must lie in the future; undefined stays undefined.
 * @throws InvalidRequest naming `field` when it is past.
 */
export function futureTime(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (time.getTime() <= Date.now()) throw invalidFields([`${field} must be in the future`]);
  return time;
}
