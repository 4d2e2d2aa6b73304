import type { Session } from '../api/session.js';

/** How many things wait on a page of the menu, by its path. */
export type MenuCounts = Readonly<Record<string, number>>;

const NONE: MenuCounts = {};

export function useMenuCounts(_session: Session | null): MenuCounts {
  return NONE;
}
