import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Why a file is kept. */
export type AssetPurpose = 'input' | 'output' | 'upload';

/** A file in our own storage. */
@Entity('assets')
// Partial, which the ORM cannot describe: the migrations make them.
@Index('ix_assets_expires_at', { synchronize: false })
@Index('ix_assets_source', { synchronize: false })
@Index('ix_assets_user_id_stored', { synchronize: false })
export class Asset {
  /** UUIDv7 made by the application. */
  @PrimaryColumn('uuid') readonly id!: string;
  /** Null for what was sent without a token. */
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'SET NULL' })
  readonly userId!: string | null;
  /** A keyed hash of the address of a caller who sent it without a token; null for anything else. */
  @Column('text', { nullable: true }) readonly source!: string | null;
  /** The task that the file belongs to; null for an upload. No foreign key: tasks build upon assets. */
  @Index('ix_assets_task_id')
  @Column('uuid', { nullable: true })
  readonly taskId!: string | null;
  @Column('text') readonly purpose!: AssetPurpose;
  /** Extension with its dot, such as `.png`; part of the key that callers see. */
  @Column('text') readonly extension!: string;
  @Column('text') contentType!: string;
  /** Where an upload is in the storage; null until it has arrived, and for other files, whose key comes from their id. */
  @Column('text', { nullable: true }) storageKey!: string | null;
  /** Null until an upload has arrived, and while the file is being removed: it cannot be read then. */
  @Column('bigint', {
    nullable: true,
    transformer: {
      from: (text: string | null) => (text === null ? null : Number(text)),
      to: (value: number | null) => value,
    },
  })
  bytes!: number | null;
  /** The bytes of a small file that an earlier version stored here; null for one that is in the storage. */
  @Column('bytea', { nullable: true, select: false }) readonly content?: Buffer | null;
  /** Of an output: in hexadecimal digits, as it is read; the column has its bytes. Null for any other file, and an old output. */
  @Column('bytea', { nullable: true }) readonly sha256!: string | null;
  /** Whether an output carries content credentials (C2PA); null as `sha256`. */
  @Column('boolean', { nullable: true }) readonly hasCredentials!: boolean | null;
  /** What an output of ours was made from, by its name among the digital source types of the IPTC; null where nobody has said it. */
  @Column('text', { nullable: true }) readonly sourceType!: string | null;
  /** When the file may be removed; null to keep it. */
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;

  /** Whether the bytes are in the row. */
  readonly isInRow!: boolean;

  /** The name in `/assets/{key}`. */
  static keyOf(asset: Pick<Asset, 'id' | 'extension'>): string {
    return asset.id + asset.extension;
  }

  /** The key in the storage. */
  static storageKeyOf(asset: Pick<Asset, 'id' | 'extension' | 'storageKey'>): string {
    return asset.storageKey ?? Asset.newStorageKey(asset.id, asset.extension);
  }

  /** The last digits of a UUIDv7 are random, so they spread folders evenly. */
  static newStorageKey(id: string, extension: string): string {
    return `assets/${id.slice(-2)}/${id}${extension}`;
  }
}
