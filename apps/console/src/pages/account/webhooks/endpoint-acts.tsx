import { t } from '@lingui/core/macro';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  deleteWebhookEndpoint,
  recoverWebhookEndpoint,
  type RecoverWebhookEndpointRequest,
  rotateEndpointSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
  type UpdateWebhookEndpointRequest,
  type WebhookEndpointResponse,
} from '@atelier/client/api';
import { recoverWebhookEndpointForm } from '../../../api/generated/bodies/recoverWebhookEndpoint.js';
import { updateWebhookEndpointForm } from '../../../api/generated/bodies/updateWebhookEndpoint.js';
import { ActButton } from '../../../parts/act-button.js';
import { ActMenu } from '../../../parts/act-menu.js';
import type { Field } from '../../../parts/form/field.js';
import { Failure } from '../../../parts/states.js';
import { ENDPOINT_FIELDS } from './endpoint-fields.js';

type Props = { endpoint: WebhookEndpointResponse };
type Catch = { catches_up?: boolean };

const DAY_MS = 86_400_000;
/** As far back as the service allows, less a while for filling in the form. */
const LONGEST_MS = 30 * DAY_MS - DAY_MS / 24;
const CATCH_UP: readonly Field[] = [
  {
    path: 'catches_up',
    'x-label': t`Send what it missed`,
    control: 'switch',
    isWhole: false,
    isRequired: false,
    default: true,
    description: t`At most the last 30 days.`,
  },
];

export function EndpointActs({
  endpoint,
  onRecovery,
  onSecret,
}: Props & { onRecovery: () => unknown; onSecret: (secret: string) => void }): ReactNode {
  const { id, enabled } = endpoint;
  const path = { endpointId: id };
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: () => testWebhookEndpoint({ path, throwOnError: true }),
    onSuccess: () => {
      notifications.show({ message: t`A test is on its way.` });
      return queries.invalidateQueries();
    },
  });
  return (
    <>
      {test.isError && <Failure error={test.error} />}
      <Group gap="xs">
        {enabled && <Button loading={test.isPending} onClick={() => test.mutate()}>{t`Send a test`}</Button>}
        <ActButton<UpdateWebhookEndpointRequest>
          label={t`Edit`}
          title={t`Edit the endpoint`}
          confirm={t`Save`}
          schema={updateWebhookEndpointForm}
          fields={ENDPOINT_FIELDS}
          initial={endpoint}
          isEdit
          act={(body) => updateWebhookEndpoint({ path, body, throwOnError: true })}
          done={t`The endpoint is changed.`}
        />
        <ActMenu>
          {enabled && <Recover endpoint={endpoint} onRecovery={onRecovery} />}
          <ActButton
            label={t`Rotate secret`}
            title={t`Rotate the secret of this endpoint?`}
            confirm={t`Rotate the secret`}
            act={async () => onSecret((await rotateEndpointSecret({ path, throwOnError: true })).data.secret)}
            done={t`There is a new secret.`}
          >{t`For 24 hours calls are also signed with the old secret. Give your receiver the new one before they are over.`}</ActButton>
          {enabled && (
            <ActButton
              label={t`Switch off`}
              title={t`Switch this endpoint off?`}
              act={() => updateWebhookEndpoint({ path, body: { enabled: false }, throwOnError: true })}
              done={t`The endpoint is off.`}
            >{t`Pending deliveries are given up. When it is on again, what it missed can be sent.`}</ActButton>
          )}
          <Delete endpoint={endpoint} />
        </ActMenu>
      </Group>
    </>
  );
}

function Delete({ endpoint: { id } }: Props): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <ActButton
      label={t`Delete`}
      isDangerous
      title={t`Delete this endpoint?`}
      act={() => deleteWebhookEndpoint({ path: { endpointId: id }, throwOnError: true })}
      done={t`The endpoint is deleted.`}
      onDone={async () => {
        await navigate({ to: '/account', search: { tab: 'webhooks' } });
        await queries.invalidateQueries();
      }}
    >{t`Pending deliveries are not sent, and the list of its deliveries is deleted, too. This cannot be undone.`}</ActButton>
  );
}

/** Sends an endpoint everything since a given time again. */
function Recover({
  endpoint: { id, failing_since: failingSince },
  onRecovery,
}: Props & { onRecovery: () => unknown }): ReactNode {
  return (
    <ActButton<RecoverWebhookEndpointRequest>
      label={t`Recover`}
      title={t`Send everything since a time again?`}
      confirm={t`Send it`}
      schema={recoverWebhookEndpointForm}
      fields={[
        { path: 'since', label: t`Since`, description: t`At most 30 days ago.` },
        { path: 'undelivered_only', description: '' },
      ]}
      initial={{ since: wellBefore(failingSince ?? new Date().toISOString()), undelivered_only: true }}
      act={async (body) => {
        await recoverWebhookEndpoint({ path: { endpointId: id }, body, throwOnError: true });
        onRecovery();
      }}
      done={t`It is being sent, in order per task.`}
    >{t`Changes of your tasks since then are sent, including those while the endpoint was off. What was sent before keeps its webhook-id, so that your receiver can skip what it knows.`}</ActButton>
  );
}

/** Switches an endpoint on again, and sends what it missed. */
export function SwitchOn({
  endpoint: { id, failing_since: failingSince, disabled_at: disabledAt },
}: Props): ReactNode {
  const path = { endpointId: id };
  return (
    <ActButton<Catch>
      label={t`Switch on`}
      title={t`Switch this endpoint on?`}
      schema={CATCH_UP}
      fields={['catches_up']}
      initial={{ catches_up: true }}
      act={async ({ catches_up: catchesUp }) => {
        await updateWebhookEndpoint({ path, body: { enabled: true }, throwOnError: true });
        const missedSince = failingSince ?? disabledAt;
        if (!catchesUp || missedSince === null) return;
        const since = wellBefore(missedSince);
        await recoverWebhookEndpoint({ path, body: { since, undelivered_only: true }, throwOnError: true });
      }}
      done={t`The endpoint is on.`}
    >{t`It is called again about every change of your tasks.`}</ActButton>
  );
}

/**
 * A day before the given time, as far back as the service allows: the first missed event is older than the last
 * attempt at it. What was received since then is left out.
 */
function wellBefore(time: string): string {
  return new Date(Math.max(Date.parse(time) - DAY_MS, Date.now() - LONGEST_MS)).toISOString();
}
