import { Injectable, type OnModuleInit } from '@nestjs/common';
import { readRequest } from '#libs/platform/http';
import { Prices, Quoters } from '#libs/pricing';
import { MediaProviders } from '#libs/providers';
import { refuseTwoLights, RelightRequest } from './dto/relight.request.js';
import {
  CreativeSkinRequest,
  FaithfulSkinRequest,
  FlexibleSkinRequest,
} from './dto/skin-enhancer.request.js';
import { StyleTransferRequest } from './dto/style-transfer.request.js';
import type { ImageKind } from './image-kinds.js';

const BASE = '/proxy/imgprov/v1/ai';
const ENDPOINTS: readonly { kind: ImageKind; path: string; request: new () => object }[] = [
  { kind: 'image-relight', path: 'image-relight', request: RelightRequest },
  { kind: 'image-style-transfer', path: 'image-style-transfer', request: StyleTransferRequest },
  { kind: 'skin-enhancer-faithful', path: 'skin-enhancer/faithful', request: FaithfulSkinRequest },
  { kind: 'skin-enhancer-creative', path: 'skin-enhancer/creative', request: CreativeSkinRequest },
  { kind: 'skin-enhancer-flexible', path: 'skin-enhancer/flexible', request: FlexibleSkinRequest },
];

/** Prices image requests. */
@Injectable()
export class ImageQuotes implements OnModuleInit {
  constructor(
    private readonly quoters: Quoters,
    private readonly prices: Prices,
    private readonly providers: MediaProviders,
  ) {}

  onModuleInit(): void {
    for (const { kind, path, request } of ENDPOINTS) {
      this.quoters.register({
        kind,
        endpoint: `${BASE}/${path}`,
        quote: (body) => {
          const read = readRequest(request, body, { convertsText: false });
          if (read instanceof RelightRequest) refuseTwoLights(read);
          return {
            credits: this.prices.image(kind),
            estimatedSeconds: this.providers.current(kind).estimateSeconds({ kind }),
          };
        },
      });
    }
  }
}
