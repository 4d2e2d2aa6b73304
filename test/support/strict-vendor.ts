import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '../vendors');

/** Starts the fake of a vendor; `test/vendors/strict-vendor.mjs` tells what it can do. */
export async function startStrictVendor(
  file: string,
  contract: string,
  options?: { keys?: readonly string[] },
): Promise<any> {
  const { StrictVendor } = await import(path.join(FOLDER, 'strict-vendor.mjs'));
  const contracts = await import(path.join(FOLDER, `${file}.mjs`));
  return StrictVendor.start(contracts[contract], options);
}
