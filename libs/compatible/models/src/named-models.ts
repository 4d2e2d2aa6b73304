import { Injectable } from '@nestjs/common';
import {
  type InputSchema,
  MediaProviders,
  MODEL_KIND_NAMES,
  type TaskFields,
  TaskStarts,
} from '#libs/media/providers';
import type { Task } from '#libs/media/work';
import { invalidFields, type Principal } from '#libs/platform/http';
import { CompatibleModelsSettings } from './compatible-models.settings.js';
import { ModelNotFound } from './compatible.errors.js';

/** The owner of our kinds, where a model has one. */
const OWNER = 'atelier/';
const NAMES_SHOWN_MAX = 50;

/** Something that a program can name as a model. */
export type NamedModel = {
  /** As `list` shows it. */
  name: string;
  kind: string;
  /** What the field `model` of its task says; absent for kinds without one. */
  model?: string;
  /** What a vendor's model takes; absent for ours. */
  input?: InputSchema;
};

type Start = {
  fields: TaskFields;
  /** Receives every change of status. */
  callback?: string | undefined;
  /** Whether the fields come from a form, where all are texts. */
  convertsText?: boolean;
};

@Injectable()
export class NamedModels {
  constructor(
    private readonly starts: TaskStarts,
    private readonly providers: MediaProviders,
    private readonly settings: CompatibleModelsSettings,
  ) {}

  /** Kinds of ours, the models of ours that they take, and those of vendors. */
  list(kinds?: readonly string[]): NamedModel[] {
    const own = this.starts.list().filter(({ kind }) => !MODEL_KIND_NAMES.includes(kind));
    const all: NamedModel[] = [
      ...own.map(({ kind }) => ({ name: kind, kind })),
      ...own.flatMap(({ kind, models = [] }) => models.map((model) => ({ name: model, kind, model }))),
      ...this.providers
        .listModels(MODEL_KIND_NAMES)
        .map(({ kind, name, input }) => ({ name, kind, model: name, input })),
    ];
    return kinds ? all.filter(({ kind }) => kinds.includes(kind)) : all;
  }

  /**
   * @param kinds Only models of these, the first where several have one of the name.
   * @param fields Where several have it, one that takes these fields is preferred.
   * @throws ModelNotFound naming those that there are.
   */
  find(asked: string, kinds?: readonly string[], fields: readonly string[] = []): NamedModel {
    const named = this.settings.otherNames.get(asked) ?? asked;
    const name = named.startsWith(OWNER) ? named.slice(OWNER.length) : named;
    const all = this.list(kinds);
    const found = all.filter((one) => one.name === name || `${one.kind}/${one.name}` === name);
    found.sort((a, b) => (kinds?.indexOf(a.kind) ?? 0) - (kinds?.indexOf(b.kind) ?? 0));
    const best = found.find((one) => takes(one, fields)) ?? found[0];
    if (best) return best;
    const names = [...new Set(all.map((one) => one.name))].slice(0, NAMES_SHOWN_MAX);
    throw new ModelNotFound(`There is no model of this name here; there are: ${names.join(', ')}.`);
  }

  /** @throws InvalidRequest, and as `MediaTasks.start`. */
  async start(
    principal: Principal,
    { kind, model, input }: NamedModel,
    { fields, callback, convertsText = false }: Start,
  ): Promise<Task> {
    const { start, callbackField } = this.starts.require(kind);
    if (callback !== undefined && callbackField === undefined)
      throw invalidFields([`a webhook is not possible for ${kind}`]);
    const body = {
      ...(input ? { input: fields } : fields),
      ...(model === undefined ? {} : { model }),
      ...(callbackField === undefined || callback === undefined ? {} : { [callbackField]: callback }),
    };
    return start(principal, body, { convertsText });
  }
}

function takes({ input }: NamedModel, fields: readonly string[]): boolean {
  if (!input) return true;
  return (
    fields.every((field) => Object.hasOwn(input.properties, field)) &&
    input.required.every((field) => fields.includes(field))
  );
}

/** The name of what a task was made by: its model, else its kind. */
export function nameOfTask({ kind, request }: Pick<Task, 'kind' | 'request'>): string {
  return typeof request.model === 'string' ? request.model : kind;
}
