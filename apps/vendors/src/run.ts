import { parseArgs } from 'node:util';
import { Environment } from '#libs/platform/config';
import { openVendors } from './opened-vendor.js';
import { probe } from './probe.js';
import { record } from './record.js';

/** Records what a vendor of a vendors file answers, or asks all of them for nothing whether they still answer so. */
export async function run(): Promise<number> {
  const [command, ...args] = process.argv.slice(2);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      vendors: { type: 'string', default: process.env.VENDORS_FILE ?? '' },
      into: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  });
  const [name] = positionals;
  if (values.vendors === '' || (name === undefined) !== (command === 'probe'))
    return refuse(
      'Usage: npm run vendor:record -- NAME --vendors FILE [--into FOLDER] [--yes]\n       npm run vendor:probe -- --vendors FILE',
    );
  const vendors = openVendors(new Environment({ ...process.env, VENDORS_FILE: values.vendors }));
  if (command === 'probe') return probe(vendors);
  const vendor = vendors.find(({ options }) => options.vendor === name || options.adapter === name);
  return vendor ? record(vendor, values) : refuse(`${values.vendors} has no vendor ${name}.`);
}

export function refuse(message: string): number {
  console.error(message);
  return 2;
}
