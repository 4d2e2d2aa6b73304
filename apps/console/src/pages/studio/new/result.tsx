import { plural, t } from '@lingui/core/macro';
import { Group, Image, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { TaskDetailsResponse } from '@atelier/client/api';
import { listModelsOptions } from '@atelier/client/react-query';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import { titleOfKind } from '../../../parts/media-kinds.js';
import { duration } from '../../../parts/numbers.js';
import { Section } from '../../../parts/section.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { TaskResult } from '../tasks/task-result.js';
import classes from '../tasks/task-result.module.css';
import { TaskState } from '../tasks/task-state.js';
import { isEnded } from '../../../parts/task-statuses.js';
import { useTask } from '../tasks/use-task.js';
import type { FormSchema } from './form-schema.js';
import { type Job, JOBS } from './jobs.js';
import { resultOf } from './task-media.js';

const ComparedPictures = lazyRouteComponent(
  () => import('../../../parts/compared-pictures.js'),
  'ComparedPictures',
);
const ComparedTasks = lazyRouteComponent(() => import('./compared-tasks.js'), 'ComparedTasks');
const route = getRouteApi('/signed-in/studio/new/$kind');

/** What the address names: the result of a task, two of them, or else what one looks like. */
export function Result({ kind, job, form }: { kind: string; job: Job; form: FormSchema }): ReactNode {
  const { task, with: other } = route.useSearch();
  if (task === undefined) return <ExampleResult kind={kind} job={job} form={form} />;
  if (other === undefined) return <OneTask key={task} id={task} />;
  return (
    <Suspense fallback={<Waiting />}>
      <ComparedTasks ids={[task, other]} fields={form.fields} />
    </Suspense>
  );
}

function OneTask({ id }: { id: string }): ReactNode {
  const { data: task, isError, error, refetch } = useTask(id);
  if (!task) return isError ? <Failure error={error} retry={() => void refetch()} /> : <Waiting />;
  return (
    <Stack gap="md">
      <TaskState task={task} />
      <TaskResult task={task} />
      <Group gap="xs">
        <StatusBadge status={task.status} />
        <Text size="sm" c="dimmed">
          {costOf(task)}
        </Text>
      </Group>
      <Group gap="xs">
        <ButtonLink
          to="/studio/tasks/$id"
          params={{ id }}
          variant="default"
          size="xs"
        >{t`Open the task`}</ButtonLink>
        <ButtonLink
          to="/studio/new/$kind"
          params={{ kind: task.kind }}
          search={(before) => ({ ...before, from: id })}
          resetScroll={false}
          variant="default"
          size="xs"
        >{t`Use these settings`}</ButtonLink>
      </Group>
      <NextKinds task={task} />
    </Stack>
  );
}

export function costOf({
  status,
  credits,
  started_at: start,
  finished_at: end,
}: TaskDetailsResponse): string {
  const price = plural(credits, { one: '# credit', other: '# credits' });
  if (!isEnded(status)) return price;
  return start && end ? t`${price}, took ${duration(Date.parse(end) - Date.parse(start))}` : price;
}

/** The kinds that take the result as their input. */
function NextKinds({ task }: { task: TaskDetailsResponse }): ReactNode {
  const { data } = useQuery(listModelsOptions());
  const offered = new Set(data?.models.map(({ kind }) => kind as string));
  const medium = resultOf(task, 'video') ? 'video' : resultOf(task, 'picture') ? 'picture' : undefined;
  if (medium === undefined) return null;
  const kinds = [
    ...Object.keys(JOBS).filter((kind) => JOBS[kind]?.takes === medium),
    ...['image-edit', 'upscale', 'remove-background', 'image-to-video'].filter(
      (kind) => medium === 'picture' && offered.has(kind),
    ),
  ];
  return (
    <Group gap="xs" role="group" aria-label={t`Use the ${medium} in`}>
      <Text size="sm" c="dimmed">{t`Use the ${medium} in`}</Text>
      {kinds.map((kind) => (
        <PageLink key={kind} to="/studio/new/$kind" params={{ kind }} search={{ input: task.id }} size="sm">
          {titleOfKind(kind)}
        </PageLink>
      ))}
    </Group>
  );
}

/** Before anything was made: what the first example becomes. */
function ExampleResult({
  kind,
  job: { result = '' },
  form,
}: {
  kind: string;
  job: Job;
  form: FormSchema;
}): ReactNode {
  const file = `/samples/${result}`;
  const before = form.examples[0]?.values.image;
  const label = t`Example of “${titleOfKind(kind)}”`;
  return (
    <Section title={result === '' ? t`Result` : t`Example`}>
      {result.endsWith('.jpg') && typeof before === 'string' && (
        <Suspense fallback={<Image src={file} alt={label} className={classes.picture} />}>
          <ComparedPictures before={before} after={file} />
        </Suspense>
      )}
      {result.endsWith('.mp4') && (
        <video
          src={file}
          className={classes.picture}
          aria-label={label}
          controls
          muted
          loop
          preload="metadata"
        />
      )}
      {result.endsWith('.mp3') && (
        <audio src={file} className={classes.sound} aria-label={label} controls preload="metadata" />
      )}
      <Text size="sm" c="dimmed">{t`Your result will appear here.`}</Text>
    </Section>
  );
}
