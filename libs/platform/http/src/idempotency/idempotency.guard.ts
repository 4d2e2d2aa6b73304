import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { InvalidRequest } from '#libs/platform/errors';
import { isSafe } from '../auth/session-cookie.js';
import { callerOf } from '../requests/principal.js';
import { bodyPolicyOf } from '../body/body.guard.js';
import { currentRequest, type RunningRequest } from '../requests/request-context.js';
import { compressReply } from '../wire/reply-compression.js';
import { IdempotencyService } from './idempotency.service.js';
import { fingerprint } from './request-fingerprint.js';
import { ReplySlot } from './stored-reply.js';

const HEADER = 'idempotency-key';
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** Obeys `Idempotency-Key` on everything that changes something. Without the header it costs nothing. */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const key = request.headers[HEADER];
    if (key === undefined || isSafe(request)) return true;
    if (typeof key !== 'string' || !VISIBLE_ASCII.test(key)) {
      throw new InvalidRequest('The Idempotency-Key must be 1 to 255 visible ASCII characters.');
    }
    const user = callerOf(request);
    const scope = user ? `user:${user.userId}` : `address:${request.ip ?? ''}`;
    const slot = new ReplySlot(scope, key);
    const response = http.getResponse<Response>();
    // What is kept is the plain reply.
    compressReply(request, response);
    const begin = async (body: unknown): Promise<RunningRequest> =>
      this.idempotency.begin(
        slot,
        await fingerprint({ method: request.method, url: request.originalUrl }, body),
        response,
      );
    const current = currentRequest();
    // JSON has been read before.
    const isStreamed = bodyPolicyOf(context, this.reflector).kind === 'stream' && request.body === undefined;
    if (isStreamed && current) {
      current.beginWith = begin;
      return true;
    }
    return begin(request.body).then((running) => {
      if (current) current.running = running;
      return true;
    });
  }
}
