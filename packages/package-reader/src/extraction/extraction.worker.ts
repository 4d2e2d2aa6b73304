import { parentPort, workerData } from 'node:worker_threads';

import type { ExtractionLimits } from './extraction-limits.js';
import { extractInThread } from './extract-in-thread.js';

const { files, packageName, otherPaths, limits } = workerData as {
  files: Map<string, string>;
  packageName: string;
  otherPaths: readonly string[];
  limits: ExtractionLimits;
};
parentPort?.postMessage(await extractInThread(files, packageName, limits, otherPaths));
