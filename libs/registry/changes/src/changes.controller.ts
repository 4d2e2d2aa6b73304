import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public, PubliclyCached } from '#libs/platform/http';
import { ChangeFeed } from './change-feed.js';
import { ListChangesQuery } from './dto/changes.request.js';
import { ChangeListResponse, ChangeResponse } from './dto/changes.response.js';

@ApiTags('Registry')
@Controller('changes')
export class ChangesController {
  constructor(private readonly feed: ChangeFeed) {}

  /**
   * What changed in the registry since a serial, deletions included, in the order in which it became visible. A mirror
   * asks repeatedly with the last serial that it saw.
   */
  @Get()
  @Public()
  @PubliclyCached({ maxAgeSeconds: 5 })
  async list(@Query() { since, limit }: ListChangesQuery): Promise<ChangeListResponse> {
    const changes = await this.feed.listAfter(since, limit + 1);
    const page = changes.slice(0, limit).map((change) => ChangeResponse.from(change));
    return { changes: page, last_serial: page.at(-1)?.serial ?? since, has_more: changes.length > limit };
  }
}
