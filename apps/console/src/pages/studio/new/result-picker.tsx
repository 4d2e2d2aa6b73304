import { t } from '@lingui/core/macro';
import { Center, Image, Modal, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listTasksInfiniteOptions } from '@atelier/client/react-query';
import { Empty } from '../../../parts/states.js';
import { Listing } from '../../../parts/listing.js';
import { fromNow } from '../../../parts/time.js';
import { titleOfKind } from '../../../parts/media-kinds.js';
import { resultOf } from './task-media.js';

const PAGE_SIZE = 24;

export function ResultPicker({
  isOpen,
  onClose,
  medium,
  onPick,
}: {
  isOpen: boolean;
  onClose: () => void;
  medium: 'picture' | 'video';
  onPick: (url: string) => void;
}): ReactNode {
  const list = useInfiniteQuery({
    ...listTasksInfiniteOptions({ query: { status: 'succeeded', limit: PAGE_SIZE } }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
    enabled: isOpen,
  });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t`Use a ${medium} that you have made`}
      size="lg"
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Listing
        query={list}
        rowsOf={({ tasks }) => tasks}
        empty={<Empty title={t`No results yet`}>{t`Your results will appear here.`}</Empty>}
      >
        {(tasks) => {
          const usable = tasks.filter((task) => resultOf(task, medium) !== undefined);
          if (usable.length === 0) return <Text c="dimmed">{t`No ${medium} is among these.`}</Text>;
          return (
            <SimpleGrid cols={{ base: 2, xs: 3, sm: 4 }}>
              {usable.map((task) => (
                <UnstyledButton
                  key={task.id}
                  onClick={() => {
                    onPick(resultOf(task, medium)?.url ?? '');
                    onClose();
                  }}
                >
                  <Stack gap={4}>
                    <Center mih={80}>
                      <Image
                        src={`/tasks/${task.id}/thumbnail`}
                        alt=""
                        loading="lazy"
                        mah={120}
                        fit="contain"
                      />
                    </Center>
                    <Text size="xs">
                      {titleOfKind(task.kind)}, {fromNow(new Date(task.created_at))}
                    </Text>
                  </Stack>
                </UnstyledButton>
              ))}
            </SimpleGrid>
          );
        }}
      </Listing>
    </Modal>
  );
}
