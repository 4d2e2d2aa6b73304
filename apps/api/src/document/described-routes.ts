import type { INestApplication, Type } from '@nestjs/common';
import type { NestContainer } from '@nestjs/core';
import { type RouteFacts, routeFacts } from '#libs/platform/http';
import { operationKey } from './operation-id.js';

/** Facts about each route, by the key of its operation. Works on an application in preview mode. */
export function describedRoutes(app: INestApplication): Map<string, RouteFacts> {
  const { container } = app as unknown as { container: NestContainer };
  const found = new Map<string, RouteFacts>();
  for (const module of container.getModules().values()) {
    for (const { metatype } of module.controllers.values()) {
      if (typeof metatype !== 'function') continue;
      for (const method of Object.getOwnPropertyNames(metatype.prototype)) {
        if (method === 'constructor') continue;
        found.set(operationKey(metatype.name, method), routeFacts(metatype as Type, method));
      }
    }
  }
  return found;
}
