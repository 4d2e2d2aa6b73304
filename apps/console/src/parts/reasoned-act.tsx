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
    description: 'Kept in the audit log.',
    maxLength: 2_000,
  },
];

/** An `ActButton` that also asks for a reason for the audit log. */
export function ReasonedAct({
  act,
  ...button
}: { act: (reason: string) => Promise<unknown> } & Omit<
  Parameters<typeof ActButton<Reason>>[0],
  'act' | 'schema' | 'fields'
>): ReactNode {
  return (
    <ActButton<Reason>
      {...button}
      schema={SCHEMA}
      fields={['reason']}
      act={({ reason = '' }) => act(reason)}
    />
  );
}
