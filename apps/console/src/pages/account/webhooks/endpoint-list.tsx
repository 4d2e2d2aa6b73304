import { t } from '@lingui/core/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listWebhookEndpointsOptions } from '@atelier/client/react-query';
import type { WebhookEndpointResponse } from '@atelier/client/api';
import { PageLink } from '../../../parts/link.js';
import { Rows } from '../../../parts/rows.js';
import { Empty, Failure, Waiting } from '../../../parts/states.js';
import { TwoLines } from '../../../parts/two-lines.js';
import { EndpointState, interestsOf, successOf } from './endpoint-words.js';
import { NewEndpoint } from './new-endpoint.js';

export function EndpointList(): ReactNode {
  const list = useQuery(listWebhookEndpointsOptions());
  if (list.isPending) return <Waiting />;
  if (list.isError) return <Failure error={list.error} retry={() => void list.refetch()} />;
  const { endpoints } = list.data;
  return (
    <Stack>
      <Group justify="space-between">
        <Text
          size="sm"
          c="dimmed"
          maw="70ch"
        >{t`An endpoint is called about every change of your tasks, however they were started, or about those you choose. Each has its own secret.`}</Text>
        <NewEndpoint />
      </Group>
      {endpoints.length === 0 ? (
        <Empty title={t`No endpoints`}>
          <Text>{t`Add one, and your program need not poll its tasks.`}</Text>
        </Empty>
      ) : (
        <Rows
          caption={t`Your webhook endpoints`}
          rows={endpoints}
          rowKey={({ id }) => id}
          columns={[
            { title: t`Endpoint`, text: nameOf, cell: (endpoint) => <Named endpoint={endpoint} /> },
            { title: t`Events`, text: interestsOf },
            { title: t`State`, cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
            { title: t`Received in 24 hours`, text: successOf },
          ]}
        />
      )}
    </Stack>
  );
}

const nameOf = ({ url, description }: WebhookEndpointResponse): string => description || url;

function Named({ endpoint }: { endpoint: WebhookEndpointResponse }): ReactNode {
  return (
    <TwoLines below={endpoint.description && endpoint.url}>
      <PageLink to="/account/webhooks/$endpointId" params={{ endpointId: endpoint.id }}>
        {nameOf(endpoint)}
      </PageLink>
    </TwoLines>
  );
}
