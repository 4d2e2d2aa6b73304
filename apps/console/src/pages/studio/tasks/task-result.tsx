import { t } from '@lingui/core/macro';
import { Anchor, Box, Button, Group, Image, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { listTaskInputsOptions } from '@atelier/client/react-query';
import type { TaskDetailsResponse } from '@atelier/client/api';
import { ownPath } from '../../../api/own-path.js';
import { bytes } from '../../../parts/numbers.js';
import { Waiting } from '../../../parts/states.js';
import { isMediaKind, MEDIA_KINDS, titleOfKind } from '../../../parts/media-kinds.js';
import { Section } from '../../../parts/section.js';
import { isLive } from '../../../parts/task-statuses.js';
import { useReread } from './use-task.js';
import classes from './task-result.module.css';

const ComparedPictures = lazyRouteComponent(
  () => import('../../../parts/compared-pictures.js'),
  'ComparedPictures',
);
const MusicPlayer = lazyRouteComponent(() => import('./music-player.js'), 'MusicPlayer');

export function TaskResult({ task }: { task: TaskDetailsResponse }): ReactNode {
  const { kind, outputs, status } = task;
  const medium = isMediaKind(kind) ? MEDIA_KINDS[kind].medium : undefined;
  const isHeard = medium === 'music' && isLive(status);
  if (outputs.length === 0 && !isHeard) return null;
  return (
    <Section title={t`Result`}>
      <Suspense fallback={<Waiting />}>
        {medium === 'image' && <Pictures task={task} />}
        {medium === 'video' && <Video task={task} />}
        {medium === 'music' && <MusicPlayer task={task} label={t`The music`} />}
        {medium === 'speech' && <MusicPlayer task={task} label={t`The speech`} />}
      </Suspense>
      <Downloads task={task} />
    </Section>
  );
}

function Pictures({ task: { id, kind, outputs } }: { task: TaskDetailsResponse }): ReactNode {
  const { data, isPending } = useQuery(listTaskInputsOptions({ path: { id } }));
  const [cannotShow, setCannotShow] = useState(false);
  const reread = useReread(id);
  const [after, ...others] = outputs.filter(({ role }) => role === 'image');
  const before = data?.inputs.find(({ field }) => field === 'image' || field === 'input.image');
  if (!after || isPending) return <Waiting />;
  if (cannotShow)
    return (
      <Text>{t`This browser cannot show pictures of the type ${after.content_type}. Download it instead.`}</Text>
    );
  const fail = (): void => {
    setCannotShow(true);
    reread();
  };
  const shown = before ? others : [after, ...others];
  return (
    <Stack gap="xs" align="flex-start">
      {before && <ComparedPictures before={ownPath(before.url)} after={ownPath(after.url)} onError={fail} />}
      {shown.map(({ url }) => (
        <Image
          key={url}
          className={classes.picture}
          src={ownPath(url)}
          alt={t`Result of “${titleOfKind(kind)}”`}
          onError={fail}
        />
      ))}
      {!before && kind !== 'text-to-image' && (
        <Text
          size="sm"
          c="dimmed"
        >{t`There is nothing to compare with: the input picture is no longer kept.`}</Text>
      )}
    </Stack>
  );
}

function Video({ task: { id, outputs } }: { task: TaskDetailsResponse }): ReactNode {
  const reread = useReread(id);
  const video = outputs.find(({ role }) => role === 'video');
  const cover = outputs.find(({ role }) => role === 'cover');
  if (!video) return null;
  return (
    <Box
      component="video"
      className={classes.picture}
      controls
      preload="metadata"
      src={ownPath(video.url)}
      onError={reread}
      poster={cover && ownPath(cover.url)}
      aria-label={t`The video`}
    />
  );
}

function Downloads({ task: { id, kind, outputs } }: { task: TaskDetailsResponse }): ReactNode {
  return (
    <Group gap="sm">
      {outputs.map(({ role, url, bytes: size }, index) => {
        const path = ownPath(url);
        const extension = /\.[a-z0-9]+(?=\?|$)/.exec(path)?.[0] ?? '';
        const name = `${kind}-${id.slice(-6)}${index === 0 ? '' : `-${role}`}${extension}`;
        return (
          <Button
            key={path}
            component="a"
            href={path}
            download={name}
            variant={index === 0 ? 'filled' : 'default'}
          >{t`Download ${role}${size === null ? '' : ` (${bytes(size)})`}`}</Button>
        );
      })}
      {outputs[0] && (
        <Anchor href={ownPath(outputs[0].url)} target="_blank" size="sm">{t`Open in a new tab`}</Anchor>
      )}
    </Group>
  );
}
