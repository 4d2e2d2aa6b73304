import type { MigrationInterface } from 'typeorm';

/** One change of the schema. Without a word more, programs of before must be able to go on beside it. */
export type Migration = MigrationInterface & {
  /**
   * The number of the migration that a program must know to work beside this one. Programs without it stop taking work
   * when this one has run. Its own number stops every program of before.
   */
  needs?: string;
  /** Why a step that `npm run migration:check` refuses is right here, by the name of the rule. */
  exceptions?: Readonly<Record<string, string>>;
};
