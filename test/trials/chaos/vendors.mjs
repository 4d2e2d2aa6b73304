import fs from 'node:fs';
import path from 'node:path';
import { freePort, Member } from '../support/cluster.mjs';
import { Link } from './link.mjs';

/** Faults of each, besides those of the trial. */
const FAULTS = {
  latency: 'lognormal 5 200',
  work: 'lognormal 300 4000',
  credits: 'uniform 0.25 5',
  fractions: 0.5,
  drop_before: 0.02,
  drop_after: 0.02,
  hang_after: 0.004,
  error_after: 0.01,
  status_429_after: 0.02,
  status_500_after: 0.02,
  status_503_after: 0.03,
  wrong_reply: 0.01,
  status_429: 0.02,
  status_500: 0.02,
  status_503: 0.01,
  refuse: 0.01,
  fail: 0.01,
  fail_billed: 0.03,
  truncated_stream: 0.03,
  truncated_file: 0.02,
  wrong_type: 0.005,
  dead_link: 0.003,
  callback_lost: 0.1,
  callback_twice: 0.1,
  callbacks_shuffled: 0.1,
};
const KEYS = ['chaos-vendor-key-1', 'chaos-vendor-key-2'];
const CALLBACK_SECRET = 'whsec_Y2hhb3MtdHJpYWwtY2FsbGJhY2stc2VjcmV0';
const IMAGES = ['image-relight', 'image-style-transfer', 'skin-enhancer-faithful'];

/** A contract that says when it answers 429 is not broken by answering it afterwards. */
const STRICT = { weight: 100, faults: { status_429_after: 0, expired_link: 0.1 } };

/**
 * The vendors of the trial; the local engines do the other kinds. After a lost answer they can be asked about the order by its key
 * (`idempotent`), by a look-up, or not at all. Those with a `contract` are the strict fakes of known vendors.
 */
const VENDORS = [
  { name: 'keyed', area: 'image', kinds: IMAGES, weight: 90, idempotent: true, looksUp: true },
  { name: 'spare', area: 'image', kinds: IMAGES, weight: 10, idempotent: true, looksUp: true },
  // Of its kind alone, so that it is no fail-over for others: what is on its way when it is cut off is uncertain. It keeps its word
  // about 429.
  {
    name: 'blind',
    area: 'image',
    kinds: ['skin-enhancer-flexible'],
    not_taken_on_429: true,
    faults: { status_429_after: 0 },
  },
  {
    name: 'listed',
    area: 'video',
    kinds: ['video-start-end', 'video-reference'],
    looksUp: true,
    callbacks: true,
    weight: 100,
  },
  {
    name: 'vidu',
    ...{ contract: 'vidu', adapter: 'vidu', basePath: '/ent/v2' },
    kinds: ['video-start-end', 'video-reference'],
    callbacks: true,
    finds: true,
    ...STRICT,
  },
  { name: 'tuned', area: 'music', idempotent: true, weight: 100 },
  { name: 'sonilo-async', contract: 'sonilo', adapter: 'sonilo-async', ...STRICT },
  // Sonilo takes no key for repeats: what is on its way when its stream breaks off is lost, or uncertain.
  { name: 'sonilo', contract: 'sonilo', adapter: 'sonilo', losesStreams: true, ...STRICT },
];

export const VENDOR_NAMES = VENDORS.map(({ name }) => name);

/** Starts a simulator for each vendor, behind a link that can be cut. */
export async function startVendors({ folder, root, seed, names }) {
  const vendors = [];
  for (const [index, vendor] of VENDORS.entries()) {
    if (!names.includes(vendor.name)) continue;
    const port = await freePort();
    const bookFile = path.join(folder, `${vendor.name}.book.jsonl`);
    const flags = ['--name', vendor.name, '--port', port, '--seed', seed + index, '--book', bookFile];
    for (const key of KEYS) flags.push('--key', key);
    if (vendor.contract) flags.push('--contract', vendor.contract);
    if (vendor.idempotent) flags.push('--idempotent');
    if (vendor.looksUp) flags.push('--lookup');
    if (vendor.callbacks) flags.push('--callback-secret', CALLBACK_SECRET);
    flags.push('--faults', JSON.stringify({ ...FAULTS, ...vendor.faults }));
    const program = path.join(root, 'test/simulator/main.mjs');
    const ways = { parameters: flags.map(String), readyPath: '/faults' };
    const member = new Member(vendor.name, program, port, {}, ways);
    const link = new Link();
    await link.start(0, { host: '127.0.0.1', port });
    member.start();
    const canTell = Boolean(vendor.idempotent || vendor.looksUp || vendor.finds);
    vendors.push({ ...vendor, keys: KEYS, canTell, member, link, bookFile });
  }
  for (const { member } of vendors) await member.untilReady();
  return vendors;
}

/** The vendors file of the service. */
export function writeVendorsFile(file, vendors) {
  const entries = vendors.map(({ looksUp, callbacks, contract, basePath = '', link, ...vendor }) => ({
    name: vendor.name,
    adapter: vendor.adapter,
    area: vendor.area,
    kinds: vendor.kinds,
    weight: vendor.weight,
    idempotent: vendor.idempotent,
    not_taken_on_429: vendor.not_taken_on_429,
    base_url: link.url + basePath,
    keys: KEYS,
    reference_header: 'X-Reference',
    ...(looksUp ? { paths: { lookup: '/lookup/{reference}' } } : {}),
    ...(callbacks ? { callbacks } : {}),
    ...(contract ? {} : { cost: 3, ...(callbacks ? { callback_secret: CALLBACK_SECRET } : {}) }),
    max_concurrent: 16,
    timeout_ms: 2_000,
    poll_seconds: 0,
    deadline_seconds: 90,
    pause_seconds: 3,
  }));
  fs.writeFileSync(file, JSON.stringify({ vendors: entries }));
}

/** A vendor's orders, with what only the simulator knows, by order. */
export function bookOf({ bookFile }) {
  const lines = fs.readFileSync(bookFile, 'utf8').split('\n').slice(0, -1);
  return new Map(lines.map((line) => JSON.parse(line)).map((order) => [order.id, order]));
}

/** What the service did that the contracts of the strict fakes do not allow, since their last start. */
export async function checkContracts(vendors) {
  const strict = vendors.filter(({ contract }) => contract !== undefined);
  const found = await Promise.all(
    strict.map(async ({ name, member }) => {
      const { problems } = await (await fetch(`${member.url}/book`)).json();
      return problems.map((problem) => `${name}: ${problem}`);
    }),
  );
  return { problems: found.flat() };
}
