import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A picture in the cache, in one width. */
@Entity('pictures')
export class Picture {
  /** SHA-256 of the source and the width, in hex. */
  @PrimaryColumn('text') readonly key!: string;
  /** Key of its file in the storage; null when the source gave no picture. */
  @Column('text', { nullable: true }) readonly storageKey!: string | null;
  /** Of its file; null for one of an earlier version. */
  @Column('int', { nullable: true }) readonly bytes!: number | null;
  @Index('ix_pictures_expires_at')
  @Column('timestamptz')
  readonly expiresAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
