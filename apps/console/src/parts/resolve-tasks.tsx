import { locale } from '#language';
import { plural, t } from '@lingui/core/macro';
import { Alert, Radio, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type AdminTaskResponse, resolveTask, type ResolveTaskRequest } from '@atelier/client/api';
import { resolveTaskForm } from '../api/generated/bodies/resolveTask.js';
import type { FieldOf } from './form/use-fields.js';
import { titleOfKind } from './media-kinds.js';
import { SelectionAct } from './selection-act.js';

type Finding = 'found' | 'lost' | 'not_run';

const FINDINGS: Record<Finding, { label: string; outcome: ResolveTaskRequest['outcome']; done: string }> = {
  found: {
    label: t`It ran, and the vendor has its result`,
    outcome: 'ran',
    done: t`The result is being fetched.`,
  },
  lost: {
    label: t`It ran, and its result is lost`,
    outcome: 'ran',
    done: t`The task has failed, and costs its user nothing.`,
  },
  not_run: {
    label: t`It did not run`,
    outcome: 'did_not_run',
    done: t`The task has failed, and costs its user nothing.`,
  },
};

const FIELDS: Record<Finding, readonly FieldOf<ResolveTaskRequest>[]> = {
  found: [
    {
      path: 'vendor_id',
      label: t`The vendor’s id for the work`,
      description: t`Not for music: a stream cannot be fetched afterwards.`,
      isRequired: true,
    },
  ],
  lost: [
    {
      path: 'cost',
      label: t`What the vendor charges for a task`,
      description: t`In its credits or its currency.`,
      isRequired: true,
    },
  ],
  not_run: [],
};
const REASON: FieldOf<ResolveTaskRequest> = {
  path: 'reason',
  description: t`How you found out. Kept in the audit log.`,
  isRequired: true,
};

/** Asks for the outcome of the orders of uncertain tasks, and states the effect on credits. */
export function ResolveTasks({
  tasks,
  onDone,
}: {
  tasks: readonly AdminTaskResponse[];
  onDone: () => unknown;
}): ReactNode {
  const [finding, setFinding] = useState<Finding>();
  const vendors = new Set(tasks.map(({ orders }) => orders.at(-1)?.vendor ?? t`the vendor`));
  const vendor = new Intl.ListFormat(locale).format(vendors);
  const held = plural(
    tasks.reduce((sum, { credits }) => sum + credits, 0),
    { one: '# held credit', other: '# held credits' },
  );
  const [first] = tasks;
  const isOne = tasks.length === 1;
  if (!first) return null;
  return (
    <SelectionAct<AdminTaskResponse, ResolveTaskRequest>
      size="xs"
      label={isOne ? t`Resolve` : t`Resolve ${tasks.length}`}
      confirm={t`Resolve`}
      title={
        isOne
          ? t`What was the outcome of “${titleOfKind(first.kind)}”?`
          : t`What was the outcome of these ${tasks.length} tasks?`
      }
      rows={tasks}
      nameOf={({ kind, id }) => `${titleOfKind(kind)} ${id}`}
      schema={resolveTaskForm}
      fields={[...(finding ? FIELDS[finding] : []), REASON]}
      canAct={finding !== undefined}
      act={({ id }, body) => {
        const { outcome } = FINDINGS[finding ?? 'not_run'];
        return resolveTask({ path: { id }, body: { ...body, outcome }, throwOnError: true });
      }}
      done={finding ? FINDINGS[finding].done : ''}
      onDone={onDone}
    >
      <Stack gap="sm">
        <Radio.Group
          label={t`According to the records of ${vendor}`}
          required
          value={finding ?? ''}
          onChange={(value) => setFinding(value as Finding)}
        >
          <Stack gap="xs" mt={6}>
            {Object.entries(FINDINGS)
              // Orders do not share an id.
              .filter(([name]) => isOne || name !== 'found')
              .map(([name, { label }]) => (
                <Radio key={name} value={name} label={label} />
              ))}
          </Stack>
        </Radio.Group>
        {finding && (
          <Alert variant="light" role="status" title={t`What happens then`}>
            <Text size="sm">{consequence(finding, held, vendor)}</Text>
          </Alert>
        )}
      </Stack>
    </SelectionAct>
  );
}

/** The effect of a finding on credits. */
function consequence(finding: Finding, held: string, vendor: string): string {
  switch (finding) {
    case 'found':
      return t`The task resumes: its result is fetched from ${vendor}. The user then pays what the work cost, at most the ${held}, and the rest is released.`;
    case 'lost':
      return t`The work counts as failed. The ${held} are released, and no user pays. What ${vendor} charges is booked as our cost.`;
    case 'not_run':
      return t`The work counts as failed. The ${held} are released, no user pays, and nothing is booked for ${vendor}.`;
  }
}
