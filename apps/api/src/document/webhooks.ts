import type { OpenAPIObject } from '@nestjs/swagger';

type Webhooks = NonNullable<OpenAPIObject['webhooks']>;

const SIGNATURE_HEADERS = {
  'webhook-id': {
    description:
      'Id of the delivery; the same at every attempt, so that one that came twice can be recognised.',
    schema: { type: 'string', format: 'uuid' },
  },
  'webhook-timestamp': {
    description: 'When this attempt was signed, in seconds since 1970.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  'webhook-signature': {
    description:
      '`v1,` and the Base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`; two of them, with a space between, for a day after the secret was replaced.',
    schema: { type: 'string', pattern: '^v1,\\S{44}( v1,\\S{44})?$' },
  },
};

/** What the service sends to the callback addresses of tasks, in the form of Standard Webhooks. */
export const WEBHOOKS: Webhooks = {
  imageTask: webhook({
    operationId: 'receiveImageTask',
    summary: 'An image task has changed its status',
    field: 'webhook_url',
    schema: 'ImageTask',
  }),
  videoTask: webhook({
    operationId: 'receiveVideoTask',
    summary: 'A video task has changed its state',
    field: 'callback_url',
    schema: 'VideoCreations',
  }),
};

/** The parameters of the webhooks, which they share. */
export const WEBHOOK_PARAMETERS = Object.fromEntries(
  Object.entries(SIGNATURE_HEADERS).map(([name, header]) => [
    name,
    { name, in: 'header', required: true, ...header },
  ]),
);

function webhook(hook: {
  operationId: string;
  summary: string;
  field: string;
  schema: string;
}): Webhooks[string] {
  return {
    post: {
      operationId: hook.operationId,
      tags: ['Webhooks'],
      summary: hook.summary,
      description:
        `Sent to the \`${hook.field}\` of the task on every change, in order, at least once. Answer 2xx within 15 seconds; ` +
        'otherwise it is sent again after 5 s, 30 s, 2 min, 10 min, 1 h, 6 h and 24 h, or when `Retry-After` says.',
      parameters: Object.keys(SIGNATURE_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${hook.schema}` } } },
      },
      responses: {
        '2XX': { description: 'Received.' },
        '410': { description: 'Never wanted again: the deliveries of this task end.' },
      },
      security: [],
    },
  };
}
