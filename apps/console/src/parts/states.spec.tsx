import { ApiError } from '../api/api-error.js';
import { fieldProblems } from '../api/field-problems.js';
import { explain } from './states.js';

const replyOf = (status: number): Response =>
  new Response(null, { status, headers: { 'x-request-id': 'r-1' } });

describe('What the API says of a failure', () => {
  it.each([
    ['no reply', ApiError.of(undefined, undefined), 'No connection', /kept/],
    [
      'a refusal',
      ApiError.of({ error: 'in_use', message: 'It is in use.' }, replyOf(409)),
      'That was refused',
      /^It is in use\.$/,
    ],
    [
      'an error page of a proxy',
      ApiError.of('<html>', replyOf(502)),
      'The service does not answer',
      /^It may be starting/,
    ],
    [
      'missing rights',
      ApiError.of({ error: 'forbidden', message: 'No.' }, replyOf(403)),
      'You may not do this',
      /^No\.$/,
    ],
    ['an error of the page itself', new TypeError('x is undefined'), 'This page failed', /^x is undefined$/],
  ])('reads well for %s', (_, error, title, text) => {
    expect(explain(error)).toMatchObject({ title, text: expect.stringMatching(text) });
  });

  it('names the request that the log of the service knows', () => {
    expect(explain(ApiError.of({ error: 'internal', message: 'Failed.' }, replyOf(500))).requestId).toBe(
      'r-1',
    );
  });

  it('belongs to the fields that the form shows, the first problem of each', () => {
    const message = 'name must be a text; name must be short; tags[0] must be a word; hidden must be absent.';
    const error = new ApiError(message, 'invalid_request', 400, undefined);
    expect(fieldProblems(error, ['name', 'tags[0]'])).toEqual({
      name: 'must be a text',
      'tags[0]': 'must be a word',
    });
    expect(fieldProblems(new ApiError(message, 'in_use', 409, undefined), ['name'])).toEqual({});
  });
});
