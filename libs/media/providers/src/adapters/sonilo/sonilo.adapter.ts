import { parseReply } from '../vendor-reply.js';
import { usualRefusal, type VendorRefusal } from '../../terms/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { keyCheck } from '../free-call.js';
import {
  type OfferedWork,
  type PlacedOrder,
  UnusableResult,
  VendorAdapter,
  type VendorTaskState,
} from '../vendor-adapter.js';
import type { VendorCall, VendorReply } from '../vendor-call.js';
import type { VendorWork } from '../vendor-work.js';
import { refusalOfError } from './sonilo-refusal.js';
import { soniloForm } from './sonilo-request.js';
import { soniloCost, soniloOrder, soniloTask } from './sonilo.schemas.js';

const BASE = 'https://api.sonilo.com';
const PROMPT_MAX_CHARS = 1_000;
const PATHS: Readonly<Record<string, string>> = {
  'music-from-text': '/v1/text-to-music',
  'music-from-video': '/v1/video-to-music',
};
/** Fields that Sonilo takes only with `mode=async`. */
const OF_TASKS = [
  ...['mode', 'output_format', 'variants_num', 'stems'],
  ...['isolate_vocals', 'preserve_speech', 'ducking'],
];

/** Sonilo's music, ordered as a task: for WAV, MP3 and all else that its stream does not give. */
export class SoniloAsyncAdapter extends VendorAdapter {
  static readonly facts: AdapterFacts = { name: 'sonilo-async', baseUrl: BASE, bills: 'USD' };
  static readonly kinds = Object.keys(PATHS);

  override readonly freeCall = keyCheck('/v1/account/services');

  override refuses({ fields }: OfferedWork): string | undefined {
    const isLong = String(fields?.prompt ?? '').length > PROMPT_MAX_CHARS;
    return isLong ? `prompt must be ${PROMPT_MAX_CHARS} characters at most` : undefined;
  }

  async order(work: VendorWork): Promise<VendorCall> {
    return this.compose(work, { mode: 'async' });
  }

  readOrder({ json }: VendorReply): PlacedOrder {
    return { vendorId: parseReply(soniloOrder, json).task_id };
  }

  override status(vendorId: string): VendorCall {
    return { path: this.path('status', '/v1/tasks/{task_id}', { task_id: vendorId }) };
  }

  override readState({ json }: VendorReply): VendorTaskState {
    const { status, audio, title, cost, error, refunded } = parseReply(soniloTask, json);
    if (status === 'processing') return { kind: 'running' };
    if (status === 'failed')
      return {
        ...{ kind: 'failed', said: error, credits: refunded ? 0 : undefined },
        refusal: refusalOfError(error),
      };
    if (audio.length === 0) throw new UnusableResult('Work that succeeded names no file');
    const files = audio.map(({ url }) => ({ role: 'audio', url }));
    const credits = parseReply(soniloCost, cost);
    return { kind: 'succeeded', files, credits, ...(title ? { details: title } : {}) };
  }

  refusalOf(status: number, body: unknown): VendorRefusal | undefined {
    return (status < 500 ? refusalOfError(body) : undefined) ?? usualRefusal(status);
  }

  protected async compose(work: VendorWork, more: Record<string, unknown> = {}): Promise<VendorCall> {
    const { kind } = work;
    const fields = { ...this.options.recipes.get(kind)?.input, ...more };
    return { path: this.path(kind, PATHS[kind] ?? ''), form: await soniloForm(work, fields) };
  }
}

/** The same as a stream of M4A, heard while it is made. */
export class SoniloAdapter extends SoniloAsyncAdapter {
  static override readonly facts: AdapterFacts = { name: 'sonilo', baseUrl: BASE, bills: 'USD' };

  override problems(): string[] {
    return [...this.options.recipes].flatMap(([kind, { input = {} }]) =>
      OF_TASKS.filter((field) => field in input).map(
        (field) => `kinds.${kind}.input.${field} must not be stated: only sonilo-async has it`,
      ),
    );
  }

  override async stream(work: VendorWork): Promise<VendorCall> {
    return this.compose(work);
  }

  override translateLine(line: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    if (line.type === 'cost') return { type: 'cost', credits: parseReply(soniloCost, line) };
    return line.type === 'error' ? { ...line, refusal: refusalOfError(line) } : line;
  }
}
