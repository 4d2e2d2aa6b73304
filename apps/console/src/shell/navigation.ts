export type Audience = 'all' | 'signed-in' | 'admin';

/** The areas of the console, in the order of the menu. */
export const NAVIGATION: readonly {
  title: string;
  for: Audience;
  links: readonly { title: string; to: string }[];
}[] = [
  {
    title: 'Atelier',
    for: 'all',
    links: [
      { title: 'Start', to: '/' },
      { title: 'Registry', to: '/registry' },
    ],
  },
  {
    title: 'Studio',
    for: 'signed-in',
    links: [
      { title: 'Make', to: '/studio/new' },
      { title: 'Tasks', to: '/studio/tasks' },
    ],
  },
  { title: 'Publishing', for: 'signed-in', links: [{ title: 'My publishers', to: '/desk' }] },
  {
    title: 'Admin',
    for: 'admin',
    links: [
      { title: 'Review queue', to: '/admin/reviews' },
      { title: 'Reports', to: '/admin/reports' },
      { title: 'Rules', to: '/admin/rules' },
      { title: 'Publishers', to: '/admin/publishers' },
      { title: 'Nodes', to: '/admin/nodes' },
      { title: 'Versions', to: '/admin/versions' },
      { title: 'Advisories', to: '/admin/advisories' },
      { title: 'Users', to: '/admin/users' },
      { title: 'Usage', to: '/admin/usage' },
      { title: 'Audit log', to: '/admin/audit' },
      { title: 'Uncertain tasks', to: '/admin/tasks' },
      { title: 'Queues', to: '/admin/queues' },
      { title: 'Vendors', to: '/admin/vendors' },
      { title: 'Books', to: '/admin/books' },
      { title: 'Storage', to: '/admin/storage' },
    ],
  },
];
