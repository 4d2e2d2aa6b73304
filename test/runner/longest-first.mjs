import TestSequencer from '@jest/test-sequencer';

/**
 * Files of ten seconds and more. Jest remembers how long each took, but in a fresh checkout it begins with the largest files, and
 * most of these are small.
 */
const LONG =
  /\/(try-it-out|guides|extend|generate|examples|newer-schema|migrating|former-databases|sql-functions|backup|database-roles|every-field|shutdown|stalled-tasks|leftover-files|body-memory|first-admin|starting\/(storage|dev|start-screen|packed|damaged-database|worker)|rights|music-from-video|music-streams|video-engine|damaged-sources|style-(faces|photographs)|song-renderer|embedded-postgres|image-engine)\./;

/** Begins with the longest files, so that none of them runs alone at the end. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const { long = [], short = [] } = Object.groupBy(super.sort(tests), ({ path }) =>
      LONG.test(path) ? 'long' : 'short',
    );
    return [...long, ...short];
  }
}
