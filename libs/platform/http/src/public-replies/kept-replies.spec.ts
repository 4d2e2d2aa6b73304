import { Environment } from '#libs/platform/config';
import { KeptReplies } from './kept-replies.js';
import { KeptReply } from './kept-reply.js';
import { PublicRepliesSettings } from './public-replies.settings.js';

const MEGABYTE = 1024 * 1024;

function replyOf(bytes: number): KeptReply {
  const parts = { state: '1', tag: '"x"', headers: [], route: undefined, effects: [] };
  return new KeptReply(parts, 'x'.repeat(bytes));
}

function room(megabytes: number): KeptReplies {
  return new KeptReplies(
    new PublicRepliesSettings(new Environment({ PUBLIC_REPLIES_MB: String(megabytes) })),
  );
}

describe('KeptReplies', () => {
  it('drops what was asked for longest ago when the room is full', () => {
    const kept = room(1);
    for (let n = 0; n < 100; n += 1) {
      kept.set(`/${n}`, replyOf(MEGABYTE / 20));
      kept.get('/0');
    }
    const left = Array.from({ length: 100 }, (_, n) => `/${n}`).filter((url) => kept.knows(url));
    expect(left.length).toBeLessThanOrEqual(20);
    expect(left[0]).toBe('/0');
    expect(left.at(-1)).toBe('/99');
  });

  it('takes no reply that would fill an eighth of the room', () => {
    const kept = room(1);
    kept.set('/large', replyOf(MEGABYTE / 8));
    expect(kept.knows('/large')).toBe(false);
  });

  it('counts the codings that were made, and the URL', async () => {
    const kept = room(1);
    const reply = replyOf(2_000);
    kept.set('/coded', reply);
    const { bytes } = reply;
    const packed = await reply.in('br', () => kept.weigh('/coded', reply));
    expect(reply.bytes).toBe(bytes + packed.length);
    expect(await reply.in('br', () => undefined)).toBe(packed);
    for (let n = 0; n < 20; n += 1) kept.set(`/${n}?${'x'.repeat(50_000)}`, replyOf(1));
    expect(kept.knows('/coded')).toBe(false);
  });

  it('keeps nothing without room', () => {
    const kept = room(0);
    kept.set('/', replyOf(1));
    expect([kept.isOff, kept.knows('/')]).toEqual([true, false]);
  });
});
