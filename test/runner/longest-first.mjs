import TestSequencer from '@jest/test-sequencer';

/** Files of twenty seconds and more, of which a service starts several times in most. Jest remembers how long each took, but a fresh checkout has nothing to remember. */
const LONG =
  /\/(try-it-out|guides|video-engine|extend|newer-schema|migrating|backup|database-roles|every-field|shutdown|stalled-tasks|starting\/(storage|dev|start-screen)|style-faces|rights)\./;

/** Begins with the longest files, so that none of them runs alone at the end. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const { long = [], short = [] } = Object.groupBy(super.sort(tests), ({ path }) =>
      LONG.test(path) ? 'long' : 'short',
    );
    return [...long, ...short];
  }
}
