import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  ApiErrors,
  CurrentPrincipal,
  cursorPage,
  invalidFields,
  type Principal,
  Public,
  PubliclyCached,
} from '#libs/platform/http';
import { NODE_ERRORS, NodePath } from '#libs/registry/nodes';
import { AdvisoriesService } from './advisories.service.js';
import { AdvisoryNotFound } from './advisory.errors.js';
import { advisoryId, serialOf } from './advisory-id.js';
import { AdvisoryPath, ListAdvisoriesQuery } from './dto/advisory.request.js';
import { AdvisoryListResponse, AdvisoryResponse, NodeAdvisoriesResponse } from './dto/advisory.response.js';
import { OsvResponse } from './dto/osv.response.js';
import { OsvArchive } from './osv-archive.js';

const MAX_AGE_SECONDS = 30;

@ApiTags('Advisories')
@Controller()
export class AdvisoriesController {
  constructor(
    private readonly advisories: AdvisoriesService,
    private readonly archive: OsvArchive,
  ) {}

  /** Advisories of all nodes, newest first, withdrawn ones too. */
  @Get('advisories')
  @Public()
  @PubliclyCached({ maxAgeSeconds: MAX_AGE_SECONDS })
  async listAdvisories(
    @Query() { severity, cursor, limit }: ListAdvisoriesQuery,
  ): Promise<AdvisoryListResponse> {
    const beforeSerial = cursor === undefined ? undefined : serialOf(cursor);
    if (cursor !== undefined && beforeSerial === undefined)
      throw invalidFields(['cursor must be the next_cursor of a page of this list']);
    const found = await this.advisories.list({ severity, beforeSerial, limit: limit + 1 });
    const { rows, ...next } = cursorPage(found, limit, advisoryId);
    const names = await this.advisories.nodeNames(rows);
    return { advisories: rows.map((one) => AdvisoryResponse.from(one, names.get(one.nodeId))), ...next };
  }

  /** All advisories as a zip of OSV records, one file `{id}.json` for each, withdrawn ones too. */
  @Get('advisories/osv.zip')
  @Public()
  @ApiOkResponse({
    description: 'The archive.',
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
  })
  async downloadAdvisories(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.set({
      ETag: await this.archive.tag(),
      'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}`,
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="osv.zip"',
    });
    if (request.fresh) return void response.status(304).end();
    if (request.method === 'HEAD') return void response.end();
    await this.archive.write(response);
  }

  /** One advisory as an OSV record (https://ossf.github.io/osv-schema/). */
  @Get('advisories/:advisoryId')
  @Public()
  @PubliclyCached({ maxAgeSeconds: MAX_AGE_SECONDS })
  @ApiErrors(AdvisoryNotFound)
  async getAdvisory(@Param() { advisoryId: id }: AdvisoryPath): Promise<OsvResponse> {
    return OsvResponse.from(await this.advisories.require(id));
  }

  /** All advisories of a node, newest first, withdrawn ones too. Those of a banned or deleted node stay public. */
  @Get('nodes/:nodeId/advisories')
  @Public()
  @PubliclyCached({ maxAgeSeconds: MAX_AGE_SECONDS })
  @ApiErrors(...NODE_ERRORS)
  async listAdvisoriesOfNode(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId }: NodePath,
  ): Promise<NodeAdvisoriesResponse> {
    const found = await this.advisories.listOfNode(principal, nodeId);
    return { advisories: found.map((advisory) => AdvisoryResponse.from(advisory)) };
  }
}
