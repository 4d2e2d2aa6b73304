import { applyDecorators, Controller, Get, Query, Req } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request } from 'express';
import {
  AdminOnly,
  CurrentPrincipal,
  type Principal,
  ReplyWithHeaders,
  RequireScope,
} from '#libs/platform/http';
import { AdminUsageQuery, UsageQuery } from './dto/usage.request.js';
import { UsageResponse } from './dto/usage.response.js';
import { usageCsv } from './usage-csv.js';
import { UsageService } from './usage.service.js';

const CSV = 'text/csv';

const ApiUsage = () =>
  applyDecorators(
    ApiExtraModels(UsageResponse),
    ApiOkResponse({
      description: 'The usage.',
      content: {
        'application/json': { schema: { $ref: getSchemaPath(UsageResponse) } },
        [CSV]: { schema: { type: 'string', example: 'day,tasks,succeeded,failed,credits,held' } },
      },
    }),
  );

@ApiTags('Credits')
@Controller()
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  /**
   * What the caller's tasks have cost, by the day on which they were accepted, and optionally by kind, token and
   * provider. As JSON, or as a table for spreadsheets.
   */
  @Get('usage')
  @RequireScope('media')
  @ApiUsage()
  async readUsage(
    @CurrentPrincipal() principal: Principal,
    @Query() query: UsageQuery,
    @Req() request: Request,
  ): Promise<UsageResponse | ReplyWithHeaders<string>> {
    return inFormat(request, query, await this.usage.read(principal.userId, query));
  }

  /** What the tasks of one user, or of all, have cost. */
  @Get('admin/usage')
  @AdminOnly()
  @ApiUsage()
  async readUsageOfAll(
    @Query() query: AdminUsageQuery,
    @Req() request: Request,
  ): Promise<UsageResponse | ReplyWithHeaders<string>> {
    return inFormat(request, query, await this.usage.read(query.user_id, query));
  }
}

function inFormat(
  request: Request,
  { format }: UsageQuery | AdminUsageQuery,
  usage: UsageResponse,
): UsageResponse | ReplyWithHeaders<string> {
  const wanted = format ?? (request.accepts(['application/json', CSV]) === CSV ? 'csv' : 'json');
  if (wanted === 'json') return usage;
  const name = `usage-${usage.from}-${usage.to}.csv`;
  const headers = {
    'Content-Type': `${CSV}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}"`,
  };
  return new ReplyWithHeaders(headers, usageCsv(usage));
}
