import type { TaskResponse } from '@atelier/client/api';
import { type Ends, look } from './ended-tasks.js';

const NOON = Date.parse('2026-11-28T12:00:00Z');
const running = (id: string) => ({ id, finished_at: null }) as TaskResponse;
const ended = (id: string, second: number) =>
  ({ id, finished_at: new Date(NOON + second * 1000).toISOString() }) as TaskResponse;

/** The tabs of a browser, which keep one state. */
function browser() {
  let kept: Ends | undefined;
  const see =
    (isHidden: boolean) =>
    (tasks: TaskResponse[], { at = 0, open = '' } = {}): string[] => {
      const { after, news } = look(kept, tasks, {
        isSeen: (id) => id === open,
        isHidden,
        now: NOON + at * 1000,
      });
      kept = after;
      return news.map(({ id }) => id);
    };
  return { visible: see(false), hidden: see(true), unread: () => kept?.unread };
}

describe('look', () => {
  it('knows all that had ended before the first visit', () => {
    const { visible, unread } = browser();
    expect(visible([ended('a', -5), running('b')])).toEqual([]);
    expect(unread()).toEqual([]);
  });

  it('tells once of each task that ends, in one tab of two', () => {
    const { visible, unread } = browser();
    visible([running('b'), ended('a', -5)]);
    const now = [running('c'), ended('b', 1), ended('a', -5)];
    expect(visible(now)).toEqual(['b']);
    expect(visible(now)).toEqual([]);
    expect(unread()).toEqual(['b']);
  });

  it('tells of the very first task', () => {
    const { visible } = browser();
    visible([]);
    expect(visible([ended('a', 3)])).toEqual(['a']);
  });

  it('tells of a task that is seen to have ended after one that ended later', () => {
    const { visible } = browser();
    visible([running('a'), running('b')]);
    expect(visible([running('a'), ended('b', 2)])).toEqual(['b']);
    expect(visible([ended('a', 1), ended('b', 2)])).toEqual(['a']);
  });

  it('takes no old task for news that comes into view because a newer one was deleted', () => {
    const { visible } = browser();
    visible([ended('c', 0), ended('b', -100)]);
    expect(visible([ended('c', 0), ended('a', -200)])).toEqual([]);
  });

  it('neither tells of a task that the person looks at nor counts it', () => {
    const { visible, unread } = browser();
    visible([running('a'), running('b')]);
    expect(visible([ended('a', 1), ended('b', 1)], { open: 'a' })).toEqual(['b']);
    expect(unread()).toEqual(['b']);
    visible([ended('a', 1), ended('b', 1)], { open: 'b' });
    expect(unread()).toEqual([]);
  });

  it('counts no task that was deleted', () => {
    const { visible, unread } = browser();
    visible([running('a')]);
    visible([ended('a', 1)]);
    visible([]);
    expect(unread()).toEqual([]);
  });

  it('leaves it to a visible tab, and tells in a hidden one when there is none', () => {
    const { visible, hidden } = browser();
    visible([running('a')], { at: 0 });
    expect(hidden([ended('a', 1)], { at: 2 })).toEqual([]);
    expect(hidden([ended('a', 1)], { at: 60 })).toEqual(['a']);
    expect(visible([ended('a', 1)], { at: 61 })).toEqual([]);
  });
});
