import { Settings } from '#libs/platform/config';

/** How the processes of the local engines are kept. */
export class EngineSettings extends Settings {
  readonly sandbox = this.env.oneOf('ENGINE_SANDBOX', {
    values: ['auto', 'require', 'off'],
    default: 'auto',
    description:
      'Processes that decode pictures and videos are kept from the disk, the network and all rights: `auto` as far as this machine can, `require` wholly or the service does not start, `off` not at all.',
  });
}
