import { milliseconds, readStream } from '../support/read-stream.mjs';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PROMPTS = ['calm piano', 'deep house club track', 'cinematic orchestral', 'lofi hip hop'];
const PIECES = 6;

/** Milliseconds from the last byte of the request to the first piece of sound, at the median of a few pieces of 30 seconds. */
async function firstChunk(service, at) {
  const body = `prompt=${encodeURIComponent(PROMPTS[at % PROMPTS.length])}&duration=30`;
  const { sentAt, lines } = await readStream(
    `${service.url}/proxy/musprov/t2m/generate`,
    { ...FORM, authorization: `Bearer ${service.token}` },
    (call) => call.end(body),
  );
  const chunk = lines.find(({ text }) => text.includes('"audio_chunk"'));
  if (!chunk) throw new Error(`No sound came: ${lines.at(-1)?.text}`);
  return milliseconds(sentAt, chunk.at);
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** @param streams Pieces that are asked for at the same time. */
function row(name, title, target, streams) {
  return {
    ...{ name, title, unit: 'ms', better: 'lower', target },
    async open(bench) {
      const service = await bench.sharedService();
      let count = 0;
      return {
        async ours() {
          const times = [];
          while (times.length < PIECES) {
            const together = Array.from({ length: streams }, () => firstChunk(service, count++));
            times.push(...(await Promise.all(together)));
          }
          return median(times);
        },
      };
    },
  };
}

export default [
  row('music-first-chunk', 'First sound of 30 s of local music, idle', { value: 500 }, 1),
  row('music-first-chunk-of-3', 'First sound of 30 s of local music, three at a time', undefined, 3),
];
