import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ActButton } from './act-button.js';
import type { Field } from './form/field.js';

type Reason = { reason?: string };

const SCHEMA: readonly Field[] = [
  {
    path: 'reason',
    control: 'text',
    isWhole: false,
    isRequired: false,
    description: t`Kept in the audit log.`,
    maxLength: 2_000,
  },
];

/** An `ActButton` that also asks for a reason, by default for the audit log; afterwards the page is read again. */
export function ReasonedAct({
  act,
  reason = {},
  onDone,
  ...button
}: {
  act: (reason: string) => Promise<unknown>;
  /** What differs: who reads it, and whether it is required. */
  reason?: { label?: string; description?: string; isRequired?: boolean };
} & Omit<Parameters<typeof ActButton<Reason>>[0], 'act' | 'schema' | 'fields'>): ReactNode {
  const queries = useQueryClient();
  return (
    <ActButton<Reason>
      {...button}
      schema={SCHEMA}
      fields={[{ path: 'reason', ...reason }]}
      act={({ reason: text = '' }) => act(text)}
      onDone={async () => {
        await queries.invalidateQueries();
        await onDone?.();
      }}
    />
  );
}
