import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ChangeFeed } from '#libs/changes';
import { readSemanticVersion } from '#libs/node-versions';
import { type NodeSearchLoad, NodesService, type PreparedNode } from '#libs/nodes';
import { TransactionRunner, type TransactionScope } from '#libs/platform/database';
import type { CatalogueEntry } from './catalogue-entry.js';
import { CatalogueRepository, type ReadyEntry, type VersionNumber } from './catalogue.repository.js';

/** What a batch changed. */
export type ImportedBatch = {
  /** Nodes that are new or have changed. */
  changed: number;
  /** Entries that are as the registry has them already, or whose nodes belong to somebody. */
  unchanged: number;
};

/** An entry of a new node, with what the search keeps of it. */
type PreparedEntry = { entry: ReadyEntry; search: PreparedNode };

/** A batch whose work outside the transaction is done. */
type ReadyBatch = {
  entries: number;
  /** Nodes that seem new. */
  added: readonly PreparedEntry[];
  /** Nodes that seem to differ from what is stored. */
  differing: readonly ReadyEntry[];
  /** Keys of both. */
  idKeys: readonly string[];
  /** Names of their publishers, by id. */
  publishers: ReadonlyMap<string, string>;
};

const FIRST_VERSION = '1.0.0';
/** Nodes that are taken apart before other work may go on: the batch being written must not wait for the next one. */
const PREPARED_AT_ONCE = 8;

/** Loads an existing list of nodes into the registry. */
@Injectable()
export class CatalogueImport {
  constructor(
    private readonly catalogue: CatalogueRepository,
    private readonly nodes: NodesService,
    private readonly feed: ChangeFeed,
    private readonly transactions: TransactionRunner,
  ) {}

  /**
   * Stores batches of some hundred entries, each in one transaction: each node below a publisher made of its author,
   * with an active version 1.0.0 that has the app nodes but no archive. The same entries once more change nothing. Nodes
   * whose publisher has members are left alone. While one batch is written, the next one is read and made ready.
   * @param done Told of every batch when it is stored.
   */
  async load(
    batches: AsyncIterator<readonly CatalogueEntry[]>,
    done: (batch: ImportedBatch) => void,
  ): Promise<void> {
    const search = this.nodes.beginSearchLoad();
    let written = 0;
    let analysed = 0;
    let ready = await this.readNext(batches, search, undefined);
    while (ready) {
      // Plans stay right while the tables grow that much. The first batches are small.
      const isGrown = written > 1 && written > 8 * analysed;
      const [next, batch] = await allEnded([
        this.readNext(batches, search, ready),
        this.write(ready, search),
        isGrown && this.catalogue.analyze(),
      ]);
      if (isGrown) analysed = written;
      if (batch.changed > 0) written += 1;
      done(batch);
      ready = next;
    }
    await search.finish();
  }

  /** @param before The batch that is written meanwhile: what is stored of its nodes says nothing yet. */
  private async readNext(
    batches: AsyncIterator<readonly CatalogueEntry[]>,
    search: NodeSearchLoad,
    before: ReadyBatch | undefined,
  ): Promise<ReadyBatch | undefined> {
    const { done, value } = await batches.next();
    if (done) {
      await search.learnRest();
      return undefined;
    }
    const entries = [...new Map(value.map((entry) => [entry.idKey, entry])).values()];
    const unclear = new Set(before?.idKeys);
    const compared = await this.catalogue.compare(entries);
    const isNew = new Map(compared.map((entry) => [entry.idKey, entry.isNew]));
    const relevant = entries
      .filter(({ idKey }) => isNew.has(idKey) || unclear.has(idKey))
      .map((entry) => ({ ...entry, versionId: uuidv7() }));
    const publishers = await this.publisherNames(relevant, before);
    const seemsNew = ({ idKey }: CatalogueEntry): boolean => isNew.get(idKey) === true && !unclear.has(idKey);
    const added = await prepare(search, relevant.filter(seemsNew), publishers);
    await search.learn(added.map((entry) => entry.search));
    return {
      entries: value.length,
      added,
      differing: relevant.filter((entry) => !seemsNew(entry)),
      idKeys: relevant.map(({ idKey }) => idKey),
      publishers,
    };
  }

  private async publisherNames(
    entries: readonly CatalogueEntry[],
    before: ReadyBatch | undefined,
  ): Promise<Map<string, string>> {
    const named = new Map(entries.map(({ publisherId, publisherName }) => [publisherId, publisherName]));
    const stored = await this.catalogue.publisherNames([...named.keys()]);
    for (const [id, name] of named) named.set(id, stored.get(id) ?? before?.publishers.get(id) ?? name);
    return named;
  }

  private async write(batch: ReadyBatch, search: NodeSearchLoad): Promise<ImportedBatch> {
    if (batch.publishers.size === 0) return { changed: 0, unchanged: batch.entries };
    const number = firstVersion();
    return this.transactions.run(async (scope) => {
      const publisherIds = await this.catalogue.addPublishers(scope, batch.publishers);
      const seemingNew = batch.added.map(({ entry }) => entry);
      const stored = await this.catalogue.addNodes(scope, seemingNew, number);
      const added = new Map(stored.map(({ id, createdAt }) => [id, createdAt]));
      const lost = seemingNew.filter(({ id }) => !added.has(id));
      const known = await this.saveKnown(scope, [...lost, ...batch.differing], number);
      await this.tellSearch(scope, search, batch, added, known.changed);
      const things = { publisherIds, nodeIds: [...stored.map(({ id }) => id), ...known.changed] };
      await this.record(scope, things, new Set([...stored.map(({ id }) => id), ...known.released]));
      const changed = things.nodeIds.length;
      return { changed, unchanged: batch.entries - changed };
    });
  }

  /** Entries whose nodes exist. `released` are those of the changed nodes whose version or app nodes changed. */
  private async saveKnown(
    scope: TransactionScope,
    entries: readonly ReadyEntry[],
    number: VersionNumber,
  ): Promise<{ changed: string[]; released: string[] }> {
    if (entries.length === 0) return { changed: [], released: [] };
    const saved = await this.catalogue.saveNodes(scope, entries);
    const versioned = await this.catalogue.addFirstVersions(scope, entries, number);
    const renamed = await this.catalogue.saveAppNodes(scope, entries, number.text);
    const released = [...new Set([...versioned, ...renamed])];
    return { changed: [...new Set([...saved, ...released])], released };
  }

  /** Nodes whose publisher is not what was thought of it when they were made ready are read again. */
  private async tellSearch(
    scope: TransactionScope,
    search: NodeSearchLoad,
    batch: ReadyBatch,
    added: ReadonlyMap<string, Date>,
    changed: readonly string[],
  ): Promise<void> {
    const others = await this.catalogue.otherPublishers(scope, batch.publishers);
    const asThought: { node: PreparedNode; createdAt: Date }[] = [];
    const readAgain = [...changed];
    for (const { entry, search: node } of batch.added) {
      const createdAt = added.get(entry.id);
      if (createdAt === undefined) continue;
      if (others.has(entry.publisherId)) readAgain.push(entry.id);
      else asThought.push({ node, createdAt });
    }
    await search.write(scope, asThought, readAgain);
  }

  private async record(
    scope: TransactionScope,
    { publisherIds, nodeIds }: { publisherIds: readonly string[]; nodeIds: readonly string[] },
    withNewVersion: ReadonlySet<string>,
  ): Promise<void> {
    const nodes = await this.catalogue.publishersOf(scope, nodeIds);
    const versions = nodes.filter(({ nodeId }) => withNewVersion.has(nodeId));
    await this.feed.record(scope, 'upsert', [
      ...publisherIds.map((publisherId) => ({ kind: 'publisher' as const, publisherId })),
      ...nodes.map((node) => ({ kind: 'node' as const, ...node })),
      ...versions.map((node) => ({ kind: 'node_version' as const, ...node, version: FIRST_VERSION })),
    ]);
  }
}

/** Like `Promise.all`, but nothing goes on behind a failure. */
async function allEnded<T extends readonly unknown[]>(work: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return (await Promise.all(work)) as { [K in keyof T]: Awaited<T[K]> };
}

async function prepare(
  search: NodeSearchLoad,
  entries: readonly ReadyEntry[],
  publishers: ReadonlyMap<string, string>,
): Promise<PreparedEntry[]> {
  const prepared: PreparedEntry[] = [];
  for (const entry of entries) {
    if (prepared.length % PREPARED_AT_ONCE === 0) await setImmediate();
    const publisherName = publishers.get(entry.publisherId) ?? entry.publisherName;
    const node = search.prepare({ ...entry, publisherName, stars: entry.githubStars });
    prepared.push({ entry, search: node });
  }
  return prepared;
}

function firstVersion(): VersionNumber {
  const number = readSemanticVersion(FIRST_VERSION);
  if (!number) throw new Error('The first version is a semantic version');
  return number;
}
