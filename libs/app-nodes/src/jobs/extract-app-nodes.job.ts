import { ArchivesService, NodeVersionsService } from '#libs/node-versions';
import { readPythonSources } from '#libs/package-archive';
import { done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { ExtractionSettlement } from '../extraction-settlement.js';
import { extractAppNodes, type ExtractionResult } from '../extraction/index.js';

/** Reads the Python of a version's archive for its app nodes; no code of the package is run. */
@JobHandler({ name: 'app-nodes.extract', maxAttempts: 4, leaseSeconds: 60, concurrency: 2 })
export class ExtractAppNodesJob implements Job<{ versionId: string }> {
  constructor(
    private readonly versions: NodeVersionsService,
    private readonly archives: ArchivesService,
    private readonly settlement: ExtractionSettlement,
  ) {}

  async run({ versionId }: { versionId: string }, { signal }: JobRun): Promise<JobOutcome> {
    const version = await this.versions.find(versionId);
    if (version?.status !== 'NodeVersionStatusPending') return done();
    const { files, otherPaths, skipped } = await this.archives.withFile(version, signal, (file) =>
      readPythonSources(file),
    );
    const result = await extractAppNodes(files, { packageName: version.nodeId, otherPaths });
    const left =
      skipped.length > 0 ? `Left out for their size: ${skipped.slice(0, 5).join(', ')}.` : undefined;
    await this.settlement.settle(versionId, {
      ...result,
      reason: [reasonOf(result), left].filter((part) => part !== undefined).join(' '),
    });
    return done();
  }

  /** A package that cannot be read stays installable; what is in it is not known. */
  async onDead({ versionId }: { versionId: string }): Promise<void> {
    await this.settlement.settle(versionId, {
      status: 'failed',
      reason: 'The app nodes could not be read.',
      appNodes: [],
      unknowns: [],
      problems: [],
    });
  }
}

/** The reason, where the code was left, and that what was found is not lost. */
function reasonOf({ status, reason, problems, appNodes }: ExtractionResult): string | undefined {
  if (status !== 'failed' || appNodes.length === 0) return reason;
  const [place] = problems;
  const where = place === undefined || place === reason ? '' : ` (${place})`;
  return `${reason ?? ''}${where}; the ${appNodes.length} app nodes found are kept.`;
}
