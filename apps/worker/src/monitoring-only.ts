import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { RouteNotFound } from '#libs/platform/errors';

const PATHS = new Set(['/health/live', '/health/ready', '/metrics']);

/** Answers monitoring requests only. A worker serves no callers: every other path is 404. */
export function answerMonitoringOnly(app: NestExpressApplication): void {
  app.use((request: Request, _: Response, next: NextFunction) => {
    if (!PATHS.has(request.path))
      throw new RouteNotFound(`There is nothing at ${request.path}: this is a worker, call the API.`);
    next();
  });
}
