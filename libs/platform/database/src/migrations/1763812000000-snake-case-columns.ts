import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns that had a capital letter, by table. */
const COLUMNS: Record<string, string> = {
  access_tokens: 'userId publisherId expiresAt revokedAt lastUsedAt createdAt parentId',
  app_nodes: 'nodeVersionId displayName inputTypes returnTypes returnNames outputIsList',
  archive_uploads: 'versionId startedAt isAbandoned',
  assets: 'userId taskId contentType expiresAt createdAt',
  audit_entries: 'actorId targetKind targetId createdAt',
  idempotency_keys: 'claimId requestHash leaseUntil replaySource replayReference expiresAt',
  music_lines: 'taskId',
  node_reviews: 'nodeId userId updatedAt',
  node_versions:
    'nodeId sortKey isPrerelease statusReason supportedOs supportedAccelerators supportedAppVersion ' +
    'supportedAppFrontendVersion tagsAdmin appNodeExtractStatus appNodeExtractReason archiveKey archiveBytes ' +
    'archiveSha256 uploadDeadline publishedBy createdAt updatedAt',
  nodes:
    'idKey lookAlikeKey publisherId bannerUrl tagsAdmin supportedOs supportedAccelerators supportedAppVersion ' +
    'supportedAppFrontendVersion preemptedAppNodeNames githubStars searchRanking ratingSum ratingCount statusDetail ' +
    'reviewReason latestVersionId createdAt updatedAt banReason',
  provider_operations: 'taskId idempotencyKey vendorId createdAt submittedAt lastAnswer',
  publisher_members: 'publisherId userId acceptedAt createdAt invitedEmail',
  publishers: 'sourceCodeRepo createdAt updatedAt banReason bannedAt',
  registry_changes: 'publisherId nodeId createdAt',
  service_secrets: 'createdAt',
  task_events: 'taskId createdAt',
  tasks:
    'userId tokenId errorCode errorMessage estimatedSeconds callbackUrl createdAt startedAt finishedAt deletedAt',
  user_invitations: 'userId expiresAt acceptedAt createdAt',
  users: 'isAdmin isApproved createdAt suspendedAt deletedAt publisherLimit',
  webhook_attempts: 'deliveryId startedAt durationMs responseStatus responseText',
  webhook_deliveries: 'taskId userId attemptCount nextAttemptAt createdAt',
  webhook_secrets: 'userId createdAt expiresAt',
};

/** Every column as SQL writes it without quotes. Only names change; indexes and constraints follow by themselves. */
export class SnakeCaseColumns1763812000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, from, to] of renamed()) await rename(runner, table, from, to);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, from, to] of renamed()) await rename(runner, table, to, from);
  }
}

function renamed(): [table: string, from: string, to: string][] {
  return Object.entries(COLUMNS).flatMap(([table, columns]) =>
    columns
      .split(' ')
      .map((name): [string, string, string] => [table, name, name.replaceAll(/[A-Z]/g, '_$&').toLowerCase()]),
  );
}

async function rename(runner: QueryRunner, table: string, from: string, to: string): Promise<void> {
  await runner.query(`alter table ${table} rename column "${from}" to "${to}"`);
}
