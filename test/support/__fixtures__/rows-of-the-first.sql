-- Rows in every table of the first 16 migrations, as the service of that time left them.
insert into users (id, name, email, "isAdmin", "isApproved", subject, "createdAt") values
  ('01900000-0000-7000-8000-00000000000a', 'Ada "the\first"', 'ada@example.com', true, true, 'issuer|ada', '2026-11-01 10:00:00.123456+00'),
  ('01900000-0000-7000-8000-00000000000b', E'Bob\tTab\nLine', 'BOB@example.com', false, false, null, '2026-11-02 10:00+00');
insert into access_tokens (id, "userId", name, digest, scopes, "publisherId", "expiresAt", "lastUsedAt", "createdAt") values
  ('01900000-0000-7000-8000-0000000000c1', '01900000-0000-7000-8000-00000000000a', 'first', '\x00ff5c', '{media,"a, b"}', 'never-banned', '2027-11-01Z', '2026-11-03Z', '2026-11-01Z'),
  ('01900000-0000-7000-8000-0000000000c2', '01900000-0000-7000-8000-00000000000b', '', '\x01', '{}', null, null, null, '2026-11-02Z');
insert into service_secrets values ('links', '\xdeadbeef', '2026-11-01Z');
insert into tasks (id, kind, status, "userId", "tokenId", request, provider, outputs, details, "errorCode", "errorMessage", progress,
    credits, "estimatedSeconds", "callbackUrl", "createdAt", "startedAt", "finishedAt", "deletedAt") values
  ('01900000-0000-7000-8000-000000000101', 'image-relight', 'succeeded', '01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-0000000000c1', '{"prompt": "a\\b \"c\" é"}', 'upstream', '[{"role": "image", "assetId": "01900000-0000-7000-8000-000000000201"}]', '{"seed": 0}', null, null, 100, 10, 5, 'https://hooks.example/x', '2026-11-05 12:00Z', '2026-11-05 12:01Z', '2026-11-05 12:02:03.456Z', null),
  ('01900000-0000-7000-8000-000000000102', 'video-extend', 'failed', '01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-0000000000c1', '{}', 'upstream', '[]', '{}', 'upstream_error', 'It failed.', 40, 20, 50, null, '2026-11-05 13:00Z', '2026-11-05 13:01Z', '2026-11-05 13:02Z', null),
  ('01900000-0000-7000-8000-000000000103', 'music-from-text', 'queued', '01900000-0000-7000-8000-00000000000b', '01900000-0000-7000-8000-0000000000c2', '{}', 'upstream', '[]', '{}', null, null, 0, 30, 60, 'https://hooks.example/y', '2026-11-06Z', null, null, null),
  ('01900000-0000-7000-8000-000000000104', 'video-start-end', 'succeeded', null, null, '{}', 'local', '[]', '{}', null, null, 100, 7, 1, null, '2026-11-06Z', null, '2026-11-06 00:01Z', null),
  ('01900000-0000-7000-8000-000000000105', 'image-relight', 'canceled', '01900000-0000-7000-8000-00000000000a', null, '{}', 'local', '[]', '{}', null, null, 0, 10, 1, null, '2026-11-07Z', null, '2026-11-07Z', '2026-11-07Z'),
  ('01900000-0000-7000-8000-000000000106', 'music-from-text', 'processing', '01900000-0000-7000-8000-00000000000b', '01900000-0000-7000-8000-0000000000c2', '{}', 'upstream', '[]', '{}', null, null, 50, 30, 60, null, '2026-11-08Z', '2026-11-08Z', null, null),
  ('01900000-0000-7000-8000-000000000107', 'image-relight', 'created', '01900000-0000-7000-8000-00000000000a', null, '{}', 'upstream', '[]', '{}', null, null, 0, 10, 1, null, '2026-11-09Z', null, null, null);
insert into task_events values
  ('01900000-0000-7000-8000-000000000101', 0, 'created', '2026-11-05 12:00Z'),
  ('01900000-0000-7000-8000-000000000101', 1, 'processing', '2026-11-05 12:01Z'),
  ('01900000-0000-7000-8000-000000000101', 2, 'succeeded', '2026-11-05 12:02Z'),
  ('01900000-0000-7000-8000-000000000103', 0, 'created', '2026-11-06Z');
insert into music_lines values ('01900000-0000-7000-8000-000000000106', 0, '{"bar": 1}'), ('01900000-0000-7000-8000-000000000106', 1, '\N');
insert into assets (id, "userId", "taskId", purpose, extension, "contentType", bytes, "expiresAt", "createdAt") values
  ('01900000-0000-7000-8000-000000000201', '01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-000000000101', 'output', 'png', 'image/png', 99, null, '2026-11-05Z'),
  ('01900000-0000-7000-8000-000000000202', null, null, 'input', 'jpg', 'image/jpeg', null, '2026-12-05Z', '2026-11-05Z');
insert into provider_operations ("taskId", state, "idempotencyKey", "vendorId", failures, "createdAt", "submittedAt") values
  ('01900000-0000-7000-8000-000000000101', 'submitted', '01900000-0000-7000-8000-000000000301', 'v-1', 1, '2026-11-05Z', '2026-11-05 00:01Z'),
  ('01900000-0000-7000-8000-000000000102', 'intended', '01900000-0000-7000-8000-000000000302', null, 3, '2026-11-05Z', null),
  ('01900000-0000-7000-8000-000000000103', 'waiting', '01900000-0000-7000-8000-000000000303', null, 0, '2026-11-06Z', null),
  ('01900000-0000-7000-8000-000000000106', 'submitted', '01900000-0000-7000-8000-000000000306', 'v-6', 0, '2026-11-08Z', '2026-11-08Z');
insert into webhook_secrets values
  ('01900000-0000-7000-8000-000000000401', '01900000-0000-7000-8000-00000000000a', '\x0a0b', '2026-11-01Z', null),
  ('01900000-0000-7000-8000-000000000402', '01900000-0000-7000-8000-00000000000a', '\x0c', '2026-10-01Z', '2026-11-01Z');
insert into webhook_deliveries values
  ('01900000-0000-7000-8000-000000000501', '01900000-0000-7000-8000-000000000101', 1, '01900000-0000-7000-8000-00000000000a', 'https://hooks.example/x', '{"a": 1}', 'delivered', 1, null, '2026-11-05Z'),
  ('01900000-0000-7000-8000-000000000502', '01900000-0000-7000-8000-000000000103', 1, null, 'https://hooks.example/y', '{}', 'pending', 2, '2026-11-06 01:00Z', '2026-11-06Z');
insert into webhook_attempts values
  ('01900000-0000-7000-8000-000000000601', '01900000-0000-7000-8000-000000000501', '2026-11-05Z', 20, 204, null, null),
  ('01900000-0000-7000-8000-000000000602', '01900000-0000-7000-8000-000000000502', '2026-11-06Z', 9, null, null, 'refused');
insert into publishers (id, name, description, status, "createdAt", "updatedAt") values
  ('banned-twice', 'Twice', '', 'PublisherStatusBanned', '2026-01-01Z', '2026-01-20Z'),
  ('banned-unseen', 'Unseen', '', 'PublisherStatusBanned', '2026-01-01Z', '2026-01-20Z'),
  ('unbanned', 'Unbanned', '', 'PublisherStatusActive', '2026-01-01Z', '2026-01-20Z'),
  ('never-banned', 'Never', 'said "so"', 'PublisherStatusActive', '2026-01-01Z', '2026-01-20Z');
insert into publisher_members values
  ('01900000-0000-7000-8000-000000000701', 'never-banned', '01900000-0000-7000-8000-00000000000a', 'owner', '2026-01-01Z', '2026-01-01Z'),
  ('01900000-0000-7000-8000-000000000702', 'never-banned', '01900000-0000-7000-8000-00000000000b', 'member', null, '2026-01-02Z');
insert into audit_entries (id, "actorId", action, "targetKind", "targetId", reason, before, after, "createdAt") values
  ('01900000-0000-7000-8000-000000000801', '01900000-0000-7000-8000-00000000000a', 'publisher.ban', 'publisher', 'banned-twice', 'odd', '{"status": "PublisherStatusActive"}', null, '2026-01-02Z'),
  ('01900000-0000-7000-8000-000000000802', null, 'publisher.ban', 'publisher', 'banned-twice', 'spam', '{"status": "PublisherStatusBanned"}', '{"a": [1]}', '2026-01-05Z'),
  ('01900000-0000-7000-8000-000000000803', null, 'publisher.ban', 'publisher', 'unbanned', 'spam', '{"status": "PublisherStatusActive"}', null, '2026-01-02Z'),
  ('01900000-0000-7000-8000-000000000804', null, 'publisher.ban', 'node', 'banned-unseen', 'of a node', null, null, '2026-01-02Z');
insert into nodes (id, "idKey", "lookAlikeKey", "publisherId", name, "bannerUrl", tags, "supportedOs", translations, "githubStars", "searchRanking", status, "createdAt", "updatedAt") values
  ('Picture-Maker', 'picture-maker', 'picturemaker', 'never-banned', '이미지생성기', 'https://banner.example', '{"Image, Editing",ai," "}', '{Linux,"OS \"X\""}', '{"ko": {"name": "이"}}', 7, 3, 'NodeStatusActive', '2026-01-03Z', '2026-01-04Z'),
  ('old-ban', 'old-ban', 'oldban', 'banned-twice', 'Old', '', '{}', '{}', '{}', 0, 0, 'NodeStatusBanned', '2026-01-03Z', '2026-01-04Z'),
  ('nightly', 'nightly', 'nightly', 'unbanned', 'Nightly', '', '{ai}', '{}', '{}', 0, 0, 'NodeStatusActive', '2026-01-03Z', '2026-01-04Z');
insert into node_versions (id, "nodeId", version, "sortKey", "isPrerelease", changelog, dependencies, status, "statusReason", "appNodeExtractReason", "archiveKey", "archiveBytes", "archiveSha256", "uploadDeadline", "supportedAppVersion", "publishedBy", "createdAt", "updatedAt") values
  ('01900000-0000-7000-8000-000000000901', 'Picture-Maker', '1.0.0', '1.0.0', false, 'new', '{"torch>=2","a b"}', 'NodeVersionStatusActive', '', '', 'archives/x.zip', 17, '\xabcd', '2026-01-04Z', '>=1.2', '01900000-0000-7000-8000-00000000000a', '2026-01-03Z', '2026-01-04Z'),
  ('01900000-0000-7000-8000-000000000902', 'Picture-Maker', '1.0.1', '1.0.1', false, '', '{}', 'NodeVersionStatusFlagged', 'not_a_zip: The file is not a zip archive.', 'The archive was not accepted.', null, null, null, '2026-01-04Z', '', null, '2026-01-04Z', '2026-01-04Z'),
  ('01900000-0000-7000-8000-000000000903', 'nightly', '1.0.0-99999999999999999999', '001.000.000-119999999999999999999999 ', true, '', '{}', 'NodeVersionStatusActive', '', '', null, null, null, '2026-01-04Z', '', null, '2026-01-04Z', '2026-01-04Z'),
  ('01900000-0000-7000-8000-000000000904', 'nightly', '1.0.0-a.2', '001.000.000-a 1011 ', true, '', '{}', 'NodeVersionStatusActive', '', '', null, null, null, '2026-01-04Z', '', null, '2026-01-05Z', '2026-01-04Z');
update nodes set "latestVersionId" = '01900000-0000-7000-8000-000000000901' where id = 'Picture-Maker';
update nodes set "latestVersionId" = '01900000-0000-7000-8000-000000000903' where id = 'nightly';
insert into node_reviews values ('Picture-Maker', '01900000-0000-7000-8000-00000000000b', 4, '2026-01-05Z');
insert into node_app_names values ('Picture-Maker', '{Make,"Make, too"}');
insert into app_nodes ("nodeVersionId", name, "inputTypes", "returnTypes", "returnNames", "outputIsList") values
  ('01900000-0000-7000-8000-000000000901', 'Make', '{"required": {}}', '["IMAGE","MASK"]', '', '{}'),
  ('01900000-0000-7000-8000-000000000901', 'Make, too', '', '', '', '{}'),
  ('01900000-0000-7000-8000-000000000901', 'List', '{}', '["IMAGE"]', '["x"]', '{true}');
insert into archive_uploads values ('01900000-0000-7000-8000-000000000a01', '01900000-0000-7000-8000-000000000901', '2026-01-04 05:06:07Z', true);
insert into registry_changes (kind, action, "publisherId", "nodeId", version, "createdAt") values
  ('node', 'created', 'never-banned', 'Picture-Maker', null, '2026-01-03Z'), ('node_version', 'created', 'never-banned', 'Picture-Maker', '1.0.0', '2026-01-03Z'),
  ('node', 'updated', 'never-banned', 'gone', null, '2026-01-04Z');
delete from registry_changes where "nodeId" = 'gone';
insert into node_search (id, rank_key, created_at, downloads, stars, head, is_sampled, is_banned, os, accelerators, lexemes) values
  ('picture-maker', '7fffffff-ffff-ffff-ffff-ffffffff0000', '2026-01-03Z', 12, 7, 5, true, false, '{linux}', '{"gpu :: intel arc",cuda}',
   array_to_tsvector(array['n"이미지생성기', 'n=이미지생성기', 'n:이미지생성기', 'n^이미지생성기', 'n이미지생성기', 'n~이미', 'r"github.com/a/b', 't"x']));
insert into node_search_key values ('picture-maker', 'picturemaker', 'picture maker');
insert into search_head values (4, '7fffffff-ffff-ffff-ffff-ffffffff0000', 'picture-maker', 1, true);
insert into search_term values ('이미지생성기', 1, 0, 0, 0), ('~이미', 1, 0, 0, 0);
insert into idempotency_keys values ('\x01', '01900000-0000-7000-8000-000000000b01', '\x02', '2026-11-05Z', '\x0304', null, null, '2026-12-05Z'),
  ('\x02', '01900000-0000-7000-8000-000000000b02', '\x02', '2026-11-05Z', null, 'task', 'x', '2026-12-05Z');
insert into rate_limit_counts values (29000000, 'ip:1', 3);
select jobs.create_queue('image-tasks.run', '{"policy": "short"}');
select jobs.create_queue('node-versions.sweep-archives', '{"policy": "short"}');
insert into jobs.job (name, data) values ('image-tasks.run', '{"taskId": "01900000-0000-7000-8000-000000000107"}'), ('node-versions.sweep-archives', null);
