// A simulated vendor of pictures, videos and music that misbehaves as configured: see README.md beside this file.
// Usage: npm run simulate -- [--contract vidu] [--port 8090] [--idempotent] [--lookup] [--book FILE] [--faults '{"drop_after": 0.1}'] …
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { StrictSimulation } from './strict.mjs';
import { SimulatedVendor } from './vendor.mjs';

const { values } = parseArgs({
  options: {
    contract: { type: 'string' },
    name: { type: 'string', default: 'sim' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8090' },
    seed: { type: 'string', default: '1' },
    book: { type: 'string' },
    idempotent: { type: 'boolean', default: false },
    lookup: { type: 'boolean', default: false },
    'reference-header': { type: 'string', default: 'X-Reference' },
    key: { type: 'string', multiple: true, default: [] },
    'callback-secret': { type: 'string' },
    faults: { type: 'string', default: '{}' },
  },
});
let vendor;
try {
  vendor = await simulation({
    name: values.name,
    host: values.host,
    port: Number(values.port),
    seed: Number(values.seed),
    bookFile: values.book,
    isIdempotent: values.idempotent,
    canLookUp: values.lookup,
    referenceHeader: values['reference-header'],
    keys: values.key,
    callbackSecret: values['callback-secret'],
    faults: JSON.parse(values.faults),
  });
} catch (error) {
  console.error(`--faults: ${error.message}`);
  process.exit(2);
}
await vendor.start();
console.log(`The simulated vendor ${values.name} listens at ${vendor.url} (seed ${values.seed}).`);
console.log(`What it was ordered: ${vendor.url}/book   What goes wrong: ${vendor.url}/faults`);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void vendor.stop().then(() => process.exit(0)));

async function simulation(options) {
  if (values.contract === undefined) return new SimulatedVendor(options);
  const file = path.join(import.meta.dirname, '../vendors', `${values.contract}.mjs`);
  const contracts = fs.existsSync(file) ? Object.values(await import(file)) : [];
  const contract = contracts.find(({ routes }) => routes !== undefined);
  if (!contract) {
    console.error(`--contract: there is no ${values.contract} in test/vendors`);
    process.exit(2);
  }
  return new StrictSimulation({ ...options, contract });
}
