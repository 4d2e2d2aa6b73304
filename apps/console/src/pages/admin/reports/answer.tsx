import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { type AdminNodeReportResponse, resolveReport } from '@atelier/client/api';
import { ReasonedAct } from '../../../parts/reasoned-act.js';

const WORDS = {
  upheld: {
    label: t`Uphold`,
    title: (subject: string) => t`Uphold the report of ${subject}?`,
    done: (subject: string) => t`The report of ${subject} is upheld.`,
  },
  dismissed: {
    label: t`Dismiss`,
    title: (subject: string) => t`Dismiss the report of ${subject}?`,
    done: (subject: string) => t`The report of ${subject} is dismissed.`,
  },
} as const;

export function AnswerButton({
  report: { id, node_name: node, publisher_name: publisher, reporter_name: name },
  verdict,
}: {
  report: AdminNodeReportResponse;
  verdict: keyof typeof WORDS;
}): ReactNode {
  const subject = node ?? publisher ?? '';
  return (
    <ReasonedAct
      size="xs"
      label={WORDS[verdict].label}
      title={WORDS[verdict].title(subject)}
      reason={{
        label: t`Answer to ${name}`,
        description:
          node === null
            ? t`The publisher is not changed. Ban it on its page.`
            : t`The node is not changed. Ban or quarantine it on its page.`,
        isRequired: true,
      }}
      act={(answer) =>
        resolveReport({ path: { reportId: id }, body: { verdict, answer }, throwOnError: true })
      }
      done={WORDS[verdict].done(subject)}
    />
  );
}
