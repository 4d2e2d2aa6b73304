import { cancelTask, getTask, listTasks, quoteRequest } from '@atelier/client/api';
import { connect } from '../account/connection.js';
import { usageError } from '../terminal/exit-codes.js';
import { plain, type Shell, table } from '../terminal/shell.js';
import { readFields } from './inputs.js';
import { collect } from './run-task.js';

type ListOptions = { kind?: string; status?: string; limit: string };

export async function list(shell: Shell, { kind, status, limit }: ListOptions): Promise<void> {
  if (!/^[1-9]\d{0,2}$/.test(limit))
    throw usageError(`--limit must be a number from 1 to 100, not ${limit}.`);
  const atelier = await connect(shell);
  const query = {
    limit: Number(limit),
    ...(kind && { kind }),
    ...(status && { status: status as 'created' }),
  };
  const data = await atelier.call(listTasks, { query });
  shell.result(data, () =>
    table(
      data.tasks.map((task) => [task.id, task.kind, statusOf(shell, task), task.credits, task.created_at]),
    ),
  );
}

export async function show(shell: Shell, _options: object, id: string): Promise<void> {
  const atelier = await connect(shell);
  const data = await atelier.call(getTask, { path: { id } });
  shell.result(data, () => [
    `${data.id}  ${data.kind}  ${statusOf(shell, data)}`,
    ...(data.error_message ? [`${data.error_code}: ${plain(data.error_message)}`] : []),
    ...data.outputs.map(({ role, content_type, url }) => `${role}  ${content_type}  ${url}`),
  ]);
}

export async function wait(shell: Shell, { output }: { output?: string }, id: string): Promise<void> {
  const atelier = await connect(shell);
  await collect(shell, atelier.task(id), output);
}

export async function cancel(shell: Shell, _options: object, id: string): Promise<void> {
  const atelier = await connect(shell);
  const data = await atelier.call(cancelTask, { path: { id } });
  shell.result(data, () => `${data.id} is ${data.status}.`);
}

export async function quote(shell: Shell, { field }: { field?: string[] }, kind: string): Promise<void> {
  const atelier = await connect(shell);
  const body = { kind, body: await readFields(field) };
  const data = await atelier.call(quoteRequest, { body });
  shell.result(data, () => `${data.credits} credits`);
}

function statusOf(shell: Shell, { status, progress }: { status: string; progress: number }): string {
  if (status === 'processing') return `${status} ${progress} %`;
  if (status === 'succeeded') return shell.color('green', status);
  return status === 'failed' || status === 'uncertain' ? shell.color('red', status) : status;
}
