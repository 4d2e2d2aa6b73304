import { t } from '@lingui/core/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getWebhookSecretOptions, listWebhookEndpointsOptions } from '@atelier/client/react-query';
import {
  createWebhookEndpoint,
  type CreateWebhookEndpointRequest,
  rotateWebhookSecret,
  type WebhookEndpointResponse,
} from '@atelier/client/api';
import { createWebhookEndpointForm } from '../../../api/generated/bodies/createWebhookEndpoint.js';
import { ActButton } from '../../../parts/act-button.js';
import { CopiedText } from '../../../parts/copied-text.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import { Lead } from '../../../parts/lead.js';
import { PageLink } from '../../../parts/link.js';
import { Rows } from '../../../parts/rows.js';
import { SecretDialog } from '../../../parts/secret-dialog.js';
import { Section } from '../../../parts/section.js';
import { Empty, Loaded } from '../../../parts/states.js';
import { TwoLines } from '../../../parts/two-lines.js';
import { ENDPOINT_FIELDS } from './endpoint-fields.js';
import { EndpointState, interestsOf, SECRET, successOf } from './endpoint-words.js';

export function WebhooksTab(): ReactNode {
  return (
    <Stack gap="xl">
      <Section title={t`Standing endpoints`}>
        <Lead
          action={<NewEndpoint />}
        >{t`An endpoint is called about every change of your tasks, however they were started, or about those you choose. Each has its own secret.`}</Lead>
        <Endpoints />
      </Section>
      <Section title={t`Callback addresses`}>
        <Lead>{t`What the service sends to the callback address of a single task is signed with this secret, as described by Standard Webhooks. Verify the signature before you trust a call.`}</Lead>
        <CallbackSecret />
      </Section>
    </Stack>
  );
}

function Endpoints(): ReactNode {
  return (
    <Loaded query={useQuery(listWebhookEndpointsOptions())}>
      {({ endpoints }) =>
        endpoints.length === 0 ? (
          <Empty title={t`No endpoints`}>
            <Text>{t`Add one, and your program need not poll its tasks.`}</Text>
          </Empty>
        ) : (
          <Rows
            caption={t`Your webhook endpoints`}
            rows={endpoints}
            rowKey={({ id }) => id}
            columns={[
              {
                title: t`Endpoint`,
                text: nameOf,
                cell: (endpoint) => (
                  <TwoLines below={endpoint.description && endpoint.url}>
                    <PageLink to="/account/webhooks/$endpointId" params={{ endpointId: endpoint.id }}>
                      {nameOf(endpoint)}
                    </PageLink>
                  </TwoLines>
                ),
              },
              { title: t`Events`, text: interestsOf },
              { title: t`State`, cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
              { title: t`Received in 24 hours`, text: successOf },
            ]}
          />
        )
      }
    </Loaded>
  );
}

function nameOf({ url, description }: WebhookEndpointResponse): string {
  return description || url;
}

function NewEndpoint(): ReactNode {
  return (
    <SecretDialog label={t`New endpoint`} secret={SECRET}>
      {(show, close) => (
        <SchemaForm<CreateWebhookEndpointRequest>
          schema={createWebhookEndpointForm}
          fields={ENDPOINT_FIELDS}
          save={async (body) => show((await createWebhookEndpoint({ body, throwOnError: true })).data.secret)}
          label={t`Add the endpoint`}
          cancel={close}
        />
      )}
    </SecretDialog>
  );
}

/** Signs what is sent to the callback addresses of single tasks. */
function CallbackSecret(): ReactNode {
  const [isShown, setShown] = useState(false);
  const secret = useQuery({ ...getWebhookSecretOptions(), gcTime: 0, enabled: isShown });
  return (
    <>
      {isShown && (
        <Loaded query={secret}>
          {({ secret: text }) => <CopiedText label={t`webhook secret`} text={text} />}
        </Loaded>
      )}
      <Group>
        {!isShown && <Button onClick={() => setShown(true)}>{t`Show the secret`}</Button>}
        <ActButton
          label={t`Rotate the secret`}
          title={t`Rotate the webhook secret?`}
          act={async () => {
            await rotateWebhookSecret({ throwOnError: true });
            setShown(true);
          }}
          done={t`There is a new secret.`}
        >{t`For 24 hours calls are also signed with the old secret. Give your receivers the new one before they are over.`}</ActButton>
      </Group>
    </>
  );
}
