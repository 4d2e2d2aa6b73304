import express, { type Express, type Request, type Response } from 'express';
import { gte, lt, rcompare } from 'semver';
import { fetchArchive } from './archives.js';
import type { MirrorFolder } from './mirror-folder.js';
import type { Mirroring } from './mirroring.js';
import type { AdvisoryRecord, NodeRecord, VersionRecord } from './records.js';
import type { Upstream } from './upstream.js';

const PAGE_LIMIT = 100;

/** Where to fetch what is not in the folder yet. What clients ask for has a pace of its own, so that they do not hold up what follows the feed. */
export type Source = { upstream: Upstream; mirroring: Mirroring };

class NotFound extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Answers the reads that a client needs to install, as the registry does. Paths of files are made of digests only. */
export function mirrorServer(folder: MirrorFolder, source?: Source): Express {
  const app = express();
  app.disable('x-powered-by');

  app.get('/nodes', (request, response) => {
    const limit = Math.min(positive(request.query.limit, 20), PAGE_LIMIT);
    const page = positive(request.query.page, 1);
    const total = folder.countNodes();
    const nodes = folder.nodes((page - 1) * limit, limit).map((node) => shownNode(node, request));
    response.json({ nodes, page, limit, total, totalPages: Math.ceil(total / limit), next_cursor: null });
  });
  app.get('/nodes/:nodeId', async (request, response) => {
    response.json(shownNode(await nodeOf(request), request));
  });
  app.get('/nodes/:nodeId/versions', async (request, response) => {
    const versions = folder.versions((await nodeOf(request)).id);
    versions.sort((one, other) => rcompare(one.version, other.version));
    response.json(versions.map((version) => shownVersion(version, request)));
  });
  app.get('/nodes/:nodeId/versions/:versionId', async (request, response) => {
    const version = versionOf(await nodeOf(request), request.params.versionId);
    response.json(warnedVersion(version, request));
  });
  app.get('/nodes/:nodeId/install', async (request, response) => {
    const node = await nodeOf(request);
    const wanted = String(request.query.version ?? '') || node.latest_version;
    if (wanted === null)
      throw new NotFound('nothing_to_install', 'The node has no version that can be installed.');
    const version = versionOf(node, wanted);
    if (version.sha256 === '') throw new NotFound('no_archive', 'The version has no archive.');
    response.json(warnedVersion(version, request));
  });
  app.get('/nodes/:nodeId/versions/:versionId/archive', async (request, response) => {
    await sendArchive(versionOf(await nodeOf(request), request.params.versionId), response);
  });
  app.get('/nodes/:nodeId/advisories', (request, response) => {
    response.json({ advisories: folder.advisories(request.params.nodeId).map(shownAdvisory) });
  });
  app.get('/advisories', (_request, response) => {
    response.json({ advisories: folder.advisories().map(shownAdvisory), next_cursor: null });
  });
  app.get('/advisories/:id', (request, response) => {
    const advisory = folder.advisory(request.params.id);
    if (!advisory) throw new NotFound('advisory_not_found', 'The advisory does not exist.');
    response.json(advisory.osv);
  });
  app.use(() => {
    throw new NotFound('not_found', 'The mirror does not have this. Ask the registry itself.');
  });
  // Express knows a handler of errors by its four parameters.
  app.use((error: Error, _request: Request, response: Response, _next: unknown) => {
    if (response.headersSent) return void response.destroy();
    if (error instanceof NotFound) response.status(404).json({ error: error.code, message: error.message });
    else response.status(502).json({ error: 'upstream_failed', message: error.message });
  });
  return app;

  async function nodeOf({ params }: Request): Promise<NodeRecord> {
    const id = String(params.nodeId);
    if (!folder.node(id)) await source?.mirroring.copyNode(id, source.upstream);
    const node = folder.node(id);
    if (!node) throw new NotFound('node_not_found', `There is no node ${id}.`);
    return node;
  }

  function versionOf({ id }: NodeRecord, wanted: unknown): VersionRecord {
    const version = folder.version(id, String(wanted));
    if (!version)
      throw new NotFound('version_not_found', 'The version does not exist or is not visible to you.');
    return version;
  }

  async function sendArchive(version: VersionRecord, response: Response): Promise<void> {
    const { sha256, node_id: nodeId, version: number, archive_bytes: bytes } = version;
    if (sha256 === '') throw new NotFound('version_not_found', 'The version has no archive.');
    if (source && !folder.hasArchive(sha256))
      await fetchArchive(folder, source.upstream, { nodeId, version: number, sha256, bytes });
    if (!folder.hasArchive(sha256))
      throw new NotFound('no_archive', 'The archive is not in this mirror yet.');
    response.set({
      ETag: `"${sha256}"`,
      'Content-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      'Content-Disposition': `attachment; filename="${nodeId}-${number}.zip"`,
      'Content-Type': 'application/zip',
      'X-Content-Type-Options': 'nosniff',
    });
    await new Promise<void>((resolve, reject) =>
      response.sendFile(folder.archive(sha256), { dotfiles: 'allow' }, (error) =>
        error ? reject(error) : resolve(),
      ),
    );
  }

  function shownNode({ kind, publisher_id, latest_version, ...node }: NodeRecord, request: Request): object {
    const latest = latest_version === null ? undefined : folder.version(node.id, latest_version);
    return {
      ...node,
      publisher: without(folder.publisher(publisher_id) ?? { id: publisher_id }, 'kind'),
      ...(latest ? { latest_version: shownVersion(latest, request) } : {}),
    };
  }

  function warnedVersion(version: VersionRecord, request: Request): object {
    const warnings = folder
      .advisories(version.node_id)
      .filter((advisory) => affects(advisory, version.version));
    const shown = warnings.map(({ id, severity, summary, fixed }) => ({
      ...{ id, severity, summary },
      ...(fixed === null ? {} : { fixed }),
    }));
    return { ...shownVersion(version, request), ...(shown.length > 0 ? { advisories: shown } : {}) };
  }
}

function shownVersion({ kind, archive_bytes, ...version }: VersionRecord, request: Request): object {
  if (version.sha256 === '') return version;
  const path = `/nodes/${encodeURIComponent(version.node_id)}/versions/${encodeURIComponent(version.version)}/archive`;
  return { ...version, downloadUrl: `${request.protocol}://${request.get('host') ?? ''}${path}` };
}

function shownAdvisory({ kind, osv, ...advisory }: AdvisoryRecord): object {
  return advisory;
}

/** As the registry decides it: by the range, or because it is named. */
function affects({ introduced, fixed, versions, withdrawn_at }: AdvisoryRecord, version: string): boolean {
  if (withdrawn_at !== null) return false;
  if (versions.includes(version)) return true;
  const hasRange = introduced !== null || fixed !== null || versions.length === 0;
  return (
    hasRange && (introduced === null || gte(version, introduced)) && (fixed === null || lt(version, fixed))
  );
}

function without(thing: object, name: string): object {
  return Object.fromEntries(Object.entries(thing).filter(([key]) => key !== name));
}

function positive(value: unknown, otherwise: number): number {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : otherwise;
}
