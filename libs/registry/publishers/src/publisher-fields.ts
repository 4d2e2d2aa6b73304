import { byProperty, type ByProperty } from '#libs/platform/http';
import type { UpdatePublisherRequest } from './dto/publisher.request.js';
import type { Publisher } from './publisher.entity.js';

/** The fields that an owner or an admin may set. Absent ones stay as they are. */
export type PublisherFields = Partial<
  Pick<Publisher, keyof ByProperty<Omit<UpdatePublisherRequest, 'reason'>> | 'banReason'>
>;

export function publisherFields(request: UpdatePublisherRequest): PublisherFields {
  const { reason, reviewReason, ...fields } = byProperty(request);
  return {
    ...fields,
    ...(reason !== undefined && { banReason: reason }),
    ...(reviewReason !== undefined && { reviewReason: reviewReason === '' ? null : reviewReason }),
  };
}
