import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, SchemaWatch } from '#libs/platform/database';
import { InsufficientStorage } from '#libs/platform/errors';
import { JobQueue } from '#libs/platform/queue';
import { withTimeout } from '#libs/platform/runtime';
import { DiskRoom } from '#libs/platform/storage';
import { DatabaseHealthRepository } from './database-health.repository.js';

const PATIENCE_MS = 2_000;

export type NotReady = { part: 'database' | 'queue' | 'storage'; message: string; cause?: unknown };

/** Whether this process can work. */
@Injectable()
export class Readiness {
  constructor(
    private readonly database: DatabaseHealthRepository,
    private readonly jobs: JobQueue,
    private readonly room: DiskRoom,
    private readonly schema: SchemaWatch,
  ) {}

  /** The first part that is not available, if any. */
  async problem(): Promise<NotReady | undefined> {
    try {
      const isWritable = this.database.isWritable(NO_TRANSACTION);
      await requireAnswer(isWritable, 'database', 'The database does not answer.');
      await requireAnswer(this.schema.look(), 'database', 'The database does not answer.');
      if (this.schema.problem) return { part: 'database', message: this.schema.problem };
      await requireAnswer(this.jobs.ping(), 'queue', 'The job queue does not answer.');
      if (!(await isWritable)) return { part: 'database', message: 'The database is read-only.' };
    } catch (error) {
      if (error instanceof NoAnswer) return error.problem;
      throw error;
    }
    const cause = await this.room.problem();
    if (!cause) return undefined;
    const isFull = cause instanceof InsufficientStorage;
    const message = isFull ? 'The disk is nearly full.' : 'Files cannot be stored.';
    return { part: 'storage', message, cause };
  }
}

class NoAnswer extends Error {
  constructor(readonly problem: NotReady) {
    super(problem.message, { cause: problem.cause });
  }
}

async function requireAnswer(
  answer: Promise<unknown>,
  part: NotReady['part'],
  message: string,
): Promise<void> {
  try {
    await withTimeout(answer, PATIENCE_MS);
  } catch (cause) {
    throw new NoAnswer({ part, message, cause });
  }
}
