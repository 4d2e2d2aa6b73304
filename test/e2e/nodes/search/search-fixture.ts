import { Pool } from 'pg';
import { NodeSearchMaintenance } from '../../../../libs/registry/search/src/node-search-maintenance.repository.js';
import { NodeSearchRepository } from '../../../../libs/registry/search/src/node-search.repository.js';
import { NodeSearchWriter } from '../../../../libs/registry/search/src/node-search-writer.repository.js';
import type { SearchDatabase } from '../../../../libs/registry/search/src/search-database.js';
import type { NodeSearchDocument } from '../../../../libs/registry/search/src/search-document.js';
import type {
  NodeSearchRequest,
  NodeSearchResult,
} from '../../../../libs/registry/search/src/search-request.js';
import { createTestDatabase } from '../../../support/test-database.js';

/** A document with only what a test is about. */
export function documentOf(input: Partial<NodeSearchDocument> & { id: string }): NodeSearchDocument {
  return {
    name: input.id,
    author: '',
    publisherId: '',
    publisherName: '',
    description: '',
    tags: [],
    repository: '',
    appNodeNames: [],
    os: [],
    accelerators: [],
    searchRanking: 0,
    downloads: 0,
    stars: 0,
    createdAt: new Date('2026-01-01T00:00:00Z'),
    banned: false,
    ...input,
  };
}

/** The search on a separate migrated database. */
export class SearchFixture {
  private constructor(
    readonly database: SearchDatabase,
    readonly url: string,
    private readonly pool: Pool,
    private readonly drop: () => Promise<void>,
    private readonly repository = new NodeSearchRepository(),
    private readonly writer = new NodeSearchWriter(),
  ) {}

  static async start(): Promise<SearchFixture> {
    const { url, drop } = await createTestDatabase();
    const pool = new Pool({ connectionString: url, max: 4 });
    pool.on('error', () => undefined);
    return new SearchFixture(onPool(pool), url, pool, drop);
  }

  index(...documents: (Partial<NodeSearchDocument> & { id: string })[]): Promise<void> {
    return this.writer.index(this.database, documents.map(documentOf));
  }

  remove(...ids: string[]): Promise<void> {
    return this.writer.remove(this.database, ids);
  }

  search(request: Partial<NodeSearchRequest>): Promise<NodeSearchResult> {
    return this.repository.search(this.database, { page: 1, limit: 20, ...request });
  }

  async ids(request: Partial<NodeSearchRequest>): Promise<string[]> {
    return (await this.search(request)).ids;
  }

  async clear(): Promise<void> {
    await this.pool.query('truncate node_search, node_search_key, search_term, search_head');
  }

  async maintain(): Promise<void> {
    await new NodeSearchMaintenance(this.database, (work) => this.inTransaction(work)).run();
  }

  async stop(): Promise<void> {
    await this.pool.end();
    await this.drop();
  }

  /** Runs `work` on one connection, in a transaction. */
  async inTransaction<T>(work: (database: SearchDatabase) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      const result = await work({
        query: async <Row>(text: string, parameters: readonly unknown[]) =>
          (await client.query(text, [...parameters])).rows as Row[],
      });
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }
}

function onPool(pool: Pool): SearchDatabase {
  return {
    query: async <Row>(text: string, parameters: readonly unknown[]) =>
      (await pool.query(text, [...parameters])).rows as Row[],
  };
}
