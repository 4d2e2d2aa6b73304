import {
  IconAlertTriangle,
  IconBook,
  IconBox,
  IconBuildingStore,
  IconChartBar,
  IconChecklist,
  IconDatabase,
  IconFlag,
  IconListDetails,
  IconGauge,
  IconHistory,
  IconHome,
  IconPackages,
  IconPhotoSpark,
  IconPlug,
  IconRocket,
  IconSettings,
  IconShieldCheck,
  IconStack2,
  IconSubtask,
  IconUsers,
  IconVersions,
} from '@tabler/icons-react';
import type { Session } from '../api/session.js';

type Audience = 'all' | 'signed-in' | 'admin';

export type NavigationLink = { title: string; to: string; icon: typeof IconHome };
export type NavigationArea = { title: string; for: Audience; links: readonly NavigationLink[] };

/** The areas of the console, in the order of the menu. */
const NAVIGATION: readonly NavigationArea[] = [
  {
    title: 'Atelier',
    for: 'all',
    links: [
      { title: 'Start', to: '/', icon: IconHome },
      { title: 'Registry', to: '/registry', icon: IconPackages },
    ],
  },
  {
    title: 'Studio',
    for: 'signed-in',
    links: [
      { title: 'Make', to: '/studio/new', icon: IconPhotoSpark },
      { title: 'Tasks', to: '/studio/tasks', icon: IconSubtask },
    ],
  },
  {
    title: 'Publishing',
    for: 'signed-in',
    links: [{ title: 'My publishers', to: '/desk', icon: IconRocket }],
  },
  {
    title: 'Admin',
    for: 'admin',
    links: [{ title: 'Overview', to: '/admin', icon: IconGauge }],
  },
  {
    title: 'Moderation',
    for: 'admin',
    links: [
      { title: 'Review queue', to: '/admin/reviews', icon: IconChecklist },
      { title: 'Reports', to: '/admin/reports', icon: IconFlag },
      { title: 'Publishers', to: '/admin/publishers', icon: IconBuildingStore },
      { title: 'Nodes', to: '/admin/nodes', icon: IconBox },
      { title: 'Versions', to: '/admin/versions', icon: IconVersions },
      { title: 'Advisories', to: '/admin/advisories', icon: IconAlertTriangle },
      { title: 'Rules', to: '/admin/rules', icon: IconShieldCheck },
    ],
  },
  {
    title: 'People',
    for: 'admin',
    links: [
      { title: 'Users', to: '/admin/users', icon: IconUsers },
      { title: 'Usage', to: '/admin/usage', icon: IconChartBar },
      { title: 'Audit log', to: '/admin/audit', icon: IconHistory },
    ],
  },
  {
    title: 'Operations',
    for: 'admin',
    links: [
      { title: 'Tasks', to: '/admin/tasks', icon: IconListDetails },
      { title: 'Queues', to: '/admin/queues', icon: IconStack2 },
      { title: 'Vendors', to: '/admin/vendors', icon: IconPlug },
      { title: 'Books', to: '/admin/books', icon: IconBook },
      { title: 'Storage', to: '/admin/storage', icon: IconDatabase },
      { title: 'Settings', to: '/admin/settings', icon: IconSettings },
    ],
  },
];

/** What the person may open. */
export function areasFor(session: Session | null): readonly NavigationArea[] {
  const sees = { all: true, 'signed-in': session !== null, admin: session?.isAdmin === true };
  return NAVIGATION.filter((area) => sees[area.for]);
}
