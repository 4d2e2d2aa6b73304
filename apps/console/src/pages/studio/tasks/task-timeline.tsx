import { Text, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TimelineStepResponse } from '@atelier/client/api';
import { counted, duration } from '../../../parts/numbers.js';
import { Time } from '../../../parts/time.js';
import { Section } from '../../../parts/section.js';

type Step = TimelineStepResponse;

/** Texts of the steps; `took` precedes the duration. */
const STEPS: Record<Step['step'], { title: (step: Step) => string; took?: string; color?: string }> = {
  submitted: { title: () => 'Submitted', took: 'waited' },
  reserved: { title: ({ credits = 0 }) => `Reserved ${counted(credits, 'credit')}` },
  begun: { title: () => 'Work began' },
  ordered: { title: ({ vendor }) => `Ordered from ${vendor ?? 'the provider'}`, took: 'taken after' },
  polled: { title: ({ count = 0 }) => `Polled ${counted(count, 'time')}`, took: 'within' },
  uncertain: { title: () => 'The outcome became uncertain', color: 'orange' },
  stored: { title: () => 'Stored the results' },
  succeeded: { title: () => 'Succeeded', color: 'green' },
  failed: { title: () => 'Failed', color: 'red' },
  canceled: { title: () => 'Canceled', color: 'gray' },
  settled: { title: ({ credits = 0 }) => `Charged ${counted(credits, 'credit')}` },
  released: { title: () => 'Released the reserved credits' },
  webhook: { title: () => 'Called the webhook' },
};

const OUTCOMES: Record<string, string> = {
  succeeded: 'done',
  failed: 'not done',
  not_taken: 'not taken',
  unknown: 'outcome unknown',
};

export function TaskTimeline({ steps }: { steps: readonly Step[] }): ReactNode {
  if (steps.length === 0) return null;
  return (
    <Section title="Timeline">
      <Timeline role="list" aria-label="Timeline" active={steps.length} bulletSize={14} lineWidth={2}>
        {steps.map((step, index) => {
          const { title, color } = STEPS[step.step];
          const isAgain = step.step === 'begun' && steps.findIndex((one) => one.step === 'begun') < index;
          return (
            <Timeline.Item
              // Steps are only added, at the end or at their time.
              key={`${step.step} ${step.at} ${index}`}
              role="listitem"
              title={isAgain ? 'Work resumed' : title(step)}
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
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(outcome === undefined ? [] : [outcomeText(step, outcome)]),
  ];
}

function outcomeText(step: Step['step'], outcome: string): string {
  if (step !== 'webhook') return OUTCOMES[outcome] ?? outcome;
  return outcome === 'no_answer' ? 'no answer' : `answered ${outcome}`;
}
