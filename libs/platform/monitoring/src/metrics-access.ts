import { createHash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request, Response } from 'express';
import ipaddr from 'ipaddr.js';
import { Unauthorized } from '#libs/platform/errors';
import { PrincipalResolver, RateLimiter } from '#libs/platform/http';
import { MonitoringSettings } from './monitoring.settings.js';

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Metrics require `METRICS_TOKEN` or the token of an admin. Requests from this machine get no exception: a proxy on
 * it may forward requests of strangers without saying so.
 */
@Injectable()
export class MetricsAccess implements CanActivate {
  constructor(
    private readonly settings: MonitoringSettings,
    private readonly limiter: RateLimiter,
    private readonly modules: ModuleRef,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (this.settings.metricsOpen === 'loopback' && isLocal(request)) return true;
    const { authorization = '', 'x-api-key': key } = request.headers;
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? key?.toString();
    if (token !== undefined && (await this.mayRead(token))) return true;
    this.limiter.noteFailedToken(request, http.getResponse<Response>());
    throw new Unauthorized('Metrics require METRICS_TOKEN or the token of an admin.');
  }

  private async mayRead(token: string): Promise<boolean> {
    const own = this.settings.metricsToken?.reveal();
    if (own !== undefined && timingSafeEqual(digest(own), digest(token))) return true;
    const principal = await this.modules.get(PrincipalResolver, { strict: false }).resolve(token);
    return principal?.isAdmin ?? false;
  }
}

/** False if a proxy on this machine forwards the request. */
function isLocal(request: Request): boolean {
  const address = request.socket.remoteAddress ?? '';
  if (!ipaddr.isValid(address) || FORWARDED.some((name) => name in request.headers)) return false;
  return ipaddr.process(address).range() === 'loopback';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
