import { ApiProperty } from '@nestjs/swagger';
import type { SigningKey } from '#libs/platform/signing';
import type { RegistrySnapshot } from '../registry-snapshot.entity.js';
import { signedText } from '../signed-text.js';

/** What the newest snapshot is, signed. */
export class SnapshotResponse {
  /** When its writing began. */
  @ApiProperty({ format: 'date-time' }) createdAt!: string;

  /** Size of the file. */
  @ApiProperty({ type: 'integer' }) bytes!: number;

  /** SHA-256 of the file, in hex. */
  @ApiProperty() sha256!: string;

  /** Nodes in it. */
  @ApiProperty({ type: 'integer' }) nodes!: number;

  /** Versions in it. */
  @ApiProperty({ type: 'integer' }) versions!: number;

  /** Read `GET /changes` on from this serial. */
  @ApiProperty({ example: '42' }) cursor!: string;

  /** The Ed25519 key of the registry: SubjectPublicKeyInfo in Base64. */
  @ApiProperty() publicKey!: string;

  /**
   * Signature in Base64 of these lines, joined by line feeds: `atelier-snapshot-1`, `createdAt`, `bytes`, `sha256`, `nodes`,
   * `versions`, `cursor`.
   */
  @ApiProperty() signature!: string;

  static from(snapshot: RegistrySnapshot, key: SigningKey): SnapshotResponse {
    const facts = {
      createdAt: snapshot.createdAt.toISOString(),
      bytes: Number(snapshot.bytes),
      sha256: snapshot.sha256.toString('hex'),
      nodes: snapshot.nodes,
      versions: snapshot.versions,
      cursor: String(snapshot.cursor),
    };
    return { ...facts, publicKey: key.publicKey, signature: key.sign(signedText(facts)) };
  }
}
