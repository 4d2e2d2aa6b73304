import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Secret } from '#libs/platform/config';
import { isSigned } from './callback-signature.js';

const BODY = Buffer.from('{"state":"success"}');
const SECRET = `whsec_${Buffer.from('a secret of enough bytes').toString('base64')}`;

describe('isSigned', () => {
  const standard = { isOn: true, secret: new Secret(SECRET), signatureHeader: undefined };
  const plain = { isOn: true, secret: new Secret('plain-secret'), signatureHeader: 'X-Vendor-Signature' };
  const sent = (at = new Date(), id = 'msg-1') => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign('msg-1', at, BODY),
  });

  it('accepts anything when there is no secret', () => {
    expect(isSigned({ ...standard, secret: undefined }, { headers: {}, body: BODY })).toBe(true);
  });

  it('accepts a recent signature by Standard Webhooks', () => {
    expect(isSigned(standard, { headers: sent(), body: BODY })).toBe(true);
    expect(isSigned(standard, { headers: sent(), body: Buffer.from('{}') })).toBe(false);
    expect(isSigned(standard, { headers: sent(new Date(), 'msg-2'), body: BODY })).toBe(false);
    expect(isSigned(standard, { headers: sent(new Date(Date.now() - 600_000)), body: BODY })).toBe(false);
    expect(isSigned(standard, { headers: {}, body: BODY })).toBe(false);
  });

  it.each(['hex', 'base64'] as const)('accepts an HMAC in the named header, as %s', (encoding) => {
    const hmac = createHmac('sha256', 'plain-secret').update(BODY).digest(encoding);
    expect(isSigned(plain, { headers: { 'x-vendor-signature': hmac }, body: BODY })).toBe(true);
    expect(isSigned(plain, { headers: { 'x-vendor-signature': `sha256=${hmac}` }, body: BODY })).toBe(true);
    expect(isSigned(plain, { headers: { 'x-vendor-signature': hmac }, body: Buffer.from('{}') })).toBe(false);
    expect(isSigned(plain, { headers: { 'x-vendor-signature': '' }, body: BODY })).toBe(false);
    expect(isSigned(plain, { headers: sent(), body: BODY })).toBe(false);
  });
});
