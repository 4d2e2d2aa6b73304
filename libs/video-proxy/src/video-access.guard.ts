import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { InsufficientScope, Unauthorized } from '#libs/platform/errors';
import type { Principal } from '#libs/platform/http';
import { MediaProviders } from '#libs/providers';
import { VIDEO_KINDS } from './video-kinds.js';
import { VideoProxySettings } from './video-proxy.settings.js';

/**
 * Video endpoints are open unless their work costs somebody money; the documented calls carry no token. A token that
 * is sent must be good for media all the same.
 */
@Injectable()
export class VideoAccessGuard implements CanActivate {
  constructor(
    private readonly providers: MediaProviders,
    private readonly settings: VideoProxySettings,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const { user } = context.switchToHttp().getRequest<Request & { user?: Principal }>();
    if (user && !user.scopes.includes('media'))
      throw new InsufficientScope('The token lacks the scope "media".');
    const isPaid = VIDEO_KINDS.some((kind) => this.providers.current(kind).isPaid);
    if (!user && isPaid && !this.settings.allowAnonymous) {
      throw new Unauthorized('Send a token in the header "Authorization: Bearer <token>".');
    }
    return true;
  }
}
