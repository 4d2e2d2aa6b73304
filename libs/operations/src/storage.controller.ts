import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly } from '#libs/platform/http';
import { StorageResponse } from './dto/storage.response.js';
import { StorageReport } from './storage-report.js';

@ApiTags('Admin')
@AdminOnly()
@Controller('admin/storage')
export class StorageController {
  constructor(private readonly report: StorageReport) {}

  /** How many files there are of each kind, how large the database and its tables are, and how full the disk. */
  @Get()
  async getStorage(): Promise<StorageResponse> {
    return this.report.read();
  }

  /** As `GET /admin/storage`, with the files counted now, which takes a second for each few million. */
  @Post('measure')
  @HttpCode(200)
  async measureStorage(): Promise<StorageResponse> {
    return this.report.measure();
  }
}
