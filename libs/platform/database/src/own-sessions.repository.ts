import { randomUUID } from 'node:crypto';
import { connectAtStart } from './connect-at-start.js';
import type { DatabaseClient } from './database-client.js';
import { DatabaseUnusable } from './database-unusable.error.js';

const SHARED =
  'DATABASE_URL leads to a pooler that gives each transaction another connection (transaction or statement mode). ' +
  'Set the pooler to session mode, or set DATABASE_DIRECT_URL to the server itself as well.';
/** A parameter of our own that a session remembers. */
const MARK = 'atelier.session';

/**
 * Makes sure that a session over `url` is ours alone, as locks and notifications need: a pooler in transaction mode gives each
 * transaction a connection of its choice.
 * @throws DatabaseUnusable
 */
export async function requireOwnSessions(url: string): Promise<void> {
  const [first, second] = [await connectAtStart(url), await connectAtStart(url)];
  try {
    const mark = randomUUID();
    await first.query('select set_config($1, $2, false)', [MARK, mark]);
    // A pooler hands the connection that is free now to the other one, or its next one to the first.
    await second.query('begin');
    const isShared = (await markOf(second)) === mark || (await markOf(first)) !== mark;
    if (isShared) throw new DatabaseUnusable(SHARED);
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

async function markOf(client: DatabaseClient): Promise<string | null | undefined> {
  const { rows } = await client.query<{ mark: string | null }>('select current_setting($1, true) as mark', [
    MARK,
  ]);
  return rows[0]?.mark;
}
