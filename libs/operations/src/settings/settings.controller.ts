import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { VendorsTrial } from '#libs/media/providers';
import { Prices, PriceTrial } from '#libs/media/work';
import { AdminOnly } from '#libs/platform/http';
import { TryFileRequest, TryLimitRequest } from './dto/settings.request.js';
import { FileTrialResponse, LimitTrialResponse, SettingListResponse } from './dto/settings.response.js';
import { LimitTrial } from './limit-trial.js';
import { SettingsReport } from './settings-report.js';

@ApiTags('Admin')
@AdminOnly()
@Controller('admin/settings')
export class SettingsController {
  constructor(
    private readonly report: SettingsReport,
    private readonly prices: Prices,
    private readonly priceTrial: PriceTrial,
    private readonly vendorsTrial: VendorsTrial,
    private readonly limitTrial: LimitTrial,
  ) {}

  /** What is set, to what, and from where. Secrets are not shown. A change takes effect when the service starts again. */
  @Get()
  listSettings(): SettingListResponse {
    return { settings: this.report.list(), price_table_version: this.prices.version };
  }

  /** Tells what a price table or vendors file would change, without using it. The service reads these files again when they change. */
  @Post('try')
  @HttpCode(200)
  async tryFile(@Body() { file, content }: TryFileRequest): Promise<FileTrialResponse> {
    return file === 'prices' ? this.priceTrial.read(content) : this.vendorsTrial.read(content);
  }

  /** Tells what a limit would have refused in the last days, from what is recorded. Changes nothing. */
  @Post('try-limit')
  @HttpCode(200)
  async tryLimit(@Body() body: TryLimitRequest): Promise<LimitTrialResponse> {
    return this.limitTrial.read(body);
  }
}
