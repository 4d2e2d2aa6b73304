import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** An archive that is being stored: the row is there before its bytes are, until a version owns them or they are removed. */
@Entity('archive_uploads')
export class ArchiveUpload {
  /** UUIDv7 made by the application. */
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid') @ForeignKey('node_versions', { onDelete: 'RESTRICT' }) readonly versionId!: string;
  @Column('timestamptz', { default: () => 'now()' }) readonly startedAt!: Date;
  /** Its bytes are being removed: no version can own them any more. */
  @Column('boolean', { default: false }) readonly isAbandoned!: boolean;
}
