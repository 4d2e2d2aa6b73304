import { t } from '@lingui/core/macro';
import { Button, Group, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listWebhookEndpointsQueryKey } from '@atelier/client/react-query';
import {
  deleteWebhookEndpoint,
  rotateEndpointSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpointResponse,
} from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { Failure } from '../../../parts/states.js';
import { EndpointForm } from './endpoint-form.js';
import { Recover } from './endpoint-recover.js';
import { SwitchOff } from './endpoint-switch.js';

type Act = { endpoint: WebhookEndpointResponse; onDone: () => Promise<unknown> };

export function EndpointActs({
  endpoint,
  onDone,
  onRecovery,
  onSecret,
}: Act & { onRecovery: () => Promise<unknown>; onSecret: (secret: string) => void }): ReactNode {
  const { id, enabled } = endpoint;
  const path = { endpointId: id };
  const navigate = useNavigate();
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: () => testWebhookEndpoint({ path, throwOnError: true }),
    onSuccess: () => {
      notifications.show({ message: t`A test is on its way.` });
      return onDone();
    },
  });
  return (
    <>
      {test.isError && <Failure error={test.error} />}
      <Group gap="xs">
        {enabled && (
          <>
            <Button loading={test.isPending} onClick={() => test.mutate()}>{t`Send a test`}</Button>
            <Recover endpoint={endpoint} onDone={onRecovery} />
          </>
        )}
        <Edit endpoint={endpoint} onDone={onDone} />
        <ActButton
          label={t`Rotate secret`}
          variant="default"
          title={t`Rotate the secret of this endpoint?`}
          confirm={t`Rotate the secret`}
          act={async () => {
            const { data } = await rotateEndpointSecret({ path, throwOnError: true });
            onSecret(data.secret);
          }}
          done={t`There is a new secret.`}
        >{t`For 24 hours calls are also signed with the old secret. Give your receiver the new one before they are over.`}</ActButton>
        {enabled && <SwitchOff endpoint={endpoint} onDone={onDone} />}
        <ActButton
          label={t`Delete`}
          variant="default"
          isDangerous
          title={t`Delete this endpoint?`}
          act={() => deleteWebhookEndpoint({ path, throwOnError: true })}
          done={t`The endpoint is deleted.`}
          onDone={async () => {
            await navigate({ to: '/account', search: { tab: 'webhooks' } });
            await queries.invalidateQueries({ queryKey: listWebhookEndpointsQueryKey() });
          }}
        >{t`Pending deliveries are not sent, and the list of its deliveries is deleted, too. This cannot be undone.`}</ActButton>
      </Group>
    </>
  );
}

function Edit({ endpoint, onDone }: Act): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const { id, url, description, kinds, statuses, notices } = endpoint;
  return (
    <>
      <Button variant="default" onClick={open}>{t`Edit`}</Button>
      <Modal opened={isOpen} onClose={close} title={t`Edit the endpoint`} size="lg">
        <EndpointForm
          initial={{ url, description, kinds, statuses, notices }}
          label={t`Save`}
          close={close}
          save={async (body) => {
            await updateWebhookEndpoint({ path: { endpointId: id }, body, throwOnError: true });
            close();
            notifications.show({ message: t`The endpoint is changed.` });
            await onDone();
          }}
        />
      </Modal>
    </>
  );
}
