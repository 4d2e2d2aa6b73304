import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { type ChildReport, observeChildren, prepareSandbox, type SandboxLevel } from '@atelier/engines/child';
import { InvalidSettings } from '#libs/platform/config';
import { processMetrics } from '#libs/platform/metrics';
import { EngineSettings } from './engine.settings.js';

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

const KEPT: Readonly<Record<SandboxLevel, string>> = {
  'own-files': 'They reach nothing but the files of their job, and have no network and no rights.',
  'no-network':
    'They have no network and no rights, but only Node keeps them from the disk: this account may not mount in a name ' +
    'space of its own.',
  'no-privileges':
    'They can gain no rights, but they have the network, and only Node keeps them from the disk: name spaces of users ' +
    'are forbidden here. Allow them, or give the service CAP_SYS_ADMIN.',
  none: 'Only Node keeps them from the disk: install util-linux (unshare, setpriv, prlimit, mount) for more.',
  off: 'They may do whatever the service may.',
};

/** Keeps the processes in which the engines work apart, and writes down what becomes of them. */
@Injectable()
export class EngineProcesses implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(EngineProcesses.name);
  private stop: () => void = () => undefined;

  constructor(private readonly settings: EngineSettings) {}

  /** @throws InvalidSettings when they are to be kept wholly and this machine cannot. */
  onModuleInit(): void {
    this.prepare();
    this.stop = observeChildren({
      started: (program) => running.inc({ program }),
      ended: (report) => this.ended(report),
    });
  }

  onApplicationShutdown(): void {
    this.stop();
  }

  private prepare(): void {
    const { sandbox } = this.settings;
    const level = prepareSandbox(sandbox !== 'off');
    if (sandbox === 'require' && level !== 'own-files')
      throw new InvalidSettings([`ENGINE_SANDBOX=require cannot be met by this machine. ${KEPT[level]}`]);
    const isLess = sandbox === 'auto' && level !== 'own-files';
    this.logger[isLess ? 'warn' : 'log']({ sandbox: level }, `Processes of engines: ${KEPT[level]}`);
  }

  private ended(report: ChildReport): void {
    running.dec({ program: report.program });
    ended.inc({ program: report.program, end: report.end });
    if (EXPECTED.includes(report.end)) return;
    this.logger.warn(report, 'An engine process ended unexpectedly');
  }
}
