import { t } from '@lingui/core/macro';
import type { UpdatePublisherRequest } from '@atelier/client/api';
import type { FieldOf } from '../../../parts/form/use-fields.js';

export const PUBLISHER_FIELDS: readonly FieldOf<UpdatePublisherRequest>[] = [
  { path: 'description', description: t`What you publish, in a sentence or two.` },
  { path: 'website', placeholder: 'https://example.com' },
  { path: 'source_code_repo', label: t`Source code`, placeholder: 'https://github.com/my-team' },
  'support',
  { path: 'logo', description: t`The link of a picture.` },
];
