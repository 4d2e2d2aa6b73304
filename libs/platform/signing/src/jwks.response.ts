import { ApiProperty } from '@nestjs/swagger';
import type { PublicJwk, SigningKey } from './signing-key.js';

/** A public Ed25519 key as a JSON Web Key (RFC 8037). */
export class JwkResponse implements PublicJwk {
  /** Type of key. */
  @ApiProperty({ enum: ['OKP'] }) kty!: 'OKP';

  /** Its curve. */
  @ApiProperty({ enum: ['Ed25519'] }) crv!: 'Ed25519';

  /** The 32 bytes of the key, in Base64url. */
  @ApiProperty({ example: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }) x!: string;

  /** Id of the key: its thumbprint (RFC 7638). */
  @ApiProperty({ example: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' }) kid!: string;

  /** It signs. */
  @ApiProperty({ enum: ['sig'] }) use!: 'sig';

  /** How. */
  @ApiProperty({ enum: ['EdDSA'] }) alg!: 'EdDSA';
}

export class JwksResponse {
  /** The keys, the current one first. */
  @ApiProperty({ type: [JwkResponse] }) keys!: JwkResponse[];

  static of(keys: readonly SigningKey[]): JwksResponse {
    return { keys: keys.map(({ jwk }) => jwk) };
  }
}
