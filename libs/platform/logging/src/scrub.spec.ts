import { scrub } from './scrub.js';

describe('scrubbing of log texts', () => {
  it.each([
    ['the token atl_abcdefghijklmnop1234 is wrong', 'the token atl_*** is wrong'],
    ['Authorization: Bearer abcdefgh.ijkl', 'Authorization: Bearer ***'],
    ['Authorization: Token 0123456789abcdef', 'Authorization: Token ***'],
    ['GET /assets/x?expires=1&signature=abc failed', 'GET /assets/x?*** failed'],
    ['connect postgresql://user:pass@db:5432/x', 'connect postgresql://***@db:5432/x'],
    ['no user ada.l@mail.example.com here', 'no user ***@*** here'],
    ['invalid input syntax for type uuid: "my secret"', 'invalid input syntax for type uuid: "…"'],
    ['eyJhbGciOiJIUzI1.eyJzdWIi.sig-x', '***'],
  ])('turns %j into %j', (text, clean) => {
    expect(scrub(text)).toBe(clean);
  });

  it('leaves ordinary stacks alone', () => {
    const stack =
      'Error: x\n    at run (file:///app/node_modules/@nestjs/core/router.js:10:5)\n    at pkg@1.2.3/index.js';
    expect(scrub(stack)).toBe(stack);
  });
});
