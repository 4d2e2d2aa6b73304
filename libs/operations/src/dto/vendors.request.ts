import { BooleanField, IntField, TextField } from '#libs/platform/http';

const VENDOR_NAME = { matches: /^[a-z][a-z0-9-]*$/, rule: 'lower-case letters, digits and hyphens' };

export class VendorPath {
  /** Name of the vendor, from `GET /admin/vendors`. */
  @TextField({ maxLength: 40, pattern: VENDOR_NAME, example: 'imgprov' })
  vendor!: string;
}

export class ChangeVendorRequest {
  /** Whether it gets no new tasks. Existing orders are still completed. */
  @BooleanField({ label: 'Takes no new tasks' })
  draining!: boolean;

  /** Share of the new tasks among the vendors of its priority, in place of the one in the vendors file; absent to use that one. */
  @IntField({ min: 0, max: 1_000, optional: true, example: 5 })
  weight?: number;

  /** Why; kept in the audit log. */
  @TextField({ maxLength: 2_000, default: '', example: 'It answers slowly since noon' })
  reason!: string;
}

export class RetryVendorRequest {
  /** Why; kept in the audit log. */
  @TextField({ maxLength: 2_000, default: '', example: 'Their status page is green again' })
  reason!: string;
}

export class TestVendorRequest {
  /** Whether a real task is ordered, as small as the vendor takes. */
  @BooleanField({ label: 'Order a real task', default: false })
  paid!: boolean;

  /** Kind of that task; by default the first that `GET /admin/vendors` names under `tests`. */
  @TextField({ maxLength: 100, optional: true, example: 'image-relight' })
  kind?: string;
}
