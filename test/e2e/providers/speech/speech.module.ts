import { Body, Controller, Module, type OnModuleInit, Post } from '@nestjs/common';
import {
  CurrentPrincipal,
  JsonBodyLimit,
  type Principal,
  RequireScope,
  TextField,
} from '#libs/platform/http';
import { JobHandler } from '#libs/platform/queue';
import {
  type MediaProvider,
  MediaTaskJob,
  MediaTasks,
  ProviderOf,
  ProvidersModule,
  seedOf,
} from '#libs/media/providers';
import { requestOf, type Task, TaskKinds, TasksModule, type TaskWorkResult } from '#libs/media/work';

const KIND = 'speech-from-text';

class SpeechRequest {
  @TextField({ description: 'What is said.', minLength: 1, maxLength: 100 })
  text!: string;
}

@JobHandler({ name: 'speech-tasks.run', maxAttempts: 2 })
class RunSpeechTaskJob extends MediaTaskJob {}

@ProviderOf(KIND)
class LocalSpeechProvider implements MediaProvider {
  readonly name = 'local';
  readonly isPaid = false;
  readonly job = RunSpeechTaskJob;
  readonly concurrency = 1;

  estimateSeconds(): number {
    return 1;
  }

  async run(task: Task): Promise<TaskWorkResult> {
    const content = Buffer.from(`${seedOf(task)}: ${requestOf<SpeechRequest>(task).text}`);
    return { kind: 'succeeded', files: [{ role: 'speech', content, contentType: 'audio/mpeg' }] };
  }
}

@Controller('speech')
class SpeechController implements OnModuleInit {
  constructor(
    private readonly media: MediaTasks,
    private readonly kinds: TaskKinds,
  ) {}

  onModuleInit(): void {
    this.kinds.register({ name: KIND, nativeStatus: (status) => status, notification: ({ id }) => ({ id }) });
  }

  @Post()
  @RequireScope('media')
  @JsonBodyLimit(1)
  async speak(
    @CurrentPrincipal() principal: Principal,
    @Body() body: SpeechRequest,
  ): Promise<{ id: string }> {
    const task = { kind: KIND, basis: {}, price: () => 1, sent: ['text'], request: () => ({ ...body }) };
    const { id } = await this.media.start(principal, undefined, () => task);
    return { id };
  }
}

/** A fourth kind of media. */
@Module({
  imports: [TasksModule, ProvidersModule],
  controllers: [SpeechController],
  providers: [LocalSpeechProvider, RunSpeechTaskJob],
})
export class SpeechModule {}
