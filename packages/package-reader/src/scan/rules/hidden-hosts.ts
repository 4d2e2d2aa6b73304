import type { ScanFile } from '../scan-file.js';
import { WordFinder } from '../word-finder.js';
import { rule } from './define-rule.js';
import { COLLECTOR_HOST, MESSENGER_HOST, PASTE_HOST, TUNNEL_HOST } from './text-patterns.js';

const HIDES_HOST = rule(
  'hides_host',
  'Puts the address of a chat, a tunnel or a host of texts together, so that its code does not show it.',
);

export const HIDDEN_HOST_RULES = [HIDES_HOST];

const HOSTS = [MESSENGER_HOST, COLLECTOR_HOST, PASTE_HOST, TUNNEL_HOST];

/** One of these is in every text that the patterns find. */
const finder = new WordFinder(
  (
    'discord,telegram,hooks.slack,office.com,webhook.site,requestbin,pipedream,burpcollab,oast,interactsh,interact.sh,beeceptor,canarytokens,requestcatcher,' +
    'dnslog,ceye.io,hookb.in,ptsv,hookdeck,postb.in,pastebin,rentry,hastebin,paste.ee,transfer.sh,file.io,anonfile,0x0.st,catbox,ghostbin,dpaste,' +
    'termbin,ix.io,bashupload,temp.sh,oshi.at,pixeldrain,ngrok,trycloudflare,serveo,tunnel,loca.lt,localhost.run,lhr.life,bore.pub,.onion'
  ).split(','),
);

/** The rule that a text breaks which code puts together: it names a host that the source does not. */
export function hiddenHostRuleOf(text: string, { text: source = '' }: ScanFile) {
  if (!finder.hasOne(text)) return undefined;
  const found = HOSTS.map((pattern) => pattern.exec(text)?.[0]).find((host) => host !== undefined);
  const [domain] = /[\w-]+\.\w+/.exec(found ?? '') ?? [];
  return domain === undefined || source.toLowerCase().includes(domain.toLowerCase()) ? undefined : HIDES_HOST;
}
