export { ConfigModule } from './config.module.js';
export { Environment, type SettingDescription, type SettingInForce } from './environment.js';
export { FollowedFiles } from './followed-files.js';
export { Secret } from './secret.js';
export { serviceVersion } from './service-version.js';
export { shippedFile } from './shipped-file.js';
export { InvalidSettings, readSettings, Settings, type SettingsClass } from './settings.js';
