import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import { challengeOf } from '../proofs/proof-challenge.js';
import {
  PROOF_METHODS,
  PROOF_STATUSES,
  type ProofMethod,
  type ProofStatus,
  type PublisherProof,
  type VerifiedMark,
} from '../proofs/publisher-proof.entity.js';

/**
 * What to publish: for `dns` a TXT record (`name`, `value`), for `repository` a file of the default branch (`path`, `content`);
 * nothing for `trusted_publishing`, which follows from tokens that CI jobs of the repository exchange.
 */
export class ProofChallengeResponse {
  /** Name of the TXT record. */
  @ApiPropertyOptional({ example: '_atelier-publisher.example.com' }) name?: string;

  /** Value of the TXT record, which may stand beside others. */
  @ApiPropertyOptional() value?: string;

  /** Path of the file. */
  @ApiPropertyOptional() path?: string;

  /** A line of the file, which may stand beside others. */
  @ApiPropertyOptional() content?: string;
}

/** A proof that a domain or a repository is the publisher's. */
export class ProofResponse {
  /** Id of the proof. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** How it is proved. */
  @ApiProperty({ enum: PROOF_METHODS }) method!: ProofMethod;

  /** The domain, in ASCII, or the address of the repository. */
  @ApiProperty({ example: 'example.com' }) subject!: string;

  /** `pending` until the first check. */
  @ApiProperty({ enum: PROOF_STATUSES }) status!: ProofStatus;

  /** What has to be published, and to stay. */
  @ApiProperty({ type: ProofChallengeResponse }) challenge!: ProofChallengeResponse;

  /** Why the last check failed. */
  @ApiPropertyOptional() reason?: string;

  /** When it was last checked. */
  @ApiPropertyOptional({ format: 'date-time' }) checked_at?: string;

  /** Since when it is verified. */
  @ApiPropertyOptional({ format: 'date-time' }) verified_at?: string;

  /** When it was made. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  static from(proof: PublisherProof): ProofResponse {
    return responseOf(ProofResponse, proof, {
      challenge: challengeOf(proof),
      reason: proof.reason || undefined,
      checked_at: proof.checkedAt?.toISOString(),
      verified_at: proof.verifiedAt?.toISOString(),
    });
  }
}

/** A domain or a repository that the publisher has proved to be its own. */
export class VerifiedMarkResponse {
  /** How it is proved. */
  @ApiProperty({ enum: PROOF_METHODS }) method!: ProofMethod;

  /** The domain, in ASCII, or the address of the repository. */
  @ApiProperty({ example: 'example.com' }) subject!: string;

  /** Since when it is verified. */
  @ApiProperty({ format: 'date-time' }) verified_at!: string;

  static from({ method, subject, verifiedAt }: VerifiedMark): VerifiedMarkResponse {
    return { method, subject, verified_at: verifiedAt };
  }
}
