import { t } from '@lingui/core/macro';
import { Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import type { TaskDetailsResponse } from '@atelier/client/api';
import { ownPath } from '../../../api/own-path.js';
import type { Field } from '../../../parts/form/field.js';
import { choiceLabel, labelOf } from '../../../parts/form/field-words.js';
import { ButtonLink } from '../../../parts/link.js';
import { Rows } from '../../../parts/rows.js';
import { Section } from '../../../parts/section.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { fromNow } from '../../../parts/time.js';
import { valueInWords } from '../../../parts/words.js';
import { ComparedPictures } from '../../../parts/compared-pictures.js';
import classes from '../tasks/task-result.module.css';
import { useTask } from '../tasks/use-task.js';
import { costOf } from './result.js';
import { resultOf } from './task-media.js';

const NAMES = [t`First`, t`Second`] as const;
/** Players drift a little; corrected more often, they would stutter. */
const IN_STEP_SECONDS = 0.2;

/** Two results of a kind, and the settings that differ. */
export function ComparedTasks({
  ids: [first, second],
  fields,
}: {
  ids: readonly [string, string];
  fields: readonly Field[];
}): ReactNode {
  const one = useTask(first);
  const other = useTask(second);
  const failed = [one, other].find(({ isError }) => isError);
  if (failed) return <Failure error={failed.error} retry={() => void failed.refetch()} />;
  if (!one.data || !other.data) return <Waiting />;
  const tasks = [one.data, other.data] as const;
  const [before, after] = tasks.map((task) => resultOf(task, 'picture'));
  const isMoving = tasks.some((task) => resultOf(task, 'video') ?? audioOf(task));
  return (
    <Section title={t`Comparison`}>
      {!isMoving && before && after ? (
        <ComparedPictures before={ownPath(before.url)} after={ownPath(after.url)} names={NAMES} />
      ) : (
        <Moving tasks={tasks} />
      )}
      <Differences tasks={tasks} fields={fields} />
      <Group>
        <ButtonLink
          to="/studio/new/$kind"
          params={{ kind: one.data.kind }}
          search={(search) => ({ ...search, with: undefined })}
          resetScroll={false}
          variant="default"
          size="xs"
        >{t`Stop comparing`}</ButtonLink>
      </Group>
    </Section>
  );
}

function audioOf({ outputs }: TaskDetailsResponse) {
  return outputs.find(({ role }) => role === 'audio');
}

/** Two videos or sounds that play in step; one of them is heard. */
function Moving({ tasks }: { tasks: readonly TaskDetailsResponse[] }): ReactNode {
  const [heard, setHeard] = useState<string>(NAMES[0]);
  const place = useRef<HTMLDivElement>(null);
  const others = ({ target }: SyntheticEvent): HTMLMediaElement[] =>
    [...(place.current?.querySelectorAll<HTMLMediaElement>('video, audio') ?? [])].filter(
      (one) => one !== target,
    );
  const follow = (event: SyntheticEvent): void => {
    const { currentTime } = event.target as HTMLMediaElement;
    for (const one of others(event))
      if (Math.abs(one.currentTime - currentTime) > IN_STEP_SECONDS) one.currentTime = currentTime;
  };
  return (
    <Stack gap="sm">
      <SimpleGrid
        cols={{ base: 1, sm: 2 }}
        ref={place}
        onPlayCapture={(event) => {
          follow(event);
          for (const one of others(event)) void one.play();
        }}
        onPauseCapture={(event) => others(event).forEach((one) => one.pause())}
        onSeekedCapture={follow}
      >
        {tasks.map((task, index) => {
          const output = resultOf(task, 'video') ?? audioOf(task);
          const Player = output?.role === 'audio' ? 'audio' : 'video';
          return (
            output && (
              <Player
                key={task.id}
                src={ownPath(output.url)}
                className={output.role === 'audio' ? classes.sound : classes.picture}
                muted={heard !== NAMES[index]}
                aria-label={t`${NAMES[index] ?? ''} result`}
                controls
                preload="metadata"
              />
            )
          );
        })}
      </SimpleGrid>
      <Group gap="xs">
        <Text size="sm">{t`Sound of`}</Text>
        <SegmentedControl
          size="xs"
          data={[...NAMES]}
          value={heard}
          onChange={setHeard}
          aria-label={t`Sound of`}
        />
      </Group>
    </Stack>
  );
}

function Differences({
  tasks,
  fields,
}: {
  tasks: readonly TaskDetailsResponse[];
  fields: readonly Field[];
}): ReactNode {
  const rows = [
    { label: t`Made`, values: tasks.map(({ created_at: at }) => fromNow(new Date(at))) },
    { label: t`Price and time`, values: tasks.map(costOf) },
    ...fields
      .filter(({ control }) => !/^(?:pictures?|video)$/.test(control))
      .map((field) => ({
        label: labelOf(field.path, fields),
        values: tasks.map(({ request }) => valueText(field, request)),
      })),
  ].filter(({ values: [one, other] }) => one !== other);
  return (
    <Rows
      caption={t`What differs`}
      rows={rows}
      rowKey={({ label }) => label}
      columns={[
        { title: t`Setting`, text: ({ label }) => label },
        ...NAMES.map((title, index) => ({
          title,
          text: ({ values }: { values: string[] }) => values[index],
        })),
      ]}
    />
  );
}

function valueText(field: Field, request: Record<string, unknown>): string {
  const value =
    field.path
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], request) ??
    field.default;
  if (value === undefined || value === null) return '–';
  return field.control === 'choice' ? choiceLabel(field, value as string | number) : valueInWords(value);
}
