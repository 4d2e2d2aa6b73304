import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Type } from '@nestjs/common';
import { type Dispatcher, request } from 'undici';
import { prepareSandbox } from '@atelier/engines/child';
import { Clock } from '#libs/platform/clock';
import { Environment } from '#libs/platform/config';
import { PublicAddress, type Scope, SCOPES } from '#libs/platform/http';
import { processMetrics } from '#libs/platform/metrics';
import { AccessTokensService, type NewUser, type User, UsersService } from '#libs/accounts/users';
import { NO_TRANSACTION } from '#libs/platform/database';
import { createApi } from '../../apps/api/src/create-api.js';
import './record-statements.mjs';
import { type LeftJobs, requireEmptyQueue } from './empty-queue.js';
import { createTestDatabase } from './test-database.js';

/** A reply as a test looks at it. */
export type Reply = {
  status: number;
  headers: Headers;
  body: any;
  bytes: Buffer;
};

export type Caller = { user: User; token: string };

type HttpMethod = Dispatcher.HttpMethod;

type CallOptions = {
  headers?: Record<string, string>;
  raw?: RequestInit['body'];
  redirect?: RequestInit['redirect'];
};

/** HTTP calls against a running application, as one caller or without a token. */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    private readonly token?: string,
  ) {}

  /** The same API as another caller. */
  as(caller: Caller | string): ApiClient {
    return new ApiClient(this.baseUrl, typeof caller === 'string' ? caller : caller.token);
  }

  get(target: string, options?: CallOptions): Promise<Reply> {
    return this.call('GET', target, undefined, options);
  }

  post(target: string, body?: unknown, options?: CallOptions): Promise<Reply> {
    return this.call('POST', target, body, options);
  }

  put(target: string, body?: unknown, options?: CallOptions): Promise<Reply> {
    return this.call('PUT', target, body, options);
  }

  delete(target: string, body?: unknown, options?: CallOptions): Promise<Reply> {
    return this.call('DELETE', target, body, options);
  }

  /** Any method; `target` is a path or an absolute URL. */
  async call(method: string, target: string, body?: unknown, options: CallOptions = {}): Promise<Reply> {
    const { status, headers, bytes } = await send(new URL(target, this.baseUrl), method, {
      ...options,
      headers: {
        ...(this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...options.headers,
      },
      raw: options.raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const type = headers.get('content-type') ?? '';
    const isJson = type.includes('json') && !type.includes('ndjson') && bytes.length > 0;
    return { status, headers, bytes, body: isJson ? JSON.parse(bytes.toString('utf8')) : undefined };
  }
}

/** A text, or nothing, is sent by `request`, which needs a third of the processor time of `fetch`, and asks for no compression. */
async function send(url: URL, method: string, options: CallOptions): Promise<Omit<Reply, 'body'>> {
  const { raw, redirect = 'manual' } = options;
  const headers = new Headers(options.headers);
  const isText = raw === undefined || typeof raw === 'string';
  if (!isText || redirect !== 'manual' || headers.has('accept-encoding')) {
    const reply = await fetch(url, { method, redirect, headers, body: raw });
    return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
  }
  if (raw !== undefined && !headers.has('content-type'))
    headers.set('Content-Type', 'text/plain;charset=UTF-8');
  const reply = await request(url, { method: method as HttpMethod, headers, body: raw });
  return {
    status: reply.statusCode,
    headers: headersOf(reply.headers),
    bytes: Buffer.from(await reply.body.arrayBuffer()),
  };
}

function headersOf(received: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(received))
    for (const value of [values ?? []].flat()) headers.append(name, value);
  return headers;
}

/** Modules that only the test has, and the receiver of the log lines. */
type Extras = Pick<NonNullable<Parameters<typeof createApi>[1]>, 'modules' | 'logTo'>;

/** The real application on a separate database, listening on a free port. */
export class TestApp {
  /** Applications in this process; the last one restores the engines for later files. */
  private static running = 0;

  private constructor(
    readonly app: NestExpressApplication,
    readonly api: ApiClient,
    readonly databaseUrl: string,
    readonly dataDir: string,
    private readonly runsJobs: boolean,
    private readonly cleanUp: () => Promise<void>,
  ) {}

  /** Starts it with extra settings, and modules that only the test has; stop it in `afterAll`. */
  static async start(settings: Record<string, string> = {}, extras: Extras = {}): Promise<TestApp> {
    // Counts of an earlier file of this process do not belong to this application.
    processMetrics.resetMetrics();
    const database = await createTestDatabase();
    return TestApp.open(database.url, settings, extras, () => database.drop());
  }

  /** A second process of the same service, as far as one process can play it: on the database and the files of `first`. */
  static join(first: TestApp, settings: Record<string, string> = {}, extras: Extras = {}): Promise<TestApp> {
    const shared = { DATA_DIR: first.dataDir, ...settings };
    return TestApp.open(first.databaseUrl, shared, extras, () => Promise.resolve());
  }

  private static async open(
    databaseUrl: string,
    settings: Record<string, string>,
    extras: Extras,
    dropDatabase: () => Promise<void>,
  ): Promise<TestApp> {
    const own = settings.DATA_DIR === undefined;
    const dataDir = settings.DATA_DIR ?? (await mkdtemp(path.join(os.tmpdir(), 'atelier-test-')));
    const env = new Environment({
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: '5',
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      RATE_LIMIT: 'off',
      // Tests also write by SQL, and look at once.
      PUBLIC_REPLIES_MB: '0',
      ALLOW_PRIVATE_NETWORKS: 'true',
      // Nothing is looked up outside.
      DNS_SERVERS: '127.0.0.1:9',
      REGISTRY_SNAPSHOT: 'false',
      ...settings,
    });
    const app = await createApi(env, extras);
    await app.listen(0, '127.0.0.1').catch(async (error: unknown) => {
      await app.close();
      await dropDatabase();
      throw error;
    });
    const baseUrl = (await app.getUrl()).replace('[::1]', '127.0.0.1');
    app.get(PublicAddress).listensOn(Number(new URL(baseUrl).port));
    const runsJobs = settings.RUN_JOBS !== 'false';
    TestApp.running += 1;
    return new TestApp(app, new ApiClient(baseUrl), databaseUrl, dataDir, runsJobs, async () => {
      await app.close();
      await dropDatabase();
      if (own) await rm(dataDir, { recursive: true, force: true });
      if ((TestApp.running -= 1) === 0) prepareSandbox(false);
    });
  }

  /** Lets time pass for the rules of this process; timers, the queue and the tools of the test go on as they are. */
  passTime(ms: number): void {
    const clock = this.get(Clock);
    const before = clock.now.bind(clock);
    clock.now = () => new Date(before().getTime() + ms);
  }

  /** A provider of the application, for arranging a test. */
  get<T>(type: Type<T> | (abstract new (...parameters: never[]) => T)): T {
    return this.app.get(type as Type<T>, { strict: false });
  }

  /** A new user with a token of the given scopes (all but admin unless the user is one). */
  async caller(
    input: Partial<NewUser> & { scopes?: readonly Scope[]; publisherId?: string } = {},
  ): Promise<Caller> {
    const name = input.name ?? `user-${Math.random().toString(36).slice(2, 10)}`;
    const user = await this.get(UsersService).create(NO_TRANSACTION, {
      ...input,
      name,
      email: input.email ?? `${name}@example.com`,
    });
    const scopes = input.scopes ?? SCOPES.filter((scope) => scope !== 'admin' || user.isAdmin);
    const { text } = await this.get(AccessTokensService).issue(NO_TRANSACTION, {
      userId: user.id,
      name: 'test',
      scopes,
      publisherId: input.publisherId,
    });
    return { user, token: text };
  }

  /**
   * Ends it, when nothing is due in its queue any more.
   * @throws Error naming jobs that are left, and dead ones, that are not in `left`.
   */
  async stop(left: LeftJobs = {}): Promise<void> {
    const problem = await requireEmptyQueue(this.databaseUrl, this.runsJobs, left).catch(
      (error: Error) => error,
    );
    await this.cleanUp();
    if (problem) throw problem;
  }
}
