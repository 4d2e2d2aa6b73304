import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ChangeFeed } from '#libs/changes';
import { readSemanticVersion } from '#libs/node-versions';
import { NodesService } from '#libs/nodes';
import { TransactionRunner, type TransactionScope } from '#libs/platform/database';
import type { CatalogueEntry } from './catalogue-entry.js';
import { CatalogueRepository } from './catalogue.repository.js';

/** What a batch changed. */
export type ImportedBatch = {
  /** Nodes that are new or have changed. */
  changed: number;
  /** Nodes that are as the catalogue says, or belong to somebody. */
  unchanged: number;
};

const FIRST_VERSION = '1.0.0';

/** Loads an existing list of nodes into the registry. */
@Injectable()
export class CatalogueImport {
  private batches = 0;

  constructor(
    private readonly catalogue: CatalogueRepository,
    private readonly nodes: NodesService,
    private readonly feed: ChangeFeed,
    private readonly transactions: TransactionRunner,
  ) {}

  /**
   * Stores some hundred entries in one transaction: each node below a publisher made of its author, with an active
   * version 1.0.0 that has the app nodes but no archive. The same entries once more change nothing. Nodes whose
   * publisher has members are left alone.
   */
  async load(entries: readonly CatalogueEntry[]): Promise<ImportedBatch> {
    const number = readSemanticVersion(FIRST_VERSION);
    if (!number) throw new Error('The first version is a semantic version');
    const distinct = [...new Map(entries.map((entry) => [entry.idKey, entry])).values()];
    // After the 1st, 2nd, 4th, 8th … batch, as long as the tables double in size.
    if (this.batches > 0 && Number.isInteger(Math.log2(this.batches))) await this.catalogue.analyze();
    this.batches += 1;
    return this.transactions.run(async (scope) => {
      const publisherIds = await this.catalogue.addPublishers(scope, distinct);
      const saved = await this.catalogue.saveNodes(scope, distinct);
      const versions = distinct.map(({ idKey, publisherId }) => ({
        idKey,
        publisherId,
        versionId: uuidv7(),
      }));
      const released = await this.catalogue.addFirstVersions(scope, versions, number);
      const renamed = await this.catalogue.saveAppNodes(scope, distinct, number.text);
      const changed = [...new Set([...saved, ...released, ...renamed])];
      await this.nodes.refreshSearch(scope, changed);
      await this.record(scope, publisherIds, changed, new Set([...released, ...renamed]));
      return { changed: changed.length, unchanged: entries.length - changed.length };
    });
  }

  /** Brings the search's own statistics up to date; call it once after the last batch. */
  async finish(): Promise<void> {
    await this.nodes.maintainSearch();
  }

  private async record(
    scope: TransactionScope,
    publisherIds: readonly string[],
    nodeIds: readonly string[],
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
