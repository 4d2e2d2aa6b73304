import { KnownRoom } from './known-room.js';

describe('KnownRoom', () => {
  let room: KnownRoom;
  const taken = (owner: string, ...amounts: number[]) => amounts.map((amount) => room.take(owner, amount));

  beforeEach(() => {
    jest.useFakeTimers();
    room = new KnownRoom();
  });
  afterEach(() => jest.useRealTimers());

  it('gives out an eighth of what it has heard of, to its owner', () => {
    room.learn('ada', 42, 2);
    room.learn('bob', 8, 1);
    expect(taken('ada', 2, 2, 2, 1, 1)).toEqual([true, true, false, true, false]);
    expect(taken('bob', 1)).toEqual([false]);
    expect(taken('eve', 1)).toEqual([false]);
  });

  it('takes what was given out a moment ago for not stored yet', () => {
    room.learn('ada', 81, 1);
    expect(taken('ada', 10)).toEqual([true]);
    room.learn('ada', 28, 1);
    expect(taken('ada', 3, 2)).toEqual([false, true]);
    jest.advanceTimersByTime(1_001);
    room.learn('ada', 24, 1);
    expect(taken('ada', 2, 1)).toEqual([false, true]);
  });

  it('forgets after a second', () => {
    room.learn('ada', 81, 1);
    jest.advanceTimersByTime(1_001);
    expect(taken('ada', 1)).toEqual([false]);
  });
});
