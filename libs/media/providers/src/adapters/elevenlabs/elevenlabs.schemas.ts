import * as v from 'valibot';

const text = v.fallback(v.optional(v.string()), undefined);

/** An error; problems with the form of a request come as a list instead. `status` was there before `code`. */
export const elevenlabsError = v.object({
  detail: v.object({ code: text, status: text, type: text, param: text }),
});
