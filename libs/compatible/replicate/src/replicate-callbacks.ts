import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CallbackForms, isTerminal, type Task } from '#libs/media/work';
import { PublicAddress } from '#libs/platform/http';
import { Prediction } from './dto/prediction.response.js';

const NAME = 'replicate';

/** Calls back with predictions. */
@Injectable()
export class ReplicateCallbacks implements OnModuleInit {
  constructor(
    private readonly forms: CallbackForms,
    private readonly address: PublicAddress,
  ) {}

  onModuleInit(): void {
    this.forms.register({
      name: NAME,
      bodyOf: (task, outputs, events) =>
        events.length === 0 || eventsOf(task).some((event) => events.includes(event))
          ? Prediction.from(task, outputs, this.address.url)
          : undefined,
    });
  }

  choose(events: readonly string[] = []): void {
    this.forms.choose(NAME, events);
  }
}

/** Source: replicate.com/docs, webhooks; read 2026-11. */
function eventsOf({ status }: Task): string[] {
  if (isTerminal(status)) return status === 'succeeded' ? ['output', 'completed'] : ['completed'];
  return status === 'processing' ? ['start'] : [];
}
