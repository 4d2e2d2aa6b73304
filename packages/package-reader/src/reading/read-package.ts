import type { PackageContent } from '../archive/index.js';
import {
  DEFAULT_EXTRACTION_LIMITS,
  type ExtractionLimits,
  type ExtractionResult,
} from '../extraction/index.js';
import { type ScanContext, type ScanResult, UNFINISHED_SCAN } from '../scan/index.js';
import { inThread } from './threads.js';

const SCAN_TIMEOUT_MS = 60_000;
/** Share of the steps for a second extraction, when the first one hung or needed too much memory. */
const CAREFUL_SHARE = 50;

/** Looks for harm. A package whose scan does not end is held by the rule `scan_stopped`. */
export async function scanPackage(
  { scanFiles: files }: Pick<PackageContent, 'scanFiles'>,
  context: ScanContext,
  timeoutMs = SCAN_TIMEOUT_MS,
): Promise<ScanResult> {
  const order = { files, context, timeoutMs };
  const end = await inThread<ScanResult>('scan', order, DEFAULT_EXTRACTION_LIMITS.heapMebibytes, timeoutMs);
  return 'result' in end ? end.result : UNFINISHED_SCAN;
}

/** Finds app nodes. A package of which the extraction does not end gets a `failed` result with what was found. */
export async function extractAppNodes(
  content: Pick<PackageContent, 'files' | 'otherPaths'>,
  { packageName }: Pick<ScanContext, 'packageName'>,
  given: Partial<ExtractionLimits> = {},
): Promise<ExtractionResult> {
  const limits = { ...DEFAULT_EXTRACTION_LIMITS, ...given };
  const first = await extract(content, packageName, limits);
  if ('result' in first) return first.result;
  // What the first thread found is lost. A second one stops long before that place.
  const careful = { ...limits, steps: limits.steps / CAREFUL_SHARE, triesPatterns: false };
  const second = await extract(content, packageName, careful);
  const found = 'result' in second ? second.result : NOTHING;
  return { ...found, status: 'failed', reason: LOSSES[first.loss] };
}

const NOTHING = { appNodes: [], unknowns: [], problems: [] };
const LOSSES = {
  time: 'the extraction takes too long',
  memory: 'the extraction needs too much memory',
  error: 'the extraction stopped with an internal error',
} as const;

function extract(
  { files, otherPaths }: Pick<PackageContent, 'files' | 'otherPaths'>,
  packageName: string,
  limits: ExtractionLimits,
) {
  const order = { files, otherPaths, packageName, limits };
  return inThread<ExtractionResult>('extract', order, limits.heapMebibytes, limits.timeoutMs);
}
