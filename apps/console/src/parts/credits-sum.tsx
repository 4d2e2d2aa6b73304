import { plural, t } from '@lingui/core/macro';
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CreditsResponse } from '@atelier/client/api';
import { count } from './numbers.js';

const PARTS = ['available', 'held', 'spent', 'expired'] as const;

/** A user's grants as the sum granted = available + held + spent + expired; without grants, the cost of tasks. */
export function CreditsSum({ credits }: { credits: CreditsResponse }): ReactNode {
  const { prepaid, granted, held_for_tasks: held, open_tasks: tasks, spent_on_tasks: spent } = credits;
  const hasGrants = prepaid || granted > 0;
  return (
    <Stack gap="xs">
      <Group role="group" aria-label={t`Credits`} gap="md">
        {hasGrants ? (
          <>
            <Figure name="granted" value={granted} />
            {PARTS.map((part, index) => (
              <Group key={part} gap="md" wrap="nowrap">
                <Text span size="xl" c="dimmed">
                  {index === 0 ? '=' : '+'}
                </Text>
                <Figure name={part} value={credits[part]} />
              </Group>
            ))}
          </>
        ) : (
          <Figure name="spent on tasks" value={spent} />
        )}
      </Group>
      <Text size="sm" c="dimmed" maw="70ch">
        {prepaid
          ? t`Tasks are paid from these credits only: one that costs more than available is refused.`
          : t`Tasks need no credits; only limits restrict them.`}{' '}
        {hasGrants &&
          spent !== credits.spent &&
          t`All tasks so far have cost ${plural(spent, { one: '# credit', other: '# credits' })}. `}
        {tasks > 0 &&
          t`${plural(held, { one: '# credit', other: '# credits' })} held for ${plural(tasks, { one: '# task', other: '# tasks' })} that have not ended.`}
      </Text>
    </Stack>
  );
}

function Figure({ name, value }: { name: string; value: number }): ReactNode {
  return (
    <Stack gap={0}>
      <Text size="xl" fw={600}>
        {count(value)}
      </Text>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
    </Stack>
  );
}
