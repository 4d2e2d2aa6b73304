import type { TransactionRunner, TransactionScope } from '#libs/platform/database';
import type { NodeIndexRepository } from './node-index.repository.js';
import { type IndexedRow, indexedRow, LoadedVocabulary, type NodeSearchDocument } from '#libs/search';

/** What a new node shows to the search; it has no restrictions, no downloads and no rank yet. */
export type AddedNode = Omit<
  NodeSearchDocument,
  'os' | 'accelerators' | 'searchRanking' | 'downloads' | 'createdAt' | 'banned'
>;

/** A new node as the search keeps it, but for the time at which it is stored. */
export type PreparedNode = Omit<IndexedRow, 'createdAt'>;

/** Tells the search of the nodes of one import, batch by batch; no two batches at a time. */
export class NodeSearchLoad {
  private readonly vocabulary = new LoadedVocabulary();
  /** Not a number as soon as a node has changed, because its words are not counted. */
  private countedRows = 0;

  constructor(
    private readonly index: NodeIndexRepository,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Takes the words of a new node apart. It is most of the work on this side, so do it ahead. */
  prepare(node: AddedNode): PreparedNode {
    const { createdAt: _later, ...row } = indexedRow({
      ...node,
      os: [],
      accelerators: [],
      searchRanking: 0,
      downloads: 0,
      createdAt: new Date(0),
      banned: false,
    });
    return row;
  }

  /**
   * Adds the words of prepared nodes. It may run while the batch before is written, and must be through when the
   * transaction that stores these nodes begins.
   */
  async learn(nodes: readonly PreparedNode[]): Promise<void> {
    if (nodes.length === 0) return;
    await this.index.learn((work) => this.transactions.runKeptLater(work), nodes, this.vocabulary);
  }

  /**
   * Makes the nodes of one batch found as soon as its transaction commits. Call it behind all writes of nodes: words are
   * locked behind nodes everywhere.
   * @param added Learnt nodes that the transaction has stored, with the time that it gave them.
   * @param changedIds Other nodes that it has changed, ids as stored.
   */
  async write(
    scope: TransactionScope,
    added: readonly { node: PreparedNode; createdAt: Date }[],
    changedIds: readonly string[],
  ): Promise<void> {
    const rows = added.map(({ node, createdAt }) => ({ ...node, createdAt }));
    await this.index.load(scope, rows, changedIds);
    this.countedRows = changedIds.length > 0 ? Number.NaN : this.countedRows + added.length;
  }

  /** Adds the counts of words that were held back; it may run while the last batch is written. */
  async learnRest(): Promise<void> {
    await this.index.settle(this.vocabulary);
  }

  /** Keeps the search fast after the last batch; every answer is the same without it. */
  async finish(): Promise<void> {
    await this.index.maintain((work) => this.transactions.run(work), this.countedRows);
  }
}
