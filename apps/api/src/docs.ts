import type { HttpServer, INestApplication } from '@nestjs/common';
import { ApiProperty, DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiDocument, PublicAddress, sendTagged, SESSION_COOKIE } from '#libs/platform/http';
import { addCodeSamples } from './document/code-samples.js';
import { completeDocument } from './document/complete-document.js';
import { codeSamples, localReferences, lockOfProtected } from './document/docs-page.js';
import { describedRoutes } from './document/described-routes.js';
import { operationKey } from './document/operation-id.js';
import { makeExamplesRun } from './document/runnable-examples.js';
import { SERVED_DOCUMENTS, servedDocument } from './document/served-documents.js';
import { TAGS } from './document/tags.js';

class ErrorBody {
  @ApiProperty({ description: 'Stable code, snake_case.' })
  error!: string;

  @ApiProperty({ description: 'What is wrong and what to do about it.' })
  message!: string;
}

/**
 * The OpenAPI 3.1 document of the service; `app` may be in preview mode.
 * @param address Address of the service, for its examples.
 */
export function createDocument(app: INestApplication, address: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Atelier')
    .setDescription(
      'AI media gateway and node registry behind one REST API. To try it: press **Authorize**, enter your token, open a ' +
        'section and an operation, and press **Execute**. The examples work as they are. `/openapi.json` has what users ' +
        'may call, `/openapi-admin.json` what only admins may.\n\n' +
        'Every reply has `X-Request-Id`, and `RateLimit` where requests are counted; `X-Ignored-Fields` names unknown fields, ' +
        'and `Idempotent-Replayed` marks a repeated reply. They are described with the errors of an operation.',
    )
    .setVersion('1.0.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'This server')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A token of this service.' })
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same token in another header.' },
      'api-key',
    )
    .addCookieAuth(
      SESSION_COOKIE,
      {
        type: 'apiKey',
        in: 'cookie',
        description:
          'The session of a browser that `POST /session` has signed in, for pages of the service itself. If the service ' +
          'is reached over https, the name begins with `__Host-`.',
      },
      'session',
    );
  for (const [name, description] of Object.entries(TAGS)) config.addTag(name, description);
  const document = SwaggerModule.createDocument(app, config.build(), {
    extraModels: [ErrorBody],
    operationIdFactory: operationKey,
  });
  const complete = completeDocument(document, describedRoutes(app));
  return addCodeSamples(makeExamplesRun(complete, address), address);
}

/** Serves the documents as JSON and YAML, and Swagger UI at `/docs`. */
export function serveDocs(app: INestApplication): void {
  let made: OpenAPIObject | undefined;
  const whole = (): OpenAPIObject => (made ??= createDocument(app, app.get(PublicAddress).url));
  app.get(ApiDocument).comesFrom(whole);
  const http: HttpServer = app.getHttpAdapter();
  for (const served of SERVED_DOCUMENTS) {
    let document: OpenAPIObject | undefined;
    const read = (): OpenAPIObject => (document ??= servedDocument(whole(), served));
    const { file } = served;
    http.get(`/${file}.json`, (request: Request, response: Response) =>
      sendTagged(request, response, read()),
    );
    SwaggerModule.setup(file, app, read, { ui: false, raw: ['yaml'], yamlDocumentUrl: `${file}.yaml` });
  }
  SwaggerModule.setup('docs', app, {} as OpenAPIObject, {
    raw: false,
    explorer: true,
    swaggerOptions: {
      urls: SERVED_DOCUMENTS.map(({ title, file }) => ({ name: title, url: `/${file}.json` })),
      docExpansion: 'none',
      persistAuthorization: true,
      tryItOutEnabled: true,
      plugins: [localReferences, lockOfProtected, codeSamples],
    },
    customSiteTitle: 'Atelier API',
  });
}
