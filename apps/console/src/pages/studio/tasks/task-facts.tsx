import { plural, t } from '@lingui/core/macro';
import { Code } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TaskDetailsResponse } from '@atelier/client/api';
import { Facts } from '../../../parts/facts.js';
import { duration } from '../../../parts/numbers.js';
import { Time } from '../../../parts/time.js';
import { inWords, valueInWords } from '../../../parts/words.js';
import { Section } from '../../../parts/section.js';
import { isEnded } from '../../../parts/task-statuses.js';

const SECONDS = /^(.+)_sec(?:onds)?$/;
/** Details whose API name is not clear enough. */
const NAMES: Readonly<Record<string, string>> = { ignored_words: t`Words without effect` };

export function TaskFacts({ task }: { task: TaskDetailsResponse }): ReactNode {
  const { credits, created_at: created, started_at: started, finished_at: finished } = task;
  const { expires_at: keptUntil, expired_at: expired } = task;
  const between = (from: string | null, to: string | null) =>
    from && to ? duration(Date.parse(to) - Date.parse(from)) : '–';
  const facts: [string, ReactNode][] = [
    [isEnded(task.status) ? t`Charged` : t`Price`, plural(credits, { one: '# credit', other: '# credits' })],
    [t`Waited`, between(created, started)],
    [t`Took`, between(started, finished)],
    [t`Ended`, <Time key="ended" value={finished} />],
    [t`Kept until`, keptUntil !== null && expired === null && <Time key="kept" value={keptUntil} isClock />],
    ...detailsOf(task.details),
    [t`Id`, <Code key="id">{task.id}</Code>],
  ];
  return (
    <Section title={t`Facts`}>
      <Facts facts={facts} columns={{ base: 2, xs: 4, lg: 2 }} />
    </Section>
  );
}

/** Known facts about the result as text; further ones are in the reply of the API. */
function detailsOf(details: Record<string, unknown>): [string, ReactNode][] {
  return Object.entries(details).flatMap(([name, value]): [string, ReactNode][] => {
    const isPlain = typeof value !== 'object' || Array.isArray(value);
    if (!isPlain || value === null || value === '') return [];
    const [, length] = SECONDS.exec(name) ?? [];
    if (length !== undefined && typeof value === 'number')
      return [[inWords(length), duration(value * 1_000)]];
    return [[NAMES[name] ?? inWords(name), valueInWords(value)]];
  });
}
