import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One change that a mirror has to follow. Rows are only added. */
@Entity('registry_changes')
export class RegistryChange {
  /** Rises in the order in which changes become visible. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly serial!: string;
  /** `publisher`, `node`, `node_version` or `advisory`. */
  @Column('text') readonly kind!: string;
  /** `upsert` or `delete`. */
  @Column('text') readonly action!: string;
  @Column('text', { nullable: true }) readonly publisherId!: string | null;
  @Column('text', { nullable: true }) readonly nodeId!: string | null;
  @Column('text', { nullable: true }) readonly version!: string | null;
  @Column('text', { nullable: true }) readonly advisoryId!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
