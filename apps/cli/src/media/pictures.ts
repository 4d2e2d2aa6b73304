import { connect } from '../account/connection.js';
import type { Shell } from '../terminal/shell.js';
import { given, readFields, readInput } from './inputs.js';
import { runTask, type TaskOptions, uploading } from './run-task.js';

type RelightOptions = TaskOptions & {
  prompt?: string;
  reference?: string;
  lightMap?: string;
  style?: string;
};

export async function relight(shell: Shell, options: RelightOptions, picture: string): Promise<void> {
  const { prompt, reference, lightMap, style } = options;
  const atelier = await connect(shell);
  const request = {
    image: await readInput(picture),
    ...given({
      prompt,
      style,
      transfer_light_from_reference_image: reference && (await readInput(reference)),
      transfer_light_from_lightmap: lightMap && (await readInput(lightMap)),
    }),
    ...(await readFields(options.field)),
  };
  await runTask(shell, atelier.relight(request, uploading(shell)), options);
}

type StyleOptions = TaskOptions & { prompt?: string };

export async function style(
  shell: Shell,
  options: StyleOptions,
  picture: string,
  reference: string,
): Promise<void> {
  const atelier = await connect(shell);
  const request = {
    image: await readInput(picture),
    reference_image: await readInput(reference),
    ...given({ prompt: options.prompt }),
    ...(await readFields(options.field)),
  };
  await runTask(shell, atelier.transferStyle(request, uploading(shell)), options);
}

type SkinOptions = TaskOptions & { mode: 'faithful' | 'creative' | 'flexible' };

export async function skin(shell: Shell, options: SkinOptions, picture: string): Promise<void> {
  const atelier = await connect(shell);
  const request = { image: await readInput(picture), ...(await readFields(options.field)) };
  const submit = {
    faithful: () => atelier.enhanceSkinFaithfully(request, uploading(shell)),
    creative: () => atelier.enhanceSkinCreatively(request, uploading(shell)),
    flexible: () => atelier.enhanceSkinFlexibly(request, uploading(shell)),
  };
  await runTask(shell, submit[options.mode](), options);
}
