import { randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answerOf,
  askState,
  costOf,
  isVendorFailure,
  type Send,
  VendorInput,
  type VendorWork,
} from '#libs/media/providers';
import { fixturesOf, writeFixture } from './fixtures.js';
import type { OpenedVendor } from './opened-vendor.js';

const SAMPLES = 'libs/media/work/src/samples/files';
/** The inputs of each kind, if it is not one picture. To extend a video, a vendor must be able to load it. */
const INPUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'image-style-transfer': { image: 'portrait.jpg', reference_image: 'painting.jpg' },
  'video-start-end': { 'images[0]': 'start.jpg', 'images[1]': 'end.jpg' },
  'video-reference': { 'images[0]': 'portrait.jpg' },
  'music-from-text': {},
  'music-from-video': { video: 'clip.mp4' },
};
/** Seconds of sound or video: the fewest that the adapter does not refuse. */
const LENGTHS = [1, 2, 3, 4, 5, 6, 8, 10];
const IS_MADE = {
  ...{ signal: new AbortController().signal, isReachable: false, until: new Date(0) },
  maxBytes: Infinity,
};

/** Orders one small piece of work of each kind, and writes down what is said. @returns The exit code. */
export async function record(
  vendor: OpenedVendor,
  { into, yes }: { into?: string | undefined; yes: boolean },
): Promise<number> {
  const folder = into ?? fixturesOf(vendor.options.adapter);
  if (folder === undefined) throw new Error('There is no folder of fixtures: name one with --into.');
  const works = vendor.kinds.flatMap((kind) => smallWork(vendor, kind) ?? []);
  const { offer } = vendor.options;
  for (const { kind, model, durationSeconds } of works) {
    const cost = costOf(offer, {
      ...{ kind, durationSeconds, resolution: '540p' },
      models: [model],
      megapixels: 1,
    });
    console.log(
      `${kind} costs ${cost ?? 'what the vendors file does not say'} ${offer.currency ?? ''}`.trim(),
    );
  }
  if (!yes) {
    console.log('Nothing was ordered. With --yes it is, and the vendor bills it.');
    return 2;
  }
  if (vendor.adapter.freeCall) await vendor.client.send(vendor.adapter.freeCall, IS_MADE.signal);
  keep(vendor, folder, 'account');
  const areDone: boolean[] = [];
  for (const work of works) areDone.push(await follow(vendor, work, folder));
  return areDone.every(Boolean) ? 0 : 1;
}

/** Undefined for work that the vendor does not do. */
function smallWork({ adapter, options }: OpenedVendor, kind: string): VendorWork | undefined {
  const inputs = INPUTS[kind] ?? { image: 'portrait.jpg' };
  const { recipes, models, offer } = options;
  const ours = [...(offer.models ?? ['vq2-pro'])][0] ?? '';
  const model =
    recipes.get(kind)?.model ??
    (kind.startsWith('video-') ? (models?.get(ours) ?? adapter.ownModel(ours)) : undefined);
  const fields = { prompt: 'calm and warm', ...(kind.startsWith('video-') ? { resolution: '540p' } : {}) };
  const offered = { kind, model, images: Object.keys(inputs).length, resolution: '540p', fields };
  const durationSeconds = LENGTHS.find(
    (seconds) => !adapter.refuses({ ...offered, durationSeconds: seconds }),
  );
  if (durationSeconds === undefined || kind === 'video-extend') return undefined;
  const asked = kind.startsWith('image-') ? fields : { ...fields, duration: durationSeconds };
  return {
    ...{ kind, model, durationSeconds, fields: asked, asked, seed: 7, callbackUrl: undefined },
    ...{ taskId: randomUUID(), reference: randomUUID() },
    inputs: Object.entries(inputs).map(([name, file]) => sample(name, path.join(SAMPLES, file))),
  };
}

function sample(name: string, file: string): VendorInput {
  const inputs = {
    link: async () => file,
    loadImage: async () => readFile(file),
    openStored: async () => ({ bytes: statSync(file).size, open: async () => createReadStream(file) }),
  };
  return new VendorInput(name, { ...IS_MADE, inputs, reference: 'asset:sample' });
}

/** From the order to its end. What a vendor refuses is written down, too. */
async function follow(vendor: OpenedVendor, work: VendorWork, folder: string): Promise<boolean> {
  const { adapter, client, options } = vendor;
  const { kind, reference } = work;
  const signal = AbortSignal.timeout(options.deadlineSeconds * 1_000);
  const send: Send = (call) => client.send(call, signal);
  try {
    const call = await (adapter.stream?.(work) ?? adapter.order(work, send));
    if (adapter.stream) await client.order({ ...call, isFile: true }, reference);
    const placed = adapter.stream ? undefined : adapter.readOrder(await client.order(call, reference), work);
    keep(vendor, folder, `${kind}-order`);
    if (placed && 'vendorId' in placed) await poll(vendor, work, placed.vendorId, { folder, signal });
    return true;
  } catch (error) {
    keep(vendor, folder, `${kind}-refused`);
    if (!isVendorFailure(error)) throw error;
    console.error(`${kind}: ${answerOf(error, options)}`);
    return false;
  }
}

async function poll(
  vendor: OpenedVendor,
  work: VendorWork,
  vendorId: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<void> {
  const { adapter, client, options } = vendor;
  const task = { adapter, client, workFor: () => work };
  for (let state = 'running'; state === 'running'; keep(vendor, folder, `${work.kind}-${state}`)) {
    await sleep(options.pollSeconds * 1_000);
    state = (await askState(task, vendorId, { ...work, vendorKey: null }, signal)).kind;
  }
}

function keep(vendor: OpenedVendor, folder: string, name: string): void {
  for (const [at, pair] of vendor.http.take().entries())
    writeFixture(folder, at === 0 ? name : `${name}-${at + 1}`, pair, vendor.options);
}
