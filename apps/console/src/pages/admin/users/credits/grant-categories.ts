import type { GrantResponse } from '@atelier/client/api';

const TITLES: Record<GrantResponse['category'], string> = {
  paid: 'Paid',
  promotion: 'Promotion',
  refund: 'Refund',
  plan: 'Plan',
  other: 'Other',
};

/** `Paid` */
export function categoryTitle(category: GrantResponse['category']): string {
  return TITLES[category];
}
