import type { AssetsService } from '#libs/media/assets';
import type { Task } from './task.entity.js';
import type { LinkedOutput, OutputFile } from './task-kinds.js';

export function linkedOutputs(
  assets: AssetsService,
  { outputs }: Pick<Task, 'outputs'>,
  files: readonly OutputFile[],
  expiresAt = assets.linkExpiry(),
): LinkedOutput[] {
  return outputs.flatMap(({ role, assetId }) => {
    const asset = files.find(({ id }) => id === assetId);
    return asset ? [{ role, asset, expiresAt, url: assets.link(asset, expiresAt) }] : [];
  });
}
