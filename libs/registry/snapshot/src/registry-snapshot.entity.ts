import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The newest snapshot of the registry; there is one row at most. */
@Entity('registry_snapshots')
@Check('ck_registry_snapshots_is_only', 'is_only')
export class RegistrySnapshot {
  @PrimaryColumn('boolean', { default: true }) readonly isOnly!: true;
  /** Storage key of the file. */
  @Column('text') readonly key!: string;
  @Column('bigint') readonly bytes!: string;
  @Column('bytea') readonly sha256!: Buffer;
  /** How many nodes it holds. */
  @Column('int') readonly nodes!: number;
  /** How many versions it holds. */
  @Column('int') readonly versions!: number;
  /** Serial of the newest change that it certainly holds. */
  @Column('bigint') readonly cursor!: string;
  @Column('timestamptz') readonly createdAt!: Date;
}
