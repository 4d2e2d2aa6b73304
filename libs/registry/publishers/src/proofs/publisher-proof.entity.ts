import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** By a TXT record of a domain, or by a file in a public repository. */
export const CHALLENGE_METHODS = ['dns', 'repository'] as const;
export type ChallengeMethod = (typeof CHALLENGE_METHODS)[number];

/** `trusted_publishing`: a CI job of the repository has exchanged a token. It needs no challenge. */
export const PROOF_METHODS = [...CHALLENGE_METHODS, 'trusted_publishing'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** `pending` until the first check. */
export const PROOF_STATUSES = ['pending', 'verified', 'failed'] as const;
export type ProofStatus = (typeof PROOF_STATUSES)[number];

/** What a publisher shows of a verified proof. */
export type VerifiedMark = {
  method: ProofMethod;
  subject: string;
  /** ISO 8601, as the mark is kept in JSON. */
  verifiedAt: string;
};

/** Failed checks in a row after which a verified proof is lost. */
const FAILURES_MAX = 2;

/** A domain or a repository that a publisher says is its own. */
@Entity('publisher_proofs')
@Unique('uq_publisher_proofs_publisher_id_method_subject', ['publisherId', 'method', 'subject'])
@Index('ix_publisher_proofs_checked_at', ['checkedAt'], { where: `status = 'verified'` })
export class PublisherProof {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('text') @ForeignKey('publishers', { onDelete: 'CASCADE' }) readonly publisherId!: string;
  @Column('text') readonly method!: ProofMethod;
  /** A domain in ASCII, or the address of a repository. */
  @Column('text') readonly subject!: string;
  /** Random, for this proof only: another publisher's record proves nothing here. '' without a challenge. */
  @Column('text') readonly secret!: string;
  @Column('text', { default: 'pending' }) readonly status!: ProofStatus;
  /** Why the last check failed; '' when it did not. */
  @Column('text', { default: '' }) readonly reason!: string;
  /** Failed checks since the last good one. */
  @Column('int', { default: 0 }) readonly failures!: number;
  @Column('timestamptz', { nullable: true }) readonly checkedAt!: Date | null;
  /** Since when it is verified without a break; null while it is not. */
  @Column('timestamptz', { nullable: true }) readonly verifiedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}

/** What a check changes. */
export type ProofResult = Pick<PublisherProof, 'status' | 'reason' | 'failures' | 'checkedAt' | 'verifiedAt'>;

/** @param problem Why the check failed; undefined when it did not. */
export function resultOfCheck(
  { status, failures, verifiedAt }: PublisherProof,
  problem: string | undefined,
  now: Date,
): ProofResult {
  if (problem === undefined)
    return { status: 'verified', reason: '', failures: 0, checkedAt: now, verifiedAt: verifiedAt ?? now };
  const failed = failures + 1;
  const isKept = status === 'verified' && failed < FAILURES_MAX;
  return {
    status: isKept ? 'verified' : 'failed',
    reason: problem,
    failures: failed,
    checkedAt: now,
    verifiedAt: isKept ? verifiedAt : null,
  };
}
