import { Injectable, type OnModuleInit } from '@nestjs/common';
import { countCharacters, invalidFields, type Principal, readRequest } from '#libs/platform/http';
import {
  MediaProviders,
  MediaTasks,
  MODEL_KIND_NAMES,
  type OfferedModel,
  type PricedWork,
  TaskStarts,
  VendorTrials,
} from '#libs/media/providers';
import { type GivenQuote, Prices, TaskKinds, TaskReply, TaskResponse, TaskWaits } from '#libs/media/work';
import { ModelTaskRequest } from './dto/model-task.request.js';
import { ModelResponse } from './dto/model.response.js';
import { picturesIn, problemsOfInput, withReferences } from './model-input.js';
import { NoVendorForModel } from './models.errors.js';

/** Seconds of a video for which neither the request nor the model states a length. */
const USUAL_SECONDS = 5;

@Injectable()
export class ModelTasksService implements OnModuleInit {
  constructor(
    private readonly kinds: TaskKinds,
    private readonly media: MediaTasks,
    private readonly providers: MediaProviders,
    private readonly prices: Prices,
    private readonly trials: VendorTrials,
    private readonly starts: TaskStarts,
    private readonly waits: TaskWaits,
  ) {}

  onModuleInit(): void {
    for (const name of MODEL_KIND_NAMES) {
      this.kinds.register({
        name,
        nativeStatus: (status) => status,
        notification: (task, outputs) => TaskResponse.from(task, task.status, outputs),
      });
      this.trials.register(name, async (principal, vendor) => {
        const small = readRequest(ModelTaskRequest, this.smallRequest(name, vendor), { convertsText: false });
        return (await this.start(principal, small, undefined, vendor)).task;
      });
      this.starts.register({
        kind: name,
        callbackField: 'webhook_url',
        start: async (principal, fields, options) => {
          const request = readRequest(ModelTaskRequest, { kind: name, ...fields }, { convertsText: false });
          if (options.convertsText) request.input = this.converted(request);
          return (await this.start(principal, request, undefined)).task;
        },
      });
    }
    this.media.quoteFor({
      kinds: MODEL_KIND_NAMES,
      endpoint: '/v1/tasks',
      request: ModelTaskRequest,
      workOf: (request) => {
        const { work, ...priced } = this.workOf(request);
        // Refuses what the endpoint would.
        this.providers.choose({ kind: priced.kind, ...work });
        return { work, ...priced };
      },
    });
  }

  list(kind?: string): ModelResponse[] {
    const kinds = kind === undefined ? MODEL_KIND_NAMES : [kind];
    return this.providers
      .listModels(kinds)
      .map((model) => ModelResponse.from(model, this.prices.ofModel(model.kind, model.name)));
  }

  /**
   * As `start`, and waits for the end as the caller prefers.
   * @throws As `start`.
   */
  async submit(
    principal: Principal,
    request: ModelTaskRequest,
    quote: GivenQuote | undefined,
  ): Promise<TaskReply<TaskResponse>> {
    const created = await this.start(principal, request, quote);
    return this.waits.asPreferred(created, ({ task, outputs }) =>
      TaskResponse.from(task, task.status, outputs),
    );
  }

  /** @throws NoVendorForModel when no vendor offers the model for this kind; as `MediaTasks.start`. */
  async start(
    principal: Principal,
    request: ModelTaskRequest,
    quote: GivenQuote | undefined,
    vendor?: string,
  ): Promise<TaskReply<TaskResponse>> {
    const { model, input, webhook_url: url } = request;
    const task = await this.media.start(principal, quote, () => ({
      ...this.workOf(request),
      inputs: picturesIn(input),
      vendor,
      sent: ['model', ...Object.keys(input)],
      callback: url === undefined ? undefined : { field: 'webhook_url', url },
      request: (references) => ({ model, input: withReferences(input, references) }),
    }));
    return new TaskReply(task, TaskResponse.from(task, task.status, []));
  }

  /** Of the first model of the vendor, with what its schema demands. */
  private smallRequest(kind: string, vendor: string): object {
    const [offered] = this.providers.listModels([kind], vendor);
    if (!offered) throw new NoVendorForModel();
    const { properties, required } = offered.input;
    const sample = this.trials.sample('room.jpg');
    const values: Record<string, unknown> = { prompt: 'a lighthouse', text: 'Good evening.', image: sample };
    const input = required.map((field) => [field, values[field] ?? properties[field]?.enum?.[0]]);
    return { kind, model: offered.name, input: Object.fromEntries(input) as object };
  }

  /** The input with the texts of a form as what the schema of the model asks for. */
  private converted({ kind, model, input }: ModelTaskRequest): Record<string, unknown> {
    const offered = this.providers.listModels([kind]).find(({ name }) => name === model);
    return Object.fromEntries(
      Object.entries(input).map(([name, value]) => {
        const type = offered?.input.properties[name]?.type;
        return [name, typeof value === 'string' ? valueOf(value, type) : value];
      }),
    );
  }

  private workOf({ kind, model, input }: ModelTaskRequest): PricedWork & { kind: string } {
    const problems = problemsOfInput(input);
    if (problems.length > 0) throw invalidFields(problems);
    const offered = this.providers.listModels([kind]).find(({ name }) => name === model);
    if (!offered) throw new NoVendorForModel();
    const size = sizeOf(kind, offered, input);
    return {
      kind,
      basis: { model, ...size },
      price: () => this.prices.model(kind, model, size),
      work: {
        model,
        fields: withReferences(input),
        ...(size.duration === undefined ? {} : { durationSeconds: size.duration }),
        ...(typeof input.resolution === 'string' ? { resolution: input.resolution } : {}),
      },
    };
  }
}

function valueOf(text: string, type: string | undefined): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  const isNumber = (type === 'integer' || type === 'number') && /^[+-]?\d+(\.\d+)?$/.test(text);
  return isNumber ? Number(text) : text;
}

/** What the price depends on. A wrong value is refused later, by the schema of the model. */
function sizeOf(
  kind: string,
  { input: { properties } }: OfferedModel,
  { duration = properties.duration?.default, text }: Readonly<Record<string, unknown>>,
): { duration?: number; characters?: number } {
  // Some models take it as a text.
  const seconds = Number(duration);
  if (kind.endsWith('-to-video')) return { duration: seconds > 0 ? seconds : USUAL_SECONDS };
  return typeof text === 'string' ? { characters: countCharacters(text) } : {};
}
