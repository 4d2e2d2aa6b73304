/** The database answers, but cannot be worked with as it is set up; the message says what to do, in a line for each thing. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}
