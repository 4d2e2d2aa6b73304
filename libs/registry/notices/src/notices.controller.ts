import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentPrincipal, NextPageQuery, type Principal } from '#libs/platform/http';
import { NoticeListResponse } from './dto/notice.response.js';
import { Notices } from './notices.js';

@ApiTags('Publishers')
@Controller('users/notices')
export class NoticesController {
  constructor(private readonly notices: Notices) {}

  /** What was decided on packages of your publishers, newest first. The same is sent by mail where a server is set up. */
  @Get()
  @Authenticated()
  async listNotices(
    @CurrentPrincipal() { userId }: Principal,
    @Query() { cursor, limit }: NextPageQuery,
  ): Promise<NoticeListResponse> {
    return this.notices.list(userId, cursor, limit);
  }
}
