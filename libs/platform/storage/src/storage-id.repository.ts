import { connectAtStart, type DatabaseClient } from '#libs/platform/database';

/** Lock number for processes that start together; arbitrary, but the same in every version. */
const LOCK = 7_236_156;

/** The id of the storage that belongs to a database, on a caller's connection. */
export class StorageIdRepository {
  private constructor(private readonly client: DatabaseClient) {}

  /** Runs `work` while no other process does. */
  static async alone<T>(url: string, work: (ids: StorageIdRepository) => Promise<T>): Promise<T> {
    const client = await connectAtStart(url);
    try {
      await client.query('select pg_advisory_lock($1)', [LOCK]);
      return await work(new StorageIdRepository(client));
    } finally {
      await client.end();
    }
  }

  async find(): Promise<string | undefined> {
    const { rows } = await this.client.query<{ id: string }>('select id from storage_id');
    return rows[0]?.id;
  }

  async save(id: string): Promise<void> {
    await this.client.query('insert into storage_id (id) values ($1)', [id]);
  }
}
