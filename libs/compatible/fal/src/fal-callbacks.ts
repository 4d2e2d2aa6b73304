import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CallbackForms, isTerminal, type LinkedOutput, type Task } from '#libs/media/work';
import { resultOf } from './dto/queue.response.js';

const NAME = 'fal';

/** Calls back with results. */
@Injectable()
export class FalCallbacks implements OnModuleInit {
  constructor(private readonly forms: CallbackForms) {}

  onModuleInit(): void {
    this.forms.register({
      name: NAME,
      bodyOf: (task, outputs) => (isTerminal(task.status) ? callbackOf(task, outputs) : undefined),
    });
  }

  choose(): void {
    this.forms.choose(NAME);
  }
}

/** Source: docs.fal.ai, webhooks; read 2026-11. */
function callbackOf(task: Task, outputs: readonly LinkedOutput[]): object {
  const { id, status, errorMessage } = task;
  const head = { request_id: id, gateway_request_id: id };
  if (status === 'succeeded') return { ...head, status: 'OK', payload: resultOf(task, outputs) };
  return { ...head, status: 'ERROR', error: errorMessage, payload: { detail: errorMessage } };
}
