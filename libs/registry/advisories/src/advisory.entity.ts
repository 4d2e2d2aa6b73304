import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { AdvisorySeverity } from '#libs/registry/versions/store';

/** A public warning of versions of a node. Never removed; a wrong one is withdrawn. */
@Entity('advisories')
@Index('ix_advisories_node_id_serial', ['nodeId', 'serial'])
export class Advisory {
  /** The number in its id; rises with each advisory. */
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  readonly serial!: number;
  @Column('text') @ForeignKey('nodes', { onDelete: 'RESTRICT' }) readonly nodeId!: string;
  @Column('text') readonly severity!: AdvisorySeverity;
  @Column('text') readonly summary!: string;
  @Column('text', { default: '' }) readonly details!: string;
  /** The first affected version of the range; null for the first of all. */
  @Column('text', { nullable: true }) readonly introduced!: string | null;
  /** The first version above the range; null when there is none. */
  @Column('text', { nullable: true }) readonly fixed!: string | null;
  /** The sort key from which versions are affected, '' for all; null when only those of `versions` are. */
  @Column('text', { nullable: true }) readonly rangeStart!: string | null;
  /** The sort key of `fixed`. */
  @Column('text', { nullable: true }) readonly rangeEnd!: string | null;
  /** Affected versions besides those of the range. */
  @Column('text', { array: true, default: () => `'{}'` }) readonly versions!: string[];
  @Column('text', { array: true, default: () => `'{}'` }) readonly aliases!: string[];
  @Column('text', { array: true, default: () => `'{}'` }) readonly referenceUrls!: string[];
  @Column('timestamptz', { default: () => 'now()' }) readonly publishedAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) readonly modifiedAt!: Date;
  /** Null while it holds. */
  @Column('timestamptz', { nullable: true }) readonly withdrawnAt!: Date | null;
  @Column('text', { default: '' }) readonly withdrawalReason!: string;
}
