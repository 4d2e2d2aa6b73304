import { DateTimeField, EnumField, IntField, TextField, UuidField } from '#libs/platform/http';
import { AUDIT_TARGET_KINDS, type AuditTargetKind } from '../audit-entry.entity.js';

export class ListAuditQuery {
  /** Only acts of this user. */
  @UuidField({ optional: true })
  actor_id?: string;

  /** Only acts by this token, and in sessions started with it. */
  @UuidField({ optional: true })
  token_id?: string;

  /** Only this action, such as `node.ban`. */
  @TextField({ maxLength: 64, optional: true })
  action?: string;

  /** Only acts on targets of this kind. */
  @EnumField({ values: AUDIT_TARGET_KINDS, optional: true })
  target_kind?: AuditTargetKind;

  /** Only acts on this target. */
  @TextField({ maxLength: 200, optional: true })
  target_id?: string;

  /** Only acts at this time or later. */
  @DateTimeField({ optional: true })
  from?: string;

  /** Only acts before this time. */
  @DateTimeField({ optional: true })
  until?: string;

  /** The `next_cursor` of the previous page. */
  @UuidField({ optional: true })
  cursor?: string;

  /** Entries on a page. */
  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;
}
