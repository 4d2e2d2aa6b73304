import { t } from '@lingui/core/macro';
import type { NodeResponse, UpdateNodeRequest } from '@atelier/client/api';
import type { FieldOf } from '../../../parts/form/use-fields.js';

export const NODE_FIELDS: readonly FieldOf<UpdateNodeRequest>[] = [
  { path: 'name', description: t`The name people see; by default the id.` },
  { path: 'description', description: t`What it does. The search uses this text.` },
  'author',
  { path: 'repository', description: '', placeholder: 'https://github.com/my-team/my-node' },
  { path: 'license', label: t`Licence`, placeholder: t`LICENSE` },
  { path: 'tags', description: t`Search words.` },
  { path: 'supported_os', label: t`Operating systems`, suggestions: [t`Linux`, 'macOS', t`Windows`] },
  {
    path: 'supported_accelerators',
    label: t`Accelerators`,
    suggestions: ['CUDA', 'DirectML', 'ROCm', 'MPS'],
  },
  { path: 'supported_app_version', label: t`Versions of the host application`, placeholder: '>=1.2' },
  { path: 'icon', label: t`Link of an icon`, description: t`Shown while none is uploaded.` },
  { path: 'banner_url', label: t`Link of a banner`, description: t`Shown while none is uploaded.` },
];

const TEXTS = [
  'name',
  'author',
  'description',
  'repository',
  'license',
  'icon',
  'banner_url',
  'supported_app_version',
] as const;

/** The API ignores empty texts, so refuse to empty one. */
export function refuseEmptied(before: NodeResponse, after: UpdateNodeRequest): Record<string, string> {
  return Object.fromEntries(
    TEXTS.filter((field) => before[field] !== '' && after[field] === '').map((field) => [
      field,
      t`A text cannot be emptied once it is set. Write another one.`,
    ]),
  );
}
