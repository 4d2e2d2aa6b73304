import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file that is being stored: the row is there before its bytes are, until a row of its owner names it or it is removed. */
@Entity('pending_uploads')
export class PendingUpload {
  /** Where the bytes are in the storage. */
  @PrimaryColumn('text') readonly key!: string;
  @Column('timestamptz', { default: () => 'now()' }) readonly startedAt!: Date;
  /** Its bytes are being removed: nothing can own them any more. */
  @Column('boolean', { default: false }) readonly isAbandoned!: boolean;
}
