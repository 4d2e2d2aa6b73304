import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly } from '#libs/platform/http';
import { OverviewResponse } from '../dto/overview.response.js';
import { Overview } from './overview.js';

@ApiTags('Admin')
@AdminOnly()
@Controller('admin/overview')
export class OverviewController {
  constructor(private readonly overview: Overview) {}

  /** What is wrong now, worst first; what waits for admins; and figures of the last day and week. */
  @Get()
  async getOverview(): Promise<OverviewResponse> {
    return this.overview.read();
  }
}
