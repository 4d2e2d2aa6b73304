import type { Hit } from '../../rule.js';
import type { ScanFile } from '../../scan-file.js';
import { rule } from '../define-rule.js';

const COMMANDED = rule(
  'agent_commands',
  'Tells assistants to run, load or hand over something behind the back of their users.',
);
const OVERRIDE = rule('agent_override', 'Tells assistants to ignore what they were told.', 'warning');

export const INSTRUCTION_RULES = [COMMANDED, OVERRIDE];

const READ_BY_AGENTS =
  /(?:^|\/)(?:agents|claude|gemini|copilot-instructions|skill)\.md$|(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules|goosehints)$|(?:^|\/)\.cursor\/|\.mdc$|(?:^|\/)llms(?:-full)?\.txt$/i;
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
const HARM = [LOAD_AND_RUN, HANDS_OVER_KEYS, HANDS_OVER_SECRETS];
/** Well-known installers that honest instructions name. */
const KNOWN_INSTALLERS =
  /\b(?:curl|wget|iwr|irm)\b[^\n|]{0,100}https:\/\/(?:astral\.sh|sh\.rustup\.rs|raw\.githubusercontent\.com\/(?:nvm-sh|Homebrew|pyenv)|get\.pnpm\.io|bun\.sh|install\.python-poetry\.org|deb\.nodesource\.com)[^\n]{0,200}/gi;
const NEAR_CHARS = 800;
const TEXT_CHARS = 1_000_000;

/** Finds orders to assistants in what they read: documents, descriptions and comments. */
export function instructionHits(file: ScanFile): Hit[] {
  const { path } = file;
  const text = file.text?.slice(0, TEXT_CHARS);
  if (text === undefined) return [];
  const isRead = READ_BY_AGENTS.test(path);
  const places =
    isRead || DOCUMENT.test(path) ? ordersIn(text, isRead) : CODE.test(path) ? commandedOrders(text) : [];
  if (isRead) places.push(...agentFile(text));
  return places.map(({ index, isCommand }) => ({ rule: isCommand ? COMMANDED : OVERRIDE, file, index }));
}

/** The same for a text beside the archive. */
export function instructionsInText(text: string): Hit[] {
  return ordersIn(text.slice(0, TEXT_CHARS), false).map(({ index }) => ({
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
