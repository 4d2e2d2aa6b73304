import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { OpenStreams } from '../streams/open-streams.js';

/** Longer than the minute after which common proxies and pools drop an idle connection: who drops it first must be the caller. */
const KEEP_ALIVE_MS = 65_000;
/** Node wants it to be longer than the time between two requests. */
const HEADERS_MS = 66_000;
/** How long pooled connections are answered with `Connection: close` before they are closed. */
const FAREWELL_MS = 500;

/** The connections of the HTTP server, and how they end without a reset in the middle of somebody's request. */
@Injectable()
export class Connections {
  private server: Server | undefined;
  /**
   * The reply under way on each connection that has had one. A set of replies would be made anew every few requests, and each
   * old one keeps the next from being collected as soon as one of them is old enough.
   */
  private readonly replies = new Map<Socket, ServerResponse | undefined>();
  private isEnding = false;

  constructor(private readonly streams: OpenStreams) {}

  watch(server: Server): void {
    this.server = server;
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.headersTimeout = HEADERS_MS;
    // A body may take as long as it comes fast enough, which `IncomingBodies` sees to.
    server.requestTimeout = 0;
    this.endStreamsWith(server);
    server.on('connection', (socket: Socket) => socket.once('close', () => this.replies.delete(socket)));
    server.prependListener('request', ({ socket }: IncomingMessage, reply: ServerResponse) => {
      reply.shouldKeepAlive &&= !this.isEnding;
      this.replies.set(socket, reply);
      reply.once('close', () => {
        if (this.replies.get(socket) === reply) this.replies.set(socket, undefined);
        // Closing the server closes idle connections once; this one has become idle since.
        if (!server.listening) server.closeIdleConnections();
      });
    });
  }

  /**
   * Tells each caller with its next reply that the connection ends, and waits a moment, so that a client with one in a pool
   * learns of it by a reply and not by a reset. Requests are answered all the while.
   */
  async sayFarewell(): Promise<void> {
    this.isEnding = true;
    for (const reply of this.replies.values()) if (reply) reply.shouldKeepAlive = false;
    if (this.server && (await this.count(this.server)) > 0) await sleep(FAREWELL_MS);
  }

  /** Ends what still runs, such as streams without an end. */
  closeAll(): void {
    this.server?.closeAllConnections();
  }

  /** Last of all, when no job can add to them any more: who comes back must find another process, or none. */
  private endStreamsWith(server: Server): void {
    const close = server.close.bind(server);
    server.close = (callback) => {
      close(callback);
      this.streams.endAll();
      return server;
    };
  }

  private count(server: Server): Promise<number> {
    return new Promise((resolve) => server.getConnections((_, count) => resolve(count ?? 0)));
  }
}
