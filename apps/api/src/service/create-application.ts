import type { NestApplicationOptions, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Environment } from '#libs/platform/config';
import { currentRequest, type EndedRequest, prepareWire, ServiceAdapter } from '#libs/platform/http';
import { LoggingSettings, ServiceLog } from '#libs/platform/logging';
import { ServiceMetrics } from '#libs/platform/monitoring';
import { traceFields } from '#libs/platform/tracing';
import { ServiceModule } from './service.module.js';

export type ApplicationOptions = NestApplicationOptions & {
  /** The log of the process, if it writes more than the application does. */
  log?: ServiceLog;
  /** Modules in addition to those of the service. */
  modules?: readonly Type[];
  /** Receives the log lines instead of standard output. */
  logTo?: { write(line: string): void };
};

/** Monitoring requests these continuously. */
const ROUTINE = /^\/(?:health\/|metrics$)/;

/** The log of a process; its lines name the request they belong to. */
export function serviceLog(env: Environment, logTo?: ApplicationOptions['logTo']): ServiceLog {
  return new ServiceLog(new LoggingSettings(env), aboutRequest, logTo);
}

/** Wires the modules of the service into an HTTP application that does not listen yet. */
export async function createApplication(
  env: Environment,
  { modules, logTo, log = serviceLog(env, logTo), ...options }: ApplicationOptions = {},
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    ServiceModule.with(env, modules),
    new ServiceAdapter(),
    {
      bodyParser: false,
      logger: log,
      // A fixed path wins over a parameter in the same position, whatever the order of declaration.
      routeResolutionStrategy: 'specificity',
      routeConflictPolicy: { duplicate: 'error' },
      ...options,
    },
  );
  const metrics = app.get(ServiceMetrics);
  prepareWire(app, (request) => {
    metrics.observe(request);
    recordRequest(log, request);
  });
  return app;
}

function aboutRequest(): object {
  const requestId = currentRequest()?.requestId;
  return { ...(requestId === undefined ? {} : { requestId }), ...traceFields() };
}

function recordRequest(log: ServiceLog, request: EndedRequest): void {
  const isRoutine = request.status < 400 && ROUTINE.test(request.route ?? '');
  log.record(request.status >= 500 ? 'error' : isRoutine ? 'debug' : 'info', request, 'request');
}
