import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import * as v from 'valibot';
import { Clock } from '#libs/platform/clock';
import { OwnCookies } from '#libs/platform/http';
import type { BegunSignIn } from './issuer-client.js';

const NAME = 'atelier_sign_in';
/** The time a person may take at the issuer. */
const MAX_AGE_MS = 15 * 60_000;

const content = v.object({
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  returnTo: v.string(),
});

/** Stores a sign-in in progress in the browser only, so that no other browser can finish it. */
@Injectable()
export class SignInCookie {
  constructor(
    private readonly cookies: OwnCookies,
    private readonly clock: Clock,
  ) {}

  write(response: Response, begun: BegunSignIn & { returnTo: string }): void {
    const text = Buffer.from(JSON.stringify(begun)).toString('base64url');
    this.cookies.set(response, NAME, text, this.clock.in(MAX_AGE_MS));
  }

  /** The sign-in in progress; deletes the cookie. */
  take(request: Request, response: Response): v.InferOutput<typeof content> | undefined {
    const text = this.cookies.get(request, NAME);
    if (text === undefined) return undefined;
    this.cookies.clear(response, NAME);
    try {
      const parsed = v.safeParse(content, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
      return parsed.success ? parsed.output : undefined;
    } catch {
      // A forged cookie.
      return undefined;
    }
  }
}
