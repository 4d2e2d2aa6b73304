import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Environment } from '#libs/platform/config';
import { ServiceModule } from '../service/index.js';
import { createDocument } from '../docs.js';

const DEFAULT_ADDRESS = 'http://localhost:3000';

/** The OpenAPI document, without a database: in preview mode no provider is instantiated. */
export async function exportDocument(): Promise<OpenAPIObject> {
  const app = await NestFactory.create(ServiceModule.with(new Environment({})), {
    preview: true,
    logger: false,
  });
  return createDocument(app, DEFAULT_ADDRESS);
}
