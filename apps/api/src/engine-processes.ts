import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type ChildReport, observeChildren } from '#libs/engines/child';

/** Ends that are in the nature of jobs. */
const EXPECTED: readonly ChildReport['end'][] = ['done', 'failed', 'cancelled'];

/** Writes down what becomes of the processes in which the engines work. */
@Injectable()
export class EngineProcesses implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(EngineProcesses.name);
  private stop: () => void = () => undefined;

  onModuleInit(): void {
    this.stop = observeChildren({ started: () => undefined, ended: (report) => this.ended(report) });
  }

  onApplicationShutdown(): void {
    this.stop();
  }

  private ended(report: ChildReport): void {
    if (EXPECTED.includes(report.end)) return;
    this.logger.warn(report, 'An engine process ended unexpectedly');
  }
}
