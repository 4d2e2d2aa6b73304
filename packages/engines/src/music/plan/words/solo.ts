import { isGrammar, namesIn, type PromptWord } from './prompt-words.js';

/** Words that may be between "only" and the sound it is about. */
const REACH = 2;

/** The words of the sounds that a prompt wants alone ("solo piano", "drums only", "just cello and harp"), or none. */
export function soloWords(words: readonly PromptWord[]): PromptWord[] {
  for (const [at, word] of words.entries()) {
    if (!isGrammar(word, 'only')) continue;
    const before = soundsBefore(words, at);
    const list = before.length > 0 ? before : soundsAfter(words, at);
    if (list.length > 0) return list;
  }
  return [];
}

function isSound(word: PromptWord | undefined): word is PromptWord {
  return namesIn(word, 'sound').length > 0;
}

/** "with guitar solo" wants a band and a solo in it. */
function soundsBefore(words: readonly PromptWord[], at: number): PromptWord[] {
  const list: PromptWord[] = [];
  let place = at - 1;
  while (isGrammar(words[place], 'filler')) place--;
  for (; isSound(words[place]); place -= 2) {
    list.unshift(words[place]!);
    if (!isJoint(words[place - 1]) || !isSound(words[place - 2])) break;
  }
  let first = place - 1;
  while (isGrammar(words[first], 'filler')) first--;
  const isPart = isGrammar(words[first], 'with', 'and') && !isGrammar(words[first - 1], 'only');
  return isPart ? [] : list;
}

function soundsAfter(words: readonly PromptWord[], at: number): PromptWord[] {
  const list: PromptWord[] = [];
  let place = isGrammar(words[at + 1], 'with') ? at + 2 : at + 1;
  let skipped = 0;
  while (words[place] && !isSound(words[place])) {
    if (words[place]!.isMark || isGrammar(words[place], 'with', 'and', 'but')) return [];
    if (!isGrammar(words[place], 'filler') && ++skipped > REACH) return [];
    place++;
  }
  for (; isSound(words[place]); place++) {
    list.push(words[place]!);
    if (isJoint(words[place + 1])) place++;
    while (isGrammar(words[place + 1], 'filler', 'and')) place++;
  }
  return list;
}

function isJoint(word: PromptWord | undefined): boolean {
  return word !== undefined && (isGrammar(word, 'and') || [',', '、', '，', '+', '/'].includes(word.plain));
}
