import { CompatibleModelsSettings } from '#libs/compatible/models';
import { AssetsSettings } from '#libs/media/assets';
import { ImageProxySettings, ImageUpstreamSettings } from '#libs/media/image-proxy';
import { LedgerSettings } from '#libs/accounts/ledger';
import { MusicProxySettings, MusicUpstreamSettings } from '#libs/media/music-proxy';
import { NodeReportsSettings } from '#libs/registry/reports';
import { NodesSettings } from '#libs/registry/nodes';
import type { SettingsClass } from '#libs/platform/config';
import { DatabaseSettings } from '#libs/platform/database';
import {
  BodySettings,
  HttpSettings,
  NamesSettings,
  PublicRepliesSettings,
  RateLimitSettings,
  StreamSettings,
} from '#libs/platform/http';
import { LoggingSettings } from '#libs/platform/logging';
import { MailSettings } from '#libs/platform/mail';
import { MonitoringSettings } from '#libs/platform/monitoring';
import { OperationsSettings } from '#libs/operations';
import { OutboundSettings } from '#libs/platform/outbound';
import { QueueSettings } from '#libs/platform/queue';
import { SigningSettings } from '#libs/platform/signing';
import { StorageSettings } from '#libs/platform/storage';
import { TracingSettings } from '#libs/platform/tracing';
import { PicturesSettings } from '#libs/registry/pictures';
import { PricingSettings, TasksSettings } from '#libs/media/work';
import { ProvidersSettings } from '#libs/media/providers';
import { PublishersSettings } from '#libs/registry/publishers';
import { TrustedPublishingSettings } from '#libs/registry/trusted-publishing';
import { UsersSettings } from '#libs/accounts/users';
import { VideoProxySettings, VideoUpstreamSettings } from '#libs/media/video-proxy';
import { WebhooksSettings } from '#libs/media/webhooks';
import { SnapshotSettings } from '#libs/registry/snapshot';
import { CompatibleApisSettings } from './compatible-apis.settings.js';
import { EngineSettings } from './engine.settings.js';

/** Every settings class, in the order of the generated page. */
export const SETTINGS: readonly SettingsClass[] = [
  StorageSettings,
  HttpSettings,
  NamesSettings,
  BodySettings,
  PublicRepliesSettings,
  RateLimitSettings,
  StreamSettings,
  LoggingSettings,
  MonitoringSettings,
  OperationsSettings,
  TracingSettings,
  UsersSettings,
  DatabaseSettings,
  QueueSettings,
  AssetsSettings,
  TasksSettings,
  SigningSettings,
  OutboundSettings,
  MailSettings,
  WebhooksSettings,
  PricingSettings,
  LedgerSettings,
  EngineSettings,
  ProvidersSettings,
  ImageProxySettings,
  ImageUpstreamSettings,
  VideoProxySettings,
  VideoUpstreamSettings,
  MusicProxySettings,
  MusicUpstreamSettings,
  CompatibleApisSettings,
  CompatibleModelsSettings,
  PublishersSettings,
  PicturesSettings,
  TrustedPublishingSettings,
  NodesSettings,
  NodeReportsSettings,
  SnapshotSettings,
];
