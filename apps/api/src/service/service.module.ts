import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { AdvisoriesModule } from '#libs/registry/advisories';
import { AppNodesModule } from '#libs/registry/app-nodes';
import { AssetsModule } from '#libs/media/assets';
import { ImageProxyModule } from '#libs/media/image-proxy';
import { ModelsModule } from '#libs/media/models';
import { UsageModule } from '#libs/accounts/ledger';
import { MusicProxyModule } from '#libs/media/music-proxy';
import { NodeVersionsModule } from '#libs/registry/versions';
import { NodesModule } from '#libs/registry/nodes';
import { OperationsModule } from '#libs/operations';
import { ClockModule } from '#libs/platform/clock';
import { ConfigModule, type Environment } from '#libs/platform/config';
import { FalModule } from '#libs/compatible/fal';
import { McpModule } from '#libs/compatible/mcp';
import { OpenAiModule } from '#libs/compatible/openai';
import { ReplicateModule } from '#libs/compatible/replicate';
import { DatabaseModule } from '#libs/platform/database';
import { EventsModule } from '#libs/platform/events';
import { HttpModule } from '#libs/platform/http';
import { MetricsModule } from '#libs/platform/metrics';
import { MonitoringModule } from '#libs/platform/monitoring';
import { OutboundModule } from '#libs/platform/outbound';
import { QueueModule } from '#libs/platform/queue';
import { SigningModule } from '#libs/platform/signing';
import { StorageModule } from '#libs/platform/storage';
import { TracingModule } from '#libs/platform/tracing';
import { PricingModule, SamplesModule, TasksModule } from '#libs/media/work';
import { NodeReportsModule } from '#libs/registry/reports';
import { SnapshotModule } from '#libs/registry/snapshot';
import { NoticesModule } from '#libs/registry/notices';
import { TrustedPublishingModule } from '#libs/registry/trusted-publishing';
import { PublishersModule } from '#libs/registry/publishers';
import { UserAdminModule } from '#libs/accounts/users/admin';
import { UsersModule } from '#libs/accounts/users';
import { VideoProxyModule } from '#libs/media/video-proxy';
import { WebhooksModule } from '#libs/media/webhooks';
import { type CompatibleApi, CompatibleApisSettings } from './compatible-apis.settings.js';
import { EngineSettings } from './engine.settings.js';
import { SETTINGS } from './settings.js';
import { EngineProcesses } from './engine-processes.js';

// One module per line, so that two branches that add one do not conflict.
// prettier-ignore
const PLATFORM = [
  ClockModule,
  DatabaseModule,
  EventsModule,
  HttpModule,
  MetricsModule,
  MonitoringModule,
  OutboundModule,
  QueueModule,
  SigningModule,
  StorageModule,
  TracingModule,
];
// prettier-ignore
const FEATURES = [
  AdvisoriesModule,
  AppNodesModule,
  AssetsModule,
  ImageProxyModule,
  ModelsModule,
  MusicProxyModule,
  NodeReportsModule,
  NodeVersionsModule,
  NodesModule,
  NoticesModule,
  OperationsModule,
  PricingModule,
  PublishersModule,
  SamplesModule,
  SnapshotModule,
  TasksModule,
  TrustedPublishingModule,
  UsageModule,
  UserAdminModule,
  UsersModule,
  VideoProxyModule,
  WebhooksModule,
];

/** Each is only there when `COMPATIBLE_APIS` names it. */
const COMPATIBLE: Readonly<Record<CompatibleApi, Type>> = {
  openai: OpenAiModule,
  replicate: ReplicateModule,
  fal: FalModule,
  mcp: McpModule,
};

@Module({})
export class ServiceModule {
  static with(env: Environment, extra: readonly Type[] = []): DynamicModule {
    // Some are read before there are modules; admins see all of them.
    for (const settings of SETTINGS) new settings(env);
    const compatible = new CompatibleApisSettings(env).names.map((name) => COMPATIBLE[name]);
    return {
      module: ServiceModule,
      imports: [ConfigModule.with(env), ...PLATFORM, ...FEATURES, ...compatible, ...extra],
      providers: [EngineSettings, EngineProcesses],
    };
  }
}
