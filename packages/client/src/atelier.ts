import { Connection, errorOf, type Fetch } from './connection.js';
import type { Client } from './generated/client/index.js';
import {
  enhanceSkinCreatively,
  enhanceSkinFaithfully,
  enhanceSkinFlexibly,
  extendVideo,
  makeMusicFromText,
  makeMusicFromVideo,
  makeVideoFromFrames,
  makeVideoFromReferences,
  prepareUpload,
  relightImage,
  startTask,
  transferStyle,
} from './generated/sdk.gen.js';
import type {
  CreativeSkinRequest,
  ExtendVideoRequest,
  FaithfulSkinRequest,
  FlexibleSkinRequest,
  ModelTaskRequest,
  MusicFromTextRequest,
  NewUploadRequest,
  ReferenceVideoRequest,
  RelightRequest,
  StartEndVideoRequest,
  StyleTransferRequest,
  TaskDetailsResponse,
  TaskOutputResponse,
  UploadResponse,
} from './generated/types.gen.js';
import { INLINE_BYTES, type Media, type Progress, upload, type UploadOptions, withTexts } from './media.js';
import { startedTaskId } from './music.js';
import { type DataOf, type EntryOf, type Operation, pagesOf, replyOf } from './operations.js';
import {
  type MusicSubmission,
  musicSubmission,
  MusicTaskHandle,
  type Submission,
  submission,
  TaskHandle,
} from './tasks.js';
import { waitFor, type WaitOptions } from './waiting.js';

export type AtelierOptions = {
  /** Address of the service, such as `https://atelier.example.com`; in Node.js by default `ATELIER_URL`. */
  url?: string;
  /** In Node.js by default `ATELIER_TOKEN`. */
  token?: string;
  fetch?: Fetch;
  /** How often a request is tried again. */
  maxRetries?: number;
};

export type SubmitOptions = {
  /** Ends the submit, not a task that was started. */
  signal?: AbortSignal;
  /** To repeat a submit in another process; made up if absent. */
  idempotencyKey?: string;
  /** The `id` of a quote for this request. */
  quoteId?: string;
  /** Hours that the task is kept after its end. */
  outputRetentionHours?: number;
  onUploadProgress?: Progress;
};

/** A request whose fields `Field` also take bytes. */
export type Taking<Request, Field extends keyof Request> = Omit<Request, Field> & {
  [Name in keyof Pick<Request, Field>]: WithBytes<Request[Name]>;
};
type WithBytes<Value> = Value extends string ? Media : Value extends string[] ? Media[] : Value;

type LightMaps = 'transfer_light_from_reference_image' | 'transfer_light_from_lightmap';

/** Something that `download` finds: of a task, its first output; or the link of an output. */
export type Downloadable = Pick<TaskDetailsResponse, 'outputs'> | Pick<TaskOutputResponse, 'url'> | string;

const MAX_RETRIES = 4;

/** The service, as one caller. */
export class Atelier {
  /** For the functions of `@atelier/client/api`: with the token, retries and `Idempotency-Key`s. */
  readonly client: Client;
  private readonly connection: Connection;

  constructor(options: AtelierOptions = {}) {
    const { url, token } = { ...ofEnvironment(), ...withoutAbsent(options) };
    const { fetch = (...request) => globalThis.fetch(...request), maxRetries = MAX_RETRIES } = options;
    if (!url || !/^https?:\/\//.test(url) || !URL.canParse(url))
      throw new TypeError('url must be the http or https address of the service.');
    this.connection = new Connection(url.replace(/\/+$/, ''), token, fetch, maxRetries);
    this.client = this.connection.client;
  }

  relight(request: Taking<RelightRequest, 'image' | LightMaps>, options?: SubmitOptions): Submission {
    return this.start(relightImage, request, ({ data }) => data.task_id, options);
  }

  transferStyle(
    request: Taking<StyleTransferRequest, 'image' | 'reference_image'>,
    options?: SubmitOptions,
  ): Submission {
    return this.start(transferStyle, request, ({ task_id }) => task_id, options);
  }

  enhanceSkinFaithfully(request: Taking<FaithfulSkinRequest, 'image'>, options?: SubmitOptions): Submission {
    return this.start(enhanceSkinFaithfully, request, ({ data }) => data.task_id, options);
  }

  enhanceSkinCreatively(request: Taking<CreativeSkinRequest, 'image'>, options?: SubmitOptions): Submission {
    return this.start(enhanceSkinCreatively, request, ({ data }) => data.task_id, options);
  }

  enhanceSkinFlexibly(request: Taking<FlexibleSkinRequest, 'image'>, options?: SubmitOptions): Submission {
    return this.start(enhanceSkinFlexibly, request, ({ data }) => data.task_id, options);
  }

  makeVideoFromFrames(request: Taking<StartEndVideoRequest, 'images'>, options?: SubmitOptions): Submission {
    return this.start(makeVideoFromFrames, request, ({ task_id }) => task_id, options);
  }

  makeVideoFromReferences(
    request: Taking<ReferenceVideoRequest, 'images'>,
    options?: SubmitOptions,
  ): Submission {
    return this.start(makeVideoFromReferences, request, ({ task_id }) => task_id, options);
  }

  extendVideo(
    request: Taking<ExtendVideoRequest, 'images' | 'video_url'>,
    options?: SubmitOptions,
  ): Submission {
    return this.start(extendVideo, request, ({ task_id }) => task_id, options);
  }

  /** Starts a task of a model that `GET /v1/models` lists; pictures of its `input` may be bytes. */
  startTask(request: ModelTaskRequest, options?: SubmitOptions): Submission {
    return this.start(startTask, request, ({ id }) => id, options);
  }

  makeMusicFromText(request: MusicFromTextRequest, options?: SubmitOptions): MusicSubmission {
    return this.startMusic(makeMusicFromText, request, options);
  }

  /** Makes music for a video: its bytes, or its URL. */
  makeMusicFromVideo(request: { video: Media; prompt?: string }, options?: SubmitOptions): MusicSubmission {
    return this.startMusic(makeMusicFromVideo, request, options);
  }

  /** A task that was started before. */
  task(id: string): TaskHandle {
    return new TaskHandle(this.connection, id);
  }

  /** A music task that was started before. */
  musicTask(id: string): MusicTaskHandle {
    return new MusicTaskHandle(this.connection, id);
  }

  /**
   * The task, once it has succeeded.
   * @throws TaskFailed when it has failed or was canceled; the reason of the signal, or a TimeoutError after `timeoutMs`.
   */
  wait(id: string, options?: WaitOptions): Promise<TaskDetailsResponse> {
    return waitFor(this.connection, id, options);
  }

  /** The bytes of a result. */
  async download(
    from: Downloadable,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    // Read while it can still be tried again, for a transfer that breaks off.
    const read = async (reply: Response) => new Response(await reply.arrayBuffer(), reply);
    const response = await this.follow(from, signal, read);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** A result as the reply of `fetch`, to read it as a stream. */
  open(from: Downloadable, { signal }: { signal?: AbortSignal } = {}): Promise<Response> {
    return this.follow(from, signal, (reply) => reply);
  }

  /** Uploads a file, to use its `download_url` in any number of requests. */
  upload(data: Blob | Uint8Array, options: UploadOptions = {}): Promise<UploadResponse> {
    return this.uploadAs(undefined, data, options);
  }

  /**
   * Calls an operation of `@atelier/client/api`.
   * @returns the body of the reply.
   * @throws AtelierError when the service refuses.
   */
  async call<F extends Operation>(operation: F, ...[options]: Parameters<F>): Promise<DataOf<F>> {
    return (await replyOf(this.connection, operation, options as object)).data;
  }

  /** All entries of a list of `@atelier/client/api`, page after page. */
  pages<F extends Operation>(list: F, ...[options]: Parameters<F>): AsyncGenerator<EntryOf<DataOf<F>>, void> {
    return pagesOf(
      (query) => replyOf(this.connection, list, { ...(options as object), query }),
      options as object,
    );
  }

  /** Signed links need no token, and may lead to another server. */
  private async follow(
    from: Downloadable,
    signal: AbortSignal | undefined,
    receive: (reply: Response) => Promise<Response> | Response,
  ): Promise<Response> {
    const link = linkOf(from);
    const attempt = async () => {
      const reply = await this.connection.fetch(link, signal ? { signal } : {});
      return reply.ok ? receive(reply) : reply;
    };
    const response = await this.connection.repeat(attempt, link, signal);
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  private start<F extends Operation>(
    operation: F,
    request: object,
    idOf: (data: DataOf<F>) => string,
    options: SubmitOptions = {},
  ): Submission {
    const start = async () => {
      const { data } = await this.submit(operation, request, options);
      return this.task(idOf(data));
    };
    return submission(start());
  }

  private startMusic(operation: Operation, request: object, options: SubmitOptions = {}): MusicSubmission {
    const start = async () => {
      const { response } = await this.submit(operation, request, options, { parseAs: 'stream' });
      return this.musicTask(await startedTaskId(response));
    };
    return musicSubmission(start());
  }

  private async submit<F extends Operation>(
    operation: F,
    request: object,
    { signal, idempotencyKey, onUploadProgress, quoteId, outputRetentionHours }: SubmitOptions,
    more: { parseAs?: 'stream' } = {},
  ): Promise<{ data: DataOf<F>; response: Response }> {
    const key = idempotencyKey ?? crypto.randomUUID();
    const given = signal ? { signal } : {};
    const uploading = { ...given, ...(onUploadProgress && { onProgress: onUploadProgress }) };
    const needsLinks = ([extendVideo, makeMusicFromVideo] as Operation[]).includes(operation);
    let uploads = 0;
    const body = await withTexts(request, needsLinks ? 0 : INLINE_BYTES, async (blob) => {
      // Repeated under the same key, the request has the same links.
      uploads += 1;
      return (await this.uploadAs(`${key}-${uploads}`, blob, uploading)).download_url;
    });
    const headers = {
      'Idempotency-Key': key,
      ...(quoteId && { 'Quote-Id': quoteId }),
      ...(outputRetentionHours && { 'Output-Retention-Hours': outputRetentionHours }),
    };
    return replyOf(this.connection, operation, { body, headers, ...given, ...more });
  }

  private uploadAs(
    key: string | undefined,
    data: Blob | Uint8Array,
    options: UploadOptions,
  ): Promise<UploadResponse> {
    const headers = key ? { 'Idempotency-Key': key } : {};
    const prepare = (body: NewUploadRequest, signal?: AbortSignal) =>
      this.call(prepareUpload, { body, headers, ...(signal && { signal }) });
    return upload(this.connection, prepare, data, options);
  }
}

function linkOf(from: Downloadable): string {
  if (typeof from === 'string') return from;
  if ('url' in from) return from.url;
  const [output] = from.outputs;
  if (!output) throw new TypeError('The task has no outputs.');
  return output.url;
}

/** In Node.js and what is like it. */
function ofEnvironment(): AtelierOptions {
  const { process: program } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const { ATELIER_URL: url, ATELIER_TOKEN: token } = program?.env ?? {};
  return withoutAbsent({ url, token });
}

function withoutAbsent<T extends object>(options: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  const present = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Name in keyof T]: Exclude<T[Name], undefined> };
}
