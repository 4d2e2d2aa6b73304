import { code } from './code.mjs';
import { installed } from './installed.mjs';
import { stolen } from './stolen.mjs';
import { seen } from './seen.mjs';

/** 29 attacks in their plain form. */
export const SET_A = [...code, ...stolen, ...installed, ...seen];
