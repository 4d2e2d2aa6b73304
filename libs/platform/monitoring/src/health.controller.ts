import { type BeforeApplicationShutdown, Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InsufficientStorage, Unavailable } from '#libs/platform/errors';
import { ChecksOwnAccess, RateLimitExempt } from '#libs/platform/http';
import { JobQueue } from '#libs/platform/queue';
import { withTimeout } from '#libs/platform/runtime';
import { DiskRoom } from '#libs/platform/storage';
import { NO_TRANSACTION, SchemaWatch } from '#libs/platform/database';
import { DatabaseHealthRepository } from './database-health.repository.js';
import { HealthResponse } from './health.response.js';

const PATIENCE_MS = 2_000;

@ApiTags('Operations')
@Controller('health')
@RateLimitExempt()
@ChecksOwnAccess()
export class HealthController implements BeforeApplicationShutdown {
  private isStopping = false;

  constructor(
    private readonly database: DatabaseHealthRepository,
    private readonly jobs: JobQueue,
    private readonly room: DiskRoom,
    private readonly schema: SchemaWatch,
  ) {}

  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }

  /** The process is running. */
  @Get('live')
  checkLiveness(): HealthResponse {
    return { status: 'ok' };
  }

  /** The process can work: database, job queue and file storage are available, and it is not shutting down. */
  @Get('ready')
  async checkReadiness(): Promise<HealthResponse> {
    if (this.isStopping) throw notReady('The service is stopping.');
    const isWritable = this.database.isWritable(NO_TRANSACTION);
    await requireAnswer(isWritable, 'The database does not answer.');
    await requireAnswer(this.schema.look(), 'The database does not answer.');
    if (this.schema.problem) throw notReady(this.schema.problem);
    await requireAnswer(this.jobs.ping(), 'The job queue does not answer.');
    if (!(await isWritable)) throw notReady('The database is read-only.');
    const problem = await this.room.problem();
    if (problem instanceof InsufficientStorage) throw notReady('The disk is nearly full.', problem);
    if (problem) throw notReady('Files cannot be stored.', problem);
    return { status: 'ok' };
  }
}

async function requireAnswer(answer: Promise<unknown>, message: string): Promise<void> {
  try {
    await withTimeout(answer, PATIENCE_MS);
  } catch (error) {
    throw notReady(message, error);
  }
}

function notReady(message: string, cause?: unknown): Error {
  return new Unavailable(message, { cause, headers: { 'Retry-After': '5' } });
}
