import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';
import { DatabaseClient } from './database-client.js';

const NAME_CACHE_LIMIT = 2_000;
const names = new Map<string, string>();

/**
 * The beginning of a statement that is planned for its values each time, because they decide which index is the right one. Others
 * may go by a plan that is for any value.
 */
export const PLANNED_FOR_VALUES = '/* planned for its values */ ';

/** PostgreSQL cuts statement names at 63 bytes, so a hash replaces the text. */
function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('hex');
    if (names.size < NAME_CACHE_LIMIT) names.set(text, name);
  }
  return name;
}

/**
 * A `pg` client that prepares each parameterised statement once per connection, which about halves the time of a
 * short query. Not for a pooler in transaction mode, where the prepared statement may live on another connection.
 */
export class NamedStatementClient extends DatabaseClient {
  protected override send(parameters: unknown[]): unknown {
    const [text, values, ...rest] = parameters;
    const isText = typeof text === 'string' && !text.startsWith(PLANNED_FOR_VALUES);
    if (!isText || !Array.isArray(values) || names.size >= NAME_CACHE_LIMIT) return super.send(parameters);
    const config: QueryConfig = { name: statementName(text), text, values };
    return super.send([config, ...rest]);
  }
}
