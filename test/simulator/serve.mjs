import { once } from 'node:events';
import { createServer } from 'node:http';
import { csvOf, entryOf } from './book.mjs';
import { FAULTS } from './faults.mjs';
import { json } from './replies.mjs';

/**
 * The server of a simulated vendor; `/book` and `/faults` tell of the vendor itself.
 * @param told `{host, port, name, faults, book, problems}`; `problems` is what callers did that its contract does not allow.
 * @param answer Answers any other call, `{request, response, url, body}`.
 */
export async function serve(told, answer) {
  const server = createServer((request, response) => void take(request, response, told, answer));
  await once(server.listen(told.port, told.host), 'listening');
  return server;
}

async function take(request, response, told, answer) {
  const url = new URL(request.url, 'http://simulator');
  try {
    const parts = [];
    for await (const part of request) parts.push(part);
    const call = { request, response, url, body: Buffer.concat(parts) };
    if (url.pathname === '/book') return tellBook(call, told);
    if (url.pathname === '/faults') return tellFaults(call, told);
    await answer(call);
  } catch (error) {
    if (response.destroyed) return;
    if (response.headersSent) response.destroy();
    else json(response, 500, { error: 'simulator_error', message: error.message });
  }
}

function tellBook({ request, response, url }, { name, book, problems }) {
  const entries = book.orders.map(entryOf);
  if (url.searchParams.get('format') !== 'csv' && !/csv/.test(request.headers.accept ?? ''))
    return json(response, 200, { vendor: name, orders: entries, problems });
  response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(csvOf(entries));
}

function tellFaults({ request, response, body }, { faults }) {
  if (request.method === 'POST') {
    try {
      faults.change(JSON.parse(body));
    } catch (error) {
      return json(response, 400, { error: 'invalid_request', message: error.message });
    }
  }
  const { settings, met } = faults;
  json(response, 200, { settings, met, meanings: FAULTS });
}
