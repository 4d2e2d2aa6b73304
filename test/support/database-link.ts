import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** A connection to a test database that can be cut like a network. */
export class DatabaseLink {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** A link to the database of `url`, whose server listens on a socket file. */
  static async to(url: string): Promise<DatabaseLink> {
    const target = new URL(url);
    const file = path.join(target.searchParams.get('host') ?? '', `.s.PGSQL.${target.port || '5432'}`);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    target.searchParams.delete('host');
    target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const link = new DatabaseLink(server, target.toString());
    server.on('connection', (near) => link.join(near, createConnection(file)));
    return link;
  }

  /** Breaks every connection; new ones still succeed. */
  breakAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Breaks every connection and accepts no new ones until `restore`. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.breakAll();
    await closed;
  }

  async restore(): Promise<void> {
    const port = Number(new URL(this.url).port);
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }

  private join(near: Socket, far: Socket): void {
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  }
}
