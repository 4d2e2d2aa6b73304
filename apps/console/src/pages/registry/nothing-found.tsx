import { t } from '@lingui/core/macro';
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Empty } from '../../parts/states.js';

const WORDS_MAX = 4;

/** What to try when a search finds nothing. */
export function NothingFound({
  search,
  isNarrowed,
  change,
}: {
  search: string;
  isNarrowed: boolean;
  change: (values: { search: string }) => void;
}): ReactNode {
  if (!isNarrowed)
    return (
      <Empty title={t`No nodes yet`}>
        <Text>{t`Nodes appear here once one is published.`}</Text>
      </Empty>
    );
  const words = [...new Set(search.split(/\s+/).filter((word) => word.length > 2))];
  return (
    <Empty title={t`No node matches`}>
      <Text>{t`Try fewer or different words, or clear a filter.`}</Text>
      <Group gap="xs" justify="center">
        {words.length > 1 &&
          words
            .slice(0, WORDS_MAX)
            .map((word) => (
              <Button
                key={word}
                variant="default"
                size="xs"
                onClick={() => change({ search: word })}
              >{t`Search “${word}”`}</Button>
            ))}
      </Group>
    </Empty>
  );
}
