import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export type AssetPurpose = 'input' | 'output' | 'upload';

@Entity('assets')
// Partial indexes, which the ORM cannot describe; the migrations create them.
@Index('ix_assets_expires_at', { synchronize: false })
@Index('ix_assets_source', { synchronize: false })
@Index('ix_assets_user_id_stored', { synchronize: false })
export class Asset {
  @PrimaryColumn('uuid') readonly id!: string;
  /** Null for a file sent without a token. */
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'SET NULL' })
  readonly userId!: string | null;
  /** A keyed hash of the caller's address, for a file sent without a token; otherwise null. */
  @Column('text', { nullable: true }) readonly source!: string | null;
  /** The task that the file belongs to; null for an upload. No foreign key: tasks are built on assets. */
  @Index('ix_assets_task_id')
  @Column('uuid', { nullable: true })
  readonly taskId!: string | null;
  @Column('text') readonly purpose!: AssetPurpose;
  /** Extension with its dot, such as `.png`; part of the key that callers see. */
  @Column('text') readonly extension!: string;
  @Column('text') contentType!: string;
  /** Where an upload is in the storage. Null until it arrives, and for other files: their key derives from their id. */
  @Column('text', { nullable: true }) storageKey!: string | null;
  /** Null until an upload arrives and while the file is being removed: it cannot be read then. */
  @Column('bigint', {
    nullable: true,
    transformer: {
      from: (text: string | null) => (text === null ? null : Number(text)),
      to: (value: number | null) => value,
    },
  })
  bytes!: number | null;
  /** The bytes of a small file stored here by an earlier version; null for a file in the storage. */
  @Column('bytea', { nullable: true, select: false }) readonly content?: Buffer | null;
  /** Outputs only; null for an old output. Read as hexadecimal digits, stored as bytes. */
  @Column('bytea', { nullable: true }) readonly sha256!: string | null;
  /** Whether an output carries content credentials (C2PA); null where `sha256` is. */
  @Column('boolean', { nullable: true }) readonly hasCredentials!: boolean | null;
  /** How an output was made, as an IPTC digital source type; null when unknown. */
  @Column('text', { nullable: true }) readonly sourceType!: string | null;
  /** When the file may be removed; null to keep it. */
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;

  readonly isInRow!: boolean;

  static keyOf(asset: Pick<Asset, 'id' | 'extension'>): string {
    return asset.id + asset.extension;
  }

  /** The key in the storage. */
  static storageKeyOf(asset: Pick<Asset, 'id' | 'extension' | 'storageKey'>): string {
    return asset.storageKey ?? Asset.newStorageKey(asset.id, asset.extension);
  }

  /** The last digits of a UUIDv7 are random, so they spread evenly over folders. */
  static newStorageKey(id: string, extension: string): string {
    return `assets/${id.slice(-2)}/${id}${extension}`;
  }
}
