import { MODEL_KIND_NAMES } from '#libs/media/providers';
import type { LinkedOutput, Task, TaskStatus } from '#libs/media/work';
import { SENT_FIELDS, understoodRequest } from '#libs/media/work';

export type PredictionStatus = 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled';

const STATUSES: Readonly<Record<TaskStatus, PredictionStatus>> = {
  created: 'starting',
  queued: 'starting',
  processing: 'processing',
  uncertain: 'processing',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
};
/** What comes beside the result. */
const EXTRAS = ['cover', 'watermarked'];

/** A task as a prediction of Replicate. Source: replicate.com/docs, HTTP API; read 2026-11. */
export class Prediction {
  id!: string;
  model!: string;
  version!: string;
  input!: Record<string, unknown>;
  output!: string | string[] | null;
  error!: string | null;
  logs!: string;
  status!: PredictionStatus;
  source!: 'api';
  data_removed!: boolean;
  created_at!: string;
  started_at!: string | null;
  completed_at!: string | null;
  metrics!: { predict_time?: number };
  urls!: { get: string; cancel: string };

  /** @param address of the service, which its links begin with. */
  static from(task: Task, outputs: readonly LinkedOutput[], address: string): Prediction {
    const links = outputs.filter(({ role }) => !EXTRAS.includes(role)).map(({ url }) => url);
    const { startedAt, finishedAt } = task;
    const link = `${address}/v1/predictions/${task.id}`;
    return {
      ...{ id: task.id, model: modelOf(task), version: 'hidden', input: inputOf(task) },
      output: links.length === 0 ? null : links.length === 1 ? (links[0] ?? null) : links,
      error: task.errorMessage,
      logs: '',
      status: STATUSES[task.status],
      source: 'api',
      data_removed: task.expiredAt !== null,
      created_at: task.createdAt.toISOString(),
      started_at: startedAt && startedAt.toISOString(),
      completed_at: finishedAt && finishedAt.toISOString(),
      metrics:
        startedAt && finishedAt ? { predict_time: (finishedAt.getTime() - startedAt.getTime()) / 1000 } : {},
      urls: { get: link, cancel: `${link}/cancel` },
    };
  }
}

export type PredictionList = { previous: null; next: string | null; results: Prediction[] };

/** The name with an owner, by which the same model can be run again. */
function modelOf({ kind, request }: Task): string {
  if (!MODEL_KIND_NAMES.includes(kind)) return `atelier/${kind}`;
  const model = String(request.model);
  return model.includes('/') ? model : `${kind}/${model}`;
}

/** What its caller sent, without what was filled in. */
function inputOf(task: Task): Record<string, unknown> {
  const { input, ...fields } = understoodRequest(task) as { input?: Record<string, unknown> };
  if (input) return input;
  const sent = task.request[SENT_FIELDS];
  const isSent = (name: string): boolean =>
    !Array.isArray(sent) || sent.some((one: string) => one === name || one.startsWith(`${name}.`));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isSent(name)));
}
