import { ArchiveCheck } from '#libs/registry/versions';
import { done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { ExtractionSettlement } from '../extraction-settlement.js';
import type { ExtractionResult } from '@atelier/package-reader/extraction';

/** Checks the archive of a version and reads its Python for app nodes, without running any code of the package. */
@JobHandler({ name: 'node-versions.check', maxAttempts: 5, concurrency: 2 })
export class ReadArchiveJob implements Job<{ versionId: string }> {
  constructor(
    private readonly archives: ArchiveCheck,
    private readonly settlement: ExtractionSettlement,
  ) {}

  async run({ versionId }: { versionId: string }, { signal }: JobRun): Promise<JobOutcome> {
    const checked = await this.archives.check(versionId, signal);
    if (!checked) return done();
    const { extraction, skipped } = checked;
    const left =
      skipped.length > 0 ? `Left out for their size: ${skipped.slice(0, 5).join(', ')}.` : undefined;
    const reason = [reasonOf(extraction), left].filter((part) => part !== undefined).join(' ');
    await this.settlement.settle({ ...extraction, reason }, checked);
    return done();
  }

  /** A version whose archive cannot be checked stays hidden. A package whose Python cannot be read stays installable. */
  async onDead({ versionId }: { versionId: string }): Promise<void> {
    const checked = await this.archives.check(versionId, undefined, false).catch(() => 'unreadable' as const);
    if (checked === 'unreadable') return this.archives.giveUp(versionId);
    if (!checked) return;
    await this.settlement.settle(checked.extraction, checked);
  }
}

/** Takes jobs left in the queue by releases that extracted app nodes in a separate job. */
@JobHandler({ name: 'app-nodes.extract', maxAttempts: 4, concurrency: 1 })
export class ExtractAppNodesJob extends ReadArchiveJob {}

/** Why the extraction stopped, with a note that the app nodes found so far are kept. */
function reasonOf({ status, reason, problems, appNodes }: ExtractionResult): string | undefined {
  if (status !== 'failed' || appNodes.length === 0) return reason;
  const [place] = problems;
  const where = place === undefined || place === reason ? '' : ` (${place})`;
  return `${reason ?? ''}${where}; the ${appNodes.length} app nodes found are kept.`;
}
