import { randomUUID } from 'node:crypto';
import { getWebhookSecret, listTasks, testWebhookEndpoint } from '@atelier/client/api';
import { Webhook } from 'standardwebhooks';
import { connect } from '../account/connection.js';
import { CommandError, usageError } from '../terminal/exit-codes.js';
import type { Shell } from '../terminal/shell.js';
import { forward, readAddress } from './forwarding.js';

type TriggerOptions = { endpoint?: string; forwardTo?: string; status: string };

export async function trigger(shell: Shell, { endpoint, forwardTo, status }: TriggerOptions): Promise<void> {
  const atelier = await connect(shell);
  if (endpoint !== undefined) {
    const data = await atelier.call(testWebhookEndpoint, { path: { endpointId: endpoint } });
    return shell.result(data, () => `The test ${data.id} is on its way.`);
  }
  if (forwardTo === undefined) throw usageError('Say where to: --endpoint ID or --forward-to ADDRESS.');
  const address = readAddress(forwardTo);
  const query = { limit: 1, status: status as 'succeeded' };
  const [task] = (await atelier.call(listTasks, { query })).tasks;
  if (!task)
    throw new CommandError(
      `You have no task that is ${status}. Start one, such as atelier relight photo.jpg`,
    );
  const { request: _, ...data } = task;
  const at = new Date();
  const body = JSON.stringify({
    type: `task.${status}`,
    version: 1,
    timestamp: at.toISOString(),
    data: { ...data, seq: 0 },
  });
  const { secret } = await atelier.call(getWebhookSecret, {});
  const id = randomUUID();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
  const answer = await forward(address, { headers, body });
  shell.result({ headers, body, answer }, () => `task.${status}  ${task.id}  -> ${answer}`);
  if (typeof answer === 'string' || answer >= 300)
    throw new CommandError(`The receiver did not take it: ${answer}`);
}
