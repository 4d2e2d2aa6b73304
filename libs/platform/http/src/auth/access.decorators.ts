import { createParamDecorator, SetMetadata, type Type } from '@nestjs/common';
import { readPrincipal, type Scope } from '../requests/principal.js';

/** What a route asks of its caller. A route that says nothing is for admins. */
export type Access =
  | ({ kind: 'public' } & ForPublishing)
  | ({ kind: 'authenticated' } & ForPublishing)
  | ({ kind: 'scope'; scope: Scope; mayBeInBody?: boolean; opening?: Type<Opening> } & ForPublishing)
  | { kind: 'admin' }
  | { kind: 'own'; needsToken: boolean };

/** Whether the route, whose path has a `nodeId`, also takes tokens that only publish this node. All others refuse them. */
type ForPublishing = { takesPublishTokens?: boolean };

/** Decides whether routes that otherwise need a token are open at the moment. */
export type Opening = { isOpen(): boolean };

/** Metadata key under which a route or controller keeps its `Access`. */
export const ACCESS = 'atelier:access';

/** Open to everyone. A token is optional, but a bad one is refused. */
export const Public = (options: ForPublishing = {}) =>
  SetMetadata(ACCESS, { kind: 'public', ...options } satisfies Access);
export const Authenticated = (options: ForPublishing = {}) =>
  SetMetadata(ACCESS, { kind: 'authenticated', ...options } satisfies Access);
/**
 * A valid token with this scope. Where it may be in the body instead, the route looks at that one itself. While the provider
 * `opening` says so no token is needed, but one that is sent must have the scope.
 */
export const RequireScope = (
  scope: Scope,
  options: { mayBeInBody?: boolean; opening?: Type<Opening> } & ForPublishing = {},
) => SetMetadata(ACCESS, { kind: 'scope', scope, ...options } satisfies Access);
/** An admin's token with the `admin` scope. */
export const AdminOnly = () => SetMetadata(ACCESS, { kind: 'admin' } satisfies Access);

/** The route checks its caller by a guard of its own; the bearer token is not looked at before. */
export const ChecksOwnAccess = ({ needsToken = false } = {}) =>
  SetMetadata(ACCESS, { kind: 'own', needsToken } satisfies Access);

/** The caller; undefined on a public route without a token. */
export const CurrentPrincipal = createParamDecorator(readPrincipal);
