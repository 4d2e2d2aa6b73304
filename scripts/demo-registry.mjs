// npm run demo:registry -- [--url http://localhost:3000] [--token …]: walks the whole life of a package over HTTP against a
// running service, tells what came back at each step, and fails when a step surprises. The token is an admin's.
//
// A second user joins the publisher when the service trusts an identity provider that the demonstration can stand for:
// start it with OIDC_ISSUER=http://127.0.0.1:3998 OIDC_AUDIENCE=atelier, and add --issuer http://127.0.0.1:3998.
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import yazl from 'yazl';
import { openIssuer } from './demo-issuer.mjs';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: process.env.PUBLIC_URL ?? 'http://localhost:3000' },
    token: { type: 'string', default: process.env.ADMIN_TOKEN },
    issuer: { type: 'string' },
    audience: { type: 'string', default: 'atelier' },
  },
});
if (!options.token) {
  console.error('An admin token is needed: --token, or ADMIN_TOKEN in the environment.');
  process.exit(2);
}

const run = randomBytes(3).toString('hex');
const team = `demo-${run}`;
const heir = `heir-${run}`;
const node = `Demo-Blur-${run}`;
const appNode = `Demo Soft Blur ${run}`;
let steps = 0;

/** Calls the service and ends the demonstration when the status is another one than expected. */
async function step(title, expected, method, target, { body, raw, headers, anonymous, as } = {}) {
  const reply = await fetch(new URL(target, options.url), {
    method,
    headers: {
      ...(anonymous || raw ? {} : { Authorization: `Bearer ${as ?? options.token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  const isJson = reply.headers.get('content-type')?.includes('json') ?? false;
  const value = isJson && bytes.length > 0 ? JSON.parse(bytes) : bytes;
  steps += 1;
  const shown = title.padEnd(46);
  console.log(`${String(steps).padStart(2)}. ${shown} ${String(reply.status).padEnd(4)} ${brief(value)}`);
  if (reply.status !== expected) fail(`expected ${expected}`);
  return value;
}

function brief(value) {
  if (Buffer.isBuffer(value)) return value.length === 0 ? '' : `${value.length} bytes`;
  if (Array.isArray(value)) return `${value.length} of them`;
  if (value.email) return `${value.name} <${value.email}>`;
  if (value.versions) return value.versions.map((one) => `${one.version}: ${one.status_reason}`).join(', ');
  if (value.error) return `${value.error}: ${value.message}`;
  const version = value.node_version ?? value;
  if (version.version) return `${version.node_id}@${version.version} ${version.status}`;
  if (value.nodes) return `${value.total} found: ${value.nodes.map(({ id }) => id).join(', ')}`;
  if (value.app_nodes) return value.app_nodes.map((one) => one.app_node_name).join(', ');
  if (value.changes) return `${value.changes.length} changes up to serial ${value.last_serial}`;
  return [value.id, value.role, value.status, value.latest_version?.version].filter(Boolean).join(' ');
}

function fail(why) {
  console.error(`Surprise in step ${steps}: ${why}`);
  process.exit(1);
}

function expectThat(isTrue, what) {
  if (!isTrue) fail(what);
}

async function packageOf(names) {
  const zip = new yazl.ZipFile();
  const mapping = names.map((name) => `${JSON.stringify(name)}: Blur`).join(', ');
  const source = `class Blur:
    CATEGORY = "image/filters"
    FUNCTION = "blur"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

NODE_CLASS_MAPPINGS = {${mapping}}
`;
  zip.addBuffer(Buffer.from(source), 'pack/__init__.py');
  zip.addBuffer(Buffer.from('MIT License'), 'pack/LICENSE');
  zip.end();
  const chunks = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function publish(version, archive, expected = 'NodeVersionStatusActive', as = undefined) {
  const announced = await step(
    `announce ${version}`,
    201,
    'POST',
    `/publishers/${team}/nodes/${node}/versions`,
    {
      body: { node_version: { version, changelog: `Changes of ${version}` } },
      as,
    },
  );
  const digest = createHash('sha256').update(archive).digest('base64');
  const headers = { 'Content-Digest': `sha-256=:${digest}:` };
  await step(`upload the archive of ${version}`, 200, 'PUT', announced.signedUrl, { raw: archive, headers });
  const path = `/nodes/${node}/versions/${announced.node_version.id}`;
  for (let tries = 0; tries < 300; tries += 1) {
    const reply = await fetch(new URL(path, options.url), {
      headers: { Authorization: `Bearer ${options.token}` },
    });
    const checked = await reply.json();
    if (checked.status !== 'NodeVersionStatusPending') {
      await step(`the verdict on ${version}`, 200, 'GET', path);
      expectThat(checked.status === expected, `the version is ${checked.status}: ${checked.status_reason}`);
      return checked;
    }
    await sleep(100);
  }
  return fail(`${version} is still pending`);
}

/** A second user is invited, accepts, publishes, and is removed. */
async function letSomebodyJoin(version) {
  const { tokenOf } = await openIssuer(options.issuer, options.audience);
  const email = `mel-${run}@example.com`;
  const as = await tokenOf('Mel', email);
  const versions = `/publishers/${team}/nodes/${node}/versions`;
  const body = { node_version: { version } };
  await step('a second user signs in', 200, 'GET', '/users', { as });
  await step('who publishes without belonging to it', 403, 'POST', versions, { body, as });
  const members = `/publishers/${team}/members`;
  const invited = await step('invite the user by address', 201, 'POST', members, { body: { email } });
  await step('who publishes before accepting', 403, 'POST', versions, { body, as });
  const memberships = await step('and sees the invitation', 200, 'GET', '/users/publishers', { as });
  expectThat(memberships[0]?.invited === true, 'the invitation is not shown to the one who was invited');
  await step('the owner accepts for the user', 403, 'POST', `${members}/${invited.id}/accept`);
  await step('the user accepts', 200, 'POST', `${members}/${invited.id}/accept`, { as });
  await publish(version, archive, 'NodeVersionStatusActive', as);
  await step('the member deletes the node', 403, 'DELETE', `/publishers/${team}/nodes/${node}`, { as });
  await step('the owner removes the member', 204, 'DELETE', `${members}/${invited.id}`);
  const next = { node_version: { version: '9.0.0' } };
  await step('who publishes once more', 403, 'POST', versions, { body: next, as });
  const kept = await step(
    'what the member published',
    200,
    'GET',
    `/nodes/${node}/versions/${version}`,
    open,
  );
  expectThat(kept.status === 'NodeVersionStatusActive', 'the version left with its publisher');
}

const open = { anonymous: true };
let serial = '0';
for (let hasMore = true; hasMore;) {
  const page = await (await fetch(new URL(`/changes?since=${serial}&limit=1000`, options.url))).json();
  serial = page.last_serial;
  hasMore = page.has_more;
}
await step('where the feed stands', 200, 'GET', `/changes?since=${serial}`, open);

await step('create a publisher', 201, 'POST', '/publishers', { body: { id: team, name: 'Demo team' } });
await step('the same id again', 409, 'POST', '/publishers', { body: { id: team, name: 'Again' } });
await step('invite somebody unknown', 404, 'POST', `/publishers/${team}/members`, {
  body: { email: `nobody-${run}@example.com`, role: 'member' },
});
await step('who belongs to it', 200, 'GET', `/publishers/${team}/members`);
await step('create the node', 200, 'PUT', `/publishers/${team}/nodes/${node}`, {
  body: {
    name: `Soft blur ${run}`,
    description: 'Softens images.',
    tags: ['image'],
    supported_os: ['Linux'],
  },
});
await step('install before anything is published', 404, 'GET', `/nodes/${node}/install`, open);
const archive = await packageOf([appNode]);
await publish('1.0', archive);
await step('the same version again', 409, 'POST', `/publishers/${team}/nodes/${node}/versions`, {
  body: { node_version: { version: '1.0.0' } },
});
const appNodes = await step('its app nodes', 200, 'GET', `/nodes/${node}/versions/1.0.0/app-nodes`, open);
expectThat(appNodes.app_nodes[0]?.app_node_name === appNode, 'the app node is not the one of the package');
const home = await step(
  'the node behind an app node',
  200,
  'GET',
  `/app-nodes/${encodeURIComponent(appNode)}/node`,
  open,
);
expectThat(home.id === node, 'another node');
const search = (what) => `/nodes/search?search=${encodeURIComponent(what)}`;
const found = await step('search by id', 200, 'GET', search(node), open);
expectThat(found.nodes[0]?.id === node, 'the node is not the first result');
const typo = `demo-blurr-${run}`;
const meant = await step(`search with a typo: ${typo}`, 200, 'GET', search(typo), open);
expectThat(
  meant.nodes.some(({ id }) => id === node),
  'the typo hides the node',
);
const stable = options.issuer ? '1.0.1' : '1.0.0';
if (options.issuer) await letSomebodyJoin(stable);
const installed = await step('install', 200, 'GET', `/nodes/${node}/install`, open);
const download = await step('download', 200, 'GET', new URL(installed.downloadUrl).pathname, open);
expectThat(download.equals(archive), 'the bytes differ');
await publish('1.1.0', archive);
await publish('2.0.0', Buffer.from('this is no zip archive'), 'NodeVersionStatusFlagged');
const newest = await step('what is the latest now', 200, 'GET', `/nodes/${node}`, open);
expectThat(newest.latest_version?.version === '1.1.0', 'the latest version is not 1.1.0');
await step('deprecate 1.1.0', 200, 'PUT', `/publishers/${team}/nodes/${node}/versions/1.1.0`, {
  body: { deprecated: true, changelog: `Use ${stable}.` },
});
const older = await step('install once more', 200, 'GET', `/nodes/${node}/install`, open);
expectThat(older.version === stable, `${older.version} is installed instead of ${stable}`);
await step('the review queue', 200, 'GET', `/versions?node_id=${node}&statuses=NodeVersionStatusFlagged`);
await step('ban the node', 200, 'POST', `/nodes/${node}/ban`, {
  body: { reason: 'Part of a demonstration' },
});
await step('install a banned node', 403, 'GET', `/nodes/${node}/install`, open);
const hidden = await step('search it', 200, 'GET', search(node), open);
expectThat(
  hidden.nodes.every(({ id }) => id !== node),
  'a banned node is found',
);
await step('unban it', 200, 'POST', `/nodes/${node}/unban`, {
  body: { reason: 'The demonstration goes on' },
});
await step('install it again', 200, 'GET', `/nodes/${node}/install`, open);
await step('create another publisher', 201, 'POST', '/publishers', { body: { id: heir, name: 'Heir' } });
await step('transfer the node', 200, 'POST', `/nodes/${node}/transfer`, {
  body: { publisher_id: heir, reason: 'Demonstration' },
});
await step('the old publisher edits it', 409, 'PUT', `/publishers/${team}/nodes/${node}`, {
  body: { name: 'x' },
});
await step('delete the node', 204, 'DELETE', `/publishers/${heir}/nodes/${node}`);
await step('read it', 404, 'GET', `/nodes/${node}`, open);
await step('revive it', 200, 'PUT', `/publishers/${heir}/nodes/${node}`, { body: {} });
await step('install it once more', 200, 'GET', `/nodes/${node}/install`, open);
const feed = await step('what mirrors were told', 200, 'GET', `/changes?since=${serial}&limit=1000`, open);
const told = feed.changes.filter((change) => change.node_id === node).map(({ action }) => action);
expectThat(told.includes('upsert') && told.includes('delete'), 'the feed lacks the ban or the return');
console.log(`\nAll ${steps} steps went as expected.`);
if (!options.issuer) console.log('Those of a second user were left out: they need --issuer.');
