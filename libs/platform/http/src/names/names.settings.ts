import { Settings, shippedFile } from '#libs/platform/config';
import { Names } from './names.js';
import { readNamesFile } from './names-file.js';

const SHIPPED = 'comfyui';

/** Whose names callers may use beside ours. */
export class NamesSettings extends Settings {
  /** Undefined where only ours are known. */
  readonly names = this.read();

  private read(): Names | undefined {
    const stated = this.env.optionalText('NAMES', {
      description:
        'Names of another service that callers may use for paths, parameters, fields and values: `comfyui`, or the path of a JSON file like config/names/comfyui.json. Default: only our own.',
      rule: 'comfyui, or the path of a file',
    });
    if (stated === undefined) return undefined;
    const reading = readNamesFile(stated === SHIPPED ? shippedFile(`names/${SHIPPED}.json`) : stated);
    if (!reading.problems) return new Names(reading.output);
    this.env.report('NAMES', reading.problems.join('; '));
    return undefined;
  }
}
