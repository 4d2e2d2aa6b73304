import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { ApiReplyHeaders } from '../requests/reply-headers.js';

const BYTES = { schema: { type: 'string', format: 'binary' } } as const;

/** Documents a route that answers by `sendFile`. */
export function ApiFileReply(description: string, ...contentTypes: readonly string[]): MethodDecorator {
  const content = Object.fromEntries(contentTypes.map((type) => [type, BYTES]));
  return applyDecorators(
    ApiResponse({ status: 200, description, content }),
    ApiResponse({
      status: 206,
      description: 'The part that `Range` asks for.',
      headers: { 'Content-Range': { $ref: '#/components/headers/Content-Range' } as never },
      content,
    }),
    ApiResponse({ status: 304, description: 'The file is still the one that `If-None-Match` names.' }),
    ApiReplyHeaders('ETag', 'Accept-Ranges', 'Cache-Control'),
  );
}
