import { Settings } from '#libs/platform/config';

export class LedgerSettings extends Settings {
  readonly isPrepaid = this.env.flag('CREDITS_PREPAID', {
    default: false,
    description:
      'Whether every user pays from granted credits only, unless an admin decides otherwise for a user. If false, only users with a grant do.',
  });
}
