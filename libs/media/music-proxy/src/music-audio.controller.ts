import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AssetsService, RangeNotSatisfiable, sendAsset } from '#libs/media/assets';
import { MediaTaskPath, TaskExpired, TaskLinkInvalid, TaskLinks, TaskNotFound } from '#libs/media/work';
import {
  ApiErrors,
  ApiFileReply,
  ApiReplyHeaders,
  CurrentPrincipal,
  OpenStreams,
  type Principal,
  Public,
} from '#libs/platform/http';
import { LinkProof } from '#libs/platform/signing';
import { MusicAudio } from './music-audio.js';
import { MUSIC_KINDS } from './music-kinds.js';
import { NoMusicMade } from './music.errors.js';

@ApiTags('Music')
@Controller('tasks')
export class MusicAudioController {
  constructor(
    private readonly audio: MusicAudio,
    private readonly assets: AssetsService,
    private readonly links: TaskLinks,
    private readonly open: OpenStreams,
  ) {}

  /**
   * The sound of a music task: the file as it grows while the music is made, then the finished one, which supports
   * ranges. If the music fails meanwhile, the connection breaks. The link `audio_url` of a task, which the header
   * `Link` of its submit has too, opens it without a token: `<audio src>` plays it.
   */
  @Get(':task_id/audio')
  @Public()
  @ApiFileReply('The file; of unknown length while it is made. MP3, or what a vendor makes.', 'audio/*')
  @ApiReplyHeaders('Repr-Digest')
  @ApiErrors(TaskNotFound, TaskExpired, TaskLinkInvalid, NoMusicMade, RangeNotSatisfiable)
  async streamMusicAudio(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { task_id: id }: MediaTaskPath,
    @Query() proof: LinkProof,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const task = await this.links.requireReadable('audio', principal, { id, proof, kinds: MUSIC_KINDS });
    const file = await this.audio.finishedFile(task);
    if (file) await sendAsset(response, this.assets, file);
    else await this.audio.send(response, task, this.open.take(request, principal, response));
  }
}
