import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly, byProperty, cursorPage } from '#libs/platform/http';
import { AuditLog } from './audit-log.js';
import { ListAuditQuery } from './dto/audit.request.js';
import { AuditActionsResponse, AuditEntryResponse, AuditListResponse } from './dto/audit.response.js';

@ApiTags('Admin')
@Controller('admin/audit')
export class AuditController {
  constructor(private readonly audit: AuditLog) {}

  /** Acts on users, publishers, nodes and versions, and every act of an admin, newest first, with the acting user. */
  @Get()
  @AdminOnly()
  async listAuditEntries(@Query() query: ListAuditQuery): Promise<AuditListResponse> {
    const entries = await this.audit.list({
      ...byProperty(query),
      from: query.from === undefined ? undefined : new Date(query.from),
      until: query.until === undefined ? undefined : new Date(query.until),
      beforeId: query.cursor,
      limit: query.limit + 1,
    });
    const { rows, ...next } = cursorPage(entries, query.limit, ({ id }) => id);
    const names = await this.audit.namesIn(rows);
    return { entries: rows.map((entry) => AuditEntryResponse.from(entry, names)), ...next };
  }

  /** Every action that has entries, to filter by. */
  @Get('actions')
  @AdminOnly()
  async listAuditActions(): Promise<AuditActionsResponse> {
    return { actions: await this.audit.listActions() };
  }
}
