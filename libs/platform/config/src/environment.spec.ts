import { Environment, InvalidSettings, readSettings, Secret, Settings } from '#libs/platform/config';

class ServerSettings extends Settings {
  readonly port = this.env.int('PORT', { min: 1, max: 65_535, default: 3000, description: 'Port.' });
  readonly level = this.env.oneOf('LEVEL', {
    values: ['info', 'debug'],
    default: 'info',
    description: 'Level.',
  });
  readonly key = this.env.optionalSecret('KEY', { minLength: 24, description: 'Key.' });
  readonly base = this.env.optionalUrl('BASE', { description: 'Base.' });
  readonly isOpen = this.env.flag('OPEN', { default: false, description: 'Open.' });
}

describe('settings', () => {
  it('uses the defaults when a value is missing or blank', () => {
    const settings = new ServerSettings(new Environment({ PORT: '  ' }));
    expect(settings).toMatchObject({ port: 3000, level: 'info', isOpen: false });
    expect(settings.key).toBeUndefined();
  });

  it('reports every wrong value at once and never the value of a secret', () => {
    const env = new Environment({
      PORT: '70000',
      LEVEL: 'loud',
      KEY: 'short-secret',
      BASE: 'ftp://x',
      OPEN: 'yes',
    });
    let message = '';
    try {
      readSettings(env, [ServerSettings]);
    } catch (error) {
      message = error instanceof InvalidSettings ? error.message : '';
    }
    for (const name of ['PORT', 'LEVEL', 'KEY', 'BASE', 'OPEN'])
      expect(message).toContain(`- ${name} must be`);
    expect(message).not.toContain('short-secret');
  });

  it('does not accept 12abc, 1.5 or a bare sign as a whole number', () => {
    for (const text of ['12abc', '1.5', '-', '0x10', '1e3']) {
      const env = new Environment({ PORT: text });
      new ServerSettings(env);
      expect(env.problems).toEqual(['PORT must be a whole number from 1 to 65535']);
    }
  });

  it('prints a secret as ***', () => {
    const secret = new Secret('topsecret');
    expect(`${secret} ${JSON.stringify({ secret })}`).toBe('*** {"secret":"***"}');
    expect(secret.reveal()).toBe('topsecret');
  });
});
