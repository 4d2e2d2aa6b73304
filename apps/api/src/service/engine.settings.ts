import { Settings } from '#libs/platform/config';

export class EngineSettings extends Settings {
  readonly sandbox = this.env.oneOf('ENGINE_SANDBOX', {
    values: ['auto', 'require', 'off'],
    default: 'auto',
    description:
      'Sandbox for the processes that decode pictures and videos, without disk, network and privileges: `auto` as far as this machine supports it, `require` fully or the service does not start, `off` for none.',
  });
}
