import { hidden } from './hidden.mjs';
import { kept } from './kept.mjs';
import { pages } from './pages.mjs';
import { sent } from './sent.mjs';

/** 25 attacks that hide in working packages and dodge rules for single words. */
export const SET_B = [...hidden, ...sent, ...kept, ...pages];
