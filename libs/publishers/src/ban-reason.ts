import type { AuditLog } from '#libs/audit';

/** Why a banned publisher is banned; '' when nobody said why. */
export async function banReasonOf(audit: AuditLog, publisherId: string): Promise<string> {
  const [ban] = await audit.list({
    action: 'publisher.ban',
    targetKind: 'publisher',
    targetId: publisherId,
    limit: 1,
  });
  return ban?.reason ?? '';
}
