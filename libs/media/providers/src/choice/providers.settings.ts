import { Settings } from '#libs/platform/config';
import { vendorsFilePath } from '../vendors/read-vendors.js';

/** Which providers work on tasks, and how long the local engines may stall. */
export class ProvidersSettings extends Settings {
  readonly preferred = this.env.list('PREFERRED_PROVIDERS', {
    description:
      'Names of the providers that are preferred for new tasks, in order; needed where two vendors are configured for the same work. By default a vendor (`upstream`) comes before the local engine (`local`).',
  });

  readonly vendorsFile = vendorsFilePath(this.env);

  readonly engineStallSeconds = this.env.int('ENGINE_STALL_SECONDS', {
    min: 1,
    max: 21_600,
    default: 600,
    description:
      'How long a process of the local engines for pictures and videos may get no processor time and report no progress, before its work is given to another process, once. A process that gets some is only slow, and continues.',
  });
}
