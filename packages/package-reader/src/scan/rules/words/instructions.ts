import type { Hit } from '../../rule.js';
import type { ScanFile } from '../../scan-file.js';
import { WordFinder } from '../../word-finder.js';
import { rule } from '../define-rule.js';

const COMMANDED = rule(
  'agent_commands',
  'Tells assistants to run, load or hand over something behind the back of their users.',
);
const OVERRIDE = rule('agent_override', 'Tells assistants to ignore what they were told.', 'warning');

export const INSTRUCTION_RULES = [COMMANDED, OVERRIDE];

const READ_BY_AGENTS =
  /(?:^|\/)(?:agents|claude|gemini|copilot-instructions|skill)\.md$|(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules|goosehints)$|(?:^|\/)\.cursor\/|\.mdc$|(?:^|\/)llms(?:-full)?\.txt$/i;
/** Documents that the others send agents to. */
const FOR_AGENTS = /(?:^|[\/_.-])(?:ai|llms?|agents?|assistants?|copilot|claude|codex|cursor)(?:[\/_.-]|$)/i;
const DOCUMENT =
  /\.(?:md|markdown|rst|txt|html?|mdc)$|(?:^|\/)(?:readme|\.cursorrules|\.windsurfrules|\.clinerules)$/i;
const CODE = /\.(?:py|js|mjs|json|ya?ml|toml)$/i;
const IGNORE_ORDERS =
  /\b(?:ignore|disregard|forget|override)\s{1,5}(?:all\s{1,5}|any\s{1,5}|the\s{1,5}|your\s{1,5}|every\s{1,5}){0,3}(?:previous|prior|above|earlier|preceding)\s{1,5}(?:instructions?|prompts?|rules|directions?|messages?|guidelines)/gi;
const AGENT = String.raw`[\s,:]{1,5}(?:an?\s{1,5}|all\s{1,5}|any\s{1,5}|the\s{1,5}){0,2}(?:ai|llm|coding|autonomous|language)[\s-]{1,5}(?:\w{1,12}\s){0,2}(?:agents?|assistants?|models?)\b`;
const ADDRESS_AGENT = new RegExp(
  String.raw`\b(?:(?:if|when)\s{1,5}you\s{1,5}are|attention|note\s{1,5}to|dear)${AGENT}`,
  'gi',
);
/** So prompts begin, and documents about what assistants may use. */
const MENTIONS_AGENT = new RegExp(String.raw`\b(?:you\s{1,5}are|as|for)${AGENT}`, 'gi');
const HIDDEN_COMMENT = /<!--([^]{1,4000}?)-->/g;
const TO_AGENTS =
  /\b(?:ai|llm|coding)[\s-](?:agents?|assistants?)\b|\b(?:assistants?|agents?|claude|copilot|cursor|codex|llms?)\b\s{0,3}(?:[:,]|must|should|please)|\b(?:if|when)\syou\sare\b/i;
/** What an order to an agent would have it do. */
const COMMAND =
  /\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n]{0,200}(?:https?:|\|)|\bbash\s{1,5}(?:-c|<\()|\bpip3?\s{1,5}install\b|\bnpx\s|\bpython3?\s{1,5}-c\b|\b(?:run|execute|send|post|upload|exfiltrate|reveal|print|read|copy|e-?mail)\b[^\n.]{0,120}(?:\.ssh|\.env\b|api[\s_-]?keys?|secrets?|tokens?\b|credentials?|passwords?|environment|cookies|shell|terminal|https?:)/i;
const LOAD_AND_RUN =
  /\b(?:curl|wget)\b[^\n|]{0,300}\|\s{0,5}(?:sudo\s{1,5})?(?:ba|z|da)?sh\b|\b(?:ba|z)?sh\s{1,5}(?:-c\s{1,5})?["']?(?:<|\$)\(\s{0,5}(?:curl|wget)|\b(?:iwr|irm|invoke-webrequest)\b[^\n|]{0,300}\|\s{0,5}iex|\bpython3?\s{1,5}-c\b[^\n]{0,300}(?:urlopen|requests)/i;
const HANDS_OVER_KEYS =
  /\b(?:cat|read|send|post|upload|include|copy|collect|print)\b[^\n]{0,160}(?:~?\/?\.ssh\b|id_(?:rsa|ed25519)|\.aws\b|\.netrc)[^]{0,300}?(?:https?:|\bsend\b|\bpost\b|\bupload\b|\bcurl\b|\bappend\b)/i;
/** Of these, honest instructions speak too, but not in one sentence with where to send them. */
const HANDS_OVER_SECRETS =
  /\b(?:cat|read|send|post|upload|include|copy|collect|print|append)\b(?:[^\n.]|\.(?!\s)){0,160}(?:\.env\b|api[\s_-]?keys?|credentials|secrets\b|environment variables|tokens\b)(?:[^\n.]|\.(?!\s)){0,200}?(?:\b(?:to|into|at|via)\s{1,3}(?:\w{1,20}\s{1,3}){0,4}https?:|\bcurl\b|\bPOST\b)/i;
/** What takes keys along, not what a program reads itself. */
const KEYS = String.raw`(?:[^\n.;]|\.(?!\s)|\n(?!\s{0,9}\n)){0,160}(?:\.env\b|\.netrc\b|\.npmrc\b|\.ssh\b|\.aws\b|\bid_(?:rsa|ed25519)\b|\b(?:api|access|secret|private|ssh|signing)[\s_-]{1,3}(?:keys?|tokens?)\b|\b(?:auth\w{0,12}|bearer|session|hub|hf|hugging\s?face|github|login)[\s_-]{1,3}tokens?\b|\bcredentials?\b|\bsecrets\b|\bpasswords?\b|\benv(?:ironment)?\s(?:variables|vars|files?|dump)\b|\bkeys\s(?:and|or)\stokens\b|\btokens\s(?:and|or)\s(?:\w{1,12}\s)?keys\b|\bcookies\b|\b[A-Z]{2,20}_(?:API_)?(?:KEY|TOKEN)\b|\b(?:saved|stored|cached)\stokens?\b|\bhosts\.yml\b|\bkeychains?\b|\bkeyrings?\b|\bprivate\s(?:data|files)\b)`;
const TAKES =
  'collect|gather|include|attach|push|sync(?:hroni[sz]e)?|back\\s?up|mirror|archive|bundle|upload|send|post|e-?mail|embed|append|paste|encode|copy|commit|dump|harvest|concatenate|stash|ship|submit|forward|relay|share';
const TAKES_KEYS = new RegExp(String.raw`\b(?:${TAKES})(?:s|es|d|ed|ing)?\b${KEYS}`, 'gi');
/** The same with what one does with keys of one's own too. */
const PUTS_KEYS = new RegExp(
  String.raw`\b(?:${TAKES}|export|put|place|store|save|write|add|record|note|drop)(?:s|es|d|ed|ing)?\b${KEYS}`,
  'gi',
);
const NEGATED =
  /\b(?:never|not|avoid|without|no|cannot|nor|refuse\w{0,3}|instead\sof)\b[^\n.;]{0,40}$|n['\u2019]t\b[^\n.;]{0,40}$/i;
/** The user is not to see it. */
const COVERT =
  /\b(?:silently|quietly|discreetly|covertly|secretly|unannounced|behind\sthe\sscenes)\b|\bwithout\s{1,3}(?:(?:first|prior|any|explicitly|the|user|user['\u2019]s|needing\sto|having\sto)\s{1,3}){0,3}(?:ask\w{0,3}|tell\w{0,3}|mention\w{0,3}|inform\w{0,3}|notify\w{0,3}|confirm\w{0,6}|prompt\w{0,3}|permission|approval|consent|knowledge|comment\w{0,3}|announc\w{0,6}|report\w{0,3})\b(?!\sagain)|(?:\b(?:do|should|must|need)\s{1,3}not|n['\u2019]t|\bnever|\bno\sneed\sto|\bavoid|\brefrain\sfrom)\s{1,3}(?:need\sto\s{1,3})?(?:mention|tell|ask|inform|notify|disclos|reveal|announc|summari[sz]|bring\s(?:it|this)\sup|discuss|describ|list\s(?:it|this)|report\s(?:it|this)|explain|surface|draw\sattention)\w{0,3}\b|\b(?:keep|leave|omit)\s(?:this|it|the\sstep)\s(?:\w{1,12}\s){0,2}(?:out\sof|from)\b/gi;
/** Where what was taken is seen by others, once it is published. */
const PUBLISHED =
  /\bbase\s?-?64\b|\bhex(?:adecimal)?[\s-]encoded?\b|\bcommit\s(?:message|body|trailer|note)s?\b|\bgit\snotes?\b|\b(?:branch|tag)\snames?\b|\b(?:public\s)?(?:gist|paste)\b|\bissue\s(?:body|comment|title|text)\b|\b(?:pull[\s-]request|PR)\s(?:body|description|comment|title|text)\b|https?:\/\//i;
const TO_ANY_AGENT =
  /\b(?:ai|llm|coding|automated|autonomous|code|language)[\s_-](?:agents?|assistants?|tools?|contributors?|helpers?|models?|reviewers?)\b|\b(?:assistants?|agents?|agentic|claude|copilot|cursor|codex|windsurf|gemini|llms?|chatbots?)\b/i;
/** In code, where such programs are often spoken of. */
const ADDRESSED =
  /(?:\b|_)(?:ai|llm|coding|automated|autonomous)[\s_-](?:agents?|assistants?|contributors?|reviewers?)(?:\b|_)|\b(?:assistants?|agents?|claude|copilot|cursor|codex|llms?)\b\s{0,3}(?:[:,]|must|should|please)|\b(?:if|when)\syou\sare\sa/i;
const COVERT_MAX = 200;
const PARAGRAPHS_CHARS = 1_200;
const HARM = [LOAD_AND_RUN, HANDS_OVER_KEYS, HANDS_OVER_SECRETS];
/** Well-known installers that honest instructions name. */
const KNOWN_INSTALLERS =
  /\b(?:curl|wget|iwr|irm)\b[^\n|]{0,100}https:\/\/(?:astral\.sh|sh\.rustup\.rs|raw\.githubusercontent\.com\/(?:nvm-sh|Homebrew|pyenv)|get\.pnpm\.io|bun\.sh|install\.python-poetry\.org|deb\.nodesource\.com)[^\n]{0,200}/gi;
/** Of each, a word is in all code that gives such orders. */
const OVERRIDES = [
  ['ignore', 'disregard', 'forget', 'override'],
  ['previous', 'prior', 'above', 'earlier', 'preceding'],
];
const AGENTS = [
  ...['assistant', 'agent', 'claude', 'copilot', 'codex', 'llm', 'contributor', 'reviewer', 'you are'],
  ...['cursor must', 'cursor should', 'cursor please'],
];
const finder = new WordFinder([...OVERRIDES.flat(), ...AGENTS]);
const NEAR_CHARS = 800;
const TEXT_CHARS = 1_000_000;

/** Finds orders to assistants in what they read: documents, descriptions and comments. */
export function instructionHits(file: ScanFile): Hit[] {
  const { path } = file;
  const text = file.text?.slice(0, TEXT_CHARS);
  if (text === undefined) return [];
  const isRead = READ_BY_AGENTS.test(path);
  const isDocument = DOCUMENT.test(path);
  const places: Place[] = [];
  if (isRead || isDocument) {
    const isFor = isRead || FOR_AGENTS.test(path);
    places.push(...ordersIn(text, isRead), ...(isRead ? agentFile(text) : []), ...takings(text, isFor));
  } else if (CODE.test(path)) {
    const found = finder.find(text);
    const hasOne = (words: readonly string[]): boolean => words.some((word) => found.has(word));
    if (OVERRIDES.every(hasOne)) places.push(...commandedOrders(text));
    if (hasOne(AGENTS)) places.push(...takings(text, false, ADDRESSED));
  }
  return places.map(({ index, isCommand }) => ({ rule: isCommand ? COMMANDED : OVERRIDE, file, index }));
}

/** The same for a text beside the archive. */
export function instructionsInText(text: string): Hit[] {
  const read = text.slice(0, TEXT_CHARS);
  return [...ordersIn(read, false), ...takings(read, false)].map(({ index }) => ({
    rule: COMMANDED,
    excerpt: text.slice(index, index + 200),
  }));
}

type Place = { readonly index: number; readonly isCommand: boolean };

/** In what only assistants read, commands are usual. */
function ordersIn(text: string, isRead: boolean): Place[] {
  const places: Place[] = [];
  for (const { index } of text.matchAll(IGNORE_ORDERS))
    places.push({ index, isCommand: isCommandNear(text, index) });
  for (const { index } of text.matchAll(ADDRESS_AGENT))
    if (isRead ? isHarmNear(text, index) : isCommandNear(text, index))
      places.push({ index, isCommand: true });
  for (const { index } of text.matchAll(MENTIONS_AGENT))
    if (isHarmNear(text, index)) places.push({ index, isCommand: true });
  for (const { index, 1: comment = '' } of text.matchAll(HIDDEN_COMMENT))
    if (TO_AGENTS.test(comment) && COMMAND.test(comment)) places.push({ index, isCommand: true });
  return places.slice(0, 10);
}

/** In code and prompts such words are usual, unless a command is near. */
function commandedOrders(text: string): Place[] {
  return [...text.matchAll(IGNORE_ORDERS)]
    .slice(0, 50)
    .filter(({ index }) => isCommandNear(text, index))
    .map(({ index }) => ({ index, isCommand: true }));
}

function agentFile(text: string): Place[] {
  const own = withoutInstallers(text);
  return HARM.flatMap((pattern) => {
    const found = pattern.exec(own);
    return found ? [{ index: found.index, isCommand: true }] : [];
  });
}

/** Orders to take keys along, unseen by the user or to where others see them. */
function takings(text: string, isRead: boolean, agent = TO_ANY_AGENT): Place[] {
  const places: Place[] = [];
  let count = 0;
  for (const { index } of text.matchAll(COVERT)) {
    if (++count > COVERT_MAX || places.length > 0) break;
    const start = Math.max(0, index - PARAGRAPHS_CHARS);
    const near = text.slice(start, index + PARAGRAPHS_CHARS);
    if ((isRead || agent.test(near)) && taken(near)) places.push({ index, isCommand: true });
  }
  if (isRead && places.length === 0) {
    const sent = taken(text, PUBLISHED);
    if (sent) places.push({ index: sent.index, isCommand: true });
  }
  return places;
}

/** The first order to take keys, of which `target` is said soon after. */
function taken(text: string, target?: RegExp): RegExpExecArray | undefined {
  for (const found of [...text.matchAll(target ? PUTS_KEYS : TAKES_KEYS)].slice(0, COVERT_MAX)) {
    const sentence = text.slice(found.index, found.index + found[0].length + 200).split(/\.\s|\n\s*\n/, 1)[0];
    const isMeant = !NEGATED.test(text.slice(Math.max(0, found.index - 60), found.index));
    if (isMeant && (target?.test(sentence ?? '') ?? true)) return found;
  }
  return undefined;
}

function isCommandNear(text: string, index: number): boolean {
  return COMMAND.test(text.slice(index, index + NEAR_CHARS));
}

function isHarmNear(text: string, index: number): boolean {
  const near = withoutInstallers(text.slice(index, index + NEAR_CHARS));
  return HARM.some((pattern) => pattern.test(near));
}

function withoutInstallers(text: string): string {
  return text.replace(KNOWN_INSTALLERS, (known) => ' '.repeat(known.length));
}
