import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Environment } from '#libs/platform/config';
import { type ApplicationOptions, createApplication } from './service/index.js';
import { serveConsole } from './console.js';
import { serveDocs } from './docs.js';
import { serveGuide } from './guide.js';

/** Builds the API without listening; used by tests and the process. */
export async function createApi(
  env: Environment,
  options: ApplicationOptions = {},
): Promise<NestExpressApplication> {
  const app = await createApplication(env, options);
  serveDocs(app);
  serveConsole(app);
  serveGuide(app);
  return app;
}
