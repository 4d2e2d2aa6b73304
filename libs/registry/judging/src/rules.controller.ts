import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly, ApiErrors, CurrentPrincipal, NextPageQuery, type Principal } from '#libs/platform/http';
import { RulePath, UpdateRuleRequest } from './dto/rule.request.js';
import { RuleHitsResponse, RuleListResponse, RuleResponse } from './dto/rule.response.js';
import { RuleNotFound } from './judging.errors.js';
import { ScanRules } from './scan-rules.js';

@ApiTags('Node versions')
@Controller('admin/rules')
export class RulesController {
  constructor(private readonly rules: ScanRules) {}

  /** The rules by which packages are scanned, with how often each has found something. */
  @Get()
  @AdminOnly()
  async listRules(): Promise<RuleListResponse> {
    return { rules: await this.rules.list() };
  }

  /** Sets a rule on trial, or lets it count. Versions that are held stay held. */
  @Put(':ruleId')
  @AdminOnly()
  @ApiErrors(RuleNotFound)
  async updateRule(
    @CurrentPrincipal() principal: Principal,
    @Param() { ruleId }: RulePath,
    @Body() { is_shadow: isShadow }: UpdateRuleRequest,
  ): Promise<RuleResponse> {
    return this.rules.setShadow(principal, ruleId, isShadow);
  }

  /** The versions in which a rule found something; for a rule on trial, what it would have counted for. */
  @Get(':ruleId/hits')
  @AdminOnly()
  @ApiErrors(RuleNotFound)
  async listRuleHits(
    @Param() { ruleId }: RulePath,
    @Query() { cursor, limit }: NextPageQuery,
  ): Promise<RuleHitsResponse> {
    return this.rules.listHits(ruleId, cursor, limit);
  }
}
