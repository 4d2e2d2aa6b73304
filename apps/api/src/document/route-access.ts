import type { INestApplication } from '@nestjs/common';
import type { NestContainer } from '@nestjs/core';
import { ACCESS, type Access } from '#libs/platform/http';

/** The id of an operation: its controller and method, unique as no two controllers share a name. */
export function operationId(controller: string, method: string): string {
  return `${controller.replace(/Controller$/, '')}_${method}`;
}

/** What each operation asks of its caller, by operation id. Works on an application that is only previewed. */
export function accessByOperation(app: INestApplication): Map<string, Access> {
  const { container } = app as unknown as { container: NestContainer };
  const found = new Map<string, Access>();
  for (const module of container.getModules().values()) {
    for (const { metatype } of module.controllers.values()) {
      if (typeof metatype !== 'function') continue;
      const prototype = metatype.prototype as Record<string, unknown>;
      for (const method of Object.getOwnPropertyNames(prototype)) {
        const handler = prototype[method];
        if (typeof handler !== 'function') continue;
        const access: Access | undefined =
          Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, metatype);
        found.set(operationId(metatype.name, method), access ?? { kind: 'admin' });
      }
    }
  }
  return found;
}
