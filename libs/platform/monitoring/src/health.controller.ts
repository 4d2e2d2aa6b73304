import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { InsufficientStorage, Unavailable } from '#libs/platform/errors';
import { ApiErrors, ChecksOwnAccess, RateLimitExempt } from '#libs/platform/http';
import { JobQueue } from '#libs/platform/queue';
import { DiskRoom } from '#libs/platform/storage';
import { DatabaseHealthRepository } from './database-health.repository.js';
import { HealthResponse } from './health.response.js';
import { NO_TRANSACTION } from '#libs/platform/database';

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
  ) {}

  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }

  /** The process runs and answers. */
  @Get('live')
  @ApiOkResponse({ type: HealthResponse })
  checkLiveness(): HealthResponse {
    return { status: 'ok' };
  }

  /** The process can do its work: database, job queue and file storage take it, and it is not about to stop. */
  @Get('ready')
  @ApiOkResponse({ type: HealthResponse })
  @ApiErrors(Unavailable)
  async checkReadiness(): Promise<HealthResponse> {
    if (this.isStopping) throw notReady('The service is stopping.');
    await requireAnswer(this.database.ping(NO_TRANSACTION), 'The database does not answer.');
    await requireAnswer(this.jobs.ping(), 'The job queue does not answer.');
    if (!(await this.database.isWritable(NO_TRANSACTION))) throw notReady('The database can only be read.');
    const problem = await this.room.problem();
    if (problem instanceof InsufficientStorage) throw notReady('The disk is nearly full.', problem);
    if (problem) throw notReady('Files cannot be stored.', problem);
    return { status: 'ok' };
  }
}

async function requireAnswer(answer: Promise<void>, message: string): Promise<void> {
  const late = new AbortController();
  const timeout = sleep(PATIENCE_MS, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new Error('No answer in time');
  });
  timeout.catch(() => undefined);
  try {
    await Promise.race([answer, timeout]);
  } catch (error) {
    throw notReady(message, error);
  } finally {
    late.abort();
  }
}

function notReady(message: string, cause?: unknown): Error {
  return new Unavailable(message, { cause, headers: { 'Retry-After': '5' } });
}
