import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ADAPTERS } from '#libs/media/providers';
import { AdminOnly } from '#libs/platform/http';
import { VendorAdapterListResponse, VendorAdapterResponse } from './dto/vendor-adapters.response.js';

@ApiTags('Admin')
@AdminOnly()
@Controller('admin/vendor-adapters')
export class VendorAdaptersController {
  /** The kinds of vendors that the vendors file may name as `adapter`, and what an entry of each must state. */
  @Get()
  listVendorAdapters(): VendorAdapterListResponse {
    return { adapters: ADAPTERS.map((adapter) => VendorAdapterResponse.from(adapter)) };
  }
}
