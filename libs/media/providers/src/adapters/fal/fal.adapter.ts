import * as v from 'valibot';
import type { CallerRequest } from '../../terms/callback-signature.js';
import { parseReply } from '../vendor-reply.js';
import { usualRefusal, type VendorRefusal } from '../../terms/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { ALL_KINDS, filesOf, MODEL_AND_INPUT, placesOf, RecipeAdapter } from '../recipe-adapter.js';
import { fill } from '../template.js';
import {
  type EndedState,
  type PlacedOrder,
  type Send,
  UnusableResult,
  type VendorTaskState,
} from '../vendor-adapter.js';
import type { VendorCall, VendorReply } from '../vendor-call.js';
import type { VendorWork } from '../vendor-work.js';
import { falFile, falOrder, falStatus } from './fal.schemas.js';
import { FalKeys } from './fal-signature.js';

/** Statuses with which the place of the result says that the work failed. */
const FAILURES = [400, 402, 403, 404, 408, 409, 422, 500, 502, 503, 504];
const RUNNING: ReadonlySet<string> = new Set(['IN_QUEUE', 'IN_PROGRESS']);

export class FalAdapter extends RecipeAdapter {
  static readonly facts: AdapterFacts = {
    name: 'fal',
    baseUrl: 'https://queue.fal.run',
    auth: ['Authorization', 'Key'],
    recipe: MODEL_AND_INPUT,
  };
  static readonly kinds = ALL_KINDS;

  private readonly signers = new FalKeys(this.path('keys', 'https://rest.fal.ai/.well-known/jwks.json'));

  async order(work: VendorWork): Promise<VendorCall> {
    const query =
      work.callbackUrl === undefined ? '' : `?fal_webhook=${encodeURIComponent(work.callbackUrl)}`;
    const places = await placesOf(work, (input) => input.linkOrDataUri());
    return { path: `/${work.model}${query}`, json: fill(this.recipe(work).input, places) };
  }

  /** The path of the request is its id, as it differs from the model's: `/owner/app/requests/<id>`. */
  readOrder({ json }: VendorReply): PlacedOrder {
    const { pathname } = new URL(parseReply(falOrder, json).response_url);
    const { pathname: base } = new URL(this.options.baseUrl);
    const path = base === '/' ? pathname : pathname.slice(base.length);
    return { vendorId: path.replace(/\/response$/, '') };
  }

  override status(vendorId: string): VendorCall {
    return { path: `${vendorId}/status` };
  }

  override readState({ json }: VendorReply, _work: VendorWork, vendorId: string): VendorTaskState {
    const { status, error } = parseReply(falStatus, json);
    if (RUNNING.has(status)) return { kind: 'running' };
    if (error) return { kind: 'failed', said: error, refusal: contentIn(error) };
    return { kind: 'ask', call: { path: vendorId, reads: FAILURES } };
  }

  override readResult({ status, json }: VendorReply, { kind }: VendorWork): EndedState {
    if (status >= 400) return { kind: 'failed', said: json, refusal: this.refusalOf(status, json) };
    const links = linksIn(json);
    if (links.length === 0) throw new UnusableResult('Work that succeeded names no file');
    return { kind: 'succeeded', files: filesOf(kind, links) };
  }

  override cancel(vendorId: string): VendorCall {
    return { method: 'PUT', path: `${vendorId}/cancel` };
  }

  refusalOf(status: number, body: unknown): VendorRefusal | undefined {
    const said = JSON.stringify(body ?? '');
    if (/balance|locked/i.test(said) && (status === 402 || status === 403)) return 'balance';
    return (status < 500 ? contentIn(body) : undefined) ?? usualRefusal(status);
  }

  override async isSigned(request: CallerRequest, send: Send): Promise<boolean> {
    return this.signers.areOf(request, send);
  }
}

function contentIn(said: unknown): 'content' | undefined {
  return /content_policy|nsfw|safety|moderation/i.test(JSON.stringify(said ?? '')) ? 'content' : undefined;
}

/** The links of an output: `{images: [{url}]}`, `{video: {url}}`, `{audio_file: {url}}`. */
function linksIn(output: unknown): string[] {
  return Object.values(output ?? {})
    .flat()
    .flatMap((value) => {
      const file = v.safeParse(falFile, value);
      return file.success ? [file.output.url] : [];
    });
}
