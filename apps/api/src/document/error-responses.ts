import type { ErrorDefinition } from '#libs/platform/errors';
import { headerReferences, headersOfError } from './headers.js';
import { pascalCase } from './operation-id.js';

type Reference = { $ref: string };

/** Of those that most operations have. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  IdempotencyInFlightOrIdempotencyMismatch: 'KeyConflict',
  InvalidJsonOrInvalidRequest: 'InvalidBody',
};

/** The replies to errors, described once for all operations that can answer the same codes with a status. */
export class ErrorResponses {
  readonly responses: Record<string, object> = {};

  /** One reference per status; what they point at is in `responses`. */
  refer(definitions: readonly ErrorDefinition[]): Record<string, Reference> {
    const byCode = [...new Set(definitions)].sort((a, b) => (a.code < b.code ? -1 : 1));
    const entries = [...Map.groupBy(byCode, ({ status }) => status)].map(([status, group]) => {
      const joined = group.map(({ code }) => pascalCase(code)).join('Or');
      const name = SHORT_NAMES[joined] ?? joined;
      this.responses[name] ??= this.describe(status, group);
      return [status, { $ref: `#/components/responses/${name}` }] as const;
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
      headers: headerReferences(headersOfError(status, codes)),
      content: { 'application/json': { schema } },
    };
  }
}
