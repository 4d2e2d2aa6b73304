import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import {
  ApiErrors,
  Authenticated,
  CurrentPrincipal,
  type Principal,
  RequireScope,
} from '#libs/platform/http';
import { CreateProofRequest, ProofPath } from '../dto/proof.request.js';
import { ProofResponse } from '../dto/proof.response.js';
import { PublisherPath } from '../dto/publisher.request.js';
import {
  NotAMember,
  OWNER_ERRORS,
  ProofExists,
  ProofLimitReached,
  ProofNotFound,
  PublisherNotFound,
  TokenBoundElsewhere,
} from '../publisher.errors.js';
import { ProofsService } from './proofs.service.js';

@ApiTags('Publishers')
@Controller('publishers/:publisherId/proofs')
export class ProofsController {
  constructor(private readonly proofs: ProofsService) {}

  /** The proofs of a publisher, oldest first, with their challenges. For its members; others see the verified ones in the publisher. */
  @Get()
  @Authenticated()
  @ApiErrors(NotAMember, TokenBoundElsewhere, PublisherNotFound)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
  ): Promise<ProofResponse[]> {
    const proofs = await this.proofs.list(principal, publisherId);
    return proofs.map((proof) => ProofResponse.from(proof));
  }

  /** Begins to prove that a domain or a repository is the publisher's: publish the `challenge`, then check it. At most 20. For owners. */
  @Post()
  @RequireScope('registry:write')
  @ApiErrors(...OWNER_ERRORS, ProofExists, ProofLimitReached)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
    @Body() { method, subject }: CreateProofRequest,
  ): Promise<ProofResponse> {
    return ProofResponse.from(await this.proofs.create(principal, publisherId, method, subject));
  }

  /**
   * Looks now whether the challenge is published; takes up to 12 seconds. A verified proof is lost after two failed checks in a
   * row, these and the weekly ones of the service. For owners.
   */
  @Post(':proofId/check')
  @HttpCode(200)
  @RequireScope('registry:write')
  @ApiErrors(...OWNER_ERRORS, ProofNotFound)
  async check(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, proofId }: ProofPath,
  ): Promise<ProofResponse> {
    return ProofResponse.from(await this.proofs.check(principal, publisherId, proofId));
  }

  /** Removes a proof, and its mark at the publisher. For owners. */
  @Delete(':proofId')
  @HttpCode(204)
  @RequireScope('registry:write')
  @ApiNoContentResponse({ description: 'The proof was removed.' })
  @ApiErrors(...OWNER_ERRORS, ProofNotFound)
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, proofId }: ProofPath,
  ): Promise<void> {
    await this.proofs.delete(principal, publisherId, proofId);
  }
}
