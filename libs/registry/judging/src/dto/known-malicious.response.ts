import { ApiProperty } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import type { MaliciousList, MaliciousPackage } from '../judging.entity.js';

/** A file of advisories that was loaded. */
class MaliciousListResponse {
  /** SHA-256 of the file, in hex. */
  @ApiProperty() sha256!: string;

  /** How many advisories it has, of all kinds. */
  @ApiProperty({ type: 'integer' }) records!: number;

  /** How many packages of PyPI, and versions of packages, are malicious by it. */
  @ApiProperty({ type: 'integer' }) packages!: number;

  /** Who loaded it; null for a deleted user. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) loaded_by!: string | null;

  /** When it was loaded. */
  @ApiProperty({ format: 'date-time' }) loaded_at!: string;
}

/** What is known of malicious Python packages. */
export class KnownMaliciousResponse {
  /** The list in use; null before one was loaded. */
  @ApiProperty({ type: MaliciousListResponse, nullable: true }) list!: MaliciousListResponse | null;

  /** What it says of the package that was asked for: its name for all versions, or `name==version`. */
  @ApiProperty({ type: [String], example: ['evil-pack==1.2'] }) matches!: string[];

  static from(list: MaliciousList | undefined, matches: readonly MaliciousPackage[]): KnownMaliciousResponse {
    return {
      list: list ? responseOf(MaliciousListResponse, list, { sha256: list.sha256.toString('hex') }) : null,
      matches: matches.map(({ name, version }) => (version === '' ? name : `${name}==${version}`)),
    };
  }
}
