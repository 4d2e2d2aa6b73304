import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { CreditsExhausted } from '#libs/media/work';
import { AdminOnly, ApiErrors, CurrentPrincipal, type Principal } from '#libs/platform/http';
import {
  ChangeVendorRequest,
  RetryVendorRequest,
  TestVendorRequest,
  VendorPath,
} from './dto/vendors.request.js';
import { VendorListResponse, VendorResponse, VendorTestResponse } from './dto/vendors.response.js';
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
   * The providers of each kind of media task, and their calls, errors and durations in the last hour, in all
   * processes, at most a few seconds old.
   */
  @Get()
  async listVendors(): Promise<VendorListResponse> {
    return { vendors: await this.report.list(), window_minutes: REPORT_MINUTES };
  }

  /**
   * Drains a vendor, or sets its weight. A drained vendor gets no new tasks; existing orders are completed. All
   * processes follow within seconds.
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

  /**
   * Calls a vendor again at once whose circuit is open, or whose keys rest. All processes follow within seconds; the
   * next failure opens the circuit again.
   */
  @Post(':vendor/retry')
  @HttpCode(200)
  @ApiErrors(VendorNotFound)
  async retryVendor(
    @CurrentPrincipal() principal: Principal,
    @Param() { vendor }: VendorPath,
    @Body() { reason }: RetryVendorRequest,
  ): Promise<VendorResponse> {
    return this.vendors.retry(principal, vendor, reason);
  }

  /**
   * Tries each key of a vendor by a call that costs nothing, from this process, and says in words what is wrong. Reads
   * the balance and the models where the vendor tells them. With `paid`, a small task is ordered instead, which is yours
   * and is billed to you.
   */
  @Post(':vendor/test')
  @HttpCode(200)
  @ApiBody({ type: TestVendorRequest, required: false })
  @ApiErrors(VendorNotFound, CreditsExhausted)
  async testVendor(
    @CurrentPrincipal() principal: Principal,
    @Param() { vendor }: VendorPath,
    @Body() { paid, kind }: TestVendorRequest,
  ): Promise<VendorTestResponse> {
    return paid ? this.vendors.testPaid(principal, vendor, kind) : this.vendors.test(vendor);
  }
}
