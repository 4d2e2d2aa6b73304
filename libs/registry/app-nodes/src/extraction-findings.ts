import type { SeenInArchive } from '#libs/registry/versions';
import type { ExtractionResult } from '@atelier/package-reader/extraction';

type Finding = SeenInArchive['findings'][number];

/** A package that makes its nodes in a loop may have many fields that are not known. */
const UNKNOWNS_MAX = 50;
const PROBLEMS_MAX = 100;

/** Findings about the Python of a package: files that were skipped, and what only running the code would show. */
export function extractionFindings(
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
