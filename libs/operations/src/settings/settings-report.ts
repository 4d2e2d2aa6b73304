import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Environment, type SettingInForce } from '#libs/platform/config';
import type { SettingOrigin, SettingResponse } from './dto/settings.response.js';

/** What is set in this process, and from where. */
@Injectable()
export class SettingsReport {
  /** As the process has read it at its start. */
  private readonly file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};

  constructor(private readonly env: Environment) {}

  list(): SettingResponse[] {
    return this.env.settings.map((setting) => ({
      name: setting.name,
      description: setting.description,
      rule: setting.rule,
      default: setting.default || null,
      value: shownValue(setting),
      is_secret: setting.isSecret,
      origin: this.originOf(setting),
    }));
  }

  private originOf({ name, given }: SettingInForce): SettingOrigin {
    if (given === undefined) return 'default';
    return this.file[name]?.trim() === given ? 'env_file' : 'environment';
  }
}

/** A URL may have a password in it. */
function shownValue({ isSecret, given }: SettingInForce): string | null {
  if (isSecret || given === undefined) return null;
  return given.replaceAll(/:\/\/[^\s/@]+@/g, '://***@');
}
