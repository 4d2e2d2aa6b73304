import { type BeforeApplicationShutdown, Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Unavailable } from '#libs/platform/errors';
import { ChecksOwnAccess, RateLimitExempt } from '#libs/platform/http';
import { HealthResponse } from './health.response.js';
import { Readiness } from './readiness.js';

@ApiTags('Operations')
@Controller('health')
@RateLimitExempt()
@ChecksOwnAccess()
export class HealthController implements BeforeApplicationShutdown {
  private isStopping = false;

  constructor(private readonly readiness: Readiness) {}

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
    const problem = await this.readiness.problem();
    if (problem) throw notReady(problem.message, problem.cause);
    return { status: 'ok' };
  }
}

function notReady(message: string, cause?: unknown): Error {
  return new Unavailable(message, { cause, headers: { 'Retry-After': '5' } });
}
