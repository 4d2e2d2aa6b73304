import { parseReply } from '../vendor-reply.js';
import { usualRefusal, type VendorRefusal } from '../../terms/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { IMAGE_KINDS, IMAGE_PATHS, imageStatusPath } from '../image-paths.js';
import { type PlacedOrder, VendorAdapter, type VendorTaskState } from '../vendor-adapter.js';
import type { VendorCall, VendorReply } from '../vendor-call.js';
import type { VendorWork } from '../vendor-work.js';
import { freepikTask } from './freepik.schemas.js';

const CONTENT = /nsfw|safety|policy|moderat|sensitive|inappropriate|prohibited/i;

/** Freepik's image API, which is also sold as Magnific. Our image requests have its fields. */
export class FreepikAdapter extends VendorAdapter {
  static readonly facts: AdapterFacts = {
    name: 'freepik',
    baseUrl: 'https://api.freepik.com',
    auth: ['x-freepik-api-key', 'none'],
    hasPlainSecret: true,
  };
  static readonly kinds = IMAGE_KINDS;

  async order({ kind, asked, inputs, callbackUrl }: VendorWork): Promise<VendorCall> {
    const images = inputs.map(async (input) => [input.name, await input.linkOrBase64()] as const);
    const callback = callbackUrl === undefined ? {} : { webhook_url: callbackUrl };
    const json = { ...asked, ...Object.fromEntries(await Promise.all(images)), ...callback };
    return { path: this.path(kind, IMAGE_PATHS[kind] ?? ''), json };
  }

  readOrder({ json }: VendorReply): PlacedOrder {
    return { vendorId: parseReply(freepikTask, json).task_id };
  }

  override status(vendorId: string, { kind }: VendorWork): VendorCall {
    return { path: this.path(`${kind}.status`, imageStatusPath(kind), { task_id: vendorId }) };
  }

  override readState({ json }: VendorReply): VendorTaskState {
    const { status, generated, error, message } = parseReply(freepikTask, json);
    if (status === 'COMPLETED')
      return { kind: 'succeeded', files: generated.map((url) => ({ role: 'image', url })) };
    if (status !== 'FAILED') return { kind: 'running' };
    const said = message ?? error;
    return {
      kind: 'failed',
      said,
      refusal: CONTENT.test(JSON.stringify(said ?? '')) ? 'content' : undefined,
    };
  }

  refusalOf(status: number, body: unknown): VendorRefusal | undefined {
    const refusal = usualRefusal(status);
    const isContent = refusal === 'parameters' && CONTENT.test(JSON.stringify(body ?? ''));
    return isContent ? 'content' : refusal;
  }
}

/** Magnific's own address and header for the same API. */
export class MagnificAdapter extends FreepikAdapter {
  static override readonly facts: AdapterFacts = {
    name: 'magnific',
    baseUrl: 'https://api.magnific.com',
    auth: ['x-magnific-api-key', 'none'],
    hasPlainSecret: true,
  };
}
