import TestSequencer from '@jest/test-sequencer';

/** Files of half a minute and more. Jest remembers how long each took, but a fresh checkout has nothing to remember. */
const LONG =
  /\/(try-it-out|guides|video-engine|generated-client|embedded-postgres|music-streams|leftover-files|full-disk|song-renderer)\./;

/** Begins with the longest files, so that none of them runs alone at the end. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const { long = [], short = [] } = Object.groupBy(super.sort(tests), ({ path }) =>
      LONG.test(path) ? 'long' : 'short',
    );
    return [...long, ...short];
  }
}
