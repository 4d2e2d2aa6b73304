import { plural, t } from '@lingui/core/macro';
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listAppNodesOfVersionOptions } from '@atelier/client/react-query';
import type { NodeVersionResponse } from '@atelier/client/api';
import { Rows } from '../../../parts/rows.js';
import { Failure, Waiting } from '../../../parts/states.js';

export function VersionAppNodes({ version }: { version: NodeVersionResponse }): ReactNode {
  const query = useQuery(
    listAppNodesOfVersionOptions({ path: { nodeId: version.node_id, versionId: version.id } }),
  );
  const appNodes = query.data?.app_nodes ?? [];
  return (
    <Paper>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {query.data ? plural(query.data.total, { one: '# app node', other: '# app nodes' }) : t`App nodes`}
        </Title>
        {query.isPending && <Waiting />}
        {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
        {query.data && appNodes.length === 0 && (
          <Text
            size="sm"
            c="dimmed"
          >{t`None were found. The host application reads them from NODE_CLASS_MAPPINGS of the package.`}</Text>
        )}
        {version.app_node_extract_reason && <Text size="sm">{version.app_node_extract_reason}</Text>}
        {appNodes.length > 0 && (
          <Rows
            caption={t`App nodes of this version`}
            rows={appNodes}
            rowKey={({ app_node_name }) => app_node_name}
            columns={[
              {
                title: t`Name`,
                cell: ({ app_node_name: name, display_name: shown, deprecated, experimental }) => (
                  <Group gap="xs">
                    {shown || name}
                    {deprecated && <Badge color="gray">{t`deprecated`}</Badge>}
                    {experimental && <Badge color="gray">{t`experimental`}</Badge>}
                  </Group>
                ),
              },
              { title: t`Category`, cell: ({ category }) => category || '–' },
              { title: t`Inputs`, cell: ({ input_types: text }) => inputs(text) || '–' },
              { title: t`Outputs`, cell: ({ return_types: text }) => outputs(text) || '–' },
            ]}
          />
        )}
      </Stack>
    </Paper>
  );
}

/** The names of the inputs in `{"required":{"image":["IMAGE"]}}`. */
function inputs(text: string): string {
  return Object.values(readObject(text))
    .flatMap((group) => (isObject(group) ? Object.keys(group) : []))
    .filter((name) => !name.startsWith('$'))
    .join(', ');
}

/** The types of the outputs in `["IMAGE"]`. */
function outputs(text: string): string {
  return Object.values(readObject(text))
    .filter((type) => typeof type === 'string')
    .join(', ');
}

function readObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
