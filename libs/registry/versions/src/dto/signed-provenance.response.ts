import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { JWK } from 'jose';
import type { Provenance } from '../version-provenances.js';

/** One signature of an envelope. */
export class EnvelopeSignatureResponse {
  /** The key, as `kid` of `GET /.well-known/jwks.json`. */
  @ApiProperty() keyid!: string;

  /** Ed25519 signature in Base64. */
  @ApiProperty() sig!: string;
}

/** A signed statement: a DSSE envelope. */
export class EnvelopeResponse {
  /** What the payload is. */
  @ApiProperty({ example: 'application/vnd.in-toto+json' }) payloadType!: string;

  /** The statement, in Base64: an in-toto statement with SLSA provenance v1, about the SHA-256 of the archive. */
  @ApiProperty() payload!: string;

  /** By the installation's keys. */
  @ApiProperty({ type: [EnvelopeSignatureResponse] }) signatures!: EnvelopeSignatureResponse[];
}

/** The proof of where a version comes from. */
export class SignedProvenanceResponse {
  /** The statement, signed by this installation. */
  @ApiProperty({ type: EnvelopeResponse }) envelope!: EnvelopeResponse;

  /** The token of the CI job, signed by its issuer. Absent until it has expired, and for GitLab, whose tokens have an e-mail address. */
  @ApiPropertyOptional() identity_token?: string;

  /** The issuer's public key (JWK) that verified the token, as issuers withdraw keys. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true }) issuer_key?: JWK;

  static from({ envelope, identity }: Provenance): SignedProvenanceResponse {
    return { envelope, ...(identity && { identity_token: identity.token, issuer_key: identity.key }) };
  }
}
