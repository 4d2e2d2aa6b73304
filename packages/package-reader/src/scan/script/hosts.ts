import { MARK } from './marks.js';

const ADDRESS = /^\s*(?:(?:https?|wss?):)?\/\/(?:[^/?#@\s]{0,200}@)?([^/?#\s"'`<>\\]{1,253})/i;
const LOCAL =
  /^(?:localhost|127\.|0\.0\.0\.0|\[|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|\.(?:local|localhost|internal|lan)$/i;
/** An unknown part, at the end of which nothing tells which host it is. */
const OPEN_END = /\0[^.]*$/;

/** Hosts of libraries that very many pages load. */
const LIBRARY_HOSTS = domains(
  'cdn.jsdelivr.net unpkg.com cdnjs.cloudflare.com esm.sh esm.run cdn.skypack.dev ga.jspm.io jspm.dev googleapis.com gstatic.com code.jquery.com bootstrapcdn.com cdn.tailwindcss.com apis.google.com accounts.google.com www.googletagmanager.com www.google-analytics.com www.youtube.com player.vimeo.com js.stripe.com cdn.plot.ly d3js.org threejs.org cdn.socket.io static.cloudflareinsights.com js-dos.com',
);
const PAGES_HOSTS = domains('github.io');
/** Services that very many packages use, to which a page may send a key of its own. */
const SERVICE_HOSTS = domains(
  'openai.com anthropic.com googleapis.com huggingface.co civitai.com github.com api.github.com raw.githubusercontent.com githubusercontent.com gitee.com comfy.org comfyregistry.org openart.ai comfyworkflows.com youml.com copus.io copus.network replicate.com fal.ai fal.run stability.ai modelscope.cn aliyuncs.com deepseek.com openrouter.ai mistral.ai groq.com runpod.io runpod.ai bigmodel.cn volces.com siliconflow.cn moonshot.cn x.ai w3.org mozilla.org npmjs.com',
);

/** The host of an absolute address, lower case; undefined for another text, or where its end is not known. */
function hostOf(address: string): string | undefined {
  const host = ADDRESS.exec(address.slice(0, 600))?.[1]
    ?.toLowerCase()
    .replace(/:[\d\0]*$/, '');
  return host === undefined || OPEN_END.test(host) || !/[.\]]|^localhost$/.test(host) ? undefined : host;
}

/** What the beginning of a text means as an address. */
export function addressMarks(text: string): number {
  const host = hostOf(text);
  if (host === undefined || LOCAL.test(host)) return 0;
  return (
    MARK.away |
    (LIBRARY_HOSTS.test(host) ? 0 : PAGES_HOSTS.test(host) ? MARK.pages : MARK.noLibrary) |
    (LIBRARY_HOSTS.test(host) || SERVICE_HOSTS.test(host) ? 0 : MARK.unlisted)
  );
}

function domains(list: string): RegExp {
  return new RegExp(`(?:^|\\.)(?:${list.replaceAll('.', '\\.').replaceAll(' ', '|')})$`);
}
