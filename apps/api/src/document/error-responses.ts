import type { ErrorDefinition } from '#libs/platform/errors';
import { headersOf, headersOfError } from './headers.js';
import { pascalCase } from './operation-id.js';

type Reference = { $ref?: string };

const SHORT_NAMES = [
  ['IdempotencyInFlightOrIdempotencyMismatch', 'KeyConflict'],
  ['InvalidJsonOrInvalidRequest', 'InvalidBody'],
] as const;

/** Error responses, described once for all operations with the same status and codes. */
export class ErrorResponses {
  private readonly references = new Map<string, Reference[]>();
  private readonly described: Record<string, object> = {};

  /** One reference per status; their targets are in `shared`. */
  refer(definitions: readonly ErrorDefinition[]): Record<string, Reference> {
    const byCode = [...new Set(definitions)].sort((a, b) => (a.code < b.code ? -1 : 1));
    const entries = [...Map.groupBy(byCode, ({ status }) => status)].map(([status, group]) => {
      const joined = group.map(({ code }) => pascalCase(code)).join('Or');
      const name = SHORT_NAMES.reduce((text, [long, short]) => text.replace(long, short), joined);
      this.described[name] ??= this.describe(status, group);
      const reference = { $ref: `#/components/responses/${name}` };
      this.references.set(name, [...(this.references.get(name) ?? []), reference]);
      return [status, reference] as const;
    });
    return Object.fromEntries(entries);
  }

  /** Responses that several operations refer to. One that only one operation has is inlined there. */
  shared(): Record<string, object> {
    const entries = Object.entries(this.described).filter(([name, response]) => {
      const [reference = {}, ...more] = this.references.get(name) ?? [];
      if (more.length > 0) return true;
      delete reference.$ref;
      Object.assign(reference, response);
      return false;
    });
    return Object.fromEntries(entries);
  }

  private describe(status: number, group: readonly ErrorDefinition[]): object {
    const codes = group.map(({ code }) => code);
    const schema = {
      allOf: [{ $ref: '#/components/schemas/ErrorBody' }, { properties: { error: { enum: codes } } }],
    };
    return {
      description: group.map(({ code, summary }) => `\`${code}\`: ${summary}`).join('\n\n'),
      ...headersOf(headersOfError(status, codes)),
      content: { 'application/json': { schema } },
    };
  }
}
