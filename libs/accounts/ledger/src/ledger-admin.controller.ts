import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly } from '#libs/platform/http';
import { LedgerChecksResponse } from './dto/ledger-check.response.js';
import { LedgerCheck } from './ledger-check.js';

@ApiTags('Admin')
@AdminOnly()
@Controller('admin/ledger')
export class LedgerAdminController {
  constructor(private readonly ledger: LedgerCheck) {}

  /** Checks balances, counters and open holds against the entries of the ledger. Reads the whole ledger. */
  @Get('check')
  async checkLedger(): Promise<LedgerChecksResponse> {
    return LedgerChecksResponse.from(await this.ledger.check());
  }
}
