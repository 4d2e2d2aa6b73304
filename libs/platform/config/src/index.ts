export { ConfigModule } from './config.module.js';
export { Environment, type SettingDescription } from './environment.js';
export { Secret } from './secret.js';
export { InvalidSettings, readSettings, Settings, type SettingsClass } from './settings.js';
