import { setTimeout as sleep } from 'node:timers/promises';
import { sound } from './outputs.mjs';

const CHUNKS = 4;

/**
 * Sends the stream of an order, at the pace of its work; a later one of the same order at once as far as the first would be.
 * @returns Whether it was sent whole.
 */
export async function sendStream(order, response, faults) {
  const lines = linesOf(order);
  const breaksAt = faults.meets('truncated_stream') ? Math.ceil(lines.length / 2) : undefined;
  const pause = (order.readyAt - order.acceptedAt) / lines.length;
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  for (const [index, line] of lines.entries()) {
    const due = order.acceptedAt + pause * (index + 1) - Date.now();
    if (due > 0) await sleep(due);
    if (response.destroyed) return false;
    if (index === breaksAt) {
      response.destroy();
      return false;
    }
    response.write(`${JSON.stringify(line)}\n`);
  }
  return new Promise((resolve) => {
    response.once('close', () => resolve(response.writableFinished));
    response.end();
  });
}

function linesOf(order) {
  const head = [
    { type: 'task', task_id: order.id },
    { type: 'duration', duration_sec: 5 },
    {
      type: 'title',
      title: `Etude ${order.id}`,
      display_tags: ['calm'],
      copy_index: 0,
      prompt_index: 0,
      stream_index: 0,
    },
  ];
  const cost = { type: 'cost', credits: order.credits };
  if (order.end === 'failed')
    return [
      ...head,
      ...(order.isFailureBilled ? [cost] : []),
      { type: 'error', code: 'engine_failure', message: 'The simulated work failed' },
    ];
  const bytes = sound(order.id);
  const size = Math.ceil(bytes.length / CHUNKS);
  const chunks = Array.from({ length: CHUNKS }, (_, index) => ({
    type: 'audio_chunk',
    stream_index: 0,
    data: bytes.subarray(index * size, (index + 1) * size).toString('base64'),
  }));
  return [...head, ...chunks, cost, { type: 'complete' }];
}
