import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { RateLimited, Unauthorized } from '#libs/platform/errors';
import { ApiErrors, ChecksOwnAccess, RateLimitExempt } from '#libs/platform/http';
import { MetricsAccess } from './metrics-access.js';
import { ServiceMetrics } from './service-metrics.js';

@ApiTags('Operations')
@Controller('metrics')
@RateLimitExempt()
@ChecksOwnAccess({ needsToken: true })
@UseGuards(MetricsAccess)
export class MetricsController {
  constructor(private readonly metrics: ServiceMetrics) {}

  /** Metrics for Prometheus. Requires `METRICS_TOKEN` or the token of an admin. */
  @Get()
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  @ApiErrors(Unauthorized, RateLimited)
  async readMetrics(@Res() response: Response): Promise<void> {
    response.setHeader('Content-Type', this.metrics.contentType);
    response.end(await this.metrics.render());
  }
}
