import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { NodeSearchMaintenance } from './node-search-maintenance.repository.js';
import { NodeSearchRepository } from './node-search.repository.js';
import { NodeSearchWriter } from './node-search-writer.repository.js';
import type { NodeSearchDocument } from './search-document.js';
import type { NodeSearchRequest, NodeSearchResult } from './search-request.js';
import { SearchRepository } from './search.repository.js';

/** Indexes and searches nodes. A change is visible as soon as its transaction commits. */
@Injectable()
export class NodeSearch {
  private readonly repository = new NodeSearchRepository();
  private readonly writer = new NodeSearchWriter();

  constructor(
    private readonly tables: SearchRepository,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Lower-case ids of one page, best first. */
  async find(request: NodeSearchRequest): Promise<NodeSearchResult> {
    return this.repository.search(this.tables.in(NO_TRANSACTION), request);
  }

  /** Adds or replaces documents, by id without regard to case. */
  async index(scope: TransactionScope, documents: readonly NodeSearchDocument[]): Promise<void> {
    await this.writer.index(this.tables.in(scope), documents);
  }

  /** Removes documents; unknown ids are ignored. */
  async remove(scope: TransactionScope, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.writer.remove(this.tables.in(scope), ids);
  }

  /** Keeps the search fast; every answer is the same without it. For the daily job, and after a bulk import. */
  async maintain(): Promise<void> {
    const inTransaction: ConstructorParameters<typeof NodeSearchMaintenance>[1] = (work) =>
      this.transactions.run((scope) => work(this.tables.in(scope)));
    await new NodeSearchMaintenance(this.tables.in(NO_TRANSACTION), inTransaction).run();
  }
}
