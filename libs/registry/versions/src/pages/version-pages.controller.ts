import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, CurrentPrincipal, type Principal, Public, PubliclyCached } from '#libs/platform/http';
import { NodePath } from '#libs/registry/nodes';
import { VersionPath } from '../dto/node-version.request.js';
import { VERSION_ERRORS } from '../node-version.errors.js';
import { CompareVersionsQuery } from './dto/comparison.request.js';
import { VersionComparisonResponse } from './dto/comparison.response.js';
import { VersionPageResponse } from './dto/version-page.response.js';
import { VersionComparison } from './version-comparison.js';
import { VersionPages } from './version-pages.js';

/** Short, so that a ban takes effect soon. */
const MAX_AGE = { maxAgeSeconds: 30 };

@ApiTags('Node versions')
@Controller('nodes/:nodeId')
export class VersionPagesController {
  constructor(
    private readonly pages: VersionPages,
    private readonly comparison: VersionComparison,
  ) {}

  /** The README of a version and its licence, as its archive has them. */
  @Get('versions/:versionId/readme')
  @Public()
  @PubliclyCached(MAX_AGE)
  @ApiErrors(...VERSION_ERRORS)
  async readReadme(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId, versionId }: VersionPath,
  ): Promise<VersionPageResponse> {
    return this.pages.read(principal, nodeId, versionId);
  }

  /** What changed between two versions: files, app nodes, dependencies and findings. */
  @Get('compare')
  @Public()
  @PubliclyCached(MAX_AGE)
  @ApiErrors(...VERSION_ERRORS)
  async compareVersions(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId }: NodePath,
    @Query() { from, to }: CompareVersionsQuery,
  ): Promise<VersionComparisonResponse> {
    return this.comparison.compare(principal, nodeId, from, to);
  }
}
