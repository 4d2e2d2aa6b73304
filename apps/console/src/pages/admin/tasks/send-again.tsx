import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { type AdminTaskResponse, listDeliveries, redeliverWebhook } from '@atelier/client/api';
import { nameOfTask } from '../../../parts/cancel-tasks.js';
import { SelectionAct } from '../../../parts/selection-act.js';

/** Sends what the callback addresses of tasks have not received. */
export function SendAgain({
  tasks,
  onDone,
}: {
  tasks: readonly AdminTaskResponse[];
  onDone: () => unknown;
}): ReactNode {
  return (
    <SelectionAct
      size="xs"
      label={t`Retry webhooks`}
      title={t`Send the failed webhooks of these tasks again?`}
      confirm={t`Send them again`}
      rows={tasks}
      nameOf={nameOfTask}
      act={sendFailed}
      done={t`The webhooks are being sent.`}
      onDone={onDone}
    >{t`Each webhook that was given up is sent once more. Those that were received are left out.`}</SelectionAct>
  );
}

async function sendFailed({ id }: AdminTaskResponse): Promise<void> {
  const { data } = await listDeliveries({ path: { id }, throwOnError: true });
  for (const delivery of data.deliveries)
    if (delivery.status === 'failed')
      await redeliverWebhook({ path: { id: delivery.id }, throwOnError: true });
}
