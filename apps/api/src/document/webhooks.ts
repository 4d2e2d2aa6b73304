import type { OpenAPIObject } from '@nestjs/swagger';

type Webhooks = NonNullable<OpenAPIObject['webhooks']>;

const SIGNATURE_HEADERS = {
  'webhook-id': {
    description: 'Id of the delivery; the same for every attempt, so that duplicates can be recognised.',
    schema: { type: 'string', format: 'uuid' },
  },
  'webhook-timestamp': {
    description: 'When this attempt was signed, in seconds since 1970.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  'webhook-signature': {
    description:
      'Signatures of `webhook-id.webhook-timestamp.body`, with spaces between: `v1,` and the Base64 of its HMAC-SHA256, then `v1a,` and that of its Ed25519 signature by a key of `GET /webhooks/jwks/{owner_id}`. Two of a kind while a secret or the key is replaced.',
    schema: { type: 'string', pattern: '^v1,\\S{44}( v1,\\S{44})?( v1a,\\S{88}){1,2}$' },
  },
};

/** What the service sends to callback addresses of tasks and to standing endpoints, by Standard Webhooks. */
export const WEBHOOKS: Webhooks = {
  imageTask: webhook({
    operationId: 'receiveImageTask',
    summary: 'An image task has changed its status',
    when: 'Sent to the `webhook_url` of the task on every change',
    end: 'the deliveries of this task end',
    schema: 'ImageTask',
  }),
  videoTask: webhook({
    operationId: 'receiveVideoTask',
    summary: 'A video task has changed its state',
    when: 'Sent to the `callback_url` of the task on every change',
    end: 'the deliveries of this task end',
    schema: 'VideoCreations',
  }),
  taskMessage: webhook({
    operationId: 'receiveTaskMessage',
    summary: 'A task of any kind has a new status',
    when: 'Sent to each standing endpoint of the user that subscribes to it, on every change',
    end: 'the endpoint is switched off',
    schema: 'TaskMessage',
  }),
  noticeMessage: webhook({
    operationId: 'receiveNoticeMessage',
    summary: 'A decision on a package or a report of the user',
    when: 'Sent to each standing endpoint of the user with `notices`',
    end: 'the endpoint is switched off',
    schema: 'NoticeMessage',
  }),
  endpointMessage: webhook({
    operationId: 'receiveEndpointMessage',
    summary: 'A message about a standing endpoint',
    when: 'Sent to a standing endpoint for a test, and when another one of its user was switched off',
    end: 'the endpoint is switched off',
    schema: 'EndpointMessage',
  }),
};

export const WEBHOOK_PARAMETERS = Object.fromEntries(
  Object.entries(SIGNATURE_HEADERS).map(([name, header]) => [
    name,
    { name, in: 'header', required: true, ...header },
  ]),
);

function webhook(hook: {
  operationId: string;
  summary: string;
  when: string;
  end: string;
  schema: string;
}): Webhooks[string] {
  return {
    post: {
      operationId: hook.operationId,
      tags: ['Webhooks'],
      summary: hook.summary,
      description:
        `${hook.when}, in order, at least once. Answer 2xx within 15 seconds; ` +
        'otherwise it is sent again after 5 s, 30 s, 2 min, 10 min, 1 h, 6 h and 24 h, or when `Retry-After` says. ' +
        'Of redirects only 307 and 308 of a callback address are followed; any other ends the delivery.',
      parameters: Object.keys(SIGNATURE_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${hook.schema}` } } },
      },
      responses: {
        '2XX': { description: 'Received.' },
        '410': { description: `Do not send again: ${hook.end}.` },
      },
      security: [],
    },
  };
}
