import type { UpdatePublisherRequest } from '@atelier/client/api';
import type { FieldOf } from '../../../parts/form/use-fields.js';

export const PUBLISHER_FIELDS: readonly FieldOf<UpdatePublisherRequest>[] = [
  { path: 'description', description: 'What you publish, in a sentence or two.' },
  { path: 'website', placeholder: 'https://example.com' },
  { path: 'source_code_repo', label: 'Source code', placeholder: 'https://github.com/my-team' },
  'support',
  { path: 'logo', description: 'The link of a picture.' },
];
