import { runInWorker } from '../worker/run-in-worker.js';
import type { PackageContent } from '../archive/package-content.js';
import { findingsOf } from './rule.js';
import { SCAN_STOPPED } from './rules/scan-stopped.js';
import type { ScanContext } from './scan-file.js';
import type { ScanResult } from './scan-in-thread.js';
import { traitsOf } from './traits.js';

const TIMEOUT_MS = 60_000;
/** After the deadline that the rules keep themselves. */
const GRACE_MS = 5_000;
const HEAP_MEBIBYTES = 512;
const STACK_MEBIBYTES = 8;

/**
 * Looks for what harms those who install a package, by reading its files; none of its code is run. Runs in a thread with limited
 * heap and time. A package that cannot be read to its end is held by the rule `scan_stopped`.
 */
export async function scanPackage(
  { scanFiles }: Pick<PackageContent, 'scanFiles'>,
  context: ScanContext,
  timeoutMs = TIMEOUT_MS,
): Promise<ScanResult> {
  const end = await runInWorker<ScanResult>({
    script: 'scan/scan.worker.js',
    data: { files: scanFiles, context, timeoutMs },
    heapMebibytes: HEAP_MEBIBYTES,
    stackMebibytes: STACK_MEBIBYTES,
    timeoutMs: timeoutMs + GRACE_MS,
  });
  if (!end.isLost) return end.value;
  return { findings: findingsOf([{ rule: SCAN_STOPPED }]), traits: traitsOf([]) };
}
