import { External, PyDict, type Value } from './values.js';
import { textOf } from './value-reading.js';

/** The host's own table of nodes, to which a package may add its nodes directly. */
export class HostMapping extends PyDict {
  /** What the package has added. */
  readonly written = new Map<string, Value>();

  constructor() {
    super();
    this.gaps.add('nodes of the host and of other packages');
    this.fallback = new External('nodes.NODE_CLASS_MAPPINGS');
    this.mirror = (key, value) => {
      const name = textOf(key);
      if (name !== undefined) this.written.set(name, value);
    };
  }
}
