import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { MediaTaskPath, TaskExpired, TaskLinkInvalid, TaskLinks, TaskNotFound } from '#libs/media/work';
import {
  ApiErrors,
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
    private readonly links: TaskLinks,
    private readonly open: OpenStreams,
  ) {}

  /**
   * The sound of a music task: the file as it grows while the music is made, then a redirect to the finished one, which
   * supports ranges. If the music fails meanwhile, the connection breaks. The link `audio_url` of a task, which the header
   * `Link` of its submit has too, opens it without a token: `<audio src>` plays it.
   */
  @Get(':task_id/audio')
  @Public()
  @ApiOkResponse({
    description: 'The file, of unknown length: MP3, or what a vendor makes.',
    content: { 'audio/*': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiFoundResponse({ description: 'The music is finished: its file.' })
  @ApiReplyHeaders('Location')
  @ApiErrors(TaskNotFound, TaskExpired, TaskLinkInvalid, NoMusicMade)
  async streamMusicAudio(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { task_id: id }: MediaTaskPath,
    @Query() proof: LinkProof,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const task = await this.links.requireReadable('audio', principal, { id, proof, kinds: MUSIC_KINDS });
    const file = await this.audio.finishedFile(task);
    if (file !== undefined) {
      response.redirect(file);
      return;
    }
    await this.audio.send(response, task, this.open.take(request, principal, response));
  }
}
