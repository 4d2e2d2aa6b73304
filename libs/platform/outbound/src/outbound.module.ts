import { Global, Module } from '@nestjs/common';
import { OutboundHttp } from './outbound-http.js';
import { OutboundSettings } from './outbound.settings.js';

/** Used in `User-Agent`. */
export const PRODUCT_VERSION = '0.1';

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
