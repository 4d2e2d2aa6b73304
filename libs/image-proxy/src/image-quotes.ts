import { Injectable, type OnModuleInit } from '@nestjs/common';
import { readRequest } from '#libs/platform/http';
import { Prices, Quoters } from '#libs/pricing';
import { MediaProviders } from '#libs/providers';
import { IMAGE_BASE, IMAGE_ENDPOINTS } from './image-endpoints.js';
import { ALL_IMAGE_KINDS } from './image-kinds.js';

/** Prices image requests. */
@Injectable()
export class ImageQuotes implements OnModuleInit {
  constructor(
    private readonly quoters: Quoters,
    private readonly prices: Prices,
    private readonly providers: MediaProviders,
  ) {}

  onModuleInit(): void {
    for (const kind of ALL_IMAGE_KINDS) {
      const { path, request } = IMAGE_ENDPOINTS[kind];
      this.quoters.register({
        kind,
        endpoint: `/${IMAGE_BASE}/${path}`,
        quote: (body) => {
          readRequest(request, body, { convertsText: false });
          const estimatedSeconds = this.providers.current(kind).estimateSeconds({ kind });
          return { credits: this.prices.image(kind), estimatedSeconds };
        },
      });
    }
  }
}
