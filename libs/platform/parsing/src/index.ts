export { hasDecimals } from './has-decimals.js';
export { parse, type Parsed } from './parse.js';
