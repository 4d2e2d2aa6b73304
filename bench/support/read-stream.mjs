import { request } from 'node:http';
import { createInterface } from 'node:readline';

/**
 * Posts and reads an NDJSON stream: when each line came, by the clock that all processes share.
 * `send` writes the body and ends it; the times count from the moment it has.
 */
export function readStream(url, headers, send) {
  return new Promise((resolve, reject) => {
    let sentAt;
    const call = request(url, { method: 'POST', headers, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        response.resume();
        reject(new Error(`${url} answered ${response.statusCode}`));
        return;
      }
      const lines = [];
      createInterface({ input: response })
        .on('line', (text) => lines.push({ at: process.hrtime.bigint(), text }))
        .on('close', () => resolve({ sentAt, lines }));
    });
    call.on('error', reject);
    call.on('finish', () => (sentAt = process.hrtime.bigint()));
    void send(call);
  });
}

/** Milliseconds between two readings of the clock. */
export const milliseconds = (from, to) => Number(to - from) / 1e6;

/** `p50 1.2  p95 …` of some milliseconds. */
export function quantiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
