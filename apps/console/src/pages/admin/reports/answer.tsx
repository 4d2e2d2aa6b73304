import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type AdminNodeReportResponse, resolveReport } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { ReasonField } from '../moderation/reason-field.js';

const LABELS = { upheld: 'Uphold', dismissed: 'Dismiss' } as const;

export function AnswerButton({
  report: { id, node_id: nodeId, publisher_id: publisherId, reporter_name: name },
  verdict,
}: {
  report: AdminNodeReportResponse;
  verdict: keyof typeof LABELS;
}): ReactNode {
  const [answer, setAnswer] = useState('');
  const queries = useQueryClient();
  const subject = nodeId ?? `the publisher ${publisherId}`;
  return (
    <ActButton
      size="xs"
      label={LABELS[verdict]}
      title={`${LABELS[verdict]} the report of ${subject}?`}
      canAct={answer.trim() !== ''}
      act={() =>
        resolveReport({
          path: { reportId: id },
          body: { verdict, answer: answer.trim() },
          throwOnError: true,
        })
      }
      done={`The report of ${subject} is ${verdict}.`}
      onDone={async () => {
        setAnswer('');
        await queries.invalidateQueries();
      }}
    >
      <ReasonField
        label={`Answer to ${name}`}
        description={nodeId === null ? 'The publisher stays as it is.' : 'The node stays as it is.'}
        isRequired
        value={answer}
        change={setAnswer}
      />
    </ActButton>
  );
}
