import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { HttpSettings } from '../requests/http.settings.js';

/** Browsers take a cookie of this prefix by https only, for exactly this host: RFC 6265bis §4.1.3.2 */
const SECURE_PREFIX = '__Host-';

/** The cookies of the service: no script reads them, and requests that other sites cause carry them on plain links alone. */
@Injectable()
export class OwnCookies {
  private readonly isSecure: boolean;

  constructor({ baseUrl }: HttpSettings) {
    this.isSecure = baseUrl?.startsWith('https:') ?? false;
  }

  get({ headers: { cookie = '' } }: Request, name: string): string | undefined {
    const start = `${this.fullName(name)}=`;
    const found = cookie.split(';').find((one) => one.trimStart().startsWith(start));
    return found?.trim().slice(start.length);
  }

  set(response: Response, name: string, text: string, expires: Date): void {
    response.cookie(this.fullName(name), text, { ...this.attributes, expires });
  }

  clear(response: Response, name: string): void {
    response.clearCookie(this.fullName(name), this.attributes);
  }

  private fullName(name: string): string {
    return this.isSecure ? SECURE_PREFIX + name : name;
  }

  private get attributes() {
    return { httpOnly: true, sameSite: 'lax', secure: this.isSecure, path: '/' } as const;
  }
}
