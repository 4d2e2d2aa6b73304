import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { OutboundError } from '#libs/platform/outbound';
import { FalKeys } from './fal-signature.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const KEYS = { status: 200, json: { keys: [publicKey.export({ format: 'jwk' })] } };
const BODY = Buffer.from('{"status":"OK"}');

function call(at = Date.now(), body = BODY) {
  const time = String(Math.floor(at / 1_000));
  const digest = createHash('sha256').update(BODY).digest('hex');
  const signature = sign(null, Buffer.from(['req-1', 'user-1', time, digest].join('\n')), privateKey);
  const named = {
    'request-id': 'req-1',
    'user-id': 'user-1',
    timestamp: time,
    signature: signature.toString('hex'),
  };
  const headers = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [`x-fal-webhook-${name}`, value]),
  );
  return { method: 'POST', url: '/', headers, body };
}

describe('FalKeys', () => {
  it('know a call of fal, and none that is old, changed or unsigned', async () => {
    const keys = new FalKeys('https://keys.example/');
    const send = async () => KEYS;
    expect(await keys.areOf(call(), send)).toBe(true);
    expect(await keys.areOf(call(Date.now() - 600_000), send)).toBe(false);
    expect(await keys.areOf(call(Date.now(), Buffer.from('{}')), send)).toBe(false);
    expect(await keys.areOf({ ...call(), headers: {} }, send)).toBe(false);
  });

  it('are read once, and accept no call while they cannot be read', async () => {
    let reads = 0;
    const keys = new FalKeys('https://keys.example/');
    const send = async () => {
      reads += 1;
      if (reads === 1) throw new OutboundError('connection_failed', 'There is no connection.');
      return KEYS;
    };
    expect(await keys.areOf(call(), send)).toBe(false);
    expect(await keys.areOf(call(), send)).toBe(true);
    expect(await keys.areOf(call(), send)).toBe(true);
    expect(reads).toBe(2);
  });
});
