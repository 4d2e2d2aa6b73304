import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from './loopback-server.js';
import { until } from './until.js';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(
  (file) => spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0,
);

export const hasPooler = PROGRAM !== undefined;

/** PgBouncer in front of a test database, with its defaults except for the mode. */
export class Pooler {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly url: string,
  ) {}

  static async start(databaseUrl: string, mode: 'session' | 'transaction'): Promise<Pooler> {
    const target = new URL(databaseUrl);
    const sockets = target.searchParams.get('host') ?? '';
    const port = await freePort();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'pooler-'));
    const lines = [
      '[databases]',
      `* = host=${sockets} port=${target.port || 5432} user=${target.username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${mode}`,
    ];
    const file = path.join(folder, 'pgbouncer.ini');
    await writeFile(file, lines.join('\n'));
    await chmod(folder, 0o755);
    const child = spawn(PROGRAM ?? '', ['-q', file], { stdio: 'ignore', ...(await ownerOf(sockets)) });
    await until(() => answers(port));
    target.searchParams.delete('host');
    target.host = `127.0.0.1:${port}`;
    return new Pooler(child, folder, target.toString());
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** As root the database server runs under another account, which alone may open its socket; PgBouncer refuses to run as root. */
async function ownerOf(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = await stat(folder);
  return { uid, gid };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
