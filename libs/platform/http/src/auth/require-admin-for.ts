import { Forbidden, Unauthorized } from '#libs/platform/errors';
import type { Principal } from '../requests/principal.js';

/** Refuses a parameter of a public route that is for admins. @throws Unauthorized without a caller, else Forbidden. */
export function requireAdminFor(reader: Principal | undefined, parameter: string): void {
  if (!reader) throw new Unauthorized();
  if (!reader.isAdmin) throw new Forbidden(`Only an admin may use the parameter ${parameter} like this.`);
}
