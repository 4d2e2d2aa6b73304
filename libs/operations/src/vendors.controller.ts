import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly } from '#libs/platform/http';
import { VendorListResponse, VendorResponse } from './dto/vendors.response.js';
import { REPORT_MINUTES, VendorsReport } from './vendors-report.js';

@ApiTags('Admin')
@AdminOnly()
@Controller('admin/vendors')
export class VendorsController {
  constructor(private readonly report: VendorsReport) {}

  /**
   * Who works on each kind of media task, and how that went in the last hour: calls, errors and durations of all processes, at
   * most a few seconds old.
   */
  @Get()
  async listVendors(): Promise<VendorListResponse> {
    const vendors = await this.report.list();
    return { vendors: vendors.map((vendor) => VendorResponse.from(vendor)), window_minutes: REPORT_MINUTES };
  }
}
