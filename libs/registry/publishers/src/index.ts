export { BanRequest, ModerationRequest, PublisherPath } from './dto/publisher.request.js';
export { PublisherResponse } from './dto/publisher.response.js';
export { type MemberWithUser } from './members.repository.js';
export {
  isListed,
  type MemberRole,
  type Publisher,
  type PublisherMember,
  type PublisherStatus,
} from './publisher.entity.js';
export { CheckProofsJob } from './proofs/check-proofs.job.js';
export { ProofsService } from './proofs/proofs.service.js';
export * from './publisher.errors.js';
export { PublisherChanged, PublisherNamed } from './publisher.events.js';
export { PublisherRights } from './publisher-rights.js';
export { PublisherViews } from './publisher-views.js';
export { PublishersModule } from './publishers.module.js';
export type { PublisherFields } from './publisher-fields.js';
export { PublishersService } from './publishers.service.js';
export { PublishersSettings } from './publishers.settings.js';
export { publisherIdProblem } from './publisher-id.js';
