export { parse, type Parsed } from './parse.js';
