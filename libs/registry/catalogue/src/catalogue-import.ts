import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { ChangeFeed } from '#libs/registry/changes';
import { pendingVersion } from '#libs/registry/versions';
import { NodeImports } from '#libs/registry/nodes';
import { TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { PublishersService } from '#libs/registry/publishers';
import { NodeSearch } from '#libs/registry/search';
import {
  AppNodeRowsRepository,
  type NewVersionRow,
  type NodeVersion,
  NodeVersionsRepository,
  readSemanticVersion,
} from '#libs/registry/versions/store';
import type { CatalogueEntry } from './catalogue-entry.js';

export type ImportedBatch = {
  changed: number;
  /** Entries that the registry already has, or whose nodes have been claimed. */
  unchanged: number;
};

/** An unclaimed node of the registry, with the catalogue's app node names. */
type KnownNode = {
  id: string;
  publisherId: string;
  latestVersionId: string | null;
  appNodeNames: readonly string[];
};

const FIRST_VERSION = '1.0.0';

@Injectable()
export class CatalogueImport {
  constructor(
    private readonly publishers: PublishersService,
    private readonly nodes: NodeImports,
    private readonly versions: NodeVersionsRepository,
    private readonly appNodes: AppNodeRowsRepository,
    private readonly search: NodeSearch,
    private readonly feed: ChangeFeed,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores batches of hundreds of entries, each in one transaction. Each node goes below a publisher made of its author, with
   * an active version 1.0.0 that has the app nodes but no archive. Repeating the same entries changes nothing. Nodes whose
   * publisher has members are left alone.
   * @param done Called after each batch is stored.
   */
  async load(
    batches: AsyncIterable<readonly CatalogueEntry[]>,
    done: (batch: ImportedBatch) => void,
  ): Promise<void> {
    for await (const batch of batches) {
      const changed = await this.store(new Map(batch.map((entry) => [entry.idKey, entry])));
      done({ changed, unchanged: batch.length - changed });
    }
    await this.search.maintain();
  }

  /** @returns how many nodes are new or changed. */
  private async store(entries: ReadonlyMap<string, CatalogueEntry>): Promise<number> {
    const all = [...entries.values()];
    await this.publishers.addUnclaimed(
      new Map(all.map(({ publisherId, publisherName }) => [publisherId, publisherName])),
    );
    return this.transactions.run(async (scope) => {
      const { changed, unclaimed } = await this.nodes.save(scope, all);
      const known = unclaimed.map((node) => ({
        ...node,
        appNodeNames: entries.get(node.idKey)?.appNodeNames ?? [],
      }));
      const released = await this.release(scope, known);
      const isChanged = new Set([...changed, ...released]);
      const shown = unclaimed.filter(({ id }) => isChanged.has(id));
      if (shown.length > 0) await this.nodes.announce(scope, shown);
      await this.record(scope, shown, released);
      return isChanged.size;
    });
  }

  /**
   * Gives nodes without any version their first one, and first versions without an archive the app nodes of the entry.
   * @returns the ids of these nodes.
   */
  private async release(scope: TransactionScope, nodes: readonly KnownNode[]): Promise<Set<string>> {
    const ids = nodes.map(({ id }) => id);
    const versioned = await this.versions.listVersioned(scope, ids);
    const now = this.clock.now();
    const first = new Map(ids.filter((id) => !versioned.has(id)).map((id) => [id, firstVersion(id, now)]));
    if (first.size > 0) await this.versions.insertMany(scope, [...first.values()]);
    await this.nodes.setLatestVersions(scope, [...first.values()]);
    const publisherIds = nodes.filter(({ id }) => first.has(id)).map(({ publisherId }) => publisherId);
    if (publisherIds.length > 0) await this.publishers.notePublish(scope, publisherIds, now);
    const latest = await this.versions.findMany(
      scope,
      nodes.flatMap(({ id, latestVersionId }) => first.get(id)?.id ?? latestVersionId ?? []),
    );
    const open = new Map(latest.filter(isFromCatalogue).map((version) => [version.nodeId, version.id]));
    const names = await this.appNodes.namesOf(scope, [...open.values()]);
    const renamed = nodes.flatMap(({ id: nodeId, appNodeNames }) => {
      const id = open.get(nodeId);
      return id === undefined || isSame(names.get(id) ?? [], appNodeNames)
        ? []
        : [{ id, nodeId, appNodeNames }];
    });
    if (renamed.length > 0) await this.appNodes.replaceNames(scope, renamed);
    return new Set([...first.keys(), ...renamed.map(({ nodeId }) => nodeId)]);
  }

  private async record(
    scope: TransactionScope,
    nodes: readonly { id: string; publisherId: string }[],
    released: ReadonlySet<string>,
  ): Promise<void> {
    const things = nodes.map(({ id, publisherId }) => ({ publisherId, nodeId: id }));
    await this.feed.record(scope, 'upsert', [
      ...things.map((thing) => ({ kind: 'node' as const, ...thing })),
      ...things
        .filter(({ nodeId }) => released.has(nodeId))
        .map((thing) => ({ kind: 'node_version' as const, ...thing, version: FIRST_VERSION })),
    ]);
  }
}

function firstVersion(nodeId: string, now: Date): NewVersionRow {
  const number = readSemanticVersion(FIRST_VERSION);
  if (!number) throw new Error('The first version is a semantic version');
  const known = {
    status: 'NodeVersionStatusActive',
    appNodeExtractStatus: 'success',
    appNodeExtractReason: 'From a catalogue.',
  } as const;
  return pendingVersion({ nodeId, publishedBy: null, uploadDeadline: now, ...known }, number, now);
}

function isFromCatalogue({ version, archiveKey }: NodeVersion): boolean {
  return version === FIRST_VERSION && archiveKey === null;
}

/** Whether two lists without duplicates have the same members. */
function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && new Set([...left, ...right]).size === left.length;
}
