import { Injectable, type OnModuleInit } from '@nestjs/common';
import { readRequest } from '#libs/platform/http';
import { Quoters } from '#libs/pricing';
import { MusicFromTextRequest, MusicFromVideoQuoteRequest } from './dto/music.request.js';
import { MUSIC_PATHS } from './music-kinds.js';
import { MusicTasksService, textDuration } from './music-tasks.service.js';

/** Prices music requests. */
@Injectable()
export class MusicQuotes implements OnModuleInit {
  constructor(
    private readonly quoters: Quoters,
    private readonly music: MusicTasksService,
  ) {}

  onModuleInit(): void {
    this.quoters.register({
      kind: 'music-from-text',
      endpoint: `/${MUSIC_PATHS['music-from-text']}`,
      quote: (body) => {
        const { prompt, duration } = readRequest(MusicFromTextRequest, body, { convertsText: false });
        return this.music.quote('music-from-text', textDuration(prompt, duration));
      },
    });
    // A quote is open to everyone, so no video is fetched for it: its length is asked for instead.
    this.quoters.register({
      kind: 'music-from-video',
      endpoint: `/${MUSIC_PATHS['music-from-video']}`,
      quote: (body) => {
        const { duration } = readRequest(MusicFromVideoQuoteRequest, body, { convertsText: false });
        return this.music.quote('music-from-video', Math.max(1, duration));
      },
    });
  }
}
