import type { ArchiveFinding } from '../archive/index.js';
import { findFromFiles } from './rules/index.js';
import { findingsOf } from './rule.js';
import type { ScanContext, ScanFile } from './scan-file.js';
import { SCAN_STOPPED } from './rules/scan-stopped.js';
import { traitsOf, type PackageTraits } from './traits.js';

/** What the scan of a package found. */
export type ScanResult = {
  readonly findings: readonly ArchiveFinding[];
  /** What is compared with the next version. */
  readonly traits: PackageTraits;
};

/** Of a scan that did not end. */
export const UNFINISHED_SCAN: ScanResult = {
  findings: findingsOf([{ rule: SCAN_STOPPED }]),
  traits: traitsOf([]),
};

const FINDINGS_MAX = 1_000;

/** Scans in the calling thread. Callers that serve requests use `scanPackage`, which bounds memory too. */
export async function scanInThread(
  files: readonly ScanFile[],
  context: ScanContext,
  timeoutMs: number,
): Promise<ScanResult> {
  const hits = await findFromFiles(files, context, Date.now() + timeoutMs);
  return { findings: findingsOf(hits).slice(0, FINDINGS_MAX), traits: traitsOf(files) };
}
