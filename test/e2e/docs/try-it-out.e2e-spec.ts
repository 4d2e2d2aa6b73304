import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LinkSigner } from '#libs/platform/signing';
import { apiDocument as document } from '../../support/api-contract.js';
import { type CiIssuer, githubClaims, signed, startCiIssuer } from '../../support/ci-issuer.js';
import { drain } from '../../support/jobs.js';
import { packageFiles } from '../../support/package-archive.js';
import { TestApp } from '../../support/test-app.js';
import { givenUncertainTask } from '../../support/uncertain-task.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { zipBytes } from '../../support/zip-bytes.js';
import { TINY_PNG } from '../rights/tiny-png.js';
import { DocsPage, hasChromium, startBrowser } from './walk/docs-page.js';
import { type Known, type Step, STEPS } from './walk/steps.js';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
/** An advisory of OSV, see https://ossf.github.io/osv-schema. */
const MALICIOUS = {
  id: 'MAL-2026-1',
  affected: [{ package: { ecosystem: 'PyPI', name: 'evil-pack' }, versions: ['1.2'] }],
};
const HOUR_MS = 3_600_000;

if (!hasChromium) console.warn('SKIPPED: nothing presses Execute in the API document without a browser.');

/** Here is no vendor whose models callers name, and only replies name tokens of pictures. */
const NOT_WALKED = ['GET /pictures/{token}', 'POST /v1/tasks'];

/** A line of the table: the operation, what came back, and what the document promises. */
type Row = {
  operation: string;
  status: number | string;
  promised: string[];
  shown?: string;
  emptyExamples?: number;
  ms?: number;
};

(hasChromium ? describe : describe.skip)('pressing Execute in the API document', () => {
  let app: TestApp;
  let ci: CiIssuer;
  let browser: Awaited<ReturnType<typeof startBrowser>> | undefined;
  let pages: { users: DocsPage; admins: DocsPage };
  const tokens: Record<'admin' | 'bob', string> = { admin: '', bob: '' };
  const known: Known = {};
  /** Of the step before, unless a step names another caller. */
  let token: string | undefined;

  beforeAll(async () => {
    const spare = { name: 'spare', area: 'image', base_url: 'https://spare.example', keys: ['spare-key'] };
    ci = await startCiIssuer('/_services/token');
    app = await TestApp.start({
      TRUSTED_ISSUERS: `github=${ci.issuer}`,
      ...{ ALLOW_PRIVATE_NETWORKS: 'false', RATE_LIMIT: 'on', REGISTRY_SNAPSHOT: 'true' },
      // Never called: the local engine comes first.
      ...{ VENDORS_FILE: vendorsFile([spare]), PREFERRED_PROVIDERS: 'local' },
    });
    const admin = await app.caller({ name: 'ada', email: 'ada@example.com', isAdmin: true });
    const bob = await app.caller({ name: 'bob', email: 'bob@example.com' });
    Object.assign(tokens, { admin: admin.token, bob: bob.token });
    known.issuer = ci.issuer;
    const audience = app.api.baseUrl.replace('127.0.0.1', 'localhost');
    known.identityToken = await signed(githubClaims(ci.issuer, audience), ci.key);
    known.bob = bob.user.id;
    known.malicious = path.join(mkdtempSync(path.join(os.tmpdir(), 'walk-')), 'osv.json');
    writeFileSync(known.malicious, JSON.stringify(MALICIOUS));
    known.uncertain = await givenUncertainTask(app);
    const opened = (browser = await startBrowser());
    const [users, admins] = await Promise.all(
      ['Atelier', 'Atelier for admins'].map((title) => DocsPage.open(opened, app.api.baseUrl, title)),
    );
    pages = { users: users!, admins: admins! };
  });
  afterAll(async () => {
    await browser?.close();
    // One task has a webhook without a receiver, and one job was dropped.
    await ci.close();
    await app.stop({ waiting: ['webhooks.deliver'], dead: ['operations.measure-storage'] });
  });

  async function run(step: Step): Promise<Row> {
    const { operation, as, enter, until, keep } = step;
    const promised = promisedBy(document, operation);
    const tag = tagOf(document, operation);
    const page = tag === 'Admin' ? pages.admins : pages.users;
    try {
      if (as) token = tokens[as];
      if (token !== undefined) await page.authorize(token);
      // Each press redraws much of the page, so waiting starts before the first one.
      if (until) await drain(app);
      // The vendor alone gets these links.
      const vendorPath = `/vendor-callbacks/${known.video}`;
      known.vendorLink = app.get(LinkSigner).sign('POST', vendorPath, new Date(Date.now() + HOUR_MS));
      if (operation.endsWith('/provenance')) await publishAsJob('9.0.0');
      const { status, shown, body, emptyExamples } = await page.execute(
        { operation, tag },
        enter?.(known) ?? {},
        until ?? (() => true),
      );
      if (status < 300) Object.assign(known, keep?.(body));
      else return { operation, status: `${status} ${JSON.stringify(body)}`, promised };
      return { operation, status, promised, shown, emptyExamples };
    } catch (error) {
      return { operation, status: String(error).slice(0, 600), promised };
    }
  }

  /** Publishes a version by the token that the page was given for that of a CI job. */
  async function publishAsJob(version: string): Promise<void> {
    const target = '/publishers/my-team/nodes/my-node/versions';
    const announced = await app.api.as(known.publishToken ?? '').post(target, { node_version: { version } });
    const logo = { name: 'pack/logo.png', content: Buffer.from(TINY_PNG, 'base64') };
    const raw = new Uint8Array(zipBytes([...packageFiles('Blur'), logo]));
    expect(await app.api.call('PUT', announced.body.signedUrl, undefined, { raw })).toMatchObject({
      status: 200,
    });
    await drain(app);
  }

  it('knows every operation', () => {
    const walked = new Set(STEPS.map(({ operation }) => operation));
    // A new operation needs a line in walk/steps.ts.
    expect(operationsOf(document).filter((operation) => !walked.has(operation))).toEqual(NOT_WALKED);
  });

  it('shows a lock on what needs a token, and on nothing else', async () => {
    const locks = await pages.users.locksOf('Nodes');
    expect(locks).toMatchObject({
      'GET /nodes': false,
      'GET /nodes/search': false,
      'GET /nodes/{nodeId}': false,
      'GET /publishers/{publisherId}/nodes': false,
      'POST /publishers/{publisherId}/nodes': true,
      'POST /nodes/{nodeId}/reviews': true,
    });
  });

  it('shows how to call an operation from code', async () => {
    const samples = await pages.users.samplesOf({ operation: 'GET /users/tokens', tag: 'Users' });
    expect(Object.keys(samples)).toEqual(['Shell', 'JavaScript', 'Python']);
    expect(samples.JavaScript).toContain("/users/tokens', {");
  });

  it('gives what the document promises, for every operation in the order of a first hour', async () => {
    const rows: Row[] = [];
    const documented = new Set(operationsOf(document));
    for (const step of STEPS.filter(({ operation }) => documented.has(operation))) {
      const begun = Date.now();
      rows.push({ ...(await run(step)), ms: Date.now() - begun });
    }
    console.log(
      rows
        .map(
          ({ operation, status, ms }) =>
            `${String(status).padEnd(5)}${String(ms).padStart(6)} ms  ${operation}`,
        )
        .join('\n'),
    );
    const isKept = ({ status, promised, shown, emptyExamples }: Row) =>
      promised.includes(String(status)) && shown === String(status) && emptyExamples === 0;
    expect(rows.filter((row) => !isKept(row))).toEqual([]);
  }, 600_000);
});

function operationsOf(document: any): string[] {
  return Object.entries<any>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

function tagOf(document: any, operation: string): string {
  const [method = '', path = ''] = operation.split(' ');
  return document.paths[path][method.toLowerCase()].tags[0];
}

/** The statuses of success that the document names. */
function promisedBy(document: any, operation: string): string[] {
  const [method = '', path = ''] = operation.split(' ');
  const responses: object = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  return Object.keys(responses).filter((status) => status.startsWith('2'));
}
