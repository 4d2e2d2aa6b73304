import { rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { isSignedBy } from '#libs/platform/signing';
import { signedText, type SnapshotFacts } from '#libs/registry/snapshot';
import { fetchArchives, sha256Of } from './archives.js';
import { MirrorError } from './mirror.error.js';
import { MirrorFolder } from './mirror-folder.js';
import { readAs, readRecords, type RegistryRecord } from './records.js';
import type { Upstream } from './upstream.js';

const POLL_MS = 5_000;
/** Archives that did not come are tried again after a change, or after this. */
const FETCH_AGAIN_MS = 600_000;
const CHANGES_AT_ONCE = 500;
const READS_AT_ONCE = 8;

const snapshotSchema = v.object({
  createdAt: v.string(),
  bytes: v.pipe(v.number(), v.integer(), v.maxValue(64 * 1024 ** 3)),
  sha256: v.string(),
  nodes: v.number(),
  versions: v.number(),
  cursor: v.pipe(v.string(), v.digits()),
  publicKey: v.string(),
  signature: v.string(),
});
const changesSchema = v.object({
  changes: v.array(
    v.object({
      kind: v.string(),
      action: v.string(),
      publisher_id: v.nullable(v.string()),
      node_id: v.nullable(v.string()),
      version: v.nullable(v.string()),
    }),
  ),
  last_serial: v.string(),
  has_more: v.boolean(),
});
type Change = v.InferOutput<typeof changesSchema>['changes'][number];

/** Keeps a folder like a registry. */
export class Mirroring {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly folder: MirrorFolder,
    private readonly upstream: Upstream,
    private readonly signal: AbortSignal,
    private readonly say: (line: string) => void,
  ) {}

  /** Takes the snapshot unless the folder has one. @param publicKey The key to trust; else the one of the first snapshot. */
  async begin(publicKey: string | undefined, { again = false } = {}): Promise<void> {
    const source = this.folder.fact('source');
    if (source !== undefined && source !== this.upstream.url)
      throw new MirrorError(`The folder is a mirror of ${source}. Take another one.`);
    const known = this.folder.fact('public_key');
    if (publicKey !== undefined && known !== undefined && publicKey !== known)
      throw new MirrorError(`The folder trusts another key, ${known}. Take another folder.`);
    if (again || this.folder.fact('cursor') === undefined) await this.takeSnapshot(publicKey ?? known);
  }

  /** Fetches everything that the registry has by now. @returns problems with archives. */
  async catchUp(): Promise<string[]> {
    await this.readChanges();
    let problems: string[];
    do problems = await this.fetchMissing();
    while (await this.readChanges());
    return problems;
  }

  /** Reads changes again and again until the signal, and fetches archives beside it. */
  async follow(): Promise<void> {
    let fetching: Promise<void> | undefined;
    let fetchAt = 0;
    while (!this.signal.aborted) {
      try {
        const hasChanged = await this.readChanges();
        if (hasChanged) fetchAt = 0;
        if (!fetching && Date.now() >= fetchAt) {
          fetchAt = Date.now() + FETCH_AGAIN_MS;
          fetching = this.fetchMissing()
            .then((problems) => problems.forEach((problem) => this.say(problem)))
            .catch((error: Error) => this.say(error.message))
            .finally(() => (fetching = undefined));
        }
      } catch (error) {
        if (!this.signal.aborted)
          this.say(`The registry does not answer as it should: ${(error as Error).message}`);
      }
      await sleep(POLL_MS, undefined, { signal: this.signal }).catch(() => undefined);
    }
    await fetching;
  }

  /** Fetches the archives that the folder lacks. @returns problems with them. */
  async fetchMissing(): Promise<string[]> {
    const { fetched, problems } = await fetchArchives(this.folder, this.upstream, this.signal);
    if (fetched > 0) this.say(`${fetched} archives fetched.`);
    return problems;
  }

  /** Copies one node as it is now. @returns whether the registry shows it. */
  async copyNode(id: string, upstream = this.upstream): Promise<boolean> {
    return this.inTurn(async () => {
      const found = await upstream.node(id);
      if (found.length === 0) return false;
      const [versions, advisories] = [await upstream.versions(id), await upstream.advisories(id)];
      this.folder.put([...found, ...versions, ...advisories]);
      return true;
    });
  }

  /** Reads changes to the end of the feed. @returns whether there were any. */
  private async readChanges(): Promise<boolean> {
    const before = this.folder.fact('cursor');
    let hasRemoved = false;
    for (let hasMore = true; hasMore && !this.signal.aborted;) {
      hasMore = await this.inTurn(async () => {
        const since = this.folder.fact('cursor') ?? '0';
        const reply = await this.upstream.find(`/changes?since=${since}&limit=${CHANGES_AT_ONCE}`);
        const { changes, last_serial: cursor, has_more } = readAs(changesSchema, reply);
        hasRemoved = (await this.applyAll(changes)) || hasRemoved;
        this.folder.remember({ cursor });
        return has_more;
      });
    }
    if (hasRemoved) this.folder.removeUnused();
    const after = this.folder.fact('cursor');
    if (after !== before) this.say(`Up to change ${after}.`);
    return after !== before;
  }

  /** One at a time: what is read before a change must not be stored after it. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async takeSnapshot(trusted: string | undefined): Promise<void> {
    const facts = await this.snapshotFacts(trusted);
    const file = this.folder.newIncoming();
    const staging = this.folder.newIncoming();
    try {
      this.say(
        `Reading the snapshot of ${facts.createdAt}: ${facts.nodes} nodes, ${facts.versions} versions.`,
      );
      await this.upstream.download('/registry.json.zst', file, facts.bytes);
      const isIntact = (await stat(file)).size === facts.bytes && (await sha256Of(file)) === facts.sha256;
      if (!isIntact) {
        const present = await this.snapshotFacts(trusted);
        if (present.sha256 !== facts.sha256) return await this.takeSnapshot(trusted);
        throw new MirrorError('The snapshot is not the one that was signed: it was refused.');
      }
      await stage(file, staging, (staged) =>
        this.folder.takeFrom(staged, 'everything', {
          cursor: facts.cursor,
          as_of: facts.createdAt,
          public_key: facts.publicKey,
          source: this.upstream.url,
        }),
      );
      if (trusted === undefined) this.say(`Trusting the key of the registry from now on: ${facts.publicKey}`);
    } finally {
      await rm(file, { force: true });
    }
  }

  private async snapshotFacts(trusted: string | undefined): Promise<SnapshotFacts & { publicKey: string }> {
    const reply = await this.upstream.find('/registry/snapshot');
    if (reply === undefined)
      throw new MirrorError('The registry has no snapshot yet. Try again in a few minutes.');
    const { signature, ...facts } = readAs(snapshotSchema, reply);
    if (trusted !== undefined && facts.publicKey !== trusted)
      throw new MirrorError(`The snapshot is signed with another key, ${facts.publicKey}: it was refused.`);
    if (!isSignedBy(facts.publicKey, signedText(facts), signature))
      throw new MirrorError('The signature of the snapshot is wrong: it was refused.');
    if (facts.createdAt < (this.folder.fact('as_of') ?? ''))
      throw new MirrorError('The snapshot is older than what the folder has: it was refused.');
    return facts;
  }

  /** Reads each changed thing once, as it is now; nodes before versions, which are kept for nodes that are there. @returns whether something is gone. */
  private async applyAll(changes: readonly Change[]): Promise<boolean> {
    let hasRemoved = false;
    const latest = new Map(
      changes.map((change) => [
        [change.kind, change.publisher_id, change.node_id, change.version].join(' '),
        change,
      ]),
    );
    for (const kind of ['publisher', 'node', 'node_version', 'advisory']) {
      const next = [...latest.values()].filter((change) => change.kind === kind).values();
      await Promise.all(
        Array.from({ length: READS_AT_ONCE }, async () => {
          for (const change of next) hasRemoved = !(await this.apply(change)) || hasRemoved;
        }),
      );
    }
    return hasRemoved;
  }

  /** @returns whether the thing is there. */
  private async apply(change: Change): Promise<boolean> {
    const found = await this.present(change);
    if (found.length > 0) this.folder.put(found);
    else if (change.kind !== 'advisory') this.folder.remove(change);
    return found.length > 0;
  }

  private async present({ kind, action, publisher_id, node_id, version }: Change): Promise<RegistryRecord[]> {
    if (action !== 'upsert') return [];
    if (kind === 'publisher') return this.upstream.publisher(publisher_id ?? '');
    if (kind === 'node') return this.upstream.node(node_id ?? '');
    if (kind === 'advisory') return this.upstream.advisories(node_id ?? '');
    return this.folder.node(node_id ?? '') ? this.upstream.version(node_id ?? '', version ?? '') : [];
  }
}

/** Reads a snapshot file into a folder of its own, which is removed after `use`. */
export async function stage(file: string, path: string, use: (staged: MirrorFolder) => void): Promise<void> {
  const staged = new MirrorFolder(path);
  try {
    for await (const records of readRecords(file)) staged.put(records satisfies RegistryRecord[]);
    use(staged);
  } finally {
    staged.close();
    await rm(path, { recursive: true, force: true });
  }
}
