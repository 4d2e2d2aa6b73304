import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { type ChildReport, observeChildren, prepareSandbox, type SandboxLevel } from '@atelier/engines/child';
import { InvalidSettings } from '#libs/platform/config';
import { processMetrics } from '#libs/platform/metrics';
import { EngineSettings } from './engine.settings.js';

const registers = [processMetrics];

const running = new Gauge({
  name: 'engine_processes_running',
  help: 'Running engine processes of this process.',
  labelNames: ['program'],
  registers,
});
const ended = new Counter({
  name: 'engine_processes_ended_total',
  help: 'Engine processes by how they ended.',
  labelNames: ['program', 'end'],
  registers,
});

const EXPECTED: readonly ChildReport['end'][] = ['done', 'failed', 'cancelled'];

const KEPT: Readonly<Record<SandboxLevel, string>> = {
  'own-files': 'They can access only the files of their job, without network and privileges.',
  'no-network':
    'They have no network and no privileges, but only Node keeps them from the disk: this account may not mount in ' +
    'its own namespace.',
  'no-privileges':
    'They cannot gain privileges, but they have network access, and only Node keeps them from the disk: user namespaces ' +
    'are disabled here. Enable them, or give the service CAP_SYS_ADMIN.',
  none: 'Only Node keeps them from the disk: install util-linux (unshare, setpriv, prlimit, mount) for more.',
  off: 'They have all rights of the service.',
};

/** Sandboxes the engine processes, and records how they end. */
@Injectable()
export class EngineProcesses implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(EngineProcesses.name);
  private stop: () => void = () => undefined;

  constructor(private readonly settings: EngineSettings) {}

  /** @throws InvalidSettings when a full sandbox is required and this machine does not support it. */
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
