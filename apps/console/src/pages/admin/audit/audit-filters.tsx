import { Button, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listAuditActionsOptions } from '@atelier/client/react-query';
import { SearchField } from '../../../parts/search-field.js';
import { inWords } from '../../../parts/words.js';
import { UserSelect } from '../user-select.js';
import { TARGET_KINDS } from './routes.js';

const route = getRouteApi('/signed-in/admin/audit');

export type AuditSearch = ReturnType<typeof route.useSearch>;

export function AuditFilters({ search }: { search: AuditSearch }): ReactNode {
  const navigate = route.useNavigate();
  const { data: known } = useQuery(listAuditActionsOptions());
  const change = (fields: Partial<AuditSearch>): void =>
    void navigate({ search: withoutEmpty({ ...search, ...fields }), replace: true });
  const actions = new Set([
    ...(known?.actions ?? []),
    ...(search.action === undefined ? [] : [search.action]),
  ]);
  return (
    <Stack gap="sm" align="flex-start" component="search">
      <SimpleGrid cols={{ base: 2, md: 3, xl: 6 }} spacing="sm" w="100%">
        <UserSelect
          label="Who"
          placeholder="Anybody"
          user={search.actor}
          change={(actor) => change({ actor })}
        />
        <Select
          label="Action"
          placeholder="Any"
          clearable
          searchable
          data={[...actions].sort().map((value) => ({ value, label: inWords(value.replace('.', ': ')) }))}
          value={search.action ?? null}
          onChange={(action) => change({ action: action ?? undefined })}
        />
        <Select
          label="Kind of target"
          placeholder="Any"
          clearable
          data={TARGET_KINDS.map((kind) => ({ value: kind, label: kind.replaceAll('_', ' ') }))}
          value={search.kind ?? null}
          onChange={(kind) => change({ kind: TARGET_KINDS.find((one) => one === kind) })}
        />
        <SearchField
          label="Id of the target"
          placeholder="Any"
          miw={0}
          maw="none"
          value={search.target ?? ''}
          change={(target) => change({ target })}
        />
        <TextInput
          type="date"
          label="From"
          value={search.from ?? ''}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput
          type="date"
          label="To"
          value={search.to ?? ''}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
        />
      </SimpleGrid>
      <Button
        variant="default"
        size="xs"
        disabled={Object.values(search).every((value) => value === undefined)}
        onClick={() => void navigate({ search: {}, replace: true })}
      >
        Clear filters
      </Button>
    </Stack>
  );
}

function withoutEmpty(search: Partial<AuditSearch>): AuditSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  ) as AuditSearch;
}
