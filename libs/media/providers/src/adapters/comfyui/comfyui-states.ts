import * as v from 'valibot';
import { type EndedState, type RunningState, UnusableResult } from '../vendor-adapter.js';
import { filesOf } from './comfyui-files.js';
import { type ComfyOutputs, comfyRefusal } from './comfyui.schemas.js';

/** What a node throws names files and models, so it stays in the log of ComfyUI. */
export function stateOf(
  kind: string,
  { status, outputs }: { status: string; outputs: ComfyOutputs },
): EndedState | RunningState {
  if (status === 'failed' || status === 'cancelled') return { kind: 'failed' };
  if (status !== 'completed') return { kind: 'running' };
  const files = filesOf(kind, outputs);
  if (files.length === 0) throw new UnusableResult('A workflow made no file of its kind');
  return { kind: 'succeeded', files };
}

/** Whether a workflow was refused because a file of a model is not there. */
export function lacksModel(body: unknown): boolean {
  const { success, output } = v.safeParse(comfyRefusal, body);
  return (
    success &&
    Object.values(output.node_errors).some(
      ({ class_type: name, errors }) =>
        /loader/i.test(name) && errors.some(({ type }) => type === 'value_not_in_list'),
    )
  );
}
