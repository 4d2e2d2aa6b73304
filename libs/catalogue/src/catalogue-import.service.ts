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

/** A batch in the stages behind reading; they fail when it is not stored. */
type BatchUnderWay = {
  idKeys: readonly string[];
  learnt: Promise<void>;
  nodesWritten: Promise<void>;
  stored: Promise<void>;
};

const FIRST_VERSION = '1.0.0';
/** Batches in the stages behind reading. */
const UNDER_WAY_MAX = 3;
/** Nodes that are taken apart before other work may go on: the batch being written must not wait for the next one. */
const PREPARED_AT_ONCE = 8;

/** Loads an existing list of nodes into the registry. */
@Injectable()
export class CatalogueImport {
  private written = 0;
  private analysed = 0;

  constructor(
    private readonly catalogue: CatalogueRepository,
    private readonly nodes: NodesService,
    private readonly feed: ChangeFeed,
    private readonly transactions: TransactionRunner,
  ) {}

  /**
   * Stores batches of hundreds of entries, each in one transaction: each node below a publisher made of its author,
   * with an active version 1.0.0 that has the app nodes but no archive. The same entries once more change nothing. Nodes
   * whose publisher has members are left alone. A batch goes through four stages (read, words learnt, nodes written,
   * words of nodes written), and each stage has another batch in it.
   * @param done Told of every batch when it is stored.
   */
  async load(
    batches: AsyncIterator<readonly CatalogueEntry[]>,
    done: (batch: ImportedBatch) => void,
  ): Promise<void> {
    const search = this.nodes.beginSearchLoad();
    const underWay: BatchUnderWay[] = [];
    try {
      const readNext = () =>
        this.readNext(
          batches,
          search,
          underWay.flatMap(({ idKeys }) => idKeys),
        );
      for (let ready = await readNext(); ready; ready = await readNext()) {
        if (underWay.length === UNDER_WAY_MAX) await underWay.shift()?.stored;
        underWay.push(this.begin(ready, search, underWay.at(-1), done));
      }
      await underWay.at(-1)?.learnt;
      await search.learnRest();
      for (const { stored } of underWay) await stored;
    } catch (error) {
      await Promise.allSettled(underWay.map(({ stored }) => stored));
      throw error;
    }
    await this.catalogue.keep();
    await search.finish();
  }

  /** @param unclear Keys of nodes that are being written: what is stored of them says nothing yet. */
  private async readNext(
    batches: AsyncIterator<readonly CatalogueEntry[]>,
    search: NodeSearchLoad,
    unclear: readonly string[],
  ): Promise<ReadyBatch | undefined> {
    const { done, value } = await batches.next();
    if (done) return undefined;
    const entries = [...new Map(value.map((entry) => [entry.idKey, entry])).values()];
    const isUnclear = new Set(unclear);
    const known = await this.catalogue.knownKeys(entries.map(({ idKey }) => idKey));
    const mayDiffer = entries.filter(({ idKey }) => known.has(idKey) && !isUnclear.has(idKey));
    const differing =
      mayDiffer.length > 0 ? await this.catalogue.differingKeys(mayDiffer) : new Set<string>();
    const relevant = entries
      .filter(({ idKey }) => !known.has(idKey) || isUnclear.has(idKey) || differing.has(idKey))
      .map((entry) => ({ ...entry, versionId: uuidv7() }));
    const publishers = await this.storePublishers(relevant);
    const seemsNew = ({ idKey }: CatalogueEntry): boolean => !known.has(idKey) && !isUnclear.has(idKey);
    return {
      entries: value.length,
      added: await prepare(search, relevant.filter(seemsNew), publishers),
      differing: relevant.filter((entry) => !seemsNew(entry)),
      idKeys: relevant.map(({ idKey }) => idKey),
      publishers,
    };
  }

  /** Sends a batch through the stages behind `before`; it fails with it. */
  private begin(
    batch: ReadyBatch,
    search: NodeSearchLoad,
    before: BatchUnderWay | undefined,
    done: (batch: ImportedBatch) => void,
  ): BatchUnderWay {
    const nodesWritten = Promise.withResolvers<void>();
    const learnt = (async () => {
      await before?.learnt;
      await search.learn(batch.added.map((entry) => entry.search));
    })();
    const stored = (async () => {
      await learnt;
      await before?.nodesWritten;
      done(await this.write(batch, search, nodesWritten.resolve));
    })();
    // Whoever waits hears of a failure; that nobody waits yet is no fault.
    for (const promise of [learnt, stored, nodesWritten.promise]) promise.catch(() => undefined);
    stored.catch(nodesWritten.reject);
    return { idKeys: batch.idKeys, learnt, nodesWritten: nodesWritten.promise, stored };
  }

  /**
   * Stores publishers ahead of their nodes: within the transaction of a batch, those that it shares with the batch
   * before would make it wait for all of this one.
   * @returns the names of all publishers of the entries, by id.
   */
  private async storePublishers(entries: readonly CatalogueEntry[]): Promise<Map<string, string>> {
    const named = new Map(entries.map(({ publisherId, publisherName }) => [publisherId, publisherName]));
    if (named.size === 0) return named;
    const stored = await this.catalogue.publisherNames([...named.keys()]);
    for (const [id, name] of named) named.set(id, stored.get(id) ?? name);
    const missing = new Map([...named].filter(([id]) => !stored.has(id)));
    if (missing.size === 0) return named;
    await this.transactions.runKeptLater(async (scope) => {
      const added = await this.catalogue.addPublishers(scope, missing);
      const changes = added.map((publisherId) => ({ kind: 'publisher' as const, publisherId }));
      await this.feed.record(scope, 'upsert', changes);
    });
    return named;
  }

  /**
   * Stores a batch in one transaction.
   * @param nodesWritten Called when only its words are left to write, which wait for those of the batch before; from then
   * on the next batch may begin.
   */
  private async write(
    batch: ReadyBatch,
    search: NodeSearchLoad,
    nodesWritten: () => void,
  ): Promise<ImportedBatch> {
    if (batch.idKeys.length === 0) {
      nodesWritten();
      return { changed: 0, unchanged: batch.entries };
    }
    await this.analyzeIfGrown();
    return this.transactions.runKeptLater(async (scope) => {
      const number = firstVersion();
      const seemingNew = batch.added.map(({ entry }) => entry);
      const stored = await this.catalogue.addNodes(scope, seemingNew, number);
      const added = new Map(stored.map(({ id, createdAt }) => [id, createdAt]));
      const lost = seemingNew.filter(({ id }) => !added.has(id));
      const known = await this.saveKnown(scope, [...lost, ...batch.differing], number);
      nodesWritten();
      await this.tellSearch(scope, search, batch, added, known.changed);
      const changed = [...added.keys(), ...known.changed];
      await this.record(scope, changed, new Set([...added.keys(), ...known.released]));
      return { changed: changed.length, unchanged: batch.entries - changed.length };
    });
  }

  /** Plans stay right while the tables grow eightfold. The first batches are small. */
  private async analyzeIfGrown(): Promise<void> {
    const { written, analysed } = this;
    this.written += 1;
    if (written <= 1 || written <= 8 * analysed) return;
    this.analysed = written;
    await this.catalogue.analyze();
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
    nodeIds: readonly string[],
    withNewVersion: ReadonlySet<string>,
  ): Promise<void> {
    const nodes = await this.catalogue.publishersOf(scope, nodeIds);
    const versions = nodes.filter(({ nodeId }) => withNewVersion.has(nodeId));
    await this.feed.record(scope, 'upsert', [
      ...nodes.map((node) => ({ kind: 'node' as const, ...node })),
      ...versions.map((node) => ({ kind: 'node_version' as const, ...node, version: FIRST_VERSION })),
    ]);
  }
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
