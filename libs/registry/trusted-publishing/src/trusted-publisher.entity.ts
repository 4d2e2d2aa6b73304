import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { CiIdentity } from './issuers/ci-identity.js';

export const REF_TYPES = ['branch', 'tag'] as const;
export type RefType = (typeof REF_TYPES)[number];

/** A workflow of a repository that may publish versions of one node. */
@Entity('trusted_publishers')
@Unique('uq_trusted_publishers_workflow', [
  'publisherId',
  'nodeKey',
  'issuer',
  'repositoryId',
  'workflow',
  'environment',
])
@Index('ix_trusted_publishers_repository', ['issuer', 'repositoryId'])
export class TrustedPublisher {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('text') @ForeignKey('publishers', { onDelete: 'CASCADE' }) readonly publisherId!: string;
  /** As its owner wrote it; the node need not exist yet. */
  @Column('text') readonly nodeId!: string;
  /** The id of the node in lower case. */
  @Column('text') readonly nodeKey!: string;
  @Column('text') readonly issuer!: string;
  /** Path of the repository when it was last seen. It decides nothing: names change hands. */
  @Column('text') repository!: string;
  @Column('text') readonly repositoryId!: string;
  @Column('text') readonly ownerId!: string;
  /** Path of the file in the repository. */
  @Column('text') readonly workflow!: string;
  /** '' when any will do, or none. */
  @Column('text', { default: '' }) readonly environment!: string;
  /** Null when both will do. */
  @Column('text', { nullable: true }) readonly refType!: RefType | null;
  @Column('boolean', { default: false }) readonly requiresProtectedRef!: boolean;
  /** The owner who added it. It counts while that user is an owner of the publisher. */
  @Index('ix_trusted_publishers_added_by')
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'SET NULL' })
  readonly addedBy!: string | null;
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}

/** Each part of a job that has to be the trusted one, exactly, with its name for people. The order is that of complaints. */
const RULES: readonly (readonly [
  name: string,
  isMet: (one: TrustedPublisher, job: CiIdentity) => boolean,
])[] = [
  ['the owner of the repository', (one, job) => one.ownerId === job.ownerId],
  ['the workflow file', (one, job) => one.workflow === job.workflow],
  ['the environment', (one, job) => one.environment === '' || one.environment === job.environment],
  ['the type of the ref', (one, job) => one.refType === null || one.refType === job.refType],
  ['the protection of the ref', (one, job) => !one.requiresProtectedRef || job.isRefProtected],
];

/**
 * Those of the trusted publishers of a repository that trust the job.
 * @returns when there are none, what is different about the job, in words.
 */
export function trusting(
  ofRepository: readonly TrustedPublisher[],
  job: CiIdentity,
): { found: TrustedPublisher[] } | { found?: undefined; difference: string } {
  let found = [...ofRepository];
  if (found.length === 0) return { difference: 'the repository' };
  for (const [name, isMet] of RULES) {
    found = found.filter((one) => isMet(one, job));
    if (found.length === 0) return { difference: name };
  }
  return { found };
}
