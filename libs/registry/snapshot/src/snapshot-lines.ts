import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { AdvisoryRecords } from '#libs/registry/advisories';
import { type NodeResponse, NodeViews } from '#libs/registry/nodes';
import { PublishersService, PublisherViews } from '#libs/registry/publishers';
import { NodeVersionViews } from '#libs/registry/versions/store';
import { SnapshotRepository } from './snapshot.repository.js';

/** Rows in memory at once. */
const PART = 500;

/** How much a snapshot holds. */
export type SnapshotTotals = { nodes: number; versions: number };

/** Reads the registry as the public sees it: JSON, one thing on a line. */
@Injectable()
export class SnapshotLines {
  constructor(
    private readonly snapshots: SnapshotRepository,
    private readonly publishers: PublishersService,
    private readonly publisherViews: PublisherViews,
    private readonly nodes: NodeViews,
    private readonly versions: NodeVersionViews,
    private readonly advisories: AdvisoryRecords,
  ) {}

  /** Publishers, then nodes, each before its versions, then advisories. Counts into `totals`. */
  async *read(totals: SnapshotTotals): AsyncGenerator<string> {
    for await (const ids of parts((after) => this.snapshots.listPublisherIds(NO_TRANSACTION, after, PART)))
      for (const publisher of await this.publisherViews.show(undefined, await this.publishers.findMany(ids)))
        yield line('publisher', publisher);
    for await (const keys of parts((after) => this.snapshots.listNodeKeys(NO_TRANSACTION, after, PART)))
      yield* this.nodeLines(keys, totals);
    for await (const advisory of this.advisories.all()) yield line('advisory', advisory);
  }

  private async *nodeLines(keys: readonly string[], totals: SnapshotTotals): AsyncGenerator<string> {
    const nodes = await this.nodes.viewMany(undefined, keys);
    for (const node of nodes) yield line('node', withIds(node));
    const ids = nodes.map(({ id }) => id);
    const versions = await this.snapshots.listVersions(NO_TRANSACTION, ids);
    for (const version of versions)
      yield line('version', {
        ...this.versions.show(version, false),
        archive_bytes: version.archiveBytes,
      });
    totals.nodes += nodes.length;
    totals.versions += versions.length;
  }
}

/** Its publisher and its latest version have lines of their own. */
function withIds({ publisher, latest_version: latest, ...node }: NodeResponse): object {
  return { ...node, publisher_id: publisher.id, latest_version: latest?.version ?? null };
}

function line(kind: string, thing: object): string {
  return `${JSON.stringify({ kind, ...thing })}\n`;
}

/** Keys in parts, each after the last one of the part before. */
async function* parts(read: (after: string) => Promise<string[]>): AsyncGenerator<string[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const part = await read(after);
    if (part.length > 0) yield part;
    after = part.length === PART ? part.at(-1) : undefined;
  }
}
