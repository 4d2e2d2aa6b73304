import { checkCallerUrl } from './caller-url.js';

const PUBLIC_HOST =
  'must be a URL whose host is on the public internet, not a local or private address (on a laptop, ALLOW_PRIVATE_NETWORKS=true lifts this)';
const FORM = 'must be an absolute URL that starts with http:// or https://';

describe('checkCallerUrl', () => {
  it.each([
    'http://example.com',
    'HTTPS://Example.COM/a.png?x=1#y',
    'https://example.com:8443/a',
    'https://example.com./a',
    'http://93.184.216.34/a.png',
    'http://[2606:2800:220:1::1]/a.png',
    'https://bücher.example/ü.png',
  ])('accepts %s', (url) => {
    expect(checkCallerUrl(url)).toBeUndefined();
  });

  it.each([
    '',
    'a',
    '/a.png',
    '//example.com/a',
    'example.com/a.png',
    'http:example.com',
    'http:/example.com',
    'http:///example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    'javascript://example.com/%0aalert(1)',
    'gopher://example.com',
    'http://',
    'http://exa<mple.com',
    'https://[::1',
    'blob:https://example.com/1',
  ])('refuses the form of %p', (url) => {
    expect(checkCallerUrl(url)).toBe(FORM);
  });

  it('names the schemes that are allowed', () => {
    expect(checkCallerUrl('http://example.com', { schemes: ['https'] })).toBe(
      'must be an absolute URL that starts with https://',
    );
    expect(checkCallerUrl('https://example.com', { schemes: ['https'] })).toBeUndefined();
  });

  it.each(['http://user@example.com', 'http://user:pass@example.com', 'http://:pass@example.com'])(
    'refuses the user name or password of %s',
    (url) => {
      expect(checkCallerUrl(url)).toBe('must be a URL without a user name or password');
    },
  );

  it.each([
    'http://example.com/a b',
    ' http://example.com',
    'http://exa\tmple.com',
    'http://example.com/\u0000',
    'http://example.com\\@127.0.0.1/',
    'http:\\\\example.com',
    'http://e.com/\n',
  ])('refuses the white space or control character in %p', (url) => {
    expect(checkCallerUrl(url)).toBe('must be a URL without spaces, backslashes or control characters');
  });

  it('counts characters up to the limit', () => {
    const url = (length: number) => 'https://example.com/'.padEnd(length, 'a');
    expect(checkCallerUrl(url(2_048))).toBeUndefined();
    expect(checkCallerUrl(url(2_049))).toBe('must be a URL of at most 2048 characters');
    expect(checkCallerUrl(url(101), { maxLength: 100 })).toBe('must be a URL of at most 100 characters');
  });

  it.each([22, 25, 53, 110, 6000, 6667, 10080, 0])('refuses port %d', (port) => {
    expect(checkCallerUrl(`http://example.com:${port}/`)).toBe(
      'must be a URL whose port is not one of another protocol',
    );
  });

  it.each([
    ['loopback', 'http://127.0.0.1/'],
    ['loopback with a final dot', 'http://127.0.0.1./'],
    ['decimal', 'http://2130706433/'],
    ['octal', 'http://0177.0.0.1/'],
    ['octal in one number', 'http://017700000001/'],
    ['hexadecimal', 'http://0x7f000001/'],
    ['mixed', 'http://0x7f.1/'],
    ['short', 'http://127.1/'],
    ['zero', 'http://0/'],
    ['full-width digits', 'http://１２７.０.０.１/'],
    ['percent-encoded', 'http://%31%32%37.0.0.1/'],
    ['private', 'http://10.1.2.3/'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['metadata in hexadecimal', 'http://0xA9FEA9FE/'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['IPv6 unspecified', 'http://[::]/'],
    ['IPv4 mapped', 'http://[::ffff:127.0.0.1]/'],
    ['IPv6 unique local', 'http://[fd00:ec2::254]/'],
    ['NAT64', 'http://[64:ff9b::a9fe:a9fe]/'],
    ['localhost', 'http://localhost/'],
    ['localhost in capitals, with a dot', 'http://LOCALHOST.:8080/'],
    ['below localhost', 'http://a.localhost/'],
    ['.local', 'http://printer.local/'],
    ['.local with a dot', 'http://printer.local./'],
    ['.internal', 'http://metadata.google.internal/'],
    ['home.arpa', 'http://router.home.arpa/'],
    ['a bare name', 'http://redis:8080/'],
    ['only a dot', 'http://./'],
  ])('refuses a host that is not public: %s', (_form, url) => {
    expect(checkCallerUrl(url)).toBe(PUBLIC_HOST);
  });

  it('lets private hosts pass where that is switched on, and nothing else', () => {
    expect(checkCallerUrl('http://127.0.0.1:9000/a', { allowPrivateNetworks: true })).toBeUndefined();
    expect(checkCallerUrl('http://localhost/a', { allowPrivateNetworks: true })).toBeUndefined();
    expect(checkCallerUrl('ftp://localhost/a', { allowPrivateNetworks: true })).toBe(FORM);
    expect(checkCallerUrl('http://a@localhost/', { allowPrivateNetworks: true })).toContain('user name');
  });
});
