import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Environment, FollowedFiles, InvalidSettings } from '#libs/platform/config';
import { processMetrics } from '#libs/platform/metrics';
import { MediaProviders } from '../choice/media-providers.js';
import { ProvidersSettings } from '../choice/providers.settings.js';
import { readVendorsFile, vendorsOfArea } from '../vendors/read-vendors.js';
import { VendorProviders } from './vendor-providers.js';

const refused = new Gauge({
  name: 'vendors_file_refused',
  help: '1 while the vendors file is refused, so that the vendors from before are in use; else 0.',
  registers: [processMetrics],
});

/** Follows the vendors file and the files that it names: valid ones apply from then on; with a wrong one nothing changes. */
@Injectable()
export class VendorsFollower implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(VendorsFollower.name);
  private paths: Iterable<string> = [];
  private readonly files = new FollowedFiles({ paths: () => this.paths, read: () => this.read() });

  constructor(
    private readonly env: Environment,
    private readonly settings: ProvidersSettings,
    private readonly vendors: VendorProviders,
    private readonly providers: MediaProviders,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { vendorsFile } = this.settings;
    if (vendorsFile === undefined) return;
    refused.set(0);
    this.paths = [vendorsFile];
    await this.files.start();
  }

  onApplicationShutdown(): void {
    this.files.stop();
  }

  private async read(): Promise<boolean> {
    try {
      await this.take(this.env.again());
      refused.set(0);
    } catch (error) {
      refused.set(1);
      this.logger.error({ err: error }, 'The vendors file is refused; the vendors from before stay');
    }
    return true;
  }

  /** @throws InvalidSettings with all that is wrong with the files; nothing is changed then. */
  private async take(env: Environment): Promise<void> {
    const reading = readVendorsFile(env);
    if (!reading) return;
    const ofFile = this.vendors.followedAreas.map((area) => vendorsOfArea(env, area, reading));
    this.paths = reading.files.paths;
    if (env.problems.length > 0) throw new InvalidSettings(env.problems);
    const changed = this.vendors.replace(ofFile);
    if (changed.length === 0) return;
    await this.providers.refresh();
    this.logger.log({ vendors: changed }, 'The vendors file has changed');
  }
}
