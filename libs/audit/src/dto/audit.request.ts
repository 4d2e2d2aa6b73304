import { EnumField, IntField, TextField, UuidField } from '#libs/platform/http';
import { AUDIT_TARGET_KINDS, type AuditTargetKind } from '../audit-entry.entity.js';

/** Which audit entries to list. */
export class ListAuditQuery {
  @UuidField({ description: 'Only acts of this user.', optional: true })
  actor_id?: string;

  @TextField({ description: 'Only this action, such as `node.ban`.', maxLength: 64, optional: true })
  action?: string;

  @EnumField({ description: 'Only acts on things of this kind.', values: AUDIT_TARGET_KINDS, optional: true })
  target_kind?: AuditTargetKind;

  @TextField({ description: 'Only acts on this target.', maxLength: 200, optional: true })
  target_id?: string;

  @UuidField({ description: 'The `next_cursor` of the page before.', optional: true })
  cursor?: string;

  @IntField({ description: 'Entries on a page.', min: 1, max: 100, default: 20 })
  limit!: number;
}
