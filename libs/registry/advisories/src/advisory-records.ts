import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { AdvisoriesRepository } from './advisories.repository.js';
import { AdvisoryResponse } from './dto/advisory.response.js';
import { OsvResponse } from './dto/osv.response.js';

/** Advisories in memory at once. */
const PART = 500;

/** All advisories as the API shows them, for copies of the registry. */
@Injectable()
export class AdvisoryRecords {
  constructor(private readonly advisories: AdvisoriesRepository) {}

  /** Oldest first, each with its OSV record. */
  async *all(): AsyncGenerator<AdvisoryResponse & { osv: OsvResponse }> {
    for (let after: number | undefined = 0; after !== undefined;) {
      const part = await this.advisories.listAfter(NO_TRANSACTION, after, PART);
      for (const advisory of part)
        yield { ...AdvisoryResponse.from(advisory), osv: OsvResponse.from(advisory) };
      after = part.length === PART ? part.at(-1)?.serial : undefined;
    }
  }
}
