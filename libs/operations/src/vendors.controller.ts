import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly, ApiErrors, CurrentPrincipal, type Principal } from '#libs/platform/http';
import { ChangeVendorRequest, VendorPath } from './dto/vendors.request.js';
import { VendorListResponse, VendorResponse } from './dto/vendors.response.js';
import { VendorNotFound } from './operations.errors.js';
import { VendorAdminService } from './vendor-admin.service.js';
import { REPORT_MINUTES, VendorsReport } from './vendors-report.js';

@ApiTags('Admin')
@AdminOnly()
@Controller('admin/vendors')
export class VendorsController {
  constructor(
    private readonly report: VendorsReport,
    private readonly vendors: VendorAdminService,
  ) {}

  /**
   * Who works on each kind of media task, and how that went in the last hour: calls, errors and durations of all processes, at
   * most a few seconds old.
   */
  @Get()
  async listVendors(): Promise<VendorListResponse> {
    return { vendors: await this.report.list(), window_minutes: REPORT_MINUTES };
  }

  /**
   * Says how a vendor takes part. One that is drained takes no new tasks; what it was ordered goes on to its end. All processes
   * follow within seconds.
   */
  @Put(':vendor')
  @ApiErrors(VendorNotFound)
  async changeVendor(
    @CurrentPrincipal() principal: Principal,
    @Param() { vendor }: VendorPath,
    @Body() { draining, weight, reason }: ChangeVendorRequest,
  ): Promise<VendorResponse> {
    return this.vendors.change(principal, vendor, { isDraining: draining, weight: weight ?? null, reason });
  }
}
