import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { BodyTooLarge, UnsupportedMediaType } from '#libs/platform/errors';
import {
  ApiErrors,
  ApiReplyHeaders,
  ApiTaskHeaders,
  CurrentPrincipal,
  IdempotencyInFlight,
  IdempotencyMismatch,
  keepReplyAs,
  OpenStreams,
  type Principal,
  Public,
  readRequest,
  RequireScope,
  StreamedBody,
} from '#libs/platform/http';
import {
  type GivenQuote,
  MediaTaskPath,
  QuoteGiven,
  type Task,
  TaskExpired,
  TaskLinks,
  TaskNotFound,
} from '#libs/media/work';
import { StartsTask } from '#libs/media/providers';
import { ApiMusicStream } from './dto/music-line.response.js';
import { MUSIC_EXAMPLES, VIDEO_MUSIC_EXAMPLES } from './dto/music-examples.js';
import { MusicFromTextRequest, MusicFromVideoRequest, StreamQuery } from './dto/music.request.js';
import { NotAVideo, StreamExpired, VideoTooLong, VideoUnreachable } from './music.errors.js';
import { MusicForms } from './music-forms.js';
import { MUSIC_REPLAY, MusicStreams } from './music-streams.js';
import { MusicLines } from './music-lines.js';
import { MUSIC_BASE, MUSIC_PATHS } from './music-kinds.js';
import { MusicTasksService } from './music-tasks.service.js';
import { beginNdjson, sendNdjson } from './ndjson-reply.js';
import {
  RejectedContent,
  MusicUpstreamBusy,
  MusicUpstreamFailed,
  MusicUpstreamTimeout,
} from './upstream/vendor-failures.js';
import { VideoSource } from './video-source.js';

/** Any start may meet a reused `Idempotency-Key` or a failing vendor. */
const STARTING = [
  IdempotencyInFlight,
  IdempotencyMismatch,
  RejectedContent,
  MusicUpstreamFailed,
  MusicUpstreamBusy,
  MusicUpstreamTimeout,
] as const;

@ApiTags('Music')
@ApiTaskHeaders()
@ApiReplyHeaders('X-Task-Id')
@Controller()
export class MusicProxyController {
  constructor(
    private readonly music: MusicTasksService,
    private readonly streams: MusicStreams,
    private readonly lines: MusicLines,
    private readonly videos: VideoSource,
    private readonly forms: MusicForms,
    private readonly links: TaskLinks,
    private readonly open: OpenStreams,
  ) {}

  /**
   * Makes music from text. The reply is a stream of NDJSON events: task, duration, title, audio chunks (Base64;
   * joined, they are one MP3 file), cost, complete.
   */
  @StartsTask(`${MUSIC_BASE}/${MUSIC_PATHS['music-from-text']}`)
  @RequireScope('media')
  @StreamedBody()
  @ApiConsumes('multipart/form-data', 'application/x-www-form-urlencoded')
  @ApiBody({ type: MusicFromTextRequest, examples: MUSIC_EXAMPLES })
  @ApiMusicStream('The stream.')
  @ApiReplyHeaders('Link')
  @ApiErrors(UnsupportedMediaType, ...STARTING)
  async makeMusicFromText(
    @CurrentPrincipal() principal: Principal,
    @QuoteGiven() quote: GivenQuote | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const signal = this.open.take(request, principal, response);
    const task = await this.forms.with(request, [], async ({ fields }) => {
      const { prompt, duration } = readRequest(MusicFromTextRequest, fields, { convertsText: true });
      return this.music.startFromText(principal, prompt, duration, quote);
    });
    await this.sendNew(response, task, signal);
  }

  /**
   * Makes music for a video, sent as a file (`0.video` or `video`) or as a URL (`video` or `video_url`); at most 1024
   * MB and 6 minutes. The reply is a stream like that of music from text, with `titles` before `title`.
   */
  @StartsTask(`${MUSIC_BASE}/${MUSIC_PATHS['music-from-video']}`)
  @RequireScope('media')
  @StreamedBody()
  @ApiConsumes('multipart/form-data', 'application/x-www-form-urlencoded')
  @ApiBody({
    examples: VIDEO_MUSIC_EXAMPLES,
    schema: {
      type: 'object',
      properties: {
        prompt: {
          type: 'string',
          maxLength: 2000,
          description: 'What the music should be like.',
          example: 'warm strings, slow',
        },
        video: {
          type: 'string',
          format: 'uri',
          description: 'URL of the video. A file takes precedence over a sample.',
          ...{ 'x-form': { help: 'At most 6 minutes and 1024 MB.' } },
          example: '/samples/clip.mp4',
        },
        // Blank, or the documentation page would fill in an example address.
        video_url: {
          type: 'string',
          description: 'The same as `video`. An empty value counts as absent.',
          example: '',
        },
        '0.video': { type: 'string', format: 'binary', description: 'The video as a file.' },
      },
    },
  })
  @ApiMusicStream('The stream.')
  @ApiReplyHeaders('Link')
  @ApiErrors(BodyTooLarge, UnsupportedMediaType, NotAVideo, VideoTooLong, VideoUnreachable, ...STARTING)
  async makeMusicFromVideo(
    @CurrentPrincipal() principal: Principal,
    @QuoteGiven() quote: GivenQuote | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const signal = this.open.take(request, principal, response);
    const task = await this.forms.with(request, ['0.video', 'video'], async (form) => {
      const fields = readRequest(MusicFromVideoRequest, form.fields, { convertsText: true });
      const video = () => this.videos.only(fields, form);
      return this.music.startFromVideo(principal, fields.prompt ?? '', video, quote);
    });
    await this.sendNew(response, task, signal);
  }

  /** Resumes the stream of a music task after line number `after`, for a reader that lost its connection. */
  @Get('tasks/:task_id/stream')
  @Public()
  @ApiMusicStream('The rest of the stream.')
  @ApiErrors(TaskNotFound, TaskExpired, StreamExpired)
  async resumeMusicStream(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { task_id: taskId }: MediaTaskPath,
    @Query() { after }: StreamQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { task, end } = await this.streams.requireReadable(principal, taskId, after);
    if (end !== undefined) {
      beginNdjson(response, task);
      response.end(end);
      return;
    }
    const signal = this.open.take(request, principal, response);
    beginNdjson(response, task);
    await sendNdjson(response, this.lines.follow(task.id, after, signal), signal);
  }

  /** If the reader disconnects, the music is still made. */
  private async sendNew(response: Response, task: Task, signal: AbortSignal): Promise<void> {
    await this.streams.refuseEarly(task);
    beginNdjson(response, task);
    const audio = this.links.audioOf(task);
    if (audio !== null) response.set('Link', `<${audio}>; rel="alternate"; type="audio/*"`);
    await keepReplyAs(MUSIC_REPLAY, task.id);
    await sendNdjson(response, this.lines.follow(task.id, -1, signal), signal);
  }
}
