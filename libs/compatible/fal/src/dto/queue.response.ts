import type { LinkedOutput, Task, TaskEvent } from '#libs/media/work';

/** Source: docs.fal.ai, queue, and the types of the npm package @fal-ai/client 1.10.1; read 2026-11-28. */
export type QueueStatus = {
  status: 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED';
  request_id: string;
  response_url: string;
  status_url: string;
  cancel_url: string;
  queue_position?: number;
  logs?: RequestLog[] | null;
  metrics?: { inference_time: number | null };
  error?: string;
};

type RequestLog = { message: string; level: 'INFO'; source: 'USER'; timestamp: string };

/** Where a request is asked about, as the SDK builds its addresses. */
export function linksOf({ id }: Pick<Task, 'id'>, base: string): Omit<QueueStatus, 'status'> {
  const link = `${base}/requests/${id}`;
  return { request_id: id, response_url: link, status_url: `${link}/status`, cancel_url: `${link}/cancel` };
}

export function logsOf(events: readonly TaskEvent[]): RequestLog[] {
  return events.map(({ status, createdAt }) => ({
    message: status,
    level: 'INFO',
    source: 'USER',
    timestamp: createdAt.toISOString(),
  }));
}

type FalFile = { url: string; content_type: string; file_name: string; file_size: number | null };

/** The result of a task: `images`, `video` or `audio`, as the models of fal name them. */
export function resultOf({ request }: Task, outputs: readonly LinkedOutput[]): Record<string, unknown> {
  const { input } = request as { input?: { seed?: unknown } };
  const seed = input?.seed ?? request.seed;
  const videos = filesOf(outputs, 'video');
  const sounds = filesOf(outputs, 'audio');
  const images = filesOf(outputs, 'image');
  return {
    ...(images.length > 0 ? { images } : {}),
    ...(videos.length > 0 ? { video: videos[0] } : {}),
    ...(sounds.length > 0 ? { audio: sounds[0] } : {}),
    ...(typeof seed === 'number' ? { seed } : {}),
  };
}

function filesOf(outputs: readonly LinkedOutput[], wanted: string): FalFile[] {
  return outputs
    .filter(({ role }) => role === wanted)
    .map(({ url, asset }) => ({
      url,
      content_type: asset.contentType,
      file_name: `${asset.id}${asset.extension}`,
      file_size: asset.bytes,
    }));
}
