import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file being stored: the row is written before the bytes, and removed when another row comes to own them or they are removed. */
@Entity('pending_uploads')
export class PendingUpload {
  /** Where the bytes are in the storage. */
  @PrimaryColumn('text') readonly key!: string;
  @Column('timestamptz', { default: () => 'now()' }) readonly startedAt!: Date;
  /** Its bytes are being removed: no row may own them any more. */
  @Column('boolean', { default: false }) readonly isAbandoned!: boolean;
}
