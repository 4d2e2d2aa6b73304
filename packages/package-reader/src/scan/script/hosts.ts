import { MARK } from './marks.js';

/** As browsers read it: slashes of either kind, or none after the scheme. */
const ADDRESS =
  /^(?:(?:https?|wss?):[\\/]{0,9}|(?:stun|turn)s?:|[\\/]{2,9})(?:[^/?#@\s]{0,200}@)?([^/?#\s"'`<>\\]{1,253})/i;
const LOCAL =
  /^(?:localhost|(?:127|10)(?:\.\d{1,3}){3}|0\.0\.0\.0|\[(?:::1?|f[cde][0-9a-f]{2}:[0-9a-f:]*)\]|(?:192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2})$|\.(?:local|localhost|internal|lan)$/i;
const HAS_HOST = /[.\]]|^(?:localhost|0x[0-9a-f]{4,8}|\d{5,10})$/;
/** An unknown part, at the end of which nothing tells which host it is. */
const OPEN_END = /\0[^.]*$/;

/** Hosts of libraries that very many pages load. */
const LIBRARY_HOSTS = domains(
  'cdn.jsdelivr.net unpkg.com cdnjs.cloudflare.com esm.sh esm.run cdn.skypack.dev ga.jspm.io jspm.dev googleapis.com gstatic.com code.jquery.com bootstrapcdn.com cdn.tailwindcss.com apis.google.com accounts.google.com www.googletagmanager.com www.google-analytics.com www.youtube.com player.vimeo.com js.stripe.com cdn.plot.ly d3js.org threejs.org cdn.socket.io static.cloudflareinsights.com js-dos.com',
);
/** Anybody's repository, which a host of libraries passes on. */
const REPOSITORY = /^[^?#]{8,80}\/(?:gh|gist)\//i;
const PAGES_HOSTS = domains('github.io');
/** Services that very many packages use, to which a page may send a key of its own. */
const SERVICE_HOSTS = domains(
  'openai.com anthropic.com googleapis.com huggingface.co civitai.com github.com api.github.com raw.githubusercontent.com githubusercontent.com gitee.com comfy.org comfyregistry.org openart.ai comfyworkflows.com youml.com copus.io copus.network replicate.com fal.ai fal.run stability.ai modelscope.cn aliyuncs.com deepseek.com openrouter.ai mistral.ai groq.com runpod.io runpod.ai bigmodel.cn volces.com siliconflow.cn moonshot.cn x.ai w3.org mozilla.org npmjs.com',
);

/** The host of an absolute address, lower case; undefined for another text, or where its end is not known. */
function hostOf(address: string): string | undefined {
  const text = address.slice(0, 600).replace(/^[\x01-\x20]+|[\t\r\n]+/g, '');
  const host = ADDRESS.exec(text)?.[1]
    ?.toLowerCase()
    .replace(/:[\d\0]*$/, '');
  return host === undefined || OPEN_END.test(host) || !HAS_HOST.test(host) ? undefined : host;
}

/** What the beginning of a text means as an address. */
export function addressMarks(text: string): number {
  const host = hostOf(text);
  if (host === undefined || LOCAL.test(host)) return 0;
  if (LIBRARY_HOSTS.test(host)) return MARK.away | (REPOSITORY.test(text) ? MARK.pages : 0);
  return (
    MARK.away |
    (PAGES_HOSTS.test(host) ? MARK.pages : MARK.noLibrary) |
    (SERVICE_HOSTS.test(host) ? 0 : MARK.unlisted)
  );
}

function domains(list: string): RegExp {
  return new RegExp(`(?:^|\\.)(?:${list.replaceAll('.', '\\.').replaceAll(' ', '|')})$`);
}
