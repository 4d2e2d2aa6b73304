import { TextField } from '#libs/platform/http';

/** Which versions to compare. */
export class CompareVersionsQuery {
  /** Number or UUID of the earlier version. */
  @TextField({ minLength: 1, maxLength: 100, example: '1.2.0' })
  from!: string;

  /** Number or UUID of the later version. */
  @TextField({ minLength: 1, maxLength: 100, example: '1.3.0' })
  to!: string;
}
