import { parentPort, workerData } from 'node:worker_threads';

import { extractInThread } from '../extraction/extract-in-thread.js';
import { scanInThread } from '../scan/scan-in-thread.js';
import type { ReadingMessage, ReadingOrder } from './reading-order.js';

const { files, scan, extraction } = workerData as ReadingOrder;
const send = (message: ReadingMessage): void => parentPort?.postMessage(message);
if (scan) send({ scan: await scanInThread(files, scan.context, scan.timeoutMs) });
if (extraction) {
  const { sources, packageName, limits, otherPaths } = extraction;
  const wanted = new Set(sources);
  const texts = files.flatMap(({ path, text }): [string, string][] =>
    text !== undefined && wanted.has(path) ? [[path, text]] : [],
  );
  send({ extraction: await extractInThread(new Map(texts), packageName, limits, otherPaths) });
}
