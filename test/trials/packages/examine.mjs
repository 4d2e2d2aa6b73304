import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inspectArchive } from '@atelier/package-reader/archive';
import { extractAppNodes, scanPackage } from '@atelier/package-reader/reading';
import { judge } from '@atelier/package-reader/scan';
import { zipOf } from './make-files.mjs';

/** Not stored: the archive breaks a rule. Held: a reviewer decides. Warned: active, with a finding that reviewers see. */
export const OUTCOMES = ['refused', 'held', 'warned', 'clean'];

/** What the product says of one package, and the CPU that it took. */
export async function examine({ name, description, dependencies, files }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-packages-'));
  try {
    const file = path.join(folder, 'package.zip');
    fs.writeFileSync(file, await zipOf(files()));
    return { name, ...(await examineArchive(file, { packageName: name, description, dependencies })) };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

async function examineArchive(file, context) {
  const inspection = await timed(() => inspectArchive(file));
  const { accepted, code, reason, content } = inspection.value;
  if (!accepted)
    return {
      outcome: 'refused',
      score: 0,
      rules: [code],
      findings: [{ code, severity: 'refused', excerpt: reason }],
      scanMs: 0,
      readMs: 0,
    };
  const extraction = await timed(() => extractAppNodes(content, context));
  const scan = await timed(() => scanPackage(content, context));
  const { findings } = scan.value;
  const { verdict, score } = judge(findings);
  const telling = findings.filter(({ severity }) => severity !== 'note');
  return {
    outcome: outcomeOf(verdict, findings),
    score,
    rules: [
      ...new Set(
        telling.map(({ code, severity, isShadow }) => `${code}:${isShadow ? 'shadow-' : ''}${severity}`),
      ),
    ],
    findings,
    scanMs: scan.ms,
    readMs: inspection.ms + extraction.ms,
  };
}

function outcomeOf(verdict, findings) {
  if (verdict !== 'active') return verdict;
  return findings.some(({ severity, isShadow }) => severity !== 'note' && !isShadow) ? 'warned' : 'clean';
}

/** CPU of all threads of this process, in ms. */
async function timed(act) {
  const start = process.cpuUsage();
  const value = await act();
  const { user, system } = process.cpuUsage(start);
  return { value, ms: (user + system) / 1_000 };
}
