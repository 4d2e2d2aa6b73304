import { TextField } from '#libs/platform/http';

/** Which package is asked for. */
export class KnownMaliciousQuery {
  /** Name of a Python package. */
  @TextField({ minLength: 1, maxLength: 200, optional: true, example: 'requests' })
  name?: string;
}
