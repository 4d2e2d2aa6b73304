// A simulated vendor of pictures, videos and music that misbehaves as configured: see README.md beside this file.
// Usage: npm run simulate -- [--port 8090] [--idempotent] [--lookup] [--book FILE] [--faults '{"drop_after": 0.1}'] …
import { parseArgs } from 'node:util';
import { SimulatedVendor } from './vendor.mjs';

const { values } = parseArgs({
  options: {
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
  vendor = new SimulatedVendor({
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
