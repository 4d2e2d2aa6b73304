import pg from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
/** Before the hosts of a connection URL, the hosts, and what follows them. */
const URL_PARTS = /^(?<before>postgres(?:ql)?:\/\/(?:[^@/]*@)?)(?<hosts>[^/?]*)(?<after>.*)$/;

/** Searches under way, so that connections that open together ask the servers once. */
const searches = new Map<string, Promise<string>>();
const lastFound = new Map<string, string>();

/**
 * The URLs of a list of servers such as `postgresql://app@h1:5432,h2:5432/db`, one for each; of any other URL, itself.
 * https://www.postgresql.org/docs/18/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS, read 2026-11-24.
 */
export function serversOf(url: string): [string, ...string[]] {
  const { before, hosts, after } = URL_PARTS.exec(url)?.groups ?? {};
  const [first, ...others] = (hosts ?? '').split(',').map((host) => `${before}${host}${after}`);
  return others.length === 0 || first === undefined ? [url] : [first, ...others];
}

/**
 * The URL of the server that takes writes; without asking where the URL names one server only.
 * @throws the error of the last server when none takes writes.
 */
export async function writableServer(url: string): Promise<string> {
  const servers = serversOf(url);
  if (servers.length === 1) return servers[0];
  const search = searches.get(url) ?? findWritable(url, servers).finally(() => searches.delete(url));
  searches.set(url, search);
  return search;
}

async function findWritable(url: string, servers: readonly string[]): Promise<string> {
  const last = lastFound.get(url);
  let failure: unknown;
  for (const server of last ? [last, ...servers.filter((one) => one !== last)] : servers) {
    try {
      if (await takesWrites(server)) {
        lastFound.set(url, server);
        return server;
      }
      failure = new Error('it is a standby, which takes no writes');
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function takesWrites(server: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: server,
    application_name: 'atelier-primary',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    return rows[0]?.transaction_read_only === 'off';
  } finally {
    await client.end();
  }
}
