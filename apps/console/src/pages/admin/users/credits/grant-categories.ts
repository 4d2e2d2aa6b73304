import { t } from '@lingui/core/macro';
import type { GrantResponse } from '@atelier/client/api';

const TITLES: Record<GrantResponse['category'], string> = {
  paid: t`Paid`,
  promotion: t`Promotion`,
  refund: t`Refund`,
  plan: t`Plan`,
  other: t`Other`,
};

/** `Paid` */
export function categoryTitle(category: GrantResponse['category']): string {
  return TITLES[category];
}
