import { Center, Image } from '@mantine/core';
import { IconFile, IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { TaskResponse } from '@atelier/client/api';
import { isMediaKind, MEDIA_KINDS } from './media-kinds.js';

const SIDE = 56;
const SIGNS = {
  image: IconPhoto,
  video: IconVideo,
  music: IconMusic,
  speech: IconMusic,
} as const;

/** A small picture of a task's result, or an icon of its medium. Decorative: the text beside it says as much. */
export function Thumbnail({
  task: { id, kind, outputs },
  isLarge = false,
}: {
  task: TaskResponse;
  /** As wide as its place, and square. */
  isLarge?: boolean;
}): ReactNode {
  const size = isLarge
    ? { w: '100%', style: { aspectRatio: 1 } }
    : { w: SIDE, h: SIDE, style: { flexShrink: 0 } };
  const [hasFailed, setFailed] = useState(false);
  const hasPicture = outputs.some(({ content_type: type }) => type.startsWith('image/'));
  if (hasPicture && !hasFailed)
    return (
      <Image
        src={`/tasks/${id}/thumbnail`}
        alt=""
        {...size}
        radius="sm"
        loading="lazy"
        onError={() => setFailed(true)}
      />
    );
  const Sign = isMediaKind(kind) ? SIGNS[MEDIA_KINDS[kind].medium] : IconFile;
  return (
    <Center {...size} bg="var(--mantine-color-default-hover)" aria-hidden>
      <Sign size={isLarge ? 40 : 20} />
    </Center>
  );
}
