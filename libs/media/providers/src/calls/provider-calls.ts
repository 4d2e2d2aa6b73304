import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { NO_TRANSACTION } from '#libs/platform/database';
import { openCircuits, restingKeys } from './vendor-metrics.js';
import { callLog } from './call-log.js';
import {
  ProviderCallsRepository,
  type StoredCalls,
  type StoredCircuit,
  type StoredRest,
} from './provider-calls.repository.js';

const STORE_EVERY_MS = 5_000;
/** Of this process, as the counts are: several applications in one process store them once. */
const PROCESS_ID = uuidv7();
/** The last store of this process: one after the other, so that older counts never replace newer ones. */
let storing = Promise.resolve();

/** Results of providers over all processes: each stores its counts every five seconds. */
@Injectable()
export class ProviderCalls implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ProviderCalls.name);
  private timer: NodeJS.Timeout | undefined;
  private hadOpenCircuits = false;
  /** Whether any resting keys were stored last time. */
  private hadRestingKeys = false;

  constructor(private readonly calls: ProviderCallsRepository) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.store(), STORE_EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.store();
  }

  /** Stores what this process has counted since the last time. */
  store(): Promise<void> {
    storing = storing.then(() => this.storeChanged());
    return storing;
  }

  private async storeChanged(): Promise<void> {
    const minutes = callLog.takeChanged();
    const circuits = openCircuits();
    const keys = restingKeys();
    try {
      if (minutes.length > 0) await this.calls.store(NO_TRANSACTION, PROCESS_ID, minutes);
      if (circuits.length > 0 || this.hadOpenCircuits)
        await this.calls.storeCircuits(NO_TRANSACTION, PROCESS_ID, circuits);
      this.hadOpenCircuits = circuits.length > 0;
      if (keys.length > 0 || this.hadRestingKeys)
        await this.calls.storeRestingKeys(NO_TRANSACTION, PROCESS_ID, keys);
      this.hadRestingKeys = keys.length > 0;
    } catch (error) {
      callLog.giveBack(minutes);
      this.logger.warn({ err: error }, 'The calls of providers could not be stored; trying again');
    }
  }

  /** What all processes have counted in the last `minutes`, by provider and work. */
  async list(minutes: number): Promise<StoredCalls[]> {
    return this.calls.list(NO_TRANSACTION, minutes);
  }

  /** The circuits that are not closed, one entry per process. */
  async listCircuits(): Promise<StoredCircuit[]> {
    return this.calls.listCircuits(NO_TRANSACTION);
  }

  async listRestingKeys(): Promise<StoredRest[]> {
    return this.calls.listRestingKeys(NO_TRANSACTION);
  }
}
