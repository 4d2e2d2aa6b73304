import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A network between two processes that can be cut: open connections break, and new ones are refused. */
export class Link {
  #sockets = new Set();
  #isCut = false;

  /** @param target `{host, port}`, or what gives it. */
  async start(port, target) {
    this.server = createServer((socket) => this.#join(socket, target)).listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = this.server.address().port;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  cut() {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend() {
    this.#isCut = false;
  }

  stop() {
    this.cut();
    this.server.close();
  }

  #join(socket, target) {
    socket.on('error', () => undefined);
    if (this.#isCut) return void socket.resetAndDestroy();
    const other = connect(target);
    for (const [one, another] of [
      [socket, other],
      [other, socket],
    ]) {
      this.#sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        this.#sockets.delete(one);
        another.destroy();
      });
      one.pipe(another);
    }
  }
}
