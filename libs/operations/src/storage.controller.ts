import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentPrincipal, type Principal } from '#libs/platform/http';
import { FreeStorageRequest } from './dto/storage.request.js';
import { FreedStorageResponse, StorageResponse } from './dto/storage.response.js';
import { StorageRemovals } from './storage-removals.js';
import { StorageReport } from './storage-report.js';

@ApiTags('Admin')
@AdminOnly()
@Controller('admin/storage')
export class StorageController {
  constructor(
    private readonly report: StorageReport,
    private readonly removals: StorageRemovals,
  ) {}

  /** The number of files of each kind, the size of the database and its tables, and the free space on the disk. */
  @Get()
  async getStorage(): Promise<StorageResponse> {
    return this.report.read();
  }

  /** Same as `GET /admin/storage`, with the files counted now, which takes a second per few million. */
  @Post('measure')
  @HttpCode(200)
  async measureStorage(): Promise<StorageResponse> {
    return this.report.measure();
  }

  /**
   * Removes results of tasks that ended long ago, or the cached pictures of nodes; files are gone within minutes. The tasks
   * expire: their rows stay, and their links answer 410. With `dry_run` only counts.
   */
  @Post('free')
  @HttpCode(200)
  async freeStorage(
    @CurrentPrincipal() principal: Principal,
    @Body() body: FreeStorageRequest,
  ): Promise<FreedStorageResponse> {
    return this.removals.remove(principal, body);
  }
}
