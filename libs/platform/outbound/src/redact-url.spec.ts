import { redactUrl } from './redact-url.js';

describe('redactUrl', () => {
  it.each([
    ['https://user:secret@example.com:8443/hooks/T0K3N?sig=abc#frag', 'https://example.com:8443/…'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/?key=1', 'https://example.com/…'],
    ['data:image/png;base64,AAAA', 'data:…'],
    ['no url with secret', '(not a URL)'],
  ])('turns %s into %s', (url, redacted) => {
    expect(redactUrl(url)).toBe(redacted);
  });
});
