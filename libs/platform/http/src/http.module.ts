import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { BearerGuard } from './auth/bearer.guard.js';
import { OwnCookies } from './auth/own-cookies.js';
import { SessionCookie } from './auth/session-cookie.js';
import { BodyBudget } from './body/body-budget.js';
import { BodyGuard } from './body/body.guard.js';
import { BodySettings } from './body/body.settings.js';
import { IncomingBodies } from './body/incoming-bodies.js';
import { JsonBodies } from './body/json-bodies.js';
import { PublicCacheGuard } from './caching/public-cache.guard.js';
import { ApiDocument } from './replies/api-document.js';
import { ErrorFilter } from './replies/error.filter.js';
import { NamesSettings } from './names/names.settings.js';
import { HttpSettings } from './requests/http.settings.js';
import { PublicAddress } from './requests/public-address.js';
import { CleanIdempotencyKeysJob } from './idempotency/clean-idempotency-keys.job.js';
import { IdempotencyGuard } from './idempotency/idempotency.guard.js';
import { IdempotencyKeysRepository } from './idempotency/idempotency-keys.repository.js';
import { IdempotencyService } from './idempotency/idempotency.service.js';
import { ReplaySources } from './idempotency/replay-sources.js';
import { PageLinks } from './lists/page-links.js';
import { PublicReplies } from './caching/public-replies.js';
import { PublicRepliesSettings } from './caching/public-replies.settings.js';
import { RateCounter } from './rate-limit/rate-counter.js';
import { RateLimitCountsRepository } from './rate-limit/rate-limit-counts.repository.js';
import { RateLimitGuard } from './rate-limit/rate-limit.guard.js';
import { RateLimitSettings } from './rate-limit/rate-limit.settings.js';
import { RateLimiter } from './rate-limit/rate-limiter.js';
import { RequestPipe } from './fields/request.pipe.js';
import { OpenStreams } from './streams/open-streams.js';
import { StreamSettings } from './streams/stream.settings.js';
import { Connections } from './wire/connections.js';

/** The ground of every route: token, body, fields, errors. Needs a `BearerStrategy` from the users module. */
@Global()
@Module({
  imports: [PassportModule.register({ session: false })],
  providers: [
    ApiDocument,
    HttpSettings,
    NamesSettings,
    PublicAddress,
    OwnCookies,
    SessionCookie,
    PageLinks,
    StreamSettings,
    OpenStreams,
    Connections,
    JsonBodies,
    BodySettings,
    BodyBudget,
    IncomingBodies,
    PublicRepliesSettings,
    PublicReplies,
    RateLimitSettings,
    RateLimitCountsRepository,
    RateCounter,
    RateLimiter,
    IdempotencyKeysRepository,
    ReplaySources,
    IdempotencyService,
    CleanIdempotencyKeysJob,
    { provide: APP_GUARD, useClass: BearerGuard },
    // The order counts: who calls, whether too often, what is asked, whether it was asked before.
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
    { provide: APP_GUARD, useClass: IdempotencyGuard },
    { provide: APP_GUARD, useClass: PublicCacheGuard },
    { provide: APP_PIPE, useClass: RequestPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [
    ApiDocument,
    Connections,
    HttpSettings,
    IncomingBodies,
    OpenStreams,
    OwnCookies,
    PublicAddress,
    PageLinks,
    RateLimiter,
    ReplaySources,
    SessionCookie,
  ],
})
export class HttpModule {}
