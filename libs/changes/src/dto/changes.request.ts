import { IntField, TextField } from '#libs/platform/http';

/** From where to read the feed. */
export class ListChangesQuery {
  @TextField({
    description: 'Serial of the last change seen; 0 for all.',
    maxLength: 18,
    pattern: { matches: /^\d+$/, rule: 'a whole number' },
    default: '0',
  })
  since!: string;

  @IntField({ description: 'Changes in one reply.', min: 1, max: 1000, default: 100 })
  limit!: number;
}
