import { usualRefusal, type VendorRefusal } from '../../terms/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { ALL_KINDS, placesOf, RecipeAdapter } from '../recipe-adapter.js';
import { readEnded } from '../replicate/prediction-state.js';
import { fill } from '../template.js';
import type { PlacedOrder } from '../vendor-adapter.js';
import type { VendorCall, VendorReply } from '../vendor-call.js';
import type { VendorWork } from '../vendor-work.js';

/** The server of one model, which does the work while it is called. */
export class CogAdapter extends RecipeAdapter {
  static readonly facts: AdapterFacts = { name: 'cog', isOpen: true, recipe: ['input'] };
  static readonly kinds = ALL_KINDS;

  async order(work: VendorWork): Promise<VendorCall> {
    const places = await placesOf(work, (given) => given.linkOrDataUri());
    return { path: '/predictions', json: { input: fill(this.recipe(work).input, places) } };
  }

  readOrder({ json }: VendorReply, { kind }: VendorWork): PlacedOrder {
    return { state: readEnded(json, kind) };
  }

  /** It takes one order at a time, and answers 409 to others. */
  refusalOf(status: number): VendorRefusal | undefined {
    return status === 409 ? 'busy' : usualRefusal(status);
  }
}
