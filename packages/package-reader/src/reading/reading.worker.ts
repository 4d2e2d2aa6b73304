import { extractInThread } from '../extraction/extract-in-thread.js';
import type { ExtractionResult } from '../extraction/index.js';
import { scanInThread } from '../scan/scan-in-thread.js';
import type { ScanResult } from '../scan/index.js';
import type { ExtractionOrder, ScanOrder } from './reading-order.js';

export function scan({ files, context, timeoutMs }: ScanOrder): Promise<ScanResult> {
  return scanInThread(files, context, timeoutMs);
}

export function extract({
  files,
  packageName,
  limits,
  otherPaths,
}: ExtractionOrder): Promise<ExtractionResult> {
  return extractInThread(files, packageName, limits, otherPaths);
}
