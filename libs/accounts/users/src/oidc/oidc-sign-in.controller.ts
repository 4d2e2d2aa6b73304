import { Controller, Get, Query, Redirect, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Unavailable } from '#libs/platform/errors';
import { Public, SessionCookie, TextField } from '#libs/platform/http';
import { deviceOf } from '../sessions/device.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UserSuspended } from '../users.errors.js';
import { IssuerClient } from './issuer-client.js';
import { IssuerPeople } from './issuer-people.js';
import { ownPath } from './own-path.js';
import { SignInCookie } from './sign-in-cookie.js';

/** Why the sign-in failed, as the sign-in page expects it. */
type Problem = 'refused' | 'suspended' | 'unavailable';

type Redirection = { url: string };

export class BeginSignInQuery {
  /** The console's path to continue at. */
  @TextField({ maxLength: 2_000, optional: true })
  return_to?: string;
}

/** Sends browsers to the issuer and back. Not in the API document: these pages are not for programs. */
@ApiExcludeController()
@Public()
@Controller('session/oidc')
export class OidcSignInController {
  constructor(
    private readonly client: IssuerClient,
    private readonly people: IssuerPeople,
    private readonly sessions: SessionsService,
    private readonly begun: SignInCookie,
    private readonly cookie: SessionCookie,
  ) {}

  @Get()
  @Redirect()
  async begin(
    @Query() { return_to }: BeginSignInQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Redirection> {
    try {
      const { url, begun } = await this.client.begin();
      this.begun.write(response, { ...begun, returnTo: ownPath(return_to) });
      return { url };
    } catch (error) {
      return leadBack(problemOf(error));
    }
  }

  @Get('callback')
  @Redirect()
  async finish(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Redirection> {
    const begun = this.begun.take(request, response);
    if (!begun) return leadBack('refused');
    try {
      const claims = await this.client.finish(
        new URL(request.originalUrl, 'http://own.invalid').search,
        begun,
      );
      const user = claims && (await this.people.find(claims));
      if (!user) return leadBack('refused');
      const device = deviceOf(request.headers['user-agent']);
      this.cookie.write(response, await this.sessions.beginByIssuer(user.id, device));
      return { url: ownPath(begun.returnTo) };
    } catch (error) {
      return leadBack(problemOf(error));
    }
  }
}

/** A person gets a page instead of a JSON error. */
function leadBack(problem: Problem): Redirection {
  return { url: `/console/sign-in?problem=${problem}` };
}

/** @throws Errors that have nothing to do with the issuer or the person. */
function problemOf(error: unknown): Problem {
  if (error instanceof Unavailable) return 'unavailable';
  if (error instanceof UserSuspended) return 'suspended';
  throw error;
}
