import { Settings } from '#libs/platform/config';

/** How much memory bodies may take while their requests are under way. */
export class BodySettings extends Settings {
  readonly memoryMegabytes = this.env.int('BODY_MEMORY_MB', {
    // A quarter, which is the share of an address without a token, must hold the largest body there is.
    min: 256,
    max: 65_536,
    default: 384,
    description:
      'Memory for the request bodies that a process holds at one time, in MB: a third for each user, a quarter for each address without a token, half for all without one.',
  });
}
