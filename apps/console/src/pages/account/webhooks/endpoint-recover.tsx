import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import {
  recoverWebhookEndpoint,
  type RecoverWebhookEndpointRequest,
  type WebhookEndpointResponse,
} from '@atelier/client/api';
import { recoverWebhookEndpointForm } from '../../../api/generated/bodies/recoverWebhookEndpoint.js';
import { ActButton } from '../../../parts/act-button.js';

const DAY_MS = 86_400_000;
/** As far back as the service allows, less a while for filling in the form. */
const LONGEST_MS = 30 * DAY_MS - DAY_MS / 24;

/** Sends an endpoint everything since a given time again. */
export function Recover({
  endpoint: { id, failing_since: failingSince },
  onDone,
}: {
  endpoint: WebhookEndpointResponse;
  onDone: () => Promise<unknown>;
}): ReactNode {
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
      act={(body) => recoverWebhookEndpoint({ path: { endpointId: id }, body, throwOnError: true })}
      done={t`It is being sent, in order per task.`}
      onDone={onDone}
    >{t`Changes of your tasks since then are sent, including those while the endpoint was off. What was sent before keeps its webhook-id, so that your receiver can skip what it knows.`}</ActButton>
  );
}

/**
 * A day before the given time, as far back as the service allows: the first missed event is older than the last
 * attempt at it. What was received since then is left out.
 */
export function wellBefore(time: string): string {
  return new Date(Math.max(Date.parse(time) - DAY_MS, Date.now() - LONGEST_MS)).toISOString();
}
