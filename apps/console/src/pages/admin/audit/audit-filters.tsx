import { Button, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { listAuditActionsOptions } from '@atelier/client/react-query';
import { inWords } from '../../../parts/words.js';
import { UserSelect } from '../user-select.js';
import { TARGET_KINDS } from './routes.js';

const route = getRouteApi('/signed-in/admin/audit');
const TYPING_MS = 300;

/** The filters of the audit log, as they are in the URL. */
export type AuditSearch = ReturnType<typeof route.useSearch>;

/** What is shown of the audit log. */
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
          label="Kind of thing"
          placeholder="Any"
          clearable
          data={TARGET_KINDS.map((kind) => ({ value: kind, label: kind.replaceAll('_', ' ') }))}
          value={search.kind ?? null}
          onChange={(kind) => change({ kind: TARGET_KINDS.find((one) => one === kind) })}
        />
        <TargetInput key={search.target} target={search.target} change={(target) => change({ target })} />
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

type Filter = { change: (value: string | undefined) => void };

/** The id of a thing, taken over when the typing pauses. */
function TargetInput({ target, change }: Filter & { target: string | undefined }): ReactNode {
  const [text, setText] = useState(target ?? '');
  const take = useDebouncedCallback((value: string) => change(value.trim()), TYPING_MS);
  useEffect(() => setText(target ?? ''), [target]);
  return (
    <TextInput
      label="Id of the thing"
      placeholder="Any"
      maxLength={200}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        take(currentTarget.value);
      }}
    />
  );
}

function withoutEmpty(search: Partial<AuditSearch>): AuditSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  ) as AuditSearch;
}
