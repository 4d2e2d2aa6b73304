import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Badge, Card, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconFlame, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ProblemResponse } from '@atelier/client/api';
import { Section } from '../../../parts/section.js';
import { Time } from '../../../parts/time.js';
import { Act } from './act.js';
import { textOf } from './problem-words.js';

const SEVERITIES = {
  critical: { label: t`Critical`, color: 'red', icon: IconFlame },
  warning: { label: t`Warning`, color: 'orange', icon: IconAlertTriangle },
  notice: { label: t`Notice`, color: 'gray', icon: IconInfoCircle },
} as const;

/** Everything that needs an admin, worst first, each with what settles it. */
export function Problems({
  problems,
  onDone,
}: {
  problems: readonly ProblemResponse[];
  onDone: () => unknown;
}): ReactNode {
  return (
    <Section title={t`Needs attention`}>
      {problems.length === 0 ? (
        <Alert
          color="green"
          variant="light"
          icon={<IconCircleCheck aria-hidden />}
          title={t`All is well`}
        >{t`Nothing needs your attention. This page looks again every 30 seconds.`}</Alert>
      ) : (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {problems.map((problem) => (
            <Problem key={`${problem.kind} ${problem.subject}`} problem={problem} onDone={onDone} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

function Problem({ problem, onDone }: { problem: ProblemResponse; onDone: () => unknown }): ReactNode {
  const { severity, since, detail } = problem;
  const { label, color, icon: Icon } = SEVERITIES[severity];
  return (
    <Card component="li" p="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" align="flex-start" style={{ flex: '1 1 320px' }}>
          <Badge color={color} leftSection={<Icon size={14} aria-hidden />} miw={100}>
            {label}
          </Badge>
          <Stack gap={2} style={{ flex: '1 1 240px' }}>
            <Text fw={600}>{textOf(problem)}</Text>
            {detail !== null && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {detail}
              </Text>
            )}
            {since !== null && (
              <Text size="sm" c="dimmed">
                <Trans>
                  Began <Time value={since} />
                </Trans>
              </Text>
            )}
          </Stack>
        </Group>
        <Act problem={problem} onDone={onDone} />
      </Group>
    </Card>
  );
}
