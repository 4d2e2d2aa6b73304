import { KEYS, MARK } from './value.js';

/** The name of a variable in which a key is. */
const KEY_NAME = /^[A-Z0-9_]{0,60}(?:KEY|TOKEN|SECRET|PASSWORD)[A-Z0-9_]{0,20}$/;
const SERVICE_NAME =
  /^(?:openai|chatgpt|anthropic|claude|gemini|google|huggingface|hf|github|aws|azure|replicate|stability|mistral|groq|deepseek|together|cohere|fal|runway|elevenlabs|openrouter|perplexity|xai|grok|dashscope|qwen|moonshot|kimi|zhipu|minimax|civitai|wandb|kling|luma|ideogram|tavily|serpapi|siliconflow|fireworks|nvidia|cerebras|deepgram)$/i;
/** Other words for one service. */
const SAME: Readonly<Record<string, string>> = {
  HUGGING: 'HF',
  HUGGINGFACE: 'HF',
  HUGGINGFACEHUB: 'HF',
  HUB: 'HF',
  GEMINI: 'GOOGLE',
  GH: 'GITHUB',
  CHATGPT: 'OPENAI',
  CLAUDE: 'ANTHROPIC',
};

/** The service that the name of a key or of a service tells; undefined for a text that is neither. */
export function serviceOf(name: string | undefined): string | undefined {
  if (name === undefined || name.length < 2 || name.length > 80) return undefined;
  if (!KEY_NAME.test(name) && !SERVICE_NAME.test(name)) return undefined;
  const [word = ''] = name.toUpperCase().split('_');
  return SAME[word] ?? word;
}

/** The mark of a variable in which the key of a known service is. */
export function keyMark(name: string): number {
  const service = serviceOf(name);
  switch (service) {
    case undefined:
      return 0;
    case 'OPENAI':
      return MARK.keyOfOpenai;
    case 'ANTHROPIC':
      return MARK.keyOfAnthropic;
    case 'GOOGLE':
      return MARK.keyOfGoogle;
    default:
      return SERVICE_NAME.test(service) ? MARK.keyOfOther : 0;
  }
}

/** Whether the keys of more than one service are in what has these marks. */
export function hasKeysOfSeveral(marks: number): boolean {
  const keys = marks & KEYS;
  return (keys & (keys - 1)) !== 0;
}
