import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import pg from 'pg';
import { InvalidSettings } from '#libs/platform/config';
import { InvalidPriceTable } from '#libs/media/work';
import { explainFailure } from './explain-failure.js';

async function failureOf(server: Server, port: number, host: string): Promise<unknown> {
  const failed = once(server, 'error');
  server.listen(port, host);
  const [error] = (await failed) as [unknown];
  return error;
}

describe('explainFailure', () => {
  it('names the setting to change when the port is taken', async () => {
    const first = createServer();
    first.listen(0, '127.0.0.1');
    await once(first, 'listening');
    const { port } = first.address() as { port: number };
    const text = explainFailure(await failureOf(createServer(), port, '127.0.0.1'));
    first.close();
    expect(text).toBe(`Port ${port} is in use by another program. Stop it, or set PORT to a free port.`);
  });

  it('names an address that the machine does not have', async () => {
    expect(explainFailure(await failureOf(createServer(), 0, '192.0.2.1'))).toContain(
      'This machine has no address 192.0.2.1.',
    );
  });

  it('gives the message alone where it is written for the operator, and the stack elsewhere', () => {
    expect(explainFailure(new InvalidSettings(['PORT must be 1']))).not.toContain('    at ');
    expect(explainFailure(new InvalidPriceTable('version v2'))).toBe('version v2');
    expect(explainFailure(new Error('surprise'))).toMatch(/surprise[^]*\n {4}at /);
    expect(explainFailure('text')).toBe('text');
  });

  it('says in a line that the database went away', async () => {
    const client = new pg.Client();
    await client.end();
    const error: unknown = await client.query('select 1').catch((failure: unknown) => failure);
    expect(explainFailure(error)).toBe(
      'The connection to the database was lost: Client was closed and is not queryable. Start the service again when the database is reachable.',
    );
  });
});
