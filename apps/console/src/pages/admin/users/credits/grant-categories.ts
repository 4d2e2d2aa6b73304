import type { GrantResponse } from '@atelier/client/api';

const TITLES: Record<GrantResponse['category'], string> = {
  paid: 'Paid',
  promotion: 'Promotion',
  refund: 'Refund',
  plan: 'Plan',
  other: 'Other',
};

export const CATEGORIES = Object.entries(TITLES).map(([value, label]) => ({ value, label }));

/** `Paid` */
export function categoryTitle(category: GrantResponse['category']): string {
  return TITLES[category];
}
