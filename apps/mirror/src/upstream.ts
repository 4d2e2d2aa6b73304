import { OutboundError, OutboundHttp, PRODUCT_VERSION, VendorPolicy } from '#libs/platform/outbound';
import { type AdvisoryRecord, readRecord, type RegistryRecord } from './records.js';

const TIMEOUT_MS = 600_000;
/** As much as a registry takes for an archive. */
const ARCHIVE_MAX_BYTES = 100 * 1024 * 1024;
const GONE = new Set([403, 404, 410]);

/** Calls at once. A registry asks anonymous callers to wait after some hundred a minute. */
const PACE = { maxConcurrent: 8, maxAttempts: 8, firstRetryDelayMs: 300, maxRetryDelayMs: 60_000 };

/** What the API shows of a version and of a node. */
type ShownVersion = { node_id?: string; version: string };
type ShownNode = { id: string; publisher: { id: string }; latest_version?: ShownVersion };

/** The registry that is copied, read without a token, so that nothing but what is public comes out. */
export class Upstream {
  private readonly http = new OutboundHttp({ version: PRODUCT_VERSION });
  /** Reads do not wait for downloads, so that a ban is heard of at once. */
  private readonly reads = new VendorPolicy(PACE);
  private readonly downloads = new VendorPolicy(PACE);
  readonly url: string;

  constructor(
    url: string,
    private readonly signal: AbortSignal,
  ) {
    this.url = url.replace(/\/+$/, '');
  }

  async close(): Promise<void> {
    await this.http.onApplicationShutdown();
  }

  /** A reply in JSON, never a kept one, which may be older than the change that led here; undefined for what the public does not see. */
  async find(path: string): Promise<unknown> {
    const target = `${path}${path.includes('?') ? '&' : '?'}at=${Date.now()}`;
    try {
      return await this.reads.run(
        'any-time',
        (signal) =>
          this.http.getJson({ ...this.call(target, signal), timeoutMs: 60_000, maxBytes: 64 * 1024 * 1024 }),
        this.signal,
      );
    } catch (error) {
      if (error instanceof OutboundError && GONE.has(error.status ?? 0)) return undefined;
      throw error;
    }
  }

  /** Downloads a file. @throws OutboundError */
  async download(target: string, destination: string, maxBytes = ARCHIVE_MAX_BYTES): Promise<void> {
    await this.downloads.run(
      'any-time',
      (signal) => this.http.download({ ...this.call(target, signal), destination, maxBytes }),
      this.signal,
    );
  }

  /** A publisher; nothing, as below, for what the public does not see. */
  async publisher(id: string): Promise<RegistryRecord[]> {
    const found = await this.find(`/publishers/${encodeURIComponent(id)}`);
    return found === undefined ? [] : [readRecord({ ...found, kind: 'publisher' })];
  }

  /** A node with its publisher; nothing also while it waits for a review, when it is in no list and in no feed. */
  async node(id: string): Promise<RegistryRecord[]> {
    const list = await this.find(`/nodes?limit=1&id_prefix=${encodeURIComponent(id)}`);
    const [found] = (list as { nodes: ShownNode[] } | undefined)?.nodes ?? [];
    if (found?.id.toLowerCase() !== id.toLowerCase()) return [];
    const { publisher, latest_version: latest, ...node } = found;
    const record = {
      ...node,
      kind: 'node',
      publisher_id: publisher.id,
      latest_version: latest?.version ?? null,
    };
    return [readRecord({ ...publisher, kind: 'publisher' }), readRecord(record)];
  }

  async version(nodeId: string, version: string): Promise<RegistryRecord[]> {
    const found = await this.find(`${nodePath(nodeId)}/versions/${encodeURIComponent(version)}`);
    return found === undefined ? [] : [versionRecord(nodeId, found as ShownVersion)];
  }

  async versions(nodeId: string): Promise<RegistryRecord[]> {
    const found = ((await this.find(`${nodePath(nodeId)}/versions`)) ?? []) as ShownVersion[];
    return found.map((version) => versionRecord(nodeId, version));
  }

  async advisories(nodeId: string): Promise<AdvisoryRecord[]> {
    const found = (await this.find(`${nodePath(nodeId)}/advisories`)) as
      { advisories: { id: string }[] } | undefined;
    const records: AdvisoryRecord[] = [];
    for (const advisory of found?.advisories ?? []) {
      const osv = await this.find(`/advisories/${encodeURIComponent(advisory.id)}`);
      records.push(readRecord({ ...advisory, osv, kind: 'advisory' }) as AdvisoryRecord);
    }
    return records;
  }

  private call(target: string, signal: AbortSignal) {
    return { url: this.url + target, trustUrl: 'configured' as const, timeoutMs: TIMEOUT_MS, signal };
  }
}

function nodePath(id: string): string {
  return `/nodes/${encodeURIComponent(id)}`;
}

/** Advisories are found anew for each reply of the mirror. */
function versionRecord(nodeId: string, shown: ShownVersion): RegistryRecord {
  return readRecord({
    ...shown,
    kind: 'version',
    node_id: shown.node_id ?? nodeId,
    archive_bytes: null,
    advisories: undefined,
  });
}
