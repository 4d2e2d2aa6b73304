import type { Type } from '@nestjs/common';
import { GUARDS_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import type { ErrorDefinition } from '#libs/platform/errors';
import { type Deprecation, deprecationOf } from './deprecated-since.js';
import { errorsOfRoute } from './api-errors.decorator.js';
import { ACCESS, type Access } from '../auth/access.decorators.js';
import { readPrincipal } from '../requests/principal.js';
import { isCached } from '../caching/public-cache.guard.js';
import { isRateLimitExempt } from '../rate-limit/rate-limit.guard.js';
import { type ReplyHeader, replyHeadersOfRoute } from '../requests/reply-headers.js';

/** What the decorators of a route say of it, for the API document: they also do it, so that the two cannot differ. */
export type RouteFacts = {
  access: Access;
  /** Whether the answer may depend on who calls, also where a token is not needed. */
  looksAtCaller: boolean;
  isRateLimited: boolean;
  isCached: boolean;
  errors: readonly ErrorDefinition[];
  replyHeaders: readonly ReplyHeader[];
  deprecation: Deprecation | undefined;
};

/** The facts of the route that `handler` of `controller` serves. */
export function routeFacts(controller: Type, handler: string): RouteFacts {
  const method = (controller.prototype as Record<string, unknown>)[handler] as object;
  const access: Access | undefined =
    Reflect.getMetadata(ACCESS, method) ?? Reflect.getMetadata(ACCESS, controller);
  const parameters = Object.entries<{ factory?: unknown }>(
    Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {},
  );
  const hasGuard = [method, controller].some((target) => Reflect.hasMetadata(GUARDS_METADATA, target));
  return {
    access: access ?? { kind: 'admin' },
    looksAtCaller: hasGuard || parameters.some(([, { factory }]) => factory === readPrincipal),
    isRateLimited: !isRateLimitExempt(method, controller),
    isCached: isCached(method),
    errors: errorsOfRoute(method, controller),
    replyHeaders: replyHeadersOfRoute(method, controller),
    deprecation: deprecationOf(method),
  };
}
