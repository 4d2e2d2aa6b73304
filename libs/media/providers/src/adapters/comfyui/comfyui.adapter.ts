import { parseReply } from '../vendor-reply.js';
import { usualRefusal, type VendorRefusal } from '../../terms/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { keyCheck } from '../free-call.js';
import { ALL_KINDS, placesOf, RecipeAdapter } from '../recipe-adapter.js';
import { fill } from '../template.js';
import type {
  EndedState,
  LostOrder,
  PlacedOrder,
  RunningState,
  Send,
  VendorTaskState,
} from '../vendor-adapter.js';
import type { VendorCall, VendorReply } from '../vendor-call.js';
import type { VendorWork } from '../vendor-work.js';
import { upload } from './comfyui-files.js';
import { findInOlder, isRunningAfterDelete } from './comfyui-older.js';
import { lacksModel, stateOf } from './comfyui-states.js';
import { comfyHistory, comfyJob, comfyOrder } from './comfyui.schemas.js';

/** A program on a machine of one's own, which does workflows of the operator's. */
export class ComfyUiAdapter extends RecipeAdapter {
  static readonly facts: AdapterFacts = { name: 'comfyui', isOpen: true, recipe: ['workflow'] };
  static readonly kinds = ALL_KINDS;

  override readonly freeCall = keyCheck('/system_stats');

  override readonly takesLinks = false;

  async order(work: VendorWork, send: Send): Promise<VendorCall> {
    const { reference } = work;
    const places = await placesOf(work, (input) => upload(input, reference, send));
    const prompt = fill(this.recipe(work).workflow, places);
    return { path: '/prompt', json: { prompt, prompt_id: reference, client_id: reference } };
  }

  /** Versions before July 2025 give another id than the one that we chose. */
  readOrder({ json }: VendorReply): PlacedOrder {
    return { vendorId: parseReply(comfyOrder, json).prompt_id };
  }

  override status(vendorId: string): VendorCall {
    return this.job(vendorId);
  }

  /** It says 404 in plain text where it is too old to know the path, and in JSON where it does not have the work. */
  override readState({ status, json }: VendorReply, { kind }: VendorWork, id: string): VendorTaskState {
    if (status !== 404) return stateOf(kind, parseReply(comfyJob, json));
    if (json !== undefined) return { kind: 'failed' };
    return { kind: 'ask', call: { path: this.path('history', '/history/{id}', { id }) } };
  }

  /** The history has only what has ended. */
  override readResult({ json }: VendorReply, { kind }: VendorWork, id: string): EndedState | RunningState {
    const { [id]: entry } = parseReply(comfyHistory, json);
    if (!entry) return { kind: 'running' };
    const { outputs, status } = entry;
    return stateOf(kind, { outputs, status: status.status_str === 'success' ? 'completed' : 'failed' });
  }

  override async cancel(id: string, _kind: string, send: Send): Promise<VendorCall | undefined> {
    const path = this.path('cancel', '/api/jobs/{id}/cancel', { id });
    const { status } = await send({ method: 'POST', path, reads: [404] });
    if (status !== 404) return undefined;
    // The oldest versions interrupt whatever runs.
    const isRunning = await isRunningAfterDelete(id, send);
    return isRunning ? { path: '/interrupt', json: { prompt_id: id } } : undefined;
  }

  override canFind(): boolean {
    return true;
  }

  override async find({ reference }: LostOrder, send: Send): Promise<string | undefined> {
    const { status, json } = await send(this.job(reference));
    if (status !== 404) return parseReply(comfyJob, json).id;
    return json === undefined ? findInOlder(reference, send) : undefined;
  }

  refusalOf(status: number, body: unknown): VendorRefusal | undefined {
    return status === 400 && lacksModel(body) ? 'model' : usualRefusal(status);
  }

  private job(id: string): VendorCall {
    return { path: this.path('job', '/api/jobs/{id}', { id }), reads: [404] };
  }
}
