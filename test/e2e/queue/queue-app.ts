import type { INestApplicationContext, Provider, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule, Environment } from '#libs/platform/config';
import { DatabaseModule, TransactionRunner } from '#libs/platform/database';
import { JobQueue, QueueModule } from '#libs/platform/queue';

/** A process that runs the given job handlers, within this one. */
export class QueueApp {
  private constructor(readonly context: INestApplicationContext) {}

  static async start(
    databaseUrl: string,
    handlers: Provider[],
    settings: Record<string, string> = {},
  ): Promise<QueueApp> {
    class HandlersModule {}
    const env = new Environment({ DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: '5', ...settings });
    const context = await NestFactory.createApplicationContext(
      {
        module: HandlersModule,
        imports: [ConfigModule.with(env), DatabaseModule, QueueModule],
        providers: handlers,
      },
      { logger: false, abortOnError: false },
    );
    return new QueueApp(context);
  }

  get queue(): JobQueue {
    return this.context.get(JobQueue);
  }

  get transactions(): TransactionRunner {
    return this.context.get(TransactionRunner);
  }

  get<T>(type: Type<T>): T {
    return this.context.get(type, { strict: false });
  }

  stop(): Promise<void> {
    return this.context.close();
  }
}

/** A promise that is settled from outside, to hold a job where a test wants it. */
export class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
}
