import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Unauthorized } from '#libs/platform/errors';
import {
  ApiErrors,
  CurrentPrincipal,
  type Principal,
  Public,
  RateLimiter,
  SessionCookie,
} from '#libs/platform/http';
import { AccessTokensService } from '../access-tokens.service.js';
import {
  InvitationExpired,
  InvitationNotFound,
  InvitationUsed,
  SignedInAlready,
  UserSuspended,
} from '../users.errors.js';
import { IssuerClient } from '../oidc/issuer-client.js';
import { deviceOf } from './device.js';
import { CreateSessionRequest } from './dto/session.request.js';
import { SessionMethodsResponse, SessionResponse } from './dto/session.response.js';
import { type BegunSession, SessionsService } from './sessions.service.js';

@ApiTags('Users')
@Controller('session')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly tokens: AccessTokensService,
    private readonly cookie: SessionCookie,
    private readonly limiter: RateLimiter,
    private readonly issuer: IssuerClient,
  ) {}

  /** Shows the signed-in user or the owner of the token, and the expiry; 204 when there is neither. */
  @Get()
  @Public()
  @ApiOkResponse({ type: SessionResponse })
  @ApiNoContentResponse({ description: 'Not signed in.' })
  async get(
    @CurrentPrincipal() principal: Principal | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionResponse | undefined> {
    if (principal) return SessionResponse.of(principal, await this.tokens.endOf(principal));
    response.status(204);
    return undefined;
  }

  /** The ways to sign in here. */
  @Get('methods')
  @Public()
  getSignInMethods(): SessionMethodsResponse {
    return SessionMethodsResponse.of(this.issuer.issuer);
  }

  /**
   * Signs a browser in: the reply sets a cookie, which pages of this service send automatically. Programs send a
   * token instead. A previous session of the browser ends; an invitation ends it only if the request says so.
   */
  @Post()
  @Public()
  @ApiErrors(SignedInAlready, UserSuspended, InvitationNotFound, InvitationUsed, InvitationExpired)
  async create(
    @CurrentPrincipal() before: Principal | undefined,
    @Body() body: CreateSessionRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionResponse> {
    this.cookie.refuseOtherSites(request);
    if (before?.session && body.invitation !== undefined && !body.replace_session)
      throw new SignedInAlready();
    const begun = await this.begin(body, request, response);
    if (before) await this.sessions.end(before);
    this.cookie.write(response, begun);
    return SessionResponse.of(begun.principal, begun.token.expiresAt);
  }

  /** Signs the browser out: its session ends within 5 seconds everywhere, and the cookie is removed. */
  @Delete()
  @Public()
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Not signed in.' })
  async delete(
    @CurrentPrincipal() principal: Principal | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    this.cookie.refuseOtherSites(request);
    if (principal) await this.sessions.end(principal);
    this.cookie.clear(response);
  }

  /** A guess counts like a guessed token of a request. */
  private async begin(
    { token, invitation }: CreateSessionRequest,
    request: Request,
    response: Response,
  ): Promise<BegunSession> {
    const device = deviceOf(request.headers['user-agent']);
    try {
      return token === undefined
        ? await this.sessions.beginByInvitation(invitation ?? '', device)
        : await this.sessions.beginByToken(token, device);
    } catch (error) {
      if (error instanceof Unauthorized || error instanceof InvitationNotFound)
        this.limiter.noteFailedToken(request, response);
      throw error;
    }
  }
}
