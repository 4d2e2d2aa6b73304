import { Injectable } from '@nestjs/common';
import type { Task } from '#libs/media/work';
import { PublicAddress, type Principal } from '#libs/platform/http';
import { MediaProviders } from './media-providers.js';

/** Starts a task of one kind that only the vendor may do, as small as it takes. @throws As `MediaTasks.start`. */
export type Trial = (principal: Principal, vendor: string) => Promise<Pick<Task, 'id'>>;

/** What trying a vendor would make, and about what it costs there, in the currency of its books, if stated. */
export type TrialOffer = { kind: string; cost: number | undefined };

/** A size for which a trial's cost is told: no vendor has much larger smallest ones. */
const TRIAL = { durationSeconds: 5, megapixels: 1 };

/** Real tasks by which an admin sees that a vendor works. Each area registers the small requests of its kinds. */
@Injectable()
export class VendorTrials {
  private readonly trials = new Map<string, Trial>();

  constructor(
    private readonly providers: MediaProviders,
    private readonly address: PublicAddress,
  ) {}

  register(kind: string, trial: Trial): void {
    this.trials.set(kind, trial);
  }

  /** The address of a sample, as the input of a small request. */
  sample(name: string): string {
    return `${this.address.url}/samples/${name}`;
  }

  /** The first of these sizes of a work that the vendor takes, else the first. */
  smallest<Size extends object>(kind: string, vendor: string, sizes: readonly Size[]): Size | undefined {
    return sizes.find((size) => this.providers.takes({ kind, vendor, images: 1, ...size })) ?? sizes[0];
  }

  /** The kinds by which the vendor can be tried. */
  offersOf(vendor: string): TrialOffer[] {
    const kinds = this.providers.kindsOf(vendor).filter((kind) => this.trials.has(kind));
    return kinds.map((kind) => ({ kind, cost: this.providers.costAt(vendor, { kind, ...TRIAL }) }));
  }

  /** @throws As `Trial`. */
  async start(principal: Principal, vendor: string, kind: string): Promise<string> {
    const trial = this.trials.get(kind);
    if (!trial) throw new Error(`${kind} cannot be tried`);
    return (await trial(principal, vendor)).id;
  }
}
