import { type FieldNames, renameFields } from '#libs/platform/http';
import type { UpdatePublisherRequest } from './dto/publisher.request.js';
import type { Publisher } from './publisher.entity.js';

/** The property that holds each field of a request. */
const PROPERTIES = {
  name: 'name',
  description: 'description',
  logo: 'logo',
  source_code_repo: 'sourceCodeRepo',
  support: 'support',
  website: 'website',
  status: 'status',
  reason: 'banReason',
} as const satisfies FieldNames<UpdatePublisherRequest, Publisher>;

/** The fields that an owner may set. Absent ones stay as they are. */
export type PublisherFields = Partial<Pick<Publisher, (typeof PROPERTIES)[keyof UpdatePublisherRequest]>>;

export function publisherFields(request: UpdatePublisherRequest): PublisherFields {
  return renameFields<UpdatePublisherRequest, Publisher>(request, PROPERTIES);
}
