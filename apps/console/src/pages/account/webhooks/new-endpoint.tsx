import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listWebhookEndpointsQueryKey } from '@atelier/client/react-query';
import { createWebhookEndpoint } from '@atelier/client/api';
import { SecretDialog } from '../../../parts/secret-dialog.js';
import { EndpointForm } from './endpoint-form.js';
import { SECRET } from './endpoint-words.js';

export function NewEndpoint(): ReactNode {
  const queries = useQueryClient();
  return (
    <SecretDialog label={t`New endpoint`} secret={SECRET}>
      {(show, close) => (
        <EndpointForm
          label={t`Add the endpoint`}
          close={close}
          save={async (body) => {
            const { data } = await createWebhookEndpoint({ body, throwOnError: true });
            show(data.secret);
            await queries.invalidateQueries({ queryKey: listWebhookEndpointsQueryKey() });
          }}
        />
      )}
    </SecretDialog>
  );
}
