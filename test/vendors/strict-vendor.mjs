import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import Ajv from 'ajv';
import { OUTPUTS, sound } from '../simulator/outputs.mjs';

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strict: false });

/**
 * A vendor on loopback that knows its published contract and nothing of our code. It answers as the contract says, refuses what the
 * contract does not allow, and notes in `problems` what a caller did wrong.
 *
 * A contract is an object with:
 * - `name`, `source`: what it was written from, with its date;
 * - `keyIn(headers)`: the key of a call, or undefined; `needsKey` is false where the vendor has none by default;
 * - `refusals`: for `content`, `parameters`, `model`, `balance`, `busy`, `key` the vendor's own answer, `{status, json, headers}`;
 *   `badRequest(problems)` the one for a request that its schema does not allow;
 * - `routes`: `{name, method, path, takes, schema, isOrder, open, handle}`: `path` with `{parameter}` or `{rest+}`; `takes` is `json`,
 *   `form`, `json or form`, `bytes` or nothing; `schema` a closed JSON Schema of the body, or a function of the call that gives it (for a form, of its
 *   texts and the names of its files: a file is `{name, type, bytes}`); `isOrder` marks what is paid for; `open` needs no key;
 *   `handle(call, vendor)` answers `{status, headers, json | bytes | lines | chunks}`;
 * - `billOf(order)`: what its answers say an order costs, where they do; `billsFailures` whether failed work costs it, too;
 * - `files`: further kinds of results by name, `{type, make(id)}`;
 * - `signature(vendor, {url, body, order})`: the headers with which it signs a call back, where it signs.
 */
export class StrictVendor {
  /** Every call: `{name, method, path, params, query, headers, body, form, key}`. */
  calls = [];
  /** Every order that was taken, the oldest first. */
  orders = [];
  /** What a caller did that the contract does not allow. */
  problems = [];
  /** How often the state of an order is asked before the work is done. */
  pollsUntilDone = 1;
  /** Whether the work of new orders fails, and with which refusal. */
  failsWith;
  /** What the next calls meet, each once: `{on: name of a route, or 'order', act: 'drop' | 'drop_after' | 'refuse' | 'fail_after', refusal, status, headers, json, ms}`. */
  next = [];
  /** Whether the first link to each result has expired when it is followed. */
  firstLinksExpire = false;
  /** Files are answered by a redirect to another path first. */
  redirectsFiles = false;
  keys;

  #servers = [];

  constructor(contract, { keys = ['key-1'] } = {}) {
    this.contract = contract;
    this.keys = keys;
  }

  static async start(contract, options) {
    const vendor = new this(contract, options);
    vendor.url = await vendor.#listen((request, response) => vendor.#take(request, response));
    /** The results are on another origin, as those of most vendors. */
    vendor.filesUrl = await vendor.#listen((request, response) => vendor.#file(request, response));
    return vendor;
  }

  async stop() {
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  reset() {
    Object.assign(this, {
      calls: [],
      orders: [],
      problems: [],
      next: [],
      pollsUntilDone: 1,
      failsWith: undefined,
    });
    Object.assign(this, { redirectsFiles: false, firstLinksExpire: false });
  }

  callsOf(name) {
    return this.calls.filter((call) => call.name === name);
  }

  /** Takes an order. `fields` are what the contract needs of it later. */
  accept(call, fields = {}) {
    const number = this.orders.length + 1;
    const order = {
      id: `${this.contract.name}-${number}`,
      ...{
        number,
        key: call.key,
        request: call.body ?? call.form,
        polls: 0,
        failsWith: this.failsWith,
        isCanceled: false,
      },
      ...fields,
    };
    this.orders.push(order);
    return order;
  }

  find(id) {
    return this.orders.find((order) => order.id === id);
  }

  /** `running`, `succeeded`, `failed` or `canceled`; asked by a poll, which counts. */
  poll(order) {
    order.polls += 1;
    return this.stateOf(order);
  }

  stateOf(order) {
    if (order.isCanceled) return 'canceled';
    if (order.polls < this.pollsUntilDone) return 'running';
    return order.failsWith === undefined ? 'succeeded' : 'failed';
  }

  /** The bytes of a result: `picture` (PNG), `video` (MP4) or `sound` (MP3), which name their order inside. */
  fileOf(order, kind) {
    const own = this.contract.files?.[kind];
    if (own) return own.make(order.id);
    return kind === 'sound' ? sound(order.id) : OUTPUTS[kind].make(order.id);
  }

  /** A link to a result, on another origin than the API; a new one each time. */
  link(order, kind) {
    order.links = (order.links ?? 0) + 1;
    return `${this.filesUrl}/${kind}/${encodeURIComponent(order.id)}?signature=${order.links}`;
  }

  /** Calls back about an order. `forge` signs with another secret. @returns the status of the answer. */
  async callBack(url, order, json, { forge = false } = {}) {
    const body = JSON.stringify(json);
    const headers = (await this.contract.signature?.(this, { url, body, order, forge })) ?? {};
    const reply = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    await reply.body?.cancel();
    return reply.status;
  }

  async #listen(take) {
    const server = createServer((request, response) => {
      Promise.resolve(take(request, response)).catch((error) => {
        this.problems.push(`the fake failed: ${error.stack}`);
        response.destroy();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#servers.push(server);
    return `http://127.0.0.1:${server.address().port}`;
  }

  async #take(request, response) {
    const url = new URL(request.url, this.url);
    const parts = [];
    for await (const part of request) parts.push(part);
    const { route, params } = this.routeOf(request.method, url.pathname);
    if (!route) {
      this.problems.push(`there is no ${request.method} ${url.pathname}`);
      return send(response, { status: 404, json: { message: 'Not Found' } });
    }
    const call = await this.#callOf(route, params, request, url, Buffer.concat(parts));
    this.calls.push(call);
    const met = this.#meet(route);
    if (met?.ms) await sleep(met.ms);
    if (met?.act === 'drop') return void response.destroy();
    if (met?.act === 'refuse') {
      const refusal = met.refusal ? this.contract.refusals[met.refusal] : met;
      return send(response, { ...refusal, headers: { ...refusal.headers, ...met.headers } });
    }
    const { needsKey = true, refusals } = this.contract;
    if (needsKey && !route.open && !this.keys.includes(call.key)) return send(response, refusals.key);
    const wrong = this.#problemsOf(route, call);
    if (wrong.length > 0) {
      this.problems.push(`${route.name}: ${wrong.join('; ')}`);
      return send(response, this.contract.badRequest(wrong));
    }
    const answer = await route.handle(call, this);
    if (met?.act === 'drop_after') return void response.destroy();
    return send(response, met?.act === 'fail_after' ? met : answer);
  }

  routeOf(method, path) {
    for (const route of this.contract.routes) {
      const pattern = route.path
        .replaceAll('.', String.raw`\.`)
        .replaceAll(/\{(\w+)\+\}/g, '(?<$1>.+)')
        .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
      const found = route.method === method && new RegExp(`^${pattern}$`).exec(path);
      if (found) {
        const params = Object.entries(found.groups ?? {}).map(([name, text]) => [
          name,
          decodeURIComponent(text),
        ]);
        return { route, params: Object.fromEntries(params) };
      }
    }
    return {};
  }

  async #callOf(route, params, request, url, bytes) {
    const { method, headers } = request;
    const call = {
      name: route.name,
      method,
      path: url.pathname,
      params,
      query: url.searchParams,
      headers,
      bytes,
    };
    call.key = this.contract.keyIn(headers, url);
    const type = headers['content-type'] ?? '';
    if (route.takes?.includes('json') && type.startsWith('application/json')) call.body = parseJson(bytes);
    if (route.takes?.includes('form') && type.startsWith('multipart/form-data')) {
      const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
      call.form = {};
      for (const name of new Set(form.keys())) {
        const values = await Promise.all(form.getAll(name).map(valueOf));
        call.form[name] = values.length === 1 ? values[0] : values;
      }
    }
    return call;
  }

  #problemsOf(route, call) {
    if (route.takes === undefined) return [];
    if (route.takes === 'bytes') return call.bytes.length > 0 ? [] : ['the body must not be empty'];
    const content = call.body ?? call.form;
    if (content === undefined)
      return [`the body must be ${route.takes}, not ${call.headers['content-type']}`];
    const schema = typeof route.schema === 'function' ? route.schema(call, this) : route.schema;
    if (!schema) return [];
    const isValid = ajv.compile(schema);
    if (isValid(content)) return [];
    return isValid.errors.map(({ instancePath, message, params }) => {
      const extra = params.additionalProperty ?? params.allowedValues ?? '';
      return `${instancePath || 'the body'} ${message} ${String(extra)}`.trim();
    });
  }

  #meet(route) {
    const at = this.next.findIndex(({ on }) => on === route.name || (on === 'order' && route.isOrder));
    return at === -1 ? undefined : this.next.splice(at, 1)[0];
  }

  #file(request, response) {
    const url = new URL(request.url, this.filesUrl);
    const [, first, ...rest] = url.pathname.split('/');
    const isMoved = first === 'moved';
    const [kind, id] = isMoved ? rest : [first, ...rest];
    const call = { name: 'file', method: request.method, path: url.pathname, headers: request.headers };
    this.calls.push(call);
    if (this.contract.keyIn(request.headers, url) !== undefined || request.headers.authorization)
      this.problems.push('the key was sent to the origin of the files');
    const signature = url.searchParams.get('signature');
    if (signature === 'expired' || (this.firstLinksExpire && signature === '1'))
      return send(response, { status: 403, json: { message: 'Request has expired' } });
    if (this.redirectsFiles && !isMoved)
      return send(response, { status: 302, headers: { location: `/moved${url.pathname}${url.search}` } });
    const order = this.find(decodeURIComponent(id ?? ''));
    if (!order) return send(response, { status: 404, json: { message: 'Not Found' } });
    const bytes = this.fileOf(order, kind);
    const types = { picture: 'image/png', video: 'video/mp4', sound: 'audio/mpeg' };
    const type = this.contract.files?.[kind]?.type ?? types[kind];
    return send(response, { bytes, headers: { 'content-type': type } });
  }
}

async function valueOf(value) {
  if (typeof value === 'string') return value;
  return { name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) };
}

function parseJson(bytes) {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

export async function send(response, { status = 200, headers = {}, json, bytes, lines, chunks }) {
  if (response.destroyed) return;
  if (json !== undefined)
    return void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(json));
  response.writeHead(status, headers);
  for (const chunk of lines?.map((line) => `${JSON.stringify(line)}\n`) ?? chunks ?? []) {
    response.write(chunk);
    await sleep(5);
  }
  response.end(bytes);
}
