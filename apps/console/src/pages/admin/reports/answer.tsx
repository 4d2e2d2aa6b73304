import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { type AdminNodeReportResponse, resolveReport } from '@atelier/client/api';
import { ReasonedAct } from '../../../parts/reasoned-act.js';

const LABELS = { upheld: t`Uphold`, dismissed: t`Dismiss` } as const;

export function AnswerButton({
  report: { id, node_id: nodeId, publisher_id: publisherId, reporter_name: name },
  verdict,
}: {
  report: AdminNodeReportResponse;
  verdict: keyof typeof LABELS;
}): ReactNode {
  const subject = nodeId ?? t`the publisher ${publisherId ?? ''}`;
  return (
    <ReasonedAct
      size="xs"
      label={LABELS[verdict]}
      title={t`${LABELS[verdict]} the report of ${subject}?`}
      reason={{
        label: t`Answer to ${name}`,
        description: nodeId === null ? t`The publisher stays as it is.` : t`The node stays as it is.`,
        isRequired: true,
      }}
      act={(answer) =>
        resolveReport({ path: { reportId: id }, body: { verdict, answer }, throwOnError: true })
      }
      done={t`The report of ${subject} is ${verdict}.`}
    />
  );
}
