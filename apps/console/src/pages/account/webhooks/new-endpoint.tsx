import { t } from '@lingui/core/macro';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { listWebhookEndpointsQueryKey } from '@atelier/client/react-query';
import { createWebhookEndpoint } from '@atelier/client/api';
import { EndpointForm } from './endpoint-form.js';
import { EndpointSecret } from './endpoint-secret.js';

export function NewEndpoint(): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string>();
  const queries = useQueryClient();
  const begin = (): void => {
    setSecret(undefined);
    open();
  };
  return (
    <>
      <Button onClick={begin}>{t`New endpoint`}</Button>
      <Modal opened={isOpen} onClose={close} title={t`New webhook endpoint`} size="lg">
        {secret === undefined ? (
          <EndpointForm
            label={t`Add the endpoint`}
            close={close}
            save={async (body) => {
              const { data } = await createWebhookEndpoint({ body, throwOnError: true });
              setSecret(data.secret);
              await queries.invalidateQueries({ queryKey: listWebhookEndpointsQueryKey() });
            }}
          />
        ) : (
          <Stack>
            <EndpointSecret secret={secret} />
            <Group justify="flex-end">
              <Button onClick={close}>{t`Done`}</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}
