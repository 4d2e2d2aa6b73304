import type { PackageContent } from '../archive/index.js';
import {
  DEFAULT_EXTRACTION_LIMITS,
  type ExtractionLimits,
  type ExtractionResult,
} from '../extraction/index.js';
import { type ScanContext, type ScanResult, UNFINISHED_SCAN } from '../scan/index.js';
import type { ReadingMessage, ReadingOrder } from './reading-order.js';
import { runInWorker, type WorkerEnd } from './run-in-worker.js';

const SCAN_TIMEOUT_MS = 60_000;
/** A thread that does not stop at its deadline is ended this much later. */
const GRACE_MS = 2_000;
const STACK_MEBIBYTES = 8;
/** Share of the steps for a second extraction, when the first one hung or needed too much memory. */
const CAREFUL_SHARE = 50;

export type ReadPackage = { readonly scan: ScanResult; readonly extraction: ExtractionResult };

/**
 * Reads a package without running its code: looks for harm, and finds the app nodes that it registers. Both happen in one separate
 * thread with limited heap and time. A package whose scan does not end is held by the rule `scan_stopped`; one whose
 * extraction does not end gets a `failed` result with what was found.
 */
export async function readPackage(
  content: PackageContent,
  context: ScanContext,
  options: { readonly limits?: Partial<ExtractionLimits>; readonly scanTimeoutMs?: number } = {},
): Promise<ReadPackage> {
  const { scanTimeoutMs: timeoutMs = SCAN_TIMEOUT_MS } = options;
  const limits = { ...DEFAULT_EXTRACTION_LIMITS, ...options.limits };
  const both = {
    files: content.scanFiles,
    scan: { context, timeoutMs },
    extraction: extractionOrder(content, context, limits),
  };
  const end = await run(both, limits.heapMebibytes);
  const scan = scanOf(end);
  return {
    scan: scan ?? UNFINISHED_SCAN,
    extraction:
      extractionOf(end) ??
      // Without a scan the extraction was not begun, so it has not failed yet.
      (scan
        ? await extractCarefully(content, context, limits, end)
        : await extractAppNodes(content, context, limits)),
  };
}

/** Looks for harm only. */
export async function scanPackage(
  { scanFiles: files }: Pick<PackageContent, 'scanFiles'>,
  context: ScanContext,
  timeoutMs = SCAN_TIMEOUT_MS,
): Promise<ScanResult> {
  const end = await run({ files, scan: { context, timeoutMs } }, DEFAULT_EXTRACTION_LIMITS.heapMebibytes);
  return scanOf(end) ?? UNFINISHED_SCAN;
}

/** Finds app nodes only. */
export async function extractAppNodes(
  content: PackageContent,
  context: Pick<ScanContext, 'packageName'>,
  limits: ExtractionLimits = DEFAULT_EXTRACTION_LIMITS,
): Promise<ExtractionResult> {
  const end = await runExtraction(content, context, limits);
  return extractionOf(end) ?? extractCarefully(content, context, limits, end);
}

/** The results of the first thread are lost. A second one stops long before that place. */
async function extractCarefully(
  content: PackageContent,
  context: Pick<ScanContext, 'packageName'>,
  limits: ExtractionLimits,
  { loss = 'silence' }: WorkerEnd<ReadingMessage>,
): Promise<ExtractionResult> {
  const careful = { ...limits, steps: limits.steps / CAREFUL_SHARE, triesPatterns: false };
  const second = extractionOf(await runExtraction(content, context, careful));
  return { ...(second ?? NOTHING), status: 'failed', reason: LOSSES[loss] };
}

const NOTHING = { appNodes: [], unknowns: [], problems: [] };
const LOSSES = {
  time: 'the extraction takes too long',
  memory: 'the extraction needs too much memory',
  error: 'the extraction stopped with an internal error',
  silence: 'the extraction stopped without an answer',
} as const;

function runExtraction(
  content: PackageContent,
  context: Pick<ScanContext, 'packageName'>,
  limits: ExtractionLimits,
): Promise<WorkerEnd<ReadingMessage>> {
  const extraction = extractionOrder(content, context, limits);
  const files = content.scanFiles.filter(({ path }) => content.files.has(path));
  return run({ files, extraction }, limits.heapMebibytes);
}

function extractionOrder(
  { files, otherPaths }: PackageContent,
  { packageName }: Pick<ScanContext, 'packageName'>,
  limits: ExtractionLimits,
): NonNullable<ReadingOrder['extraction']> {
  return { sources: [...files.keys()], otherPaths, packageName, limits };
}

function run(order: ReadingOrder, heapMebibytes: number): Promise<WorkerEnd<ReadingMessage>> {
  const parts = [order.scan?.timeoutMs, order.extraction?.limits.timeoutMs].filter(
    (part) => part !== undefined,
  );
  return runInWorker<ReadingMessage>({
    script: 'reading/reading.worker.js',
    data: order,
    heapMebibytes,
    stackMebibytes: STACK_MEBIBYTES,
    timeoutsMs: parts.map((part) => part + GRACE_MS),
  });
}

function scanOf({ received }: WorkerEnd<ReadingMessage>): ScanResult | undefined {
  return received.map((message) => ('scan' in message ? message.scan : undefined)).find(Boolean);
}

function extractionOf({ received }: WorkerEnd<ReadingMessage>): ExtractionResult | undefined {
  return received.map((message) => ('extraction' in message ? message.extraction : undefined)).find(Boolean);
}
