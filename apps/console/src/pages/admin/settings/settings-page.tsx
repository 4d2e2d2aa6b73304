import { t } from '@lingui/core/macro';
import { Badge, Code, Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listSettingsOptions } from '@atelier/client/react-query';
import type { SettingResponse } from '@atelier/client/api';
import { PageTabs } from '../../../parts/page-tabs.js';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { SearchField } from '../../../parts/search-field.js';
import { Empty, Failure, Waiting } from '../../../parts/states.js';
import { LimitTrial } from './limit-trial.js';
import { FileTrial } from './file-trial.js';

const route = getRouteApi('/signed-in/admin/settings');

const ORIGINS = { default: t`Default`, environment: t`Environment`, env_file: t`File .env` };

const COLUMNS: readonly Column<SettingResponse>[] = [
  {
    title: t`Setting`,
    cell: ({ name, description, rule }) => (
      <Stack gap={2}>
        <Code style={{ alignSelf: 'flex-start' }}>{name}</Code>
        <Text size="sm" fw={400} maw="70ch">
          {description.split('`').map((part, at) => (at % 2 === 1 ? <Code key={at}>{part}</Code> : part))}
        </Text>
        <Text size="xs" fw={400} c="dimmed">
          {rule}
        </Text>
      </Stack>
    ),
  },
  { title: t`In force`, cell: (setting) => <Value setting={setting} /> },
  {
    title: t`From`,
    cell: ({ origin }) => (
      <Badge color={origin === 'default' ? 'gray' : 'cyan'} style={{ whiteSpace: 'nowrap' }}>
        {ORIGINS[origin]}
      </Badge>
    ),
  },
];

export function SettingsPage(): ReactNode {
  const { tab = 'all' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page
      title={t`Settings`}
      text={t`The settings that this process read when it started. They are environment variables: a change takes effect when the service starts again. The price table and the vendors file are read again when they change.`}
    >
      <PageTabs
        open={tab}
        onOpen={(next) => void navigate({ search: { tab: next } })}
        tabs={[
          { name: 'all', title: t`All settings`, content: <Settings /> },
          { name: 'limit', title: t`Try a limit`, content: <LimitTrial /> },
          { name: 'file', title: t`Try a file`, content: <FileTrial /> },
        ]}
      />
    </Page>
  );
}

function Settings(): ReactNode {
  const query = useQuery(listSettingsOptions());
  const { search = '', set = false } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = query.data?.settings.filter(
    ({ name, description, origin }) =>
      (!set || origin !== 'default') && `${name} ${description}`.toLowerCase().includes(search.toLowerCase()),
  );
  return (
    <Stack>
      <Group align="flex-end">
        <SearchField
          label={t`Search`}
          placeholder={t`Name or words`}
          value={search}
          change={(text) => void navigate({ search: { set, search: text || undefined }, replace: true })}
        />
        <Switch
          label={t`Only what is set`}
          checked={set}
          mb={8}
          onChange={({ currentTarget: { checked } }) => void navigate({ search: { search, set: checked } })}
        />
      </Group>
      {query.isPending && <Waiting />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {shown?.length === 0 && (
        <Empty title={t`No setting matches`}>
          <Text>{t`Try other words.`}</Text>
        </Empty>
      )}
      {shown && shown.length > 0 && (
        <Rows caption={t`Settings`} columns={COLUMNS} rows={shown} rowKey={({ name }) => name} />
      )}
    </Stack>
  );
}

function Value({
  setting: { is_secret: isSecret, value, default: usual, origin },
}: {
  setting: SettingResponse;
}) {
  if (isSecret) return <Text c="dimmed">{origin === 'default' ? t`Not set` : t`Set, not shown`}</Text>;
  const text = value ?? usual;
  return text === null ? (
    <Text c="dimmed">{t`Not set`}</Text>
  ) : (
    <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
  );
}
