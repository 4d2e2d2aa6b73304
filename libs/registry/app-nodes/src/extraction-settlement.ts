import { Injectable } from '@nestjs/common';
import {
  type CheckedVersion,
  type JudgedVersion,
  NodeVersionsService,
  type SeenInArchive,
  VersionReports,
} from '#libs/registry/versions';
import { storableText, TransactionRunner } from '#libs/platform/database';
import type { NewAppNode } from '#libs/registry/versions/store';
import type { ExtractedAppNode, ExtractionResult } from '@atelier/package-reader/extraction';

const REASON_MAX_CHARS = 2_000;
/** The index must be able to hold the name; real names are far shorter. */
const NAME_MAX_CHARS = 500;

@Injectable()
export class ExtractionSettlement {
  constructor(
    private readonly versions: NodeVersionsService,
    private readonly reports: VersionReports,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Stores what was found, and lets the version become active, or wait for a reviewer, in one transaction. */
  async settle(
    result: ExtractionResult,
    {
      version,
      statusReason,
      isHeld,
      seen,
    }: Pick<CheckedVersion, 'statusReason' | 'isHeld' | 'seen'> & { version: JudgedVersion },
  ): Promise<void> {
    const kept = result.appNodes.filter(({ name }) => name.length <= NAME_MAX_CHARS);
    const leftOut = result.appNodes.length - kept.length;
    const reason = [result.reason, leftOut > 0 ? `${leftOut} names are too long to keep.` : undefined];
    const outcome = {
      status: isHeld ? 'NodeVersionStatusFlagged' : 'NodeVersionStatusActive',
      statusReason,
      appNodeExtractStatus: result.status,
      appNodeExtractReason: storableText(reason.filter(Boolean).join(' ')).slice(0, REASON_MAX_CHARS),
    } as const;
    const findings = [...seen.findings, ...extractionFindings(result, seen.files)];
    await this.transactions.run(async (scope) => {
      const isSettled = await this.versions.settle(scope, version, outcome, kept.map(appNodeRow));
      if (isSettled) await this.reports.keep(scope, version.id, { ...seen, findings });
    });
  }
}

function appNodeRow(found: ExtractedAppNode): NewAppNode {
  return {
    name: storableText(found.name),
    displayName: storableText(found.displayName ?? ''),
    category: storableText(found.category ?? ''),
    description: storableText(found.description ?? ''),
    docstring: found.docstring === undefined ? null : storableText(found.docstring),
    function: storableText(found.function ?? ''),
    inputTypes: storableText(found.inputTypes),
    returnTypes: storableText(found.returnTypes),
    returnNames: storableText(found.returnNames),
    outputIsList: [...found.outputIsList],
    deprecated: found.deprecated,
    experimental: found.experimental,
    policy: 'AppNodePolicyActive',
  };
}

type Finding = SeenInArchive['findings'][number];

/** A package that makes its nodes in a loop may have many fields that are not known. */
const UNKNOWNS_MAX = 50;
const PROBLEMS_MAX = 100;

/** Findings about the Python of a package: files that were skipped, and what only running the code would show. */
function extractionFindings(
  { problems, unknowns }: Pick<ExtractionResult, 'problems' | 'unknowns'>,
  files: SeenInArchive['files'],
): Finding[] {
  const left = problems.slice(0, PROBLEMS_MAX).map((problem): Finding => {
    const file = files.find(({ path }) => problem.startsWith(`${path} `) || problem.startsWith(`${path}:`));
    return {
      severity: 'note',
      code: 'not_understood',
      message: `Reading for app nodes: ${problem}.`,
      ...(file ? { path: file.path } : {}),
    };
  });
  const unknown = unknowns.slice(0, UNKNOWNS_MAX).map(({ subject, name, reason }): Finding => {
    const what = name === undefined ? 'Names of app nodes' : `The ${subject} of the app node ${name}`;
    return { severity: 'note', code: 'not_known', message: `${what} cannot be known: ${reason}.` };
  });
  return [...left, ...unknown];
}
