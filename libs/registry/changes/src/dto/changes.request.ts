import { IntField, TextField } from '#libs/platform/http';

/** From where to read the feed. */
export class ListChangesQuery {
  /** Serial of the last change seen; 0 for all. */
  @TextField({ maxLength: 18, pattern: { matches: /^\d+$/, rule: 'a whole number' }, default: '0' })
  since!: string;

  /** Changes in one reply. */
  @IntField({ min: 1, max: 1000, default: 100 })
  limit!: number;
}
