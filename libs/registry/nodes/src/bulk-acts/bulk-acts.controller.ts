import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly, ApiErrors, CurrentPrincipal, type Principal } from '#libs/platform/http';
import { BulkActNotFound, NodesChanged, TooManyNodes } from '../node.errors.js';
import { BulkActPath, PreviewBulkActRequest, StartBulkActRequest } from './dto/bulk-act.request.js';
import {
  BulkActListResponse,
  BulkActPreviewResponse,
  BulkActResponse,
  BulkActWithFailuresResponse,
} from './dto/bulk-act.response.js';
import { BulkActs } from './bulk-acts.js';

@ApiTags('Nodes')
@Controller('admin/bulk-acts')
export class BulkActsController {
  constructor(private readonly acts: BulkActs) {}

  /** Which nodes an act on many would change: at most 1,000. It changes nothing. */
  @Post('preview')
  @HttpCode(200)
  @AdminOnly()
  @ApiErrors(TooManyNodes)
  async previewBulkAct(@Body() body: PreviewBulkActRequest): Promise<BulkActPreviewResponse> {
    return BulkActPreviewResponse.from(await this.acts.preview(body));
  }

  /**
   * Starts an act on the nodes of a preview; refused when they are others by now. Each is changed, and noted in the audit log, as by
   * the act on one node. A node that changes before its turn is left as it is.
   */
  @Post()
  @HttpCode(202)
  @AdminOnly()
  @ApiErrors(TooManyNodes, NodesChanged)
  async startBulkAct(
    @CurrentPrincipal() principal: Principal,
    @Body() body: StartBulkActRequest,
  ): Promise<BulkActResponse> {
    return BulkActResponse.from(await this.acts.start(principal, body));
  }

  /** The last acts on many nodes, with their progress. */
  @Get()
  @AdminOnly()
  async listBulkActs(): Promise<BulkActListResponse> {
    const acts = await this.acts.list();
    return { bulk_acts: acts.map((act) => BulkActResponse.from(act)) };
  }

  /** An act on many nodes, with its progress and what failed. */
  @Get(':bulkActId')
  @AdminOnly()
  @ApiErrors(BulkActNotFound)
  async readBulkAct(@Param() { bulkActId }: BulkActPath): Promise<BulkActWithFailuresResponse> {
    const act = await this.acts.require(bulkActId);
    const failures = await this.acts.listFailures(bulkActId);
    return {
      ...BulkActResponse.from(act),
      failures: failures.map(({ nodeId, problem }) => ({ node_id: nodeId, problem })),
    };
  }
}
