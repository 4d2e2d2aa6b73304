import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** What a token may be used for. */
export const SCOPES = ['media', 'registry:read', 'registry:write', 'admin'] as const;
/** One of `SCOPES`. */
export type Scope = (typeof SCOPES)[number];

/** Who is calling. */
export type Principal = {
  userId: string;
  name: string;
  email: string;
  /** Whether the user is an admin and the token has the `admin` scope. */
  isAdmin: boolean;
  isApproved: boolean;
  /** Turns that the user's tasks get where those of others get one; absent for 1. */
  queueWeight?: number;
  scopes: readonly Scope[];
  /** Absent for a JWT of the configured issuer. */
  tokenId?: string;
  /** Set when the token is bound to one publisher: it may write only there. */
  publisherId?: string;
  /** Set when the token came from trusted publishing: it may only publish versions of this node of `publisherId`. */
  nodeId?: string;
  /** Set when the caller came with the cookie of a session instead of a token: when its text is due to be renewed. */
  session?: { renewAtMs: number };
};

/** A session as one of its requests finds it. */
export type ResumedSession = {
  principal: Principal;
  /** The new text that the cookie has from now on, when it was time for one. */
  renewed?: NewSessionText;
};

/** The text of a session's cookie, and when the session ends at the latest. */
export type NewSessionText = { text: string; endsAt: Date };

/** The caller of a request; undefined without a token, or before it was looked at. */
export function callerOf(request: Request): Principal | undefined {
  return request.user as Principal | undefined;
}

/** As `callerOf`, for a parameter of a route. */
export function readPrincipal(_: unknown, context: ExecutionContext): Principal | undefined {
  return callerOf(context.switchToHttp().getRequest());
}

/** Finds out who a bearer token belongs to. Implemented by the users module. */
export abstract class PrincipalResolver {
  /** The caller, or undefined when the token is unknown, expired or revoked. */
  abstract resolve(token: string): Promise<Principal | undefined>;

  /** As `resolve`, for a token that was resolved in the last seconds; undefined for any other one. */
  abstract remembered(token: string): Principal | undefined;

  /**
   * The session with this text, or undefined when there is none or it has ended.
   * @param mayRenew Whether the reply can carry a new text.
   */
  abstract resumeSession(text: string, mayRenew: boolean): Promise<ResumedSession | undefined>;

  /** The caller of a session that was resumed in the last seconds and needs no new text; undefined for any other one. */
  abstract rememberedSession(text: string): Principal | undefined;
}
