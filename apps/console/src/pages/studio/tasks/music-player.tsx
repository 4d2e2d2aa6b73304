import { t } from '@lingui/core/macro';
import { Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { TaskDetailsResponse } from '@atelier/client/api';
import { ownPath } from '../../../api/own-path.js';
import { isLive } from '../../../parts/task-statuses.js';
import { useReread } from './use-task.js';
import { useGrowingMusic } from './use-growing-music.js';
import classes from './task-result.module.css';
import { Wave } from './wave.js';

/** Plays music or speech with its waveform; music already while it is made, if the browser supports that. */
export function MusicPlayer({ task, label }: { task: TaskDetailsResponse; label: string }): ReactNode {
  // A listener who started while it was made continues with the stream.
  const [wasLive] = useState(isLive(task.status));
  const music = useGrowingMusic(task.id, wasLive);
  const reread = useReread(task.id);
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null);
  const [first, ...others] = task.outputs.filter(({ role }) => role === 'audio');
  const url = music?.url ?? (first && ownPath(first.url));
  const title = music?.title ?? titleOf(task.details);
  return (
    <Stack gap="sm">
      {title && (
        <Group gap="xs" align="baseline">
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {(music?.tags ?? tagsOf(task.details)).join(', ')}
          </Text>
        </Group>
      )}
      {url ? (
        <>
          {audio && <Wave audio={audio} url={url} peaks={music?.peaks} seconds={music?.seconds} />}
          <audio
            className={classes.sound}
            ref={setAudio}
            src={url}
            controls
            aria-label={title ?? label}
            preload="metadata"
            onError={reread}
          />
        </>
      ) : (
        <Text>{t`You can listen to the music here once it is complete.`}</Text>
      )}
      {others.map(({ url: other }, index) => (
        <audio
          key={other}
          src={ownPath(other)}
          controls
          aria-label={t`Variant ${index + 2}`}
          preload="none"
        />
      ))}
    </Stack>
  );
}

function tagsOf({ display_tags: tags }: Record<string, unknown>): readonly unknown[] {
  return Array.isArray(tags) ? tags : [];
}

function titleOf({ title }: Record<string, unknown>): string | undefined {
  return typeof title === 'string' ? title : undefined;
}
