import type { ArchiveFinding, FindingSeverity } from '../archive/index.js';

/** What is new about a version, which makes its findings weigh more. */
export type Circumstances = {
  /** Whether the publisher has no active version yet. */
  readonly isNewAccount?: boolean;
};

export type Judgement = {
  readonly verdict: 'active' | 'held';
  /** 100 and more hold a version. */
  readonly score: number;
  /** The findings that count, gravest first. */
  readonly telling: readonly ArchiveFinding[];
};

const WEIGHTS: Record<FindingSeverity, number> = { refused: 100, held: 100, warning: 40, note: 0 };
/** A new account adds this to a version that has any warning. */
const NEW_ACCOUNT = 20;
export const HOLDING_SCORE = 100;

/** Whether a version may become active or waits for a reviewer. Each rule counts once; what is on trial or approved does not. */
export function judge(
  findings: readonly ArchiveFinding[],
  { isNewAccount = false }: Circumstances = {},
): Judgement {
  const telling = findings

    .filter(
      ({ severity, isShadow, isApproved }) =>
        WEIGHTS[severity] > 0 && isShadow !== true && isApproved !== true,
    )
    .sort((a, b) => WEIGHTS[b.severity] - WEIGHTS[a.severity]);
  const byRule = new Map(telling.map((finding) => [finding.code, WEIGHTS[finding.severity]]));
  const sum = [...byRule.values()].reduce((total, weight) => total + weight, 0);
  const score = sum > 0 && isNewAccount ? sum + NEW_ACCOUNT : sum;
  return { verdict: score >= HOLDING_SCORE ? 'held' : 'active', score, telling };
}
