import type { OpenAPIObject } from '@nestjs/swagger';
import { ADMIN_TAG } from './tags.js';

const DOCS = 'http://localhost:3000/docs';
const DOCS_FOR_ADMINS = `${DOCS}?urls.primaryName=Atelier%20for%20admins`;

type Operation = { operationId: string; summary: string; description?: string; tags?: string[] };

export type ApiSection = { title: string; text: string; rows: string[][] };

/** The operations of the whole document by tag, each with a link to its place in Swagger UI and its callers. */
export function apiSections({ paths, tags = [] }: OpenAPIObject): ApiSection[] {
  const operations = Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      ...operation,
      call: `${method.toUpperCase()} ${route}`,
    })),
  );
  return tags.map(({ name, description = '' }) => ({
    title: name,
    text: description,
    rows: operations
      .filter((operation) => operation.tags?.includes(name))
      .map(({ call, operationId, summary, description: text }) => [
        `[\`${call}\`](${name === ADMIN_TAG ? DOCS_FOR_ADMINS : DOCS}#/${encodeURIComponent(name)}/${operationId})`,
        summary,
        callersOf(text),
      ]),
  }));
}

/** In a word or two what `describeAccess` says in a sentence. */
function callersOf(description = ''): string {
  const scope = /scope `([^`]+)`/.exec(description)?.[1];
  if (scope !== undefined)
    return description.includes('otherwise open') ? `\`${scope}\`, or everyone` : `\`${scope}\``;
  if (description.includes('Open to everyone')) return 'everyone';
  return description.includes('Requires a token') ? 'any token' : '';
}
