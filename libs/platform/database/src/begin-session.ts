import type { ClientBase } from 'pg';

/**
 * What each new connection of a pool says first: compiling one of our statements takes longer than running it. It is a statement, as
 * poolers refuse parameters of the start.
 */
export async function beginSession(client: ClientBase): Promise<void> {
  await client.query('set jit = off');
}
