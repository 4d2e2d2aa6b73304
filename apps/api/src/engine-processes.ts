import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { type ChildReport, observeChildren } from '#libs/engines/child';
import { processMetrics } from '#libs/platform/metrics';

const registers = [processMetrics];

const running = new Gauge({
  name: 'engine_processes_running',
  help: 'Processes of engines that this process has started and that have not ended.',
  labelNames: ['program'],
  registers,
});
const ended = new Counter({
  name: 'engine_processes_ended_total',
  help: 'Processes of engines by how they ended.',
  labelNames: ['program', 'end'],
  registers,
});

/** Ends that are in the nature of jobs. */
const EXPECTED: readonly ChildReport['end'][] = ['done', 'failed', 'cancelled'];

/** Writes down what becomes of the processes in which the engines work. */
@Injectable()
export class EngineProcesses implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(EngineProcesses.name);
  private stop: () => void = () => undefined;

  onModuleInit(): void {
    this.stop = observeChildren({
      started: (program) => running.inc({ program }),
      ended: (report) => this.ended(report),
    });
  }

  onApplicationShutdown(): void {
    this.stop();
  }

  private ended(report: ChildReport): void {
    running.dec({ program: report.program });
    ended.inc({ program: report.program, end: report.end });
    if (EXPECTED.includes(report.end)) return;
    this.logger.warn(report, 'An engine process ended unexpectedly');
  }
}
