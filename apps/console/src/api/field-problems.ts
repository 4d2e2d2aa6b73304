import { ApiError } from './api-error.js';

/** `name must be …; tags[0] must be …` */
const PROBLEM = /^([A-Za-z_][\w.[\]-]*) (.+)$/;

/**
 * The API's messages about single fields, by the path that the API uses for the field; empty when there are none
 * about these.
 * @param fields The paths that the form shows.
 */
export function fieldProblems(error: unknown, fields: readonly string[]): Record<string, string> {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request') return {};
  const found: Record<string, string> = {};
  for (const part of error.message.replace(/\.$/, '').split('; ')) {
    const [, field, rule] = PROBLEM.exec(part) ?? [];
    if (field && rule && fields.includes(field)) found[field] ??= rule;
  }
  return found;
}
