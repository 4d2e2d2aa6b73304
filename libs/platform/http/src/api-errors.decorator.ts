import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { DomainErrorClass } from '#libs/platform/errors';

const ENVELOPE = { $ref: '#/components/schemas/ErrorBody' };

/** Documents the errors that a route can answer with; one OpenAPI response per status, an example per code. */
export function ApiErrors(...errors: readonly DomainErrorClass[]): MethodDecorator & ClassDecorator {
  const byStatus = Map.groupBy(errors, (error) => error.definition.status);
  return applyDecorators(
    ...[...byStatus].map(([status, group]) =>
      ApiResponse({
        status,
        description: group
          .map(({ definition }) => `\`${definition.code}\`: ${definition.summary}`)
          .join('\n\n'),
        content: {
          'application/json': {
            schema: ENVELOPE,
            examples: Object.fromEntries(
              group.map(({ definition: { code, summary } }) => [
                code,
                { summary, value: { error: code, message: summary } },
              ]),
            ),
          },
        },
      }),
    ),
  );
}
