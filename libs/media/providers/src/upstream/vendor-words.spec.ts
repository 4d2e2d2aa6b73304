import { Secret } from '#libs/platform/config';
import { vendorWords } from './vendor-words.js';

const OPTIONS: Parameters<typeof vendorWords>[1] = {
  apiKeys: [new Secret('pass-77')],
  baseUrl: 'https://api.vendor.example/v1',
  vendor: 'north',
  adapter: 'vidu',
  models: new Map([['vq1', 'viduq1']]),
  recipes: new Map(),
};
const words = (said: unknown) => vendorWords(said, OPTIONS, 'job-871');

describe('vendorWords', () => {
  it.each<[unknown, string | undefined]>([
    ['The prompt is too long.', 'The prompt is too long.'],
    ['{"error":"invalid_request","message":"style must be one of a, b"}', 'style must be one of a, b'],
    [{ error: { code: 'E7', message: 'No faces found' } }, 'No faces found'],
    [{ detail: [{ loc: ['body'], msg: 'field required' }] }, 'field required'],
    [{ err_code: 'SystemError' }, 'SystemError'],
    ['Vidu: viduq1 takes one picture', 'the provider: the model takes one picture'],
    ['the video is too long', 'the video is too long'],
    [
      { detail: { message: 'Not this.', data: { prompt_suggestion: 'A calm piece' } } },
      'Not this. Suggested prompt: A calm piece',
    ],
    ['{"detail":{"message":"No.","data":{"prompt_suggestion":"That"}}}', 'No. Suggested prompt: That'],
    ['"out of money"', 'out of money'],
    ['{"message":"cut of', '{"message":"cut of'],
    ['two\r\n\u0000lines \u202e', 'two lines'],
    ['<html><h1>Bad Gateway</h1></html>', undefined],
    ['', undefined],
    ['{}', undefined],
    [{ message: 5 }, undefined],
    [undefined, undefined],
  ])('reads %j as %j', (said, expected) => {
    expect(words(said)).toBe(expected);
  });

  it.each([
    ['the key pass-77 has expired', 'the key … has expired'],
    ['job-871 was not found', '… was not found'],
    ['no route to api.vendor.example', 'no route to …'],
    ['cannot fetch https://x.example/a.png?X-Sig=1 now', 'cannot fetch [link] now'],
    ['cannot fetch /a.png?sig=abc now', 'cannot fetch /a.png?… now'],
    ['ask ops@vendor.example', 'ask [address]'],
    ['10.0.0.5:8080 refused', '[address] refused'],
    ['Authorization: Bearer abcdefgh1', 'Authorization: Bearer …'],
    ['bad api_key=abc, sorry', 'bad api_key=…, sorry'],
    ['task 9b0c4f5e-0000-4000-8000-00000000abcd failed', 'task … failed'],
    ['sk-proj-0123456789abcdefXYZ is not valid', '… is not valid'],
  ])('lets nothing private out of %j', (said, expected) => {
    expect(words(said)).toBe(expected);
  });

  it('is short, and cuts no character in half', () => {
    const text = words('é😀'.repeat(400)) ?? '';
    expect([...text]).toHaveLength(300);
    expect(text.isWellFormed()).toBe(true);
    expect(words(`${'a '.repeat(148)}pass-77`)).not.toContain('pass');
    expect(words(`${'a'.repeat(1_900)}1 ${'b'.repeat(95)} pass-77`)).toBe(`… ${'b'.repeat(95)}`);
  });
});
