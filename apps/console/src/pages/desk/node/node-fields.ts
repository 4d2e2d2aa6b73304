import { t } from '@lingui/core/macro';
import type { NodeResponse, UpdateNodeRequest } from '@atelier/client/api';
import type { FieldOf } from '../../../parts/form/use-fields.js';

export const SYSTEMS = ['Linux', 'macOS', 'Windows'];
export const ACCELERATORS = ['CUDA', 'DirectML', 'ROCm', 'MPS'];

export const NODE_FIELDS: readonly FieldOf<UpdateNodeRequest>[] = [
  { path: 'name', description: t`The name people see; by default the id.` },
  { path: 'description', description: t`What it does. The search uses this text.` },
  'author',
  { path: 'repository', description: '', placeholder: 'https://github.com/my-team/my-node' },
  { path: 'license', placeholder: 'LICENSE' },
  { path: 'tags', description: t`Search words.` },
  { path: 'supported_os', suggestions: SYSTEMS },
  { path: 'supported_accelerators', suggestions: ACCELERATORS },
  { path: 'supported_app_version', label: t`Versions of the host application`, placeholder: '>=1.2' },
  { path: 'icon', label: t`Link of an icon`, description: t`Shown while none is uploaded.` },
  { path: 'banner_url', label: t`Link of a banner`, description: t`Shown while none is uploaded.` },
];

/** The API ignores empty texts, so refuse to empty one. */
export function refuseEmptied(before: NodeResponse, after: UpdateNodeRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(after)
      .filter(([field, text]) => text === '' && before[field as keyof NodeResponse] !== '')
      .map(([field]) => [field, t`A text cannot be emptied once it is set. Write another one.`]),
  );
}
