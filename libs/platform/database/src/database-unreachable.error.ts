import { serversOf } from './database-servers.js';

const DEFAULT_PORT = '5432';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name could not be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to that host',
  // https://www.postgresql.org/docs/18/errcodes-appendix.html, read 2026-11-21.
  '28000': 'it refuses the user',
  '28P01': 'it refuses the user or the password',
  '3D000': 'it has no database of that name',
  '53300': 'it has no free connection',
  '57P03': 'it is starting or stopping',
};

/** The server of `DATABASE_URL` cannot be used; the message says where and why, and never holds the password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';

  constructor(url: string, cause: unknown) {
    super(
      `The database ${placeOf(url)} cannot be used: ${reasonOf(cause)}. ` +
        'Check DATABASE_URL and that the server runs, or leave DATABASE_URL out to use the embedded database.',
      { cause },
    );
  }
}

function placeOf(given: string): string {
  const servers = serversOf(given);
  return servers.map(placeOfServer).join(', or ');
}

function placeOfServer(url: string): string {
  if (!URL.canParse(url)) return 'of DATABASE_URL';
  const { hostname, port, pathname } = new URL(url);
  return `${pathname.slice(1) || 'without a name'} at ${hostname || 'localhost'}:${port || DEFAULT_PORT}`;
}

function reasonOf(cause: unknown): string {
  const { code, message } = cause as { code?: string; message?: string };
  return REASONS[code ?? ''] ?? (message || (code ?? 'unknown reason'));
}
