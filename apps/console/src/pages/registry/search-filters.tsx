import { t } from '@lingui/core/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { NodeFacetsResponse } from '@atelier/client/api';
import { count } from '../../parts/numbers.js';
import { platformName } from './platform-name.js';

export type Filters = { os: string; accelerator: string; tag: string };

const SHOWN = 8;

/** The filters of the results; pressing a chosen one clears it. */
export function SearchFilters({
  facets,
  filters,
  choose,
}: {
  facets: NodeFacetsResponse | undefined;
  filters: Filters;
  choose: (change: Partial<Filters>) => void;
}): ReactNode {
  return (
    <Stack gap="lg">
      <Facet
        title={t`Operating system`}
        values={facets?.supported_os ?? []}
        chosen={filters.os}
        nameOf={platformName}
        choose={(os) => choose({ os })}
      />
      <Facet
        title={t`Accelerator`}
        values={facets?.supported_accelerator ?? []}
        chosen={filters.accelerator}
        nameOf={platformName}
        choose={(accelerator) => choose({ accelerator })}
      />
      <Facet
        title={t`Tag`}
        values={facets?.tag ?? []}
        chosen={filters.tag}
        nameOf={(tag) => tag}
        choose={(tag) => choose({ tag })}
      />
      {facets && !facets.is_complete && (
        <Text size="xs" c="dimmed">{t`Counted among the best ${count(facets.counted)} results.`}</Text>
      )}
    </Stack>
  );
}

type Value = { value: string; count?: number };

function Facet({
  title,
  values,
  chosen,
  nameOf,
  choose,
}: {
  title: string;
  values: readonly Value[];
  chosen: string;
  nameOf: (value: string) => string;
  choose: (value: string) => void;
}): ReactNode {
  const [isLong, { open }] = useDisclosure();
  const isChosen = ({ value }: Value): boolean => value.toLowerCase() === chosen.toLowerCase();
  const first = isLong ? values : values.slice(0, SHOWN);
  const shown = chosen === '' || first.some(isChosen) ? first : [{ value: chosen }, ...first];
  if (shown.length === 0) return null;
  return (
    <Stack gap={2} role="group" aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {shown.map((own: Value) => (
        <Button
          key={own.value}
          size="compact-sm"
          fullWidth
          justify="space-between"
          variant={isChosen(own) ? 'light' : 'subtle'}
          color={isChosen(own) ? undefined : 'gray'}
          rightSection={own.count === undefined ? undefined : count(own.count)}
          aria-pressed={isChosen(own)}
          onClick={() => choose(isChosen(own) ? '' : own.value)}
        >
          {nameOf(own.value)}
        </Button>
      ))}
      {first.length < values.length && (
        <Button size="compact-sm" variant="subtle" justify="flex-start" onClick={open}>{t`Show all`}</Button>
      )}
    </Stack>
  );
}
