import { t } from '@lingui/core/macro';
export function failureAdvice(code: string): string {
  return ADVICE[code] ?? t`Try it again with changes. If it fails again, give an admin the id of the task.`;
}

const BUSY = t`This is not caused by your request: try again in a while.`;
const VENDOR = t`The service behind this one did not do it. Try again in a while.`;
const ADVICE: Record<string, string> = {
  undecodable_image: t`The picture is damaged or has an unsupported format. Send another one.`,
  image_too_large: t`Send a smaller picture: at most 20 MB and 50 megapixels.`,
  image_unreachable: t`Check that the address is public, or send the picture itself.`,
  video_unreachable: t`Check that the address is public, or send the video itself.`,
  not_a_video: t`The file is not a readable video. Send another one.`,
  input_missing: t`An input file is no longer kept. Send it again.`,
  source_too_long: t`Send a shorter video.`,
  source_too_short: t`Send a longer video.`,
  rejected_content: t`The service behind this one refused the content. Change the prompt or the files.`,
  upstream_error: VENDOR,
  upstream_timeout: VENDOR,
  upstream_failed: VENDOR,
  upstream_busy: VENDOR,
  upstream_interrupted: VENDOR,
  upstream_broken_off: VENDOR,
  upstream_not_done: t`The service behind this one never did it. Start it again.`,
  upstream_result_lost: t`The result is lost. Start it again.`,
  provider_gone: t`Try again: another service does this work now.`,
  engine_crashed: BUSY,
  timed_out: BUSY,
  out_of_memory: t`The work needed too much memory. Send smaller files, or ask for less.`,
  image_engine_busy: BUSY,
};
