import { Global, Module } from '@nestjs/common';
import { OutboundHttp } from './outbound-http.js';
import { OutboundSettings } from './outbound.settings.js';

/** Stated in `User-Agent`. */
const PRODUCT_VERSION = '0.1';

/** The one HTTP client of the process. */
@Global()
@Module({
  providers: [
    OutboundSettings,
    {
      provide: OutboundHttp,
      useFactory: ({ allowPrivateNetworks }: OutboundSettings) =>
        new OutboundHttp({ version: PRODUCT_VERSION, allowPrivateNetworks }),
      inject: [OutboundSettings],
    },
  ],
  exports: [OutboundHttp, OutboundSettings],
})
export class OutboundModule {}
