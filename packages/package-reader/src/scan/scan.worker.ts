import { parentPort, workerData } from 'node:worker_threads';

import type { ScanContext, ScanFile } from './scan-file.js';
import { scanInThread } from './scan-in-thread.js';

const { files, context, timeoutMs } = workerData as {
  files: readonly ScanFile[];
  context: ScanContext;
  timeoutMs: number;
};
parentPort?.postMessage(await scanInThread(files, context, timeoutMs));
