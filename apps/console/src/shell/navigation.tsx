import { t } from '@lingui/core/macro';
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
    title: t`Atelier`,
    for: 'all',
    links: [
      { title: t`Start`, to: '/', icon: IconHome },
      { title: t`Registry`, to: '/registry', icon: IconPackages },
    ],
  },
  {
    title: t`Studio`,
    for: 'signed-in',
    links: [
      { title: t`Make`, to: '/studio/new', icon: IconPhotoSpark },
      { title: t`Tasks`, to: '/studio/tasks', icon: IconSubtask },
    ],
  },
  {
    title: t`Publishing`,
    for: 'signed-in',
    links: [{ title: t`My publishers`, to: '/desk', icon: IconRocket }],
  },
  {
    title: t`Admin`,
    for: 'admin',
    links: [{ title: t`Overview`, to: '/admin', icon: IconGauge }],
  },
  {
    title: t`Moderation`,
    for: 'admin',
    links: [
      { title: t`Review queue`, to: '/admin/reviews', icon: IconChecklist },
      { title: t`Reports`, to: '/admin/reports', icon: IconFlag },
      { title: t`Publishers`, to: '/admin/publishers', icon: IconBuildingStore },
      { title: t`Nodes`, to: '/admin/nodes', icon: IconBox },
      { title: t`Versions`, to: '/admin/versions', icon: IconVersions },
      { title: t`Advisories`, to: '/admin/advisories', icon: IconAlertTriangle },
      { title: t`Rules`, to: '/admin/rules', icon: IconShieldCheck },
    ],
  },
  {
    title: t`People`,
    for: 'admin',
    links: [
      { title: t`Users`, to: '/admin/users', icon: IconUsers },
      { title: t`Usage`, to: '/admin/usage', icon: IconChartBar },
      { title: t`Audit log`, to: '/admin/audit', icon: IconHistory },
    ],
  },
  {
    title: t`Operations`,
    for: 'admin',
    links: [
      { title: t`Tasks`, to: '/admin/tasks', icon: IconListDetails },
      { title: t`Queues`, to: '/admin/queues', icon: IconStack2 },
      { title: t`Vendors`, to: '/admin/vendors', icon: IconPlug },
      { title: t`Books`, to: '/admin/books', icon: IconBook },
      { title: t`Storage`, to: '/admin/storage', icon: IconDatabase },
      { title: t`Settings`, to: '/admin/settings', icon: IconSettings },
    ],
  },
];

/** What the person may open. */
export function areasFor(session: Session | null): readonly NavigationArea[] {
  const sees = { all: true, 'signed-in': session !== null, admin: session?.isAdmin === true };
  return NAVIGATION.filter((area) => sees[area.for]);
}
