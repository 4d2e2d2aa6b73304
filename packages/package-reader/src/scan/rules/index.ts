import type { Hit, Rule } from '../rule.js';
import type { ScanContext, ScanFile } from '../scan-file.js';
import { CHANGE_RULES } from '../traits.js';
import { DECLARED_RULES, findInDeclared } from './declared-rules.js';
import { FILE_RULES, findInFiles } from './files/file-rules.js';
import { openArchives } from './files/inner-archives.js';
import { findInPythonAndTexts, PYTHON_AND_TEXT_RULES } from './python-rules.js';
import { SCAN_STOPPED } from './scan-stopped.js';
import { findInScripts, SCRIPT_RULES } from './script-rules.js';

/** Every rule of the scan. */
export const RULES: readonly Rule[] = [
  SCAN_STOPPED,
  ...CHANGE_RULES,
  ...PYTHON_AND_TEXT_RULES,
  ...FILE_RULES,
  ...DECLARED_RULES,
  ...SCRIPT_RULES,
];

/** Applies all rules; what cannot be read until the deadline, in milliseconds since 1970, is a finding itself. */
export async function findFromFiles(
  files: readonly ScanFile[],
  context: ScanContext,
  deadline: number,
): Promise<Hit[]> {
  const { files: inner, hits } = await openArchives(files, deadline);
  const all = [...files, ...inner];
  return [
    ...hits,
    ...(await findInPythonAndTexts(all, context, deadline)),
    ...findInFiles(all, deadline),
    ...findInDeclared(all, context, deadline),
    ...(await findInScripts(all, deadline)),
  ];
}
