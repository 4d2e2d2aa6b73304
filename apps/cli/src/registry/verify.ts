import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getNodeVersion, readProvenance } from '@atelier/client/api';
import { connect, placeOf } from '../account/connection.js';
import { CommandError } from '../terminal/exit-codes.js';
import { plain, type Shell } from '../terminal/shell.js';
import { download } from '../terminal/transfers.js';
import { requireVersion } from './node-reference.js';
import { type Checked, checkProvenance, ProvenanceProblem } from './provenance.js';

const DOCUMENT_TIMEOUT_MS = 15_000;

/** Downloads a version and checks where it comes from. Fails when anything of it does not hold. */
export async function verify(shell: Shell, _options: object, reference: string): Promise<void> {
  const { nodeId, version: wanted } = requireVersion(reference);
  const atelier = await connect(shell);
  const { url: service } = await placeOf(shell);
  const read = { path: { nodeId, versionId: wanted } };
  const { node_id: id, version, downloadUrl, sha256 } = await atelier.call(getNodeVersion, read);
  if (!downloadUrl || !sha256) throw new CommandError(`${id} ${version} has no archive yet.`);
  const proof = await atelier.call(readProvenance, read);
  const name = `${id}-${version}.zip`;
  const digest = await digestOf(shell, downloadUrl, name, sha256);
  const checked = await checkProvenance(proof, { service, name, sha256: digest }, readJson).catch(explain);
  shell.result({ node_id: id, version, sha256: digest, ...checked }, () => [
    `${plain(id)} ${version} comes from ${plain(checked.repository)}`,
    `  commit   ${plain(checked.commit)}`,
    `  ref      ${plain(checked.ref)}`,
    `  workflow ${plain(checked.workflow)}`,
    `  run      ${plain(checked.run)}`,
    ...checked.checks.map((check) => `${shell.color('green', '✓')} ${plain(check)}`),
  ]);
}

async function digestOf(shell: Shell, url: string, name: string, sha256: string): Promise<string> {
  const draft = await mkdtemp(path.join(os.tmpdir(), 'atelier-verify-'));
  try {
    const archive = path.join(draft, 'archive.zip');
    await download(shell, url, archive, { title: name, sha256 });
    const hash = createHash('sha256');
    await pipeline(createReadStream(archive), hash);
    return hash.digest('hex');
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function readJson(url: string): Promise<unknown> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(DOCUMENT_TIMEOUT_MS), redirect: 'error' });
  if (!reply.ok) throw new ProvenanceProblem(`${url} answered with status ${reply.status}.`);
  return reply.json();
}

function explain(error: unknown): Checked {
  if (error instanceof ProvenanceProblem)
    throw new CommandError(`The provenance does not hold: ${plain(error.message)}`, 1, 'provenance_invalid');
  throw error;
}
