import { plural, t } from '@lingui/core/macro';
import { Text, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TimelineStepResponse } from '@atelier/client/api';
import { duration } from '../../../parts/numbers.js';
import { Time } from '../../../parts/time.js';
import { Section } from '../../../parts/section.js';

type Step = TimelineStepResponse;

/** Texts of the steps; `took` precedes the duration. */
const STEPS: Record<Step['step'], { title: (step: Step) => string; took?: string; color?: string }> = {
  submitted: { title: () => t`Submitted`, took: 'waited' },
  reserved: {
    title: ({ credits = 0 }) => t`Reserved ${plural(credits, { one: '# credit', other: '# credits' })}`,
  },
  begun: { title: () => t`Work began` },
  ordered: { title: ({ vendor }) => t`Ordered from ${vendor ?? t`the provider`}`, took: t`taken after` },
  polled: {
    title: ({ count = 0 }) => t`Polled ${plural(count, { one: '# time', other: '# times' })}`,
    took: 'within',
  },
  uncertain: { title: () => t`The outcome became uncertain`, color: 'orange' },
  stored: { title: () => t`Stored the results` },
  succeeded: { title: () => t`Succeeded`, color: 'green' },
  failed: { title: () => t`Failed`, color: 'red' },
  canceled: { title: () => t`Canceled`, color: 'gray' },
  settled: {
    title: ({ credits = 0 }) => t`Charged ${plural(credits, { one: '# credit', other: '# credits' })}`,
  },
  released: { title: () => t`Released the reserved credits` },
  webhook: { title: () => t`Called the webhook` },
};

const OUTCOMES: Record<string, string> = {
  succeeded: 'done',
  failed: t`not done`,
  not_taken: t`not taken`,
  unknown: t`outcome unknown`,
};

export function TaskTimeline({ steps }: { steps: readonly Step[] }): ReactNode {
  if (steps.length === 0) return null;
  return (
    <Section title={t`Timeline`}>
      <Timeline role="list" aria-label={t`Timeline`} active={steps.length} bulletSize={14} lineWidth={2}>
        {steps.map((step, index) => {
          const { title, color } = STEPS[step.step];
          const isAgain = step.step === 'begun' && steps.findIndex((one) => one.step === 'begun') < index;
          return (
            <Timeline.Item
              // Steps are only added, at the end or at their time.
              key={`${step.step} ${step.at} ${index}`}
              role="listitem"
              title={isAgain ? t`Work resumed` : title(step)}
              {...(color === undefined ? {} : { color })}
            >
              <Text size="sm" c="dimmed">
                <Time value={step.at} isClock />
                {notesOf(step).map((note) => `, ${note}`)}
              </Text>
            </Timeline.Item>
          );
        })}
      </Timeline>
    </Section>
  );
}

function notesOf({ step, duration_ms: ms, attempt = 1, outcome }: Step): string[] {
  return [
    ...(ms === null ? [] : [`${STEPS[step].took ?? 'took'} ${duration(ms)}`]),
    ...(attempt > 1 ? [t`attempt ${attempt}`] : []),
    ...(outcome === undefined ? [] : [outcomeText(step, outcome)]),
  ];
}

function outcomeText(step: Step['step'], outcome: string): string {
  if (step !== 'webhook') return OUTCOMES[outcome] ?? outcome;
  return outcome === 'no_answer' ? t`no answer` : t`answered ${outcome}`;
}
