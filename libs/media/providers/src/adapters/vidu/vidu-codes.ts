import type { VendorRefusal } from '../../terms/vendor-refusal.js';

const CODES: readonly (readonly [RegExp, VendorRefusal])[] = [
  [/policy|audit|moderation|illegal|sensitive/i, 'content'],
  [/^model/i, 'model'],
  [/credit|balance/i, 'balance'],
  [/unauthorized|forbidden|apikey/i, 'key'],
  [/quota|limit|exceeded|busy|toomany|throttl/i, 'busy'],
  [/^(field|param|image|video|prompt|duration|invalid|bad)/i, 'parameters'],
];

/** What a code of Vidu's is about. Source: its documentation of errors. */
export function refusalOfCode(code: string): VendorRefusal | undefined {
  return CODES.find(([pattern]) => pattern.test(code))?.[1];
}
