import type { FakeVendor, VendorScript } from '../../support/fake-vendor.js';
import { TINY_PNG } from '../rights/tiny-png.js';

/** An image vendor that takes every order as `id`, and has it done at once; `special` may answer a call in its own way. */
export function workingVendor(
  vendor: FakeVendor,
  id: string,
  special: (...parameters: Parameters<VendorScript>) => ReturnType<VendorScript> | undefined = () =>
    undefined,
): VendorScript {
  return (call, n) => {
    const answer = special(call, n);
    if (answer) return answer;
    if (call.path === '/out.png')
      return { raw: Buffer.from(TINY_PNG, 'base64'), headers: { 'content-type': 'image/png' } };
    if (call.method === 'POST') return { json: { data: { task_id: id, status: 'CREATED' } } };
    return { json: { data: { task_id: id, status: 'COMPLETED', generated: [`${vendor.url}/out.png`] } } };
  };
}
