import { Settings } from '#libs/platform/config';
import { MODEL_KIND_NAMES, readVendors } from '#libs/media/providers';

/** The vendors whose models callers name; there is no built-in engine for them. */
export class ModelsSettings extends Settings {
  readonly vendors = readVendors(this.env, { kinds: MODEL_KIND_NAMES });
}
