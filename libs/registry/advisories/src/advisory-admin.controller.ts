import { Body, Controller, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly, ApiErrors, CurrentPrincipal, type Principal } from '#libs/platform/http';
import { NodeNotFound } from '#libs/registry/nodes';
import { AdvisoriesService } from './advisories.service.js';
import { AdvisoryNotFound } from './advisory.errors.js';
import { advisoryFields } from './advisory-fields.js';
import {
  AdvisoryPath,
  NewAdvisoryRequest,
  UpdateAdvisoryRequest,
  WithdrawAdvisoryRequest,
} from './dto/advisory.request.js';
import { AdvisoryResponse } from './dto/advisory.response.js';

@ApiTags('Advisories')
@Controller('admin/advisories')
export class AdvisoryAdminController {
  constructor(private readonly advisories: AdvisoriesService) {}

  /** Publishes an advisory. Without `introduced`, `fixed` and `versions` it is about every version, later ones too. */
  @Post()
  @AdminOnly()
  @ApiErrors(NodeNotFound)
  async publishAdvisory(
    @CurrentPrincipal() principal: Principal,
    @Body() { node_id: nodeId, severity, summary, ...rest }: NewAdvisoryRequest,
  ): Promise<AdvisoryResponse> {
    const fields = { ...advisoryFields(rest), severity, summary };
    return AdvisoryResponse.from(await this.advisories.publish(principal, nodeId, fields));
  }

  /** Changes an advisory; absent fields stay as they are. */
  @Put(':advisoryId')
  @AdminOnly()
  @ApiErrors(AdvisoryNotFound)
  async updateAdvisory(
    @CurrentPrincipal() principal: Principal,
    @Param() { advisoryId }: AdvisoryPath,
    @Body() body: UpdateAdvisoryRequest,
  ): Promise<AdvisoryResponse> {
    return AdvisoryResponse.from(await this.advisories.change(principal, advisoryId, advisoryFields(body)));
  }

  /** Withdraws an advisory: nothing warns of the versions any more, and it stays readable. */
  @Post(':advisoryId/withdraw')
  @HttpCode(200)
  @AdminOnly()
  @ApiErrors(AdvisoryNotFound)
  async withdrawAdvisory(
    @CurrentPrincipal() principal: Principal,
    @Param() { advisoryId }: AdvisoryPath,
    @Body() { reason }: WithdrawAdvisoryRequest,
  ): Promise<AdvisoryResponse> {
    return AdvisoryResponse.from(await this.advisories.withdraw(principal, advisoryId, reason));
  }
}
