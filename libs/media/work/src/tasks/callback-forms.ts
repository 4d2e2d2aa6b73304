import { Injectable } from '@nestjs/common';
import { currentRequest, type RequestContext } from '#libs/platform/http';
import { CALLBACK_FORM, type Task } from './task.entity.js';
import type { LinkedOutput } from './task-kinds.js';

/** How another API tells callback addresses of a task. */
export type CallbackForm = {
  name: string;
  /**
   * @param events Those that the caller wants to hear of, in the words of that API; empty for all.
   * @returns The body; undefined when the task has a status that is not told.
   */
  bodyOf(task: Task, outputs: readonly LinkedOutput[], events: readonly string[]): object | undefined;
};

type Chosen = { name: string; events: readonly string[] };

/** Forms of callbacks beside those of the kinds. A task keeps the name of its form. */
@Injectable()
export class CallbackForms {
  private readonly forms = new Map<string, CallbackForm>();
  private readonly chosen = new WeakMap<RequestContext, Chosen>();

  register(form: CallbackForm): void {
    this.forms.set(form.name, form);
  }

  /** Chooses the form for the tasks that the present request starts. */
  choose(name: string, events: readonly string[] = []): void {
    const request = currentRequest();
    if (request) this.chosen.set(request, { name, events });
  }

  /** What a task of the present request keeps of it. */
  toKeep(): Record<string, Chosen> {
    const request = currentRequest();
    const chosen = request && this.chosen.get(request);
    return chosen ? { [CALLBACK_FORM]: chosen } : {};
  }

  /** The body for the callback address of the task: in its form, or else as `usual` makes it; undefined for none. */
  bodyOf(task: Task, outputs: readonly LinkedOutput[], usual: () => object): object | undefined {
    const chosen = task.request[CALLBACK_FORM] as Chosen | undefined;
    if (!chosen) return usual();
    // The form of an API that is switched off is not known; its callers expect no other.
    return this.forms.get(chosen.name)?.bodyOf(task, outputs, chosen.events);
  }
}
